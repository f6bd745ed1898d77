// Finds inconsistencies among a game's translations, for a report and never to refuse a text (docs/consistency.md#consistency).
// Texts with the same letters in the same order are variants of one. Only texts that go into the game count.
import type { Finding } from '../finding.ts'
import { findingOf, type TextPair } from './check.ts'
import { numbersChanged } from './doubts.ts'
import { glossaryTerms } from './glossary-terms.ts'
import { gameLayerOf, type GameHeads, type Row } from '../row.ts'
import { lettersHash } from '../text/traits.ts'
import type { Layer } from '../vocabulary.ts'

/** Numbers that are compared in place of texts: whole, and below 2^53. */
interface Likeness {
  /** A hash of the source: equal sources have the same. */
  readonly source: number
  /** A hash of the source's letters: sources with the same letters have the same; 0: no letters. */
  readonly sourceLetters: number
  readonly textLetters: number
}

const hashDigits = 13

export const likenessOf = (pair: TextPair, sourceHash: string): Likeness => ({
  source: Number.parseInt(sourceHash.slice(0, hashDigits), 16),
  sourceLetters: lettersHash(pair.source, pair.sourceScan),
  textLetters: lettersHash(pair.text, pair.textScan),
})

const LONE_CHECKS = { numbers: numbersChanged, terms: glossaryTerms } as const
export type LoneKind = keyof typeof LONE_CHECKS
export const LONE_KINDS = Object.keys(LONE_CHECKS) as readonly LoneKind[]

export function loneFinding(kind: LoneKind, pair: TextPair): Finding | null {
  const fault = LONE_CHECKS[kind].run(pair)
  return fault === null ? null : findingOf(LONE_CHECKS[kind], fault, pair)
}

/** The layer that goes into the game, or would if `only` were the only one. */
export function countedLayer(row: Pick<Row, 'sourceHash'>, heads: GameHeads, only: Layer | null): Layer | null {
  if (only === null) return gameLayerOf(row, heads)
  return gameLayerOf(row, { manual: null, machine: null, [only]: heads[only] })
}

export interface Variant {
  readonly text: string
  readonly letters: number
  readonly rows: readonly {
    readonly rowId: string
    readonly sourceHash: string
    readonly layer: Layer
    readonly isApproved: boolean
  }[]
}

/** The wording that most approved rows have; of equals that of the most rows, then the first. */
export function mostUsedText(variants: readonly Variant[]): string | null {
  const wordings = [...Map.groupBy(variants, ({ letters }) => letters).values()]
  return best(best(wordings, (wording) => wording.flatMap(({ rows }) => rows)) ?? [], ({ rows }) => rows)?.text ?? null
}

function best<T>(choices: readonly T[], rowsOf: (choice: T) => Variant['rows']): T | undefined {
  const weight = (choice: T): readonly [approved: number, rows: number] => {
    const rows = rowsOf(choice)
    return [rows.filter(({ isApproved }) => isApproved).length, rows.length]
  }
  return choices
    .map((choice) => ({ choice, weight: weight(choice) }))
    .sort((a, b) => b.weight[0] - a.weight[0] || b.weight[1] - a.weight[1])[0]?.choice
}
