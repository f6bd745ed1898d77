// Reads rows with the requested groups of fields as stored bytes, which answers send on. Hot: a hundred rows a page.
import { mayBeginToken, type TokenCounts, tokenCounts } from '../../domain/text/tokens.ts'
import type { FieldGroup } from '../../domain/vocabulary.ts'
import {
  createReferenceReader,
  type HeadsView,
  readHeadsView,
  readReferenceView,
  type ReferenceView,
  type RowView,
} from '../../store/rows.ts'
import type { App } from '../app.ts'

export type { HeadView, RowView, SlotView } from '../../store/rows.ts'

export interface CardBytes {
  readonly row: RowView
  readonly withSources: boolean
  readonly reference?: ReferenceView | null
  readonly heads?: HeadsView
  /** Null: the text has no tokens. */
  readonly tokens?: TokenCounts | null
}

/** Rows ascend. Shared bytes are read once; a single row copies its own reference, not the whole block. */
export function cardBytes(app: App, rows: readonly RowView[], groups: ReadonlySet<FieldGroup>): CardBytes[] {
  const { main } = app.store
  const withSources = groups.has('sources')
  const readReference = rows.length === 1 ? readReferenceView.bind(null, main) : createReferenceReader(main)
  const referenceOf = groups.has('reference') ? readReference : null
  const withLayers = groups.has('layers')
  const policy = groups.has('tokens') ? app.rules.now().gate.markup : null
  return rows.map((row) => {
    const card: { -readonly [M in keyof CardBytes]: CardBytes[M] } = { row, withSources }
    if (referenceOf !== null) card.reference = referenceOf(row.ordinal)
    if (withLayers) card.heads = readHeadsView(main, row.ordinal)
    if (policy !== null) card.tokens = mayHoldTokens(row) ? tokenCounts(textOf(row), policy) : null
    return card
  })
}

const textOf = ({ bytes, source }: RowView): string => bytes.toString('utf8', source.start, source.end)

/** Tokens begin with ASCII characters, so their bytes show them. */
function mayHoldTokens({ bytes, source }: RowView): boolean {
  for (let at = source.start; at < source.end; at++) if (mayBeginToken(bytes[at] as number)) return true
  return false
}
