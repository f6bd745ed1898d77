// Adding and changing people (docs/people.md#roles). `actor` acts, `by` is that person inside the transaction; null is the
// command line, which is above all roles but bound by the invariants.
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission, isGuardedRole } from '../../domain/access.ts'
import { peopleMax, userNameLengthMax } from '../../domain/limits.ts'
import type { User } from '../../domain/people.ts'
import type { Role, UserState } from '../../domain/vocabulary.ts'
import { nextId, putAudit, upcomingId } from '../../store/records.ts'
import { putUser, readUserByName, USER } from '../../store/people.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'
import type { Actor } from '../actor.ts'
import { change, type NotWritten } from '../change.ts'
import { without } from './second-factor.ts'
import { shutOut } from './sessions.ts'
import { activeSuperAdmins } from './setup-link.ts'

/** Why a person cannot be added. */
export type NotAdded = { readonly code: 'person_exists'; readonly name: string } | { readonly code: 'too_many_people' }

export type PersonRefusal =
  | NotWritten
  | NoPerson
  | NotAdded
  | { readonly code: 'last_super_admin'; readonly name: string }
  | { readonly code: 'bad_person_name' | 'person_out_of_reach' }
  | { readonly code: 'crowded' | 'no_second_factor' }

export interface NoPerson {
  readonly code: 'no_person'
  readonly name: string
}

type Changed = Promise<Result<User, PersonRefusal>>

export const crowded = { code: 'crowded' } as const

export function findUser(txn: Txn, name: string): Result<User, NoPerson> {
  const user = readUserByName(txn.db, name)
  return user === undefined ? refuse({ code: 'no_person', name }) : ok(user)
}

/** Whether `by` may act on people of these roles, or give the roles. Only a super admin manages admins and super admins. */
export function mayManage(by: User | null, ...roles: readonly Role[]): boolean {
  if (by === null) return true
  if (by.state !== 'active' || !hasPermission(by.role, 'manage_users')) return false
  return by.role === 'super_admin' || !roles.some(isGuardedRole)
}

const outOfReach = refuse({ code: 'person_out_of_reach' } as const)

function isLastSuperAdmin({ db }: Txn, user: User): boolean {
  const [first, ...others] = activeSuperAdmins(db)
  return first?.id === user.id && others.length === 0
}

const lastSuperAdmin = ({ name }: User) => refuse({ code: 'last_super_admin', name } as const)

/** Invisible characters and controls of text direction, which could make one name look like another. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/

/** The name as it is stored: trimmed, 1 to 64 characters, none invisible and no control; null if the name is not allowed. */
export function parseUserName(text: string): string | null {
  const name = text.trim().normalize('NFC')
  const { length } = Array.from(name)
  return length >= 1 && length <= userNameLengthMax && !/\p{Cc}|\p{Cs}/u.test(name) && !UNSEEN.test(name) ? name : null
}

interface AddUser {
  readonly name: string
  readonly role: Role
  readonly password: string | null
}

export async function addUser(app: App, actor: Actor | null, request: AddUser): Changed {
  const name = parseUserName(request.name)
  if (name === null) return refuse({ code: 'bad_person_name' })
  return await change<Actor | null, User, PersonRefusal>(app, actor, (txn, acting) => {
    const by = acting?.user ?? null
    if (!mayManage(by, request.role)) return outOfReach
    const added = putPerson(txn, { ...request, name })
    if (added.ok)
      putAudit(txn, { userId: by?.id ?? null, action: 'user.add', subject: name, details: { role: request.role } })
    return added
  })
}

/** Adds a person. `name`: as `parseUserName` returned it. */
export function putPerson(txn: Txn, { name, role, password }: AddUser): Result<User, NotAdded> {
  const known = readUserByName(txn.db, name)
  if (known !== undefined) return refuse({ code: 'person_exists', name: known.name })
  if (upcomingId(txn.db, USER) > peopleMax) return refuse({ code: 'too_many_people' })
  const user: User = {
    id: nextId(txn, USER),
    name,
    role,
    state: 'active',
    password,
    dailyRowQuota: null,
    historicalRequests: 0,
    createdAtMs: txn.timeMs,
  }
  putUser(txn, null, user)
  return ok(user)
}

