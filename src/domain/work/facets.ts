// Facets: named sets of rows from which a filter of work is computed by AND and OR. `facetsOfHead` lists a row's facets, the
// tables those that a filter needs. Tests compare both with `fitsWork`.
//
//   work, diff, diff_only, kind …            of the row
//   manual, machine                          it has a text of the layer
//   LAYER status …, LAYER fresh, LAYER unverified, LAYER stale, LAYER invalid
//   LAYER model …, LAYER provider …, LAYER author …, LAYER reviewer …, LAYER origin …
//   LAYER client …, LAYER client_version …, LAYER prompt …, LAYER brief …; each also without its value, for texts that have any
//   game manual, game machine                what an export would put into the game
//   label NAME, label -                      rows with the label, by rules or by hand; rows without any label
//   LAYER worded                             the text is as the filter's words ask; not in the index, but found for each filter
import type { Freshness, Layer } from '../vocabulary.ts'
import { andNotPiece as andNot, andPiece as and, orPiece as or, type Piece } from './row-set.ts'
import {
  asksOfHeads,
  briefBound,
  FACTS,
  factsAsked,
  HEADS_OF_LAYER,
  NO_NAME,
  type TextFacts,
  type WorkFilter,
} from './work-filter.ts'

export interface WordTest {
  readonly ofSource: (source: string) => boolean
  readonly ofText: (source: string, text: string) => boolean
}

export type Words = Pick<WorkFilter, 'term' | 'has' | 'lacks' | 'findings'>

/**
 * The words that a filter of work asks for (docs/filters.md#filters-by-words). Conditions on texts; `term` asks for
 * rows.
 */
export const asksOfWords = ({ has, lacks, findings }: Words): boolean =>
  has !== null || lacks !== null || findings === 'terms'

interface HeadFacts extends TextFacts {
  readonly freshness: Freshness
  readonly isInvalid: boolean
  readonly isDoubted: boolean
}

export function facetsOfHead(layer: Layer, head: HeadFacts): string[] {
  const facets = [layer, `${layer} ${head.freshness}`]
  if (head.isInvalid) facets.push(`${layer} invalid`)
  if (head.isDoubted) facets.push(`${layer} doubt`)
  for (const { name, fact, isSparse } of FACTS) {
    const value = fact(head)
    if (value === null) continue
    facets.push(`${layer} ${name} ${value}`)
    if (isSparse === true) facets.push(`${layer} ${name}`)
  }
  return facets
}

/** Reads the rows of a facet in a piece, as a copy; null: there are none. */
type FacetReader = (facet: string) => Piece | null

type Rows = Piece | null

type Choice = readonly [facet: string, isWithout: boolean]

/** The facets that the rows of each part of the file all have, or with `true` all lack. */
const PARTS: Readonly<Record<WorkFilter['source'], readonly Choice[]>> = {
  all: [],
  main: [['diff', true]],
  diff: [['diff', false]],
  diff_only: [['diff_only', false]],
  diff_over_main: [
    ['diff', false],
    ['diff_only', true],
  ],
}

const FRESHNESS_FACETS: Readonly<Record<WorkFilter['freshness'], readonly Choice[]>> = {
  any: [],
  current: [['stale', true]],
  fresh: [['fresh', false]],
  unverified: [['unverified', false]],
  stale: [['stale', false]],
}

const FINDINGS_FACETS: Readonly<Record<WorkFilter['findings'], readonly Choice[]>> = {
  any: [],
  invalid: [['invalid', false]],
  valid: [['invalid', true]],
  doubt: [['doubt', false]],
  terms: [],
}

/** Rows with any of these facets, or with none. */
const GAME_FACETS: Readonly<
  Record<Exclude<WorkFilter['game'], 'any'>, { readonly of: readonly string[]; isWithout?: true }>
> = {
  translated: { of: ['game manual', 'game machine'] },
  manual: { of: ['game manual'] },
  machine: { of: ['game machine'] },
  original: { of: ['game manual', 'game machine'], isWithout: true },
}

/** The rows by all conditions of the filter but those on proposals and times. Null if there are no rows. */
export function rowsOfFilter(filter: WorkFilter, read: FacetReader): Piece | null {
  const narrowed = (rows: Rows, choices: readonly Choice[], prefix = ''): Rows =>
    choices.reduce(
      (left, [facet, isWithout]) => (left === null ? null : (isWithout ? andNot : and)(left, read(prefix + facet))),
      rows,
    )
  const facts = factsAsked(filter).map(({ name, member, isSparse }): Choice => {
    const asked = filter[member]
    return isSparse === true && asked === NO_NAME ? [name, true] : [`${name} ${asked}`, false]
  })
  const [wanted, unwanted] = [facts.filter(([, isWithout]) => !isWithout), facts.filter(([, isWithout]) => isWithout)]
  const others = [
    ...wanted.slice(1),
    ...FRESHNESS_FACETS[filter.freshness],
    ...FINDINGS_FACETS[filter.findings],
    ...unwanted,
    ...(asksOfWords(filter) ? [['worded', false] as const] : []),
  ]
  const ofLayer = (layer: Layer): Rows => {
    const first = wanted[0] === undefined ? layer : `${layer} ${wanted[0][0]}`
    const found = narrowed(read(first), others, `${layer} `)
    return found === null || briefBelow === null ? found : and(found, ofEarlierBriefs(layer, briefBelow))
  }
  const briefBelow = briefBound(filter.brief)
  const ofEarlierBriefs = (layer: Layer, below: number): Rows =>
    Array.from({ length: below - 1 }, (_, i) => `${layer} brief ${i + 1}`).reduce<Rows>(
      (rows, facet) => or(rows, read(facet)),
      andNot(read(layer), read(`${layer} brief`)),
    )
  const byHeads = (): Rows => {
    if (filter.layer === 'none') {
      return asksOfHeads(filter) ? null : andNot(andNot(read('work'), read('manual')), read('machine'))
    }
    if (filter.layer === 'any' && !asksOfHeads(filter)) return read('work')
    const asked = HEADS_OF_LAYER[filter.layer]
    const of = (layer: Layer, other: Layer): Rows => {
      const rows = asked[layer] === false ? null : ofLayer(layer)
      return asked[layer] === 'alone' ? andNot(rows, read(other)) : rows
    }
    return or(of('manual', 'machine'), of('machine', 'manual'))
  }
  const byGame = (rows: Rows): Rows => {
    if (filter.game === 'any') return rows
    const { of, isWithout } = GAME_FACETS[filter.game]
    const inGame = of.reduce<Rows>((found, facet) => or(found, read(facet)), null)
    return isWithout === true ? andNot(rows, inGame) : and(rows, inGame)
  }
  const labelled = filter.label === null ? undefined : read(`label ${filter.label}`)
  if (labelled === null) return null
  const ofKind: readonly Choice[] = filter.kind === null ? [] : [[`kind ${filter.kind}`, false]]
  const rows = byGame(narrowed(byHeads(), [...PARTS[filter.source], ...ofKind]))
  return labelled === undefined ? rows : and(rows, labelled)
}
