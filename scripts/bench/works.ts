// The table of what is measured, in the order it is printed, with the ratios that windrow has to meet, and beside each the one
// beyond which a short run has fallen: about half of the worst of short runs on a quiet and on a busy machine, so that noise
// stays above it and what grows with the store does not.
import type { Bench } from './bench.ts'
import type { Measured } from './measure.ts'
import * as programs from './works-programs.ts'
import * as reads from './works-reads.ts'
import { searchOf } from './works-search.ts'
import { thirtyAtWork } from './works-thirty.ts'
import * as writes from './works-writes.ts'

/** How two contestants compare in one round. */
type Comparison =
  /** How many times as fast as the other. */
  | { readonly kind: 'as fast'; readonly atLeast: number }
  /** The share of its own processor time that the other takes for an answer. */
  | { readonly kind: 'as cheap'; readonly atLeast: number }
  /** How many times the other's time. */
  | { readonly kind: 'the time'; readonly atMost: number }
  /** The share of the other's size. */
  | { readonly kind: 'the size'; readonly atMost: number }
  /** By how much it is above the other. */
  | { readonly kind: 'more'; readonly atMost: number }

export type Limit = Comparison & {
  readonly of: string
  readonly against: string
  /** The bound of a short run: a least where the bar is a least, else a most. */
  readonly floor: number
}

export interface Work {
  readonly name: string
  readonly title: string
  readonly unit: 'answers/s' | 's' | 'ms' | 'MB'
  readonly limits: readonly Limit[]
  readonly measure: (bench: Bench) => Promise<Measured>
}

interface Bounds {
  readonly bar: number
  readonly floor: number
}

const faster = (against: string, { bar, floor }: Bounds, of = 'windrow'): Limit => ({
  kind: 'as fast',
  of,
  against,
  atLeast: bar,
  floor,
})
const cheaper = (against: string, { bar, floor }: Bounds, of = 'windrow'): Limit => ({
  kind: 'as cheap',
  of,
  against,
  atLeast: bar,
  floor,
})
const within = (against: string, { bar, floor }: Bounds, of = 'windrow'): Limit => ({
  kind: 'the time',
  of,
  against,
  atMost: bar,
  floor,
})
const smaller = (against: string, { bar, floor }: Bounds): Limit => ({
  kind: 'the size',
  of: 'windrow',
  against,
  atMost: bar,
  floor,
})

/** Pages of hits, by what search.ts calls them. */
const SEARCHES = {
  early: { what: 'a word, found at once', floor: 0.19 },
  late: { what: 'a phrase of the last row', floor: 1.1 },
  none: { what: 'a word that is nowhere', floor: 0.33 },
  chinese: { what: 'three Chinese characters', floor: 0.12 },
  three: { what: 'three letters', floor: 0.3 },
  filtered: { what: 'a word, only rows with a machine text', floor: 0.27 },
} as const

const searches = Object.entries(SEARCHES).map(
  ([kind, { what, floor }]): Work => ({
    name: `search-${kind}`,
    title: `search, 50 hits with their texts: ${what} (processor time)`,
    unit: 'answers/s',
    limits: [faster('FTS5', { bar: 1, floor })],
    measure: searchOf(kind),
  }),
)

/** Of the work of thirty; `floor` of processor time. Where half of the requests are refused, the rates fall. */
const THIRTY = {
  alone: { bar: 0.3, floor: 0.16 },
  'beside an import': { bar: 0.3, floor: 0.13 },
  steps: { bar: 0.15, floor: 0.07 },
} as const

const thirtyAtOnce = Object.entries(THIRTY).flatMap(([when, bounds]): Limit[] => {
  const [of, against] = [`windrow ${when}`, `reference ${when}`]
  const isByClock = when !== 'steps'
  return [cheaper(against, bounds, of), ...(isByClock ? [faster(against, { bar: 0.98, floor: 0.7 }, of)] : [])]
})