type Decide = (
  txn: Txn,
  user: User,
  by: User | null,
) => Result<{ after: User; action: string; details: Record<string, string | number | null> }, PersonRefusal>

async function changeUser(app: App, actor: Actor | null, name: string, decide: Decide): Changed {
  return await change<Actor | null, User, PersonRefusal>(app, actor, (txn, acting) => {
    const by = acting?.user ?? null
    const found = findUser(txn, name)
    if (!found.ok) return found
    const changed = decide(txn, found.value, by)
    if (!changed.ok) return changed
    const { after, action, details } = changed.value
    putUser(txn, found.value, after)
    putAudit(txn, { userId: by?.id ?? null, action, subject: after.name, details })
    return ok(after)
  })
}

/** Gives a person another role. The bot key of one who is no moderator any more stays, but is refused until the role is back. */
export const changeRole = (app: App, actor: Actor | null, name: string, role: Role): Changed =>
  changeUser(app, actor, name, (txn, user, by) => {
    if (!mayManage(by, user.role, role)) return outOfReach
    if (role !== 'super_admin' && isLastSuperAdmin(txn, user)) return lastSuperAdmin(user)
    return ok({ after: { ...user, role }, action: 'user.role', details: { from: user.role, to: role } })
  })

/** Blocks, removes or readmits a person. Any state but `active` ends all sessions for good. */
export const changeState = (app: App, actor: Actor | null, name: string, state: UserState): Changed =>
  changeUser(app, actor, name, (txn, user, by) => {
    if (!mayManage(by, user.role)) return outOfReach
    if (state !== 'active' && isLastSuperAdmin(txn, user)) return lastSuperAdmin(user)
    if (state !== 'active') shutOut(txn, user.id)
    return ok({ after: { ...user, state }, action: 'user.state', details: { from: user.state, to: state } })
  })

/** Sets how many rows the person may write in a day; null: the setting for the role applies. */
export const changeQuota = (app: App, actor: Actor | null, name: string, rows: number | null): Changed =>
  changeUser(app, actor, name, (_, user, by) => {
    if (!mayManage(by, user.role)) return outOfReach
    return ok({
      after: { ...user, dailyRowQuota: rows },
      action: 'user.quota',
      details: { from: user.dailyRowQuota, to: rows },
    })
  })

/**
 * Stores a password, given as a digest, and ends the sessions. For another person it needs the right to manage people, and takes the
 * links to accounts elsewhere away: whoever has lost theirs must not keep a stranger's.
 */
export const changePassword = (app: App, actor: Actor | null, name: string, password: string): Changed =>
  changeUser(app, actor, name, (txn, user, by) => {
    if (by?.id !== user.id && !mayManage(by, user.role)) return outOfReach
    shutOut(txn, user.id)
    const { linked: _, ...unlinked } = user
    const after = by?.id === user.id ? { ...user, password } : { ...unlinked, password }
    return ok({ after, action: 'user.password', details: {} })
  })

/** Turns the second factor off, for a person who lost phone and recovery codes, and ends the sessions. */
export const resetSecondFactor = (app: App, actor: Actor | null, name: string): Changed =>
  changeUser(app, actor, name, (txn, user, by) => {
    if (by?.id === user.id || !mayManage(by, user.role)) return outOfReach
    if (user.secondFactor === undefined) return refuse({ code: 'no_second_factor' } as const)
    shutOut(txn, user.id)
    return ok({ after: without(user), action: 'user.second_factor', details: { to: 'off' } })
  })

/** Stores the person's language for the site: a tag, or null for the browser's. Not in the audit: it concerns nobody else. */
export const chooseLanguage = (app: App, actor: Actor, tag: string | null): Promise<Result<User, NotWritten>> =>
  change(app, actor, (txn, now) => {
    const { language: _, ...before } = now.user
    const after: User = tag === null ? before : { ...before, language: tag }
    putUser(txn, before, after)
    return ok(after)
  })
