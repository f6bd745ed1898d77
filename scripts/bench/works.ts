// The table of what is measured, in the order it is printed, with the ratios that windrow has to meet.
import type { Bench } from './bench.ts'
import type { Measured } from './measure.ts'
import * as programs from './works-programs.ts'
import * as reads from './works-reads.ts'
import { searchOf } from './works-search.ts'
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

export type Limit = Comparison & { readonly of: string; readonly against: string }

export interface Work {
  readonly name: string
  readonly title: string
  readonly unit: 'answers/s' | 's' | 'ms' | 'MB'
  readonly limits: readonly Limit[]
  readonly measure: (bench: Bench) => Promise<Measured>
}

const faster = (against: string, atLeast: number, of = 'windrow'): Limit => ({ kind: 'as fast', of, against, atLeast })
const cheaper = (against: string, atLeast: number, of = 'windrow'): Limit => ({
  kind: 'as cheap',
  of,
  against,
  atLeast,
})
const within = (against: string, atMost: number, of = 'windrow'): Limit => ({ kind: 'the time', of, against, atMost })

const smaller = (against: string, atMost: number): Limit => ({ kind: 'the size', of: 'windrow', against, atMost })

/** Pages of hits, by what search.ts calls them. */
const SEARCHES = {
  early: 'a word, found at once',
  late: 'a phrase of the last row',
  none: 'a word that is nowhere',
  chinese: 'three Chinese characters',
  three: 'three letters',
  filtered: 'a word, only rows with a machine text',
} as const

const searches = Object.entries(SEARCHES).map(
  ([kind, what]): Work => ({
    name: `search-${kind}`,
    title: `search, 50 hits with their texts: ${what} (processor time)`,
    unit: 'answers/s',
    limits: [faster('FTS5', 1)],
    measure: searchOf(kind),
  }),
)

/** Works that write come after those that only read. */
export const WORKS: readonly Work[] = [
  {
    name: 'page-50',
    title: 'page of 50, core, random depth, no filter',
    unit: 'answers/s',
    limits: [cheaper('ceiling', 0.4), faster('reference', 2)],
    measure: reads.pagesOf50,
  },
  {
    name: 'lane',
    title: 'page of 50 with the express lane and without it',
    unit: 'answers/s',
    limits: [cheaper('through Hono', 1.1, 'express lane')],
    measure: reads.expressLane,
  },
  {
    name: 'page-100',
    title: 'page of 100, all groups',
    unit: 'answers/s',
    limits: [faster('reference', 2)],
    measure: reads.pagesOf100,
  },
  {
    name: 'filtered',
    title: 'page of 50, state=none&source=diff, with include_total',
    unit: 'answers/s',
    limits: [faster('reference', 5), within('first page', 1.3, 'last page')],
    measure: reads.filteredPages,
  },
  {
    name: 'card',
    title: 'row card, all groups',
    unit: 'answers/s',
    limits: [cheaper('ceiling', 0.5), faster('reference', 1.2)],
    measure: reads.cards,
  },
  {
    name: 'validate',
    title: 'validate 50',
    unit: 'answers/s',
    limits: [cheaper('echo', 0.3)],
    measure: reads.validations,
  },
  {
    name: 'memory',
    title: 'anonymous memory, full store, after a full scan',
    unit: 'MB',
    limits: [{ kind: 'more', of: 'windrow', against: 'plain Node', atMost: 160 }],
    measure: programs.memory,
  },
  {
    name: 'size',
    title: 'page of 50 at the large store against the small one',
    unit: 'answers/s',
    limits: [within('small store', 1.3, 'large store')],
    measure: reads.storesOfTwoSizes,
  },
  {
    name: 'start',
    title: 'start to first answer, full store',
    unit: 'ms',
    limits: [within('plain Node', 3), within('plain Node', 1.5, 'executable')],
    measure: programs.starts,
  },
  {
    name: 'import',
    title: 'import main + diff',
    unit: 's',
    limits: [within('dump', 5), faster('reference', 1)],
    measure: programs.imports,
  },
  {
    name: 'export',
    title: 'export at level 3',
    unit: 's',
    limits: [within('info', 3)],
    measure: programs.exports_,
  },
  ...searches,
  {
    name: 'search-size',
    title: 'size of the search index',
    unit: 'MB',
    limits: [smaller('FTS5', 0.33), smaller('store', 0.15)],
    measure: searchOf('size'),
  },
  {
    name: 'search-build',
    title: 'making the search index (processor time)',
    unit: 's',
    limits: [faster('FTS5', 1)],
    measure: searchOf('build'),
  },
  {
    name: 'delta',
    title: 'delta sync: updated_since with 1,000 changed rows',
    unit: 'answers/s',
    limits: [faster('reference', 1.2)],
    measure: writes.deltaSync,
  },
  {
    name: 'batch-1',
    title: 'batch of 50 machine writes, durable, one client',
    unit: 'answers/s',
    limits: [faster('reference', 1)],
    measure: (bench) => writes.batches(bench, 1),
  },
  {
    name: 'batch-16',
    title: 'batch of 50 machine writes, durable, 16 clients',
    unit: 'answers/s',
    limits: [faster('reference', 2.5)],
    measure: (bench) => writes.batches(bench, 16),
  },
]
