// Blind comparisons of two models: kept by `windrow compare --blind`, judged on the site.
import { ok, type Result } from '../base/result.ts'
import {
  type BlindPair,
  isTurned,
  type Preference,
  preferenceByVerdicts,
  seenAs,
  type Verdict,
} from '../domain/blind-comparison.ts'
import {
  type ComparisonRecord,
  comparisons,
  putComparison,
  putVerdict,
  readComparison,
  verdictsOn,
} from '../store/records.ts'
import { freshen } from '../store/view.ts'
import type { Actor } from './actor.ts'
import type { App } from './app.ts'
import { change, type NotWritten } from './change.ts'

/** Stores a comparison and returns its number. */
export const keepComparison = (
  app: App,
  actor: Actor,
  comparison: Pick<ComparisonRecord, 'models' | 'pairs' | 'same'>,
): Promise<Result<number, NotWritten>> =>
  change<Actor, number>(app, actor, (txn, { user }) => ok(putComparison(txn, { ...comparison, userId: user.id })))

interface ComparisonSummary {
  readonly id: number
  readonly atMs: number
  readonly pairs: number
  readonly same: number
  /** How many pairs this person has judged. */
  readonly judged: number
  /** Null until the person has judged all pairs: whoever knows the result no longer judges blindly. */
  readonly result: {
    readonly models: readonly [string, string]
    readonly judges: number
    readonly preference: Preference
  } | null
}

export const comparisonsShown = 30

/** Comparisons, newest first, a page at a time: the first page, or the one below the number `below`. */
export function listComparisons(app: App, userId: number, below?: number): readonly ComparisonSummary[] {
  freshen(app.store)
  return comparisons(app.store.main, below, comparisonsShown).map((each) => summaryOf(app, each, userId))
}

function summaryOf(app: App, { id, atMs, models, pairs, same }: ComparisonRecord, userId: number): ComparisonSummary {
  const verdicts = verdictsOn(app.store.main, id)
  const judged = verdicts.filter((each) => each.userId === userId).length
  const judges = new Set(verdicts.map((each) => each.userId)).size
  const result = judged < pairs.length ? null : { models, judges, preference: preferenceByVerdicts(verdicts) }
  return { id, atMs, pairs: pairs.length, same, judged, result }
}

interface PairToJudge {
  readonly place: number
  readonly pair: BlindPair
  /** The two texts in the order in which the person sees them. */
  readonly shown: readonly [string, string]
}

/** The next pair that the person has not judged; `pair` is null when all are judged. Null: there is no such comparison. */
export function nextPair(
  app: App,
  userId: number,
  id: number,
): { readonly summary: ComparisonSummary; readonly pair: PairToJudge | null } | null {
  freshen(app.store)
  const comparison = readComparison(app.store.main, id)
  if (comparison === undefined) return null
  const summary = summaryOf(app, comparison, userId)
  const own = new Set(verdictsOn(app.store.main, id).flatMap((each) => (each.userId === userId ? [each.place] : [])))
  const place = comparison.pairs.findIndex((_, at) => !own.has(at))
  const pair = comparison.pairs[place]
  if (pair === undefined) return { summary, pair: null }
  const [first, second] = pair.texts
  return { summary, pair: { place, pair, shown: isTurned(id, place) ? [second, first] : [first, second] } }
}

/** Stores a verdict. `shown` says which text is better, in the order in which they were shown. False: there is no such pair. */
export const judge = (
  app: App,
  actor: Actor,
  { id, place, shown }: { readonly id: number; readonly place: number; readonly shown: Verdict },
): Promise<Result<boolean, NotWritten>> =>
  change<Actor, boolean>(app, actor, (txn, { user }) => {
    if (readComparison(txn.db, id)?.pairs[place] === undefined) return ok(false)
    putVerdict(txn, { comparisonId: id, place, userId: user.id, verdict: seenAs(shown, isTurned(id, place)) })
    return ok(true)
  })