/** Works that write come after those that only read. */
export const WORKS: readonly Work[] = [
  {
    name: 'page-50',
    title: 'page of 50, core, random depth, no filter',
    unit: 'answers/s',
    limits: [cheaper('ceiling', { bar: 0.4, floor: 0.14 }), faster('reference', { bar: 2, floor: 0.6 })],
    measure: reads.pagesOf50,
  },
  {
    name: 'lane',
    title: 'page of 50 with the express lane and without it',
    unit: 'answers/s',
    limits: [cheaper('through Hono', { bar: 1.1, floor: 0.65 }, 'express lane')],
    measure: reads.expressLane,
  },
  {
    name: 'page-100',
    title: 'page of 100, all groups',
    unit: 'answers/s',
    limits: [faster('reference', { bar: 2, floor: 0.7 })],
    measure: reads.pagesOf100,
  },
  {
    name: 'filtered',
    title: 'page of 50, state=none&source=diff, with include_total',
    unit: 'answers/s',
    limits: [faster('reference', { bar: 5, floor: 1 }), within('first page', { bar: 1.3, floor: 4 }, 'last page')],
    measure: reads.filteredPages,
  },
  {
    name: 'card',
    title: 'row card, all groups',
    unit: 'answers/s',
    limits: [cheaper('ceiling', { bar: 0.5, floor: 0.25 }), faster('reference', { bar: 1.2, floor: 0.5 })],
    measure: reads.cards,
  },
  {
    name: 'validate',
    title: 'validate 50',
    unit: 'answers/s',
    limits: [cheaper('echo', { bar: 0.55, floor: 0.04 })],
    measure: reads.validations,
  },
  {
    name: 'memory',
    title: 'anonymous memory, full store, after a full scan',
    unit: 'MB',
    limits: [{ kind: 'more', of: 'windrow', against: 'plain Node', atMost: 160, floor: 60 }],
    measure: programs.memory,
  },
  {
    name: 'size',
    title: 'page of 50 at the large store against the small one',
    unit: 'answers/s',
    limits: [within('small store', { bar: 1.3, floor: 8 }, 'large store')],
    measure: reads.storesOfTwoSizes,
  },
  {
    name: 'start',
    title: 'start to first answer, full store',
    unit: 'ms',
    limits: [
      within('plain Node', { bar: 3, floor: 6.5 }),
      within('plain Node', { bar: 1.5, floor: 3.5 }, 'executable'),
    ],
    measure: programs.starts,
  },
  {
    name: 'import',
    title: 'import main + diff',
    unit: 's',
    limits: [within('dump', { bar: 5, floor: 11 }), faster('reference', { bar: 1, floor: 0.25 })],
    measure: programs.imports,
  },
  {
    name: 'export',
    title: 'export at level 3',
    unit: 's',
    limits: [within('info', { bar: 3, floor: 5.5 })],
    measure: programs.exports_,
  },
  ...searches,
  {
    name: 'search-size',
    title: 'size of the search index',
    unit: 'MB',
    limits: [smaller('FTS5', { bar: 0.33, floor: 0.33 }), smaller('store', { bar: 0.15, floor: 0.36 })],
    measure: searchOf('size'),
  },
  {
    name: 'search-build',
    title: 'making the search index (processor time)',
    unit: 's',
    limits: [faster('FTS5', { bar: 1, floor: 0.8 })],
    measure: searchOf('build'),
  },
  {
    name: 'thirty',
    title: 'thirty at work: a request (alone, beside an import of 5 %), a save or step',
    unit: 'answers/s',
    limits: thirtyAtOnce,
    measure: thirtyAtWork,
  },
  {
    name: 'delta',
    title: 'delta sync: updated_since with 1,000 changed rows',
    unit: 'answers/s',
    limits: [faster('reference', { bar: 1.2, floor: 0.9 })],
    measure: writes.deltaSync,
  },
  {
    name: 'batch-1',
    title: 'batch of 50 machine writes, durable, one client',
    unit: 'answers/s',
    limits: [faster('reference', { bar: 1, floor: 0.26 })],
    measure: (bench) => writes.batches(bench, 1),
  },
  {
    name: 'batch-16',
    title: 'batch of 50 machine writes, durable, 16 clients',
    unit: 'answers/s',
    limits: [faster('reference', { bar: 2.5, floor: 0.3 })],
    measure: (bench) => writes.batches(bench, 16),
  },
]
