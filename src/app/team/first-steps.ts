// The first steps of a team between its first import and its first export, and the first texts of a newcomer.
import type { Turn } from '../../base/turn.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { wordCount } from '../../domain/text/kind-of.ts'
import { filterOfJob, type WorkFilter } from '../../domain/work/work-filter.ts'
import { allKeys, allUsers, readGlossary } from '../../store/people.ts'
import { actsOfPerson, hasExportDigests } from '../../store/records.ts'
import { ordinalsWithHeads } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { findLike, type LikeKnown, pairOf } from '../terms/find-like.ts'
import { listWork } from '../work/list-work.ts'

/** The steps in the order in which they are recommended. */
const FIRST_STEPS = ['language', 'glossary', 'people', 'keys', 'texts', 'export'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

const IS_DONE: Readonly<Record<FirstStep, (app: App) => boolean>> = {
  language: ({ rules }) => rules.now().settings.target_language !== '',
  glossary: ({ store }) => readGlossary(store.main).length > 0,
  people: ({ store }) => hasMany(allUsers(store.main), 2),
  keys: ({ store }) => hasMany(allKeys(store.main), 1),
  texts: ({ store }) => hasMany(ordinalsWithHeads(store.main), 1),
  export: ({ store }) => hasExportDigests(store.main),
}

function hasMany(entries: Iterable<unknown>, count: number): boolean {
  let seen = 0
  for (const _ of entries) if (++seen === count) return true
  return false
}

/** Which of the steps are done, as facts in the store show. Costs the same at any size of store. */
export const readFirstSteps = (app: App): readonly { readonly step: FirstStep; readonly isDone: boolean }[] =>
  FIRST_STEPS.map((step) => ({ step, isDone: IS_DONE[step](app) }))

const easyMax = 3
/** Among so many rows easy ones are looked for, which takes some 5 ms. */
const lookedAt = 200
/** An easy text has no markup. */
const EASY = /^[\p{L}\p{M}\d ,.!?'"’“”…;:，。！？-]{4,90}$/u
const [wordsMin, wordsMax] = [4, 10]

/**
 * Easy rows that nobody has translated: sentences of four to ten words without markup, those with an agreed term first; in a game
 * without sentences, short texts.
 */
async function easyRows(app: App): Promise<readonly Row[]> {
  const listed = async (filter: WorkFilter): Promise<readonly Row[]> =>
    (await listWork(app, filter, { after: 0, limit: lookedAt })).rows
      .map(({ row }) => row)
      .filter((row) => EASY.test(sourceTextOf(row)))
      .toSorted((a, b) => sourceTextOf(a).length - sourceTextOf(b).length)
      .filter((row, at, all) => at === 0 || sourceTextOf(row) !== sourceTextOf(all[at - 1] as Row))
  const open = filterOfJob('untranslated')
  const sentences = (await listed({ ...open, kind: 'sentence' })).filter((row) => {
    const words = wordCount(sourceTextOf(row))
    return words >= wordsMin && words <= wordsMax
  })
  if (sentences.length < easyMax) return [...sentences, ...(await listed(open)).filter((row) => !has(sentences, row))]
  const hasTerm = new Map(sentences.map((row) => [row, pairOf(app, sourceTextOf(row), '').termNeeds.length > 0]))
  return sentences.toSorted((a, b) => Number(hasTerm.get(b)) - Number(hasTerm.get(a)))
}

const has = (rows: readonly Row[], row: Row): boolean => rows.some(({ ordinal }) => ordinal === row.ordinal)

interface FirstSentence {
  readonly row: Row
  /** The translation of a text at least 85 percent alike; null: none is known. */
  readonly like: LikeKnown | null
}

const comparedMax = 24
const percentMin = 85

/**
 * A newcomer's first sentence: the first easy row behind `after` with a like text that is translated, else the first with a term.
 * Null: no row is open.
 */
export async function findFirstSentence(app: App, turn: Turn, after: string | null): Promise<FirstSentence | null> {
  const rows = await easyRows(app)
  const at = rows.findIndex(({ rowId }) => rowId === after) + 1
  const some = [...rows.slice(at), ...rows.slice(0, at)].slice(0, comparedMax)
  const { texts } = await findLike(app, some.map(sourceTextOf), null, turn)
  const likes = texts.map(
    (found) => found.find(({ kind, percent }) => kind === 'twin' || percent >= percentMin) ?? null,
  )
  const best = Math.max(
    0,
    likes.findIndex((like) => like !== null),
  )
  const row = some[best]
  return row === undefined ? null : { row, like: likes[best] ?? null }
}

interface FirstDay {
  /** How many of the easy rows the person has done. */
  readonly done: number
  /** Easy rows that are still to do. */
  readonly easy: readonly Row[]
}

/**
 * A newcomer's first texts: three easy rows, then a real one. Null: the person has handled more rows than that, or no row is
 * left to begin with.
 */
export async function readFirstDay(app: App, userId: number): Promise<FirstDay | null> {
  const rows = new Set<number>()
  for (const { ordinal } of actsOfPerson(app.store.main, userId, {
    sinceMs: 0,
    untilMs: app.clock.nowMs() + 1,
    before: null,
  })) {
    rows.add(ordinal)
    if (rows.size > easyMax) return null
  }
  const open = await easyRows(app)
  const done = Math.min(easyMax, rows.size)
  const easy = open.slice(0, easyMax - done)
  return done + easy.length === 0 || open.length === 0 ? null : { done, easy }
}
