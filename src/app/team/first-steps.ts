// The first steps of a team between its first import and its first export, and the first texts of a newcomer.
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { filterOfJob } from '../../domain/work/work-filter.ts'
import { allKeys, allUsers, readGlossary } from '../../store/people.ts'
import { actsOfPerson, hasExportDigests } from '../../store/records.ts'
import { ordinalsWithHeads } from '../../store/rows.ts'
import type { App } from '../app.ts'
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
/** An easy text: a short line without markup. */
const EASY = /^[\p{L}\p{M} ,.!?'’-]{4,48}$/u

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
  const work = await listWork(app, filterOfJob('untranslated'), { after: 0, limit: lookedAt })
  const easy = work.rows
    .map(({ row }) => row)
    .filter((row) => EASY.test(sourceTextOf(row)))
    .toSorted((a, b) => sourceTextOf(a).length - sourceTextOf(b).length)
    .slice(0, easyMax - Math.min(easyMax, rows.size))
  const done = Math.min(easyMax, rows.size)
  return done + easy.length === 0 || work.rows.length === 0 ? null : { done, easy }
}
