// Rows with the groups of fields a reader asked for, their texts left as they lie in stored bytes: for answers that send
// those bytes on. Groups not asked for are absent and cost nothing. Hot: a hundred rows a page.
import type { CoreBytes, HeadsBytes, TextBytes } from '../../domain/row.ts'
import { mayBeginToken, type TokenCounts, tokenCounts } from '../../domain/text/tokens.ts'
import type { FieldGroup } from '../../domain/vocabulary.ts'
import { readHeadBytes } from '../../store/rows/head-bytes.ts'
import { sourcesAt } from '../../store/rows/row-block.ts'
import { createReferenceReader, type ReferenceText } from '../../store/rows/rows.ts'
import type { App } from '../app.ts'

export type { TextBytes } from '../../domain/row.ts'

export interface CardBytes {
  readonly core: CoreBytes
  readonly sources?: { readonly main: TextBytes | null; readonly diff: TextBytes | null }
  readonly reference?: ReferenceText | null
  readonly heads?: HeadsBytes
  /** Null: the text has none. */
  readonly tokens?: TokenCounts | null
}

/** The cards of a page, ascending. What rows share is read once. */
export function cardBytes(app: App, cores: readonly CoreBytes[], groups: ReadonlySet<FieldGroup>): CardBytes[] {
  const { main } = app.store
  const withSources = groups.has('sources')
  const referenceOf = groups.has('reference') ? createReferenceReader(main) : null
  const withLayers = groups.has('layers')
  const policy = groups.has('tokens') ? app.rules.now().gate.captionPolicy : null
  return cores.map((core) => {
    const card: { -readonly [M in keyof CardBytes]: CardBytes[M] } = { core }
    if (withSources) card.sources = sourcesAt(core)
    if (referenceOf !== null) card.reference = referenceOf(core.ordinal)
    if (withLayers) card.heads = readHeadBytes(main, core.ordinal)
    if (policy !== null) card.tokens = mayHoldTokens(core) ? tokenCounts(textOf(core), policy) : null
    return card
  })
}

const textOf = ({ bytes, textStart, textEnd }: CoreBytes): string => bytes.toString('utf8', textStart, textEnd)

/** Tokens begin with ASCII characters, so the bytes tell. */
function mayHoldTokens({ bytes, textStart, textEnd }: CoreBytes): boolean {
  for (let at = textStart; at < textEnd; at++) if (mayBeginToken(bytes[at] as number)) return true
  return false
}
