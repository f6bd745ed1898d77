// The texts that a person handled in a day: written, proposed, or decided; a row counts once.
import type { ActKind } from '../../domain/team/act.ts'
import { actsOfPerson } from '../../store/records.ts'
import type { App } from '../app.ts'

/** Above all times that a key holds. */
const latestMs = 2 ** 48 - 1
const UNCOUNTED: readonly ActKind[] = ['machine_text', 'commented']

interface Counted {
  readonly sinceMs: number
  readonly rows: Set<number>
  /** The newest act that was counted. */
  newest: string
}

const counted = new WeakMap<App, Map<number, Counted>>()

/** `sinceMs`: when the day began. Reads only the acts since the last call. */
export function countToday(app: App, userId: number, sinceMs: number): number {
  const people = counted.get(app) ?? new Map<number, Counted>()
  counted.set(app, people)
  const known = people.get(userId)
  const today = known?.sinceMs === sinceMs ? known : { sinceMs, rows: new Set<number>(), newest: '' }
  people.set(userId, today)
  let newest: string | null = null
  for (const { kind, ordinal, place } of actsOfPerson(app.store.main, userId, {
    sinceMs,
    untilMs: latestMs,
    before: null,
  })) {
    if (place <= today.newest) break
    newest ??= place
    if (!UNCOUNTED.includes(kind)) today.rows.add(ordinal)
  }
  today.newest = newest ?? today.newest
  return today.rows.size
}
