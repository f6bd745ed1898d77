// Facets: named sets of rows from which a filter of work is computed by AND and OR. `facetsOfHead` lists a row's facets, the
// tables those that a filter needs. Tests compare both with `fitsWork`.
//
//   work, diff, diff_only                    of the row
//   manual, machine                          it has a text of the layer
//   LAYER status …, LAYER fresh, LAYER unverified, LAYER stale, LAYER invalid
//   LAYER model …, LAYER provider …, LAYER author …, LAYER reviewer …, LAYER origin …
//   game manual, game machine                what an export would put into the game
import type { Freshness, Layer } from '../vocabulary.ts'
import type { Piece } from './row-set.ts'
import {
  asksOfHeads,
  HEADS_OF_LAYER,
  NO_NAME,
  type WorkFilter,
  type WorkFreshness,
  type WorkGame,
  type WorkSource,
} from './work-filter.ts'

interface HeadFacts {
  readonly status: string
  readonly freshness: Freshness
  readonly isInvalid: boolean
  readonly model: string | null
  readonly provider: string | null
  readonly authorId: number | null
  readonly reviewerId: number | null
  readonly origin: string
}

export function facetsOfHead(layer: Layer, head: HeadFacts): string[] {
  const facets = [
    layer,
    `${layer} status ${head.status}`,
    `${layer} ${head.freshness}`,
    `${layer} model ${head.model ?? NO_NAME}`,
    `${layer} provider ${head.provider ?? NO_NAME}`,
    `${layer} origin ${head.origin}`,
  ]
  if (head.isInvalid) facets.push(`${layer} invalid`)
  if (head.authorId !== null) facets.push(`${layer} author ${head.authorId}`)
  if (head.reviewerId !== null) facets.push(`${layer} reviewer ${head.reviewerId}`)
  return facets
}

/** Returns a copy that may be changed; null: empty. */
type FacetReader = (facet: string) => Piece | null

/** A set of rows, changed in place; null: empty. */
type Rows = Piece | null

function and(rows: Rows, other: Rows): Rows {
  if (rows === null || other === null) return null
  for (let word = 0; word < rows.length; word++) rows[word] = (rows[word] as number) & (other[word] as number)
  return rows
}

function andNot(rows: Rows, other: Rows): Rows {
  if (rows === null || other === null) return rows
  for (let word = 0; word < rows.length; word++) rows[word] = (rows[word] as number) & ~(other[word] as number)
  return rows
}

function or(rows: Rows, other: Rows): Rows {
  if (rows === null) return other
  if (other === null) return rows
  for (let word = 0; word < rows.length; word++) rows[word] = (rows[word] as number) | (other[word] as number)
  return rows
}

type Choice = readonly [facet: string, isWithout: boolean]

/** A row must satisfy all choices. */
const PARTS: Readonly<Record<WorkSource, readonly Choice[]>> = {
  all: [],
  main: [['diff', true]],
  diff: [['diff', false]],
  diff_only: [['diff_only', false]],
  diff_over_main: [
    ['diff', false],
    ['diff_only', true],
  ],
}

const FRESHNESS_FACETS: Readonly<Record<WorkFreshness, readonly Choice[]>> = {
  any: [],
  current: [['stale', true]],
  fresh: [['fresh', false]],
  unverified: [['unverified', false]],
  stale: [['stale', false]],
}

/** Rows with any of these facets, or with none. */
const GAME_FACETS: Readonly<Record<Exclude<WorkGame, 'any'>, { readonly of: readonly string[]; isWithout?: true }>> = {
  translated: { of: ['game manual', 'game machine'] },
  manual: { of: ['game manual'] },
  machine: { of: ['game machine'] },
  original: { of: ['game manual', 'game machine'], isWithout: true },
}

/** Rare ones first. */
function facetsWanted({ model, provider, authorId, reviewerId, origin, status }: WorkFilter): string[] {
  const wanted: readonly (readonly [string, string | number | null])[] = [
    ['model', model],
    ['author', authorId],
    ['reviewer', reviewerId],
    ['provider', provider],
    ['origin', origin],
    ['status', status === 'any' ? null : status],
  ]
  return wanted.flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]))
}

/** Returns the rows of a filter, without its conditions on proposals and times; null: none. */
export function rowsOfFilter(filter: WorkFilter, read: FacetReader): Piece | null {
  const narrowed = (rows: Rows, choices: readonly Choice[], prefix = ''): Rows =>
    choices.reduce(
      (left, [facet, isWithout]) => (left === null ? null : (isWithout ? andNot : and)(left, read(prefix + facet))),
      rows,
    )
  const ofLayer = (layer: Layer): Rows => {
    // If no row has the rarest facet, stop.
    const [first = layer, ...others] = facetsWanted(filter).map((facet) => `${layer} ${facet}`)
    const rows = narrowed(
      read(first),
      others.map((facet) => [facet, false]),
    )
    const ofFindings: readonly Choice[] = filter.findings === 'any' ? [] : [['invalid', filter.findings === 'valid']]
    return narrowed(rows, [...FRESHNESS_FACETS[filter.freshness], ...ofFindings], `${layer} `)
  }
  const byHeads = (): Rows => {
    if (filter.layer === 'none') {
      return asksOfHeads(filter) ? null : andNot(andNot(read('work'), read('manual')), read('machine'))
    }
    if (filter.layer === 'any' && !asksOfHeads(filter)) return read('work')
    const { manual, machine } = HEADS_OF_LAYER[filter.layer]
    const ofMachine = machine === false ? null : ofLayer('machine')
    return or(manual ? ofLayer('manual') : null, machine === 'alone' ? andNot(ofMachine, read('manual')) : ofMachine)
  }
  const byGame = (rows: Rows): Rows => {
    if (filter.game === 'any') return rows
    const { of, isWithout } = GAME_FACETS[filter.game]
    const inGame = of.reduce<Rows>((found, facet) => or(found, read(facet)), null)
    return isWithout === true ? andNot(rows, inGame) : and(rows, inGame)
  }
  return byGame(narrowed(byHeads(), PARTS[filter.source]))
}
