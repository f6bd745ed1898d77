// Defines the card of a row, as API v1 sends it (docs/api-v1.md#row-card). API v2 builds its cards from this one; API
// v1 writes its own with card-bytes.ts.
import type { Markup } from '../../domain/profile.ts'
import { sha256Hex } from '../../base/bytes.ts'
import { isoTime } from '../../base/time.ts'
import {
  freshnessOf,
  type Head,
  type Reference,
  type RowWithHeads,
  shownStatus,
  type SlotText,
  sourceKindOf,
  sourceTextOf,
} from '../../domain/row.ts'
import { tokenCounts } from '../../domain/text/tokens.ts'
import type { FieldGroup } from '../../domain/vocabulary.ts'

export const tokensNote =
  'Every token of must_preserve has to stand in the translation verbatim and exactly as often as counted here; ' +
  'losing one of two identical tokens breaks the text. Tokens of cosmetic (colours, line breaks, tabs) should be kept.'

interface CardParts extends RowWithHeads {
  readonly reference: Reference | null
}

/** Always has the core group of fields. The members are in the order in which they are sent; groups that were not asked for are absent. */
export function rowCard(parts: CardParts, groups: ReadonlySet<FieldGroup>, policy: Markup) {
  const { row, heads, reference } = parts
  const source = sourceTextOf(row)
  return {
    row_id: row.rowId,
    ordinal: row.ordinal,
    source_text: source,
    source_kind: sourceKindOf(row),
    source_hash: row.sourceHash,
    is_service_row: row.isServiceRow,
    ...(groups.has('sources') && { sources: { main: slotCard(row.main), diff: slotCard(row.diff) } }),
    ...(groups.has('reference') && { reference: reference === null ? null : referenceCard(reference) }),
    ...(groups.has('layers') && {
      layers: { manual: headCard(heads.manual, row.sourceHash), machine: headCard(heads.machine, row.sourceHash) },
    }),
    ...(groups.has('tokens') && { tokens: tokensCard(source, policy) }),
  }
}

const slotCard = (slot: SlotText | null) =>
  slot === null ? null : { text: slot.text, text_hash: sha256Hex(slot.text) }

const referenceCard = ({ main, diff }: Reference) =>
  diff === null ? { text: main, kind: 'main' } : { text: diff, kind: 'diff' }

/** The card of a translation. `sourceHash` is that of the source with which the translation is compared. */
export const headCard = (head: Head | null, sourceHash: string) =>
  head === null
    ? null
    : {
        text: head.text,
        status: shownStatus(head),
        freshness: freshnessOf(head, sourceHash),
        origin: head.origin,
        provider: head.provider,
        model: head.model,
        updated_at: isoTime(head.createdAtMs),
      }

function tokensCard(source: string, policy: Markup) {
  const { mustPreserve, cosmetic } = tokenCounts(source, policy)
  return { must_preserve: mustPreserve, cosmetic, note: tokensNote }
}
