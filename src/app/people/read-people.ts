// People and their keys as the site shows them, with their use from volatile.
import type { ApiKey, User } from '../../domain/people.ts'
import type { LegacyType } from '../../domain/vocabulary.ts'
import { LEGACY_TYPES } from '../../domain/vocabulary.ts'
import { legacyUsed, pendingHistorical } from '../../store/volatile.ts'
import {
  allKeys,
  allUsers,
  endOfDay,
  keysOfUser,
  latestKeys,
  readKey,
  readUsed,
  readUser,
  readUserByName,
  sessionsOfUser,
} from '../../store/people.ts'
import type { Database } from '../../store/store.ts'
import { lastTimeGiven } from '../../store/view.ts'
import type { App } from '../app.ts'
import { lastUsedAt } from './admit-request.ts'
import { quotaLimitOf } from './quota-limit.ts'

export interface KeyView {
  readonly key: ApiKey
  readonly lastUsedAtMs: number | null
  /** How many legacy requests of each type the bot key made today. */
  readonly legacyUses: readonly { readonly type: LegacyType; readonly used: number; readonly limit: number }[]
}

export const readKeys = (app: App, userId: number): readonly KeyView[] =>
  keysOfUser(app.store.main, userId).map((key) => viewKey(app, key))

/** All keys, or the `latest` few, newest first. */
export const listKeys = (app: App, latest?: number): readonly KeyView[] =>
  Array.from(latest === undefined ? allKeys(app.store.main) : latestKeys(app.store.main, latest), (key) =>
    viewKey(app, key),
  )

export function viewKey(app: App, key: ApiKey): KeyView {
  const { settings } = app.rules.now()
  return {
    key,
    lastUsedAtMs: lastUsedAt(app, key.id, key.lastUsedAtMs),
    legacyUses: LEGACY_TYPES.map((type) => ({
      type,
      used: legacyUsed(app.store, key.id, type),
      limit: key.legacyLimits[type] ?? settings[`legacy_limit_${type}`],
    })),
  }
}

export interface PersonView {
  readonly user: User
  readonly historicalRequests: number
  readonly quotaLimit: number
  readonly quotaUsed: number
  readonly resetsAtMs: number
  readonly sessions: number
}

export function readPerson(app: App, user: User): PersonView {
  // The day that the next write would have: that of the last write if the clock was set back.
  const nowMs = Math.max(app.clock.nowMs(), lastTimeGiven(app.store))
  return {
    user,
    historicalRequests: historicalRequestsOf(app, user),
    quotaLimit: quotaLimitOf(app.rules.now().settings, user),
    quotaUsed: readUsed(app.store.main, 'quota', user.id, nowMs),
    resetsAtMs: endOfDay(nowMs),
    sessions: sessionsOfUser(app.store.main, user.id).length,
  }
}

/** How many legacy requests the person ever made, with keys that are deleted now, too. */
export const historicalRequestsOf = ({ store }: App, user: User): number =>
  user.historicalRequests + pendingHistorical(store, user.id)

export const listPeople = (app: App): readonly User[] => [...allUsers(app.store.main)]

export const findPerson = (app: App, id: number): User | null => readUser(app.store.main, id) ?? null

export const personNamed = (app: App, name: string): User | null => readUserByName(app.store.main, name) ?? null

export type NameOf = (id: number | null) => string | null

export function createNames({ store }: App): NameOf {
  const nameOf = namesOfPeople(store.main)
  return (id) => (id === null ? null : nameOf(id))
}

/** Names of people by id. They are remembered, because lists and histories repeat the same few people. */
export function namesOfPeople(db: Database): (id: number) => string {
  const names = new Map<number, string>()
  return (id) => {
    const known = names.get(id)
    if (known !== undefined) return known
    const name = readUser(db, id)?.name ?? `person ${id}`
    names.set(id, name)
    return name
  }
}

/** The key's name; null: `id` is null, or the key was deleted. */
export const nameOfKey = ({ store }: App, id: number | null): string | null =>
  id === null ? null : (readKey(store.main, id)?.name ?? null)
