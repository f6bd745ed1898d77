// Row cards of the reference implementation, from one row of a join.
import { tokensNote } from '../../src/api-v1/bytes/row-card.ts'
import { sha256Hex } from '../../src/base/bytes.ts'
import { tokenCounts } from '../../src/domain/text/tokens.ts'

/** What core needs, and only that. */
export const LEAN_COLUMNS = `r.ordinal, r.row_id, CASE WHEN r.is_diff THEN NULL ELSE r.main_text END, r.diff_text, r.is_diff,
  r.source_hash, r.is_service`

export const CARD_COLUMNS = `r.ordinal, r.row_id, r.main_text, r.diff_text, r.is_diff, r.source_hash, r.is_service,
  c.text, c.kind,
  m.text, m.status, m.source_hash, m.is_verified, m.origin, m.provider, m.model, m.created_at,
  h.text, h.status, h.source_hash, h.is_verified, h.origin, h.provider, h.model, h.created_at`

export const CARD_JOINS = `LEFT JOIN chinese c ON c.ordinal = r.ordinal
  LEFT JOIN heads m ON m.ordinal = r.ordinal AND m.layer = 'machine'
  LEFT JOIN heads h ON h.ordinal = r.ordinal AND h.layer = 'manual'`

type Text = string | null
type HeadColumns = [Text, string, string, number, string, Text, Text, number]
/** A row of the join; the lean one ends after the seventh column. */
export type CardRow = [number, string, Text, Text, number, string, number, Text, string, ...HeadColumns, ...HeadColumns]

/** A card in wire names, with all groups or with core alone. */
export function cardOf(row: CardRow, isWhole: boolean): object {
  const [ordinal, id, main, diff, isDiff, hash, isService] = row
  const source = (isDiff === 1 ? diff : main) ?? ''
  const core = {
    row_id: id,
    ordinal,
    source_text: source,
    source_kind: isDiff === 1 ? 'diff' : 'main',
    source_hash: hash,
    is_service_row: isService === 1,
  }
  if (!isWhole) return core
  const mainHash = (): string => (isDiff === 0 ? hash : sha256Hex(main ?? ''))
  return {
    ...core,
    sources: {
      main: main === null ? null : { text: main, text_hash: mainHash() },
      diff: diff === null ? null : { text: diff, text_hash: hash },
    },
    reference: row[7] === null ? null : { text: row[7], kind: row[8] },
    layers: {
      manual: headOf(row.slice(17, 25) as HeadColumns, hash),
      machine: headOf(row.slice(9, 17) as HeadColumns, hash),
    },
    tokens: tokensOf(source),
  }
}

function tokensOf(source: string): object {
  const { mustPreserve, cosmetic } = tokenCounts(source, 'keep')
  return { must_preserve: mustPreserve, cosmetic, note: tokensNote }
}

function headOf(head: HeadColumns, sourceHash: string): object | null {
  const [text, status, hash, isVerified, origin, provider, model, at] = head
  if (text === null) return null
  const freshness = hash !== sourceHash ? 'stale' : isVerified === 1 ? 'fresh' : 'unverified'
  return { text, status, freshness, origin, provider, model, updated_at: new Date(at).toISOString() }
}
