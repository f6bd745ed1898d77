// The table of what is measured, in the order it is printed, with the ratios that windrow has to meet, and beside each the one
// beyond which a short run has fallen: about twice the worst of short runs on a quiet and on a busy machine, so that noise
// stays below it and what grows with the store does not.
import type { Bench } from './bench.ts'
import type { Samples } from './measure.ts'
import * as programs from './programs.ts'
import * as reads from './reads.ts'
import { tenMillion } from './ten-million.ts'
import { thirtyAtWork } from './thirty.ts'
import { waits } from './waits.ts'
import * as writes from './writes.ts'

/** How many times the other's one may take at most, in time or in size. */
export interface Limit {
  readonly of: string
  readonly against: string
  readonly bar: number
  /** The bound of a short run. */
  readonly floor: number
}

type Unit = 'µs' | 's' | 'ms' | 'MB'
type Measure = (bench: Bench) => Promise<Samples>

export interface Work {
  readonly name: string
  readonly title: string
  readonly unit: Unit
  readonly limits: readonly Limit[]
  readonly measure: Measure
}

const work = (name: string, title: string, unit: Unit, measure: Measure, ...limits: Limit[]): Work => ({
  name,
  title,
  unit,
  limits,
  measure,
})

const atMost = (bar: number, against: string, floor: number, of = 'windrow'): Limit => ({ of, against, bar, floor })

const besideBareNode = (bar: number, floor: number): Limit[] => [
  atMost(bar, 'bare Node', floor),
  atMost(bar, 'bare Node, resting clients', floor, 'windrow, resting clients'),
]

/** Pages of 50 hits, by what search.ts calls them. */
const search = (kind: string, what: string, floor: number): Work =>
  work(`search-${kind}`, `search, 50 hits: ${what}`, 'µs', programs.searchOf(kind), atMost(1, 'FTS5', floor))

/** Works that write come after those that only read. Microseconds are of processor time, but for batches. */
export const WORKS: readonly Work[] = [
  work(
    'page',
    'page of 50, core, random depth',
    'µs',
    reads.pages,
    ...besideBareNode(2.5, 15),
    atMost(0.5, 'reference', 1.7),
  ),
  work('card', 'row card, all groups', 'µs', reads.cards, ...besideBareNode(2, 12), atMost(0.83, 'reference', 2.5)),
  work('me', 'GET /me', 'µs', reads.me, ...besideBareNode(2, 8)),
  work(
    'filtered',
    'page of 50, state=none&source=diff, with its total',
    'µs',
    reads.filteredPages,
    atMost(1.3, 'first page', 4, 'last page'),
    atMost(2, 'page of all', 6, 'first page'),
    atMost(0.5, 'reference', 2, 'first page'),
  ),
  work('validate', 'validate 50', 'µs', reads.validations, atMost(18, 'bare Node', 80), atMost(1, 'reference', 4)),
  work(
    'size',
    'page of 50 of the large store and of a small one',
    'µs',
    reads.storesOfTwoSizes,
    atMost(1.3, 'small store', 8, 'large store'),
  ),
  work('memory', 'anonymous memory after a full scan', 'MB', programs.memory, atMost(6, 'bare Node', 4.2)),
  work(
    'start',
    'start to first answer',
    'ms',
    programs.starts,
    atMost(3, 'bare Node', 6.5),
    atMost(1.5, 'bare Node', 3.5, 'executable'),
  ),
  work('import', 'import main + diff', 's', programs.imports, atMost(5, 'dump', 11), atMost(1, 'reference', 4)),
  work('export', 'export at level 3', 's', programs.exports_, atMost(3, 'info', 5.5)),
  search('early', 'a word, found at once', 5.3),
  search('late', 'a phrase of the last row', 0.9),
  search('none', 'a word that is nowhere', 3),
  search('chinese', 'three Chinese characters', 8.4),
  search('three', 'three letters', 3.4),
  search('filtered', 'a word, only rows with a machine text', 3.7),
  work(
    'search-size',
    'size of the search index',
    'MB',
    programs.searchOf('size'),
    atMost(0.33, 'FTS5', 0.33),
    atMost(0.15, 'store', 0.36),
  ),
  work(
    'search-build',
    'making the search index (processor time)',
    's',
    programs.searchOf('build'),
    atMost(1, 'FTS5', 1.25),
  ),
  work(
    'thirty',
    'thirty at work: a request, alone and beside an import of 5 %; a save or step, before and behind many proposals',
    'µs',
    thirtyAtWork,
    atMost(2, 'alone', 6, 'beside an import'),
    atMost(1.2, 'steps before', 3, 'steps'),
  ),
  work(
    'delta',
    'page of 100 of what changed, 1,000 rows all over the store',
    'µs',
    writes.deltaSync,
    atMost(2, 'page of all', 4, 'page of changes'),
  ),
  work(
    'batch-1',
    'batch of 50, durable, one client (by the clock)',
    'µs',
    (bench) => writes.batches(bench, 1),
    atMost(1, 'reference', 3.8),
  ),
  work(
    'batch-16',
    'batch of 50, durable, 16 clients (by the clock)',
    'µs',
    (bench) => writes.batches(bench, 16),
    atMost(0.4, 'reference', 3.3),
  ),
  // Claims fill rows from memory, so no other work finds its texts untranslated afterwards.
  work(
    'claim',
    'claim of 50 rows, and its giving back',
    'µs',
    reads.claims,
    atMost(10, 'page of 50', 50, 'claim'),
    atMost(1, 'reference', 8, 'claim'),
  ),
]

/** Rows with a table of their own, which say nothing on a busy machine or take very long. */
export const TABLES: Readonly<Record<string, (bench: Bench) => Promise<string>>> = { waits, 'ten-million': tenMillion }
