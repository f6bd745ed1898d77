// The row card (Agent API v1, Row card): `core` always, each other group only when it was asked for. Hot: once a row.
import type { RowCard } from '../app/row-card.ts'
import { sha256Hex } from '../base/bytes.ts'
import {
  effectiveSlot,
  freshnessOf,
  type Head,
  type Reference,
  type Row,
  shownStatus,
  type SlotText,
  sourceKindOf,
} from '../domain/row.ts'
import type { TokenCounts } from '../domain/text/tokens.ts'
import { FIELD_GROUPS, type FieldGroup } from '../domain/vocabulary.ts'
import { isoTime } from './wire.ts'

const tokensNote =
  'Every token of must_preserve has to stand in the translation verbatim and exactly as often as counted here; ' +
  'losing one of two identical tokens breaks the text. Tokens of cosmetic (colours, line breaks, tabs) should be kept.'

/** A card in wire names. */
export function rowJson({ row, withSources, reference, heads, tokens }: RowCard): object {
  const effective = effectiveSlot(row)
  const card: Record<string, unknown> = {
    row_id: row.rowId,
    ordinal: row.ordinal,
    source_text: effective.text,
    source_kind: sourceKindOf(row),
    source_hash: row.sourceHash,
    is_service_row: row.isServiceRow,
  }
  if (withSources) {
    card['sources'] = { main: slotJson(row, row.main, effective), diff: slotJson(row, row.diff, effective) }
  }
  if (reference !== undefined) card['reference'] = referenceJson(reference)
  if (heads !== undefined) {
    card['layers'] = { manual: headJson(row, heads.manual), machine: headJson(row, heads.machine) }
  }
  if (tokens !== undefined) card['tokens'] = tokensJson(tokens)
  return card
}

/** Groups in the contract's order, as `meta.fields` lists them. */
export const groupNames = (groups: ReadonlySet<FieldGroup>): readonly FieldGroup[] =>
  FIELD_GROUPS.filter((group) => groups.has(group))

const slotJson = (row: Row, slot: SlotText | null, effective: SlotText): object | null =>
  slot === null ? null : { text: slot.text, text_hash: slot === effective ? row.sourceHash : sha256Hex(slot.text) }

/** Diff text before main text. */
function referenceJson(reference: Reference | null): object | null {
  if (reference === null) return null
  if (reference.diff !== null) return { text: reference.diff, kind: 'diff' }
  return reference.main === null ? null : { text: reference.main, kind: 'main' }
}

const headJson = (row: Row, head: Head | null): object | null =>
  head === null
    ? null
    : {
        text: head.text,
        status: shownStatus(head),
        freshness: freshnessOf(head, row.sourceHash),
        origin: head.origin,
        provider: head.provider,
        model: head.model,
        updated_at: isoTime(head.createdAtMs),
      }

const tokensJson = ({ mustPreserve, cosmetic }: TokenCounts): object => ({
  must_preserve: mustPreserve,
  cosmetic,
  note: tokensNote,
})
