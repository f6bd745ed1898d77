// Decides whether a row is in a filter of work (docs/filters.md#filters-of-work). Tests compare the bitmap indexes with it.
import { foldLabel, NO_LABEL } from '../labels.ts'
import { countedClient } from '../donor.ts'
import { freshness, gameLayerOf, type Head, type Heads, isStale, reviewerOf, type Row, sourceTextOf } from '../row.ts'
import type { Layer } from '../vocabulary.ts'
import type { WordTest } from './facets.ts'
import type { Kind } from './kinds.ts'
import { asksOfHeads, briefBound, factsAsked, HEADS_OF_LAYER, NO_NAME, type WorkFilter } from './work-filter.ts'

interface RowAtWork {
  readonly row: Row
  readonly heads: Heads
  /** When the row last changed, in milliseconds. */
  readonly changedAtMs: number
  readonly pendingProposals: number
  readonly hasWaivedProposal: boolean
  /** True: somebody marked that the row's text does not fit in the game. */
  readonly isMisfit: boolean
  /** True: the row belongs to the filter's patch, if there is one. */
  readonly isInPatch: boolean
  /** The test for the words that the filter asks for; null: it asks for none. */
  readonly words: WordTest | null
  /** The kind of the row's source; read only if the filter has a kind. */
  readonly kind: Kind | null
  /** The names of the row's labels; read only if the filter has a label. */
  readonly labels: readonly string[]
}

const isWork = (row: Row): boolean => !row.isServiceRow && sourceTextOf(row) !== ''

export function fitsWork(filter: WorkFilter, at: RowAtWork): boolean {
  const { row } = at
  return (
    isWork(row) &&
    IN_PART[filter.source](row) &&
    row.ordinal >= (filter.firstPlace ?? 1) &&
    row.ordinal <= (filter.lastPlace ?? Number.POSITIVE_INFINITY) &&
    (filter.changedSinceMs === null || at.changedAtMs >= filter.changedSinceMs) &&
    (filter.patch === null || at.isInPatch) &&
    (filter.kind === null || at.kind === filter.kind) &&
    hasLabel(filter.label, at.labels) &&
    (at.words === null || at.words.ofSource(sourceTextOf(row))) &&
    BY_PROPOSALS[filter.proposals](at) &&
    (filter.fits === 'any' || (filter.fits === 'no') === at.isMisfit) &&
    (filter.game === 'any' || IN_GAME[filter.game].includes(gameLayerOf(row, at.heads))) &&
    fitHeads(filter, at)
  )
}

const hasLabel = (asked: string | null, labels: readonly string[]): boolean =>
  asked === null ||
  (asked === NO_LABEL ? labels.length === 0 : labels.some((label) => foldLabel(label) === foldLabel(asked)))

const IN_PART: Readonly<Record<WorkFilter['source'], (row: Row) => boolean>> = {
  all: () => true,
  main: ({ diff }) => diff === null,
  diff: ({ diff }) => diff !== null,
  diff_only: ({ main, diff }) => diff !== null && main === null,
  diff_over_main: ({ main, diff }) => diff !== null && main !== null,
}

const IN_GAME: Readonly<Record<Exclude<WorkFilter['game'], 'any'>, readonly (Layer | null)[]>> = {
  translated: ['manual', 'machine'],
  manual: ['manual'],
  machine: ['machine'],
  original: [null],
}

const BY_PROPOSALS: Readonly<Record<WorkFilter['proposals'], (at: RowAtWork) => boolean>> = {
  any: () => true,
  with: ({ pendingProposals }) => pendingProposals > 0,
  without: ({ pendingProposals }) => pendingProposals === 0,
  waived: ({ hasWaivedProposal }) => hasWaivedProposal,
}

function fitHeads(filter: WorkFilter, { row, heads: { manual, machine }, words }: RowAtWork): boolean {
  if (filter.layer === 'none') return manual === null && machine === null && !asksOfHeads(filter)
  if (filter.layer === 'any' && !asksOfHeads(filter)) return true
  const asked = HEADS_OF_LAYER[filter.layer]
  const mayManual = asked.manual === true || (asked.manual === 'alone' && machine === null)
  const mayMachine = asked.machine === true || (asked.machine === 'alone' && manual === null)
  return (
    (mayManual && manual !== null && fitsHead(filter, row, manual, words)) ||
    (mayMachine && machine !== null && fitsHead(filter, row, machine, words))
  )
}

const OF_FRESHNESS: Readonly<Record<WorkFilter['freshness'], readonly string[]>> = {
  any: ['fresh', 'unverified', 'stale'],
  current: ['fresh', 'unverified'],
  fresh: ['fresh'],
  unverified: ['unverified'],
  stale: ['stale'],
}

const OF_FINDINGS: Readonly<Record<WorkFilter['findings'], (head: Head) => boolean>> = {
  any: () => true,
  invalid: ({ isInvalid }) => isInvalid,
  valid: ({ isInvalid }) => !isInvalid,
  doubt: ({ isDoubted }) => isDoubted === true,
  terms: () => true,
}

function fitsHead(filter: WorkFilter, row: Row, head: Head, words: WordTest | null): boolean {
  const client = head.client === undefined ? null : countedClient(head.client)
  const facts = { ...head, reviewerId: reviewerOf(head), client }
  const briefBelow = briefBound(filter.brief)
  return (
    OF_FRESHNESS[filter.freshness].includes(freshness(isStale(head, row.sourceHash), head.isVerified)) &&
    OF_FINDINGS[filter.findings](head) &&
    factsAsked(filter).every(({ member, fact }) => String(fact(facts) ?? NO_NAME) === String(filter[member])) &&
    (briefBelow === null || (client?.brief ?? 0) < briefBelow) &&
    (words === null || words.ofText(sourceTextOf(row), head.text))
  )
}
