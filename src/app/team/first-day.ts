// A newcomer's first texts: three easy rows, and then a real one. Over when the person has handled that many.
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { filterOfJob } from '../../domain/work/work-filter.ts'
import { actsOfPerson } from '../../store/records.ts'
import type { App } from '../app.ts'
import { listWork } from '../work/list-work.ts'

const easyMax = 3
/** Rows among which the easy ones are looked for: some 5 ms. */
const lookedAt = 200
/** A short line without markup. */
const EASY = /^[\p{L}\p{M} ,.!?'’-]{4,48}$/u

interface FirstDay {
  /** Of the easy ones. */
  readonly done: number
  /** Still to do. */
  readonly easy: readonly Row[]
}

/** Null: the person has begun long ago, or nothing is left to begin with. */
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
