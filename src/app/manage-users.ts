// Adding and changing people (decisions §1). `by` is the person who acts, or null for the command line, which stands above
// all roles; the invariants hold for it too. Refusals carry the sentence for the person.
import { ok, refuse, type Result } from '../base/result.ts'
import { hasPermission, isGuardedRole } from '../domain/access.ts'
import { userNameLengthMax } from '../domain/limits.ts'
import type { User } from '../domain/people.ts'
import type { Role, UserState } from '../domain/vocabulary.ts'
import { putAudit } from '../store/audit.ts'
import { nextId } from '../store/ids.ts'
import { allUsers, putUser, readUserByName } from '../store/people.ts'
import { type Txn, write } from '../store/write.ts'
import type { App } from './app.ts'
import { notWritten } from './not-written.ts'

export interface ManageRefusal {
  readonly code: 'not_found' | 'not_allowed' | 'invalid' | 'conflict' | 'busy' | 'save_failed'
  readonly message: string
}

const waitMsMax = 5_000
const commandLineWaitMsMax = 600_000

const refusal = (code: ManageRefusal['code'], message: string): { ok: false; refusal: ManageRefusal } =>
  refuse({ code, message })

/** Runs a change of people, keys or settings in one transaction; the command line waits out an import. */
export async function manage<T>(
  app: App,
  by: User | null,
  change: (txn: Txn) => Result<T, ManageRefusal>,
): Promise<Result<T, ManageRefusal>> {
  const written = await write(app.store, by === null ? commandLineWaitMsMax : waitMsMax, change)
  return written.ok ? written.value : refuse(notWritten(written.refusal))
}

export function findUser(txn: Txn, name: string): Result<User, ManageRefusal> {
  const user = readUserByName(txn.db, name)
  return user === undefined
    ? refusal('not_found', `there is no person named ${name}; windrow user list shows everybody`)
    : ok(user)
}

/** May `by` act on a person of this role, or give it? Only a super admin touches admins and super admins. */
function isAllowed(by: User | null, ...roles: readonly Role[]): boolean {
  if (by === null) return true
  if (by.state !== 'active' || !hasPermission(by.role, 'manage_users')) return false
  return by.role === 'super_admin' || !roles.some(isGuardedRole)
}

const notAllowed = refusal('not_allowed', 'only a super admin may add, change or remove admins and super admins')

function isLastSuperAdmin(txn: Txn, user: User): boolean {
  if (user.role !== 'super_admin' || user.state !== 'active') return false
  for (const other of allUsers(txn.db)) {
    if (other.id !== user.id && other.role === 'super_admin' && other.state === 'active') return false
  }
  return true
}

const lastSuperAdmin = (user: User): { ok: false; refusal: ManageRefusal } =>
  refusal(
    'conflict',
    `${user.name} is the last active super admin; make another one first (windrow user role NAME super_admin)`,
  )

/** A name as stored: trimmed, 1 to 64 characters, no control characters; null when it is none. */
export function parseUserName(text: string): string | null {
  const name = text.trim().normalize('NFC')
  const { length } = Array.from(name)
  return length >= 1 && length <= userNameLengthMax && !/\p{Cc}|\p{Cs}/u.test(name) ? name : null
}

export interface AddUser {
  readonly name: string
  readonly role: Role
  /** As `hashPassword` made it. */
  readonly password: string | null
}

export async function addUser(app: App, by: User | null, request: AddUser): Promise<Result<User, ManageRefusal>> {
  const name = parseUserName(request.name)
  if (name === null) {
    return refusal('invalid', `a name has 1 to ${userNameLengthMax} characters and no control characters`)
  }
  return await manage(app, by, (txn) => {
    if (!isAllowed(by, request.role)) return notAllowed
    const known = readUserByName(txn.db, name)
    if (known !== undefined) {
      return refusal('conflict', `there is a person named ${known.name} already; names differ by more than letter case`)
    }
    const user: User = {
      id: nextId(txn, 'user'),
      name,
      role: request.role,
      state: 'active',
      password: request.password,
      dailyRowQuota: null,
      historicalRequests: 0,
      createdAtMs: txn.timeMs,
    }
    putUser(txn, null, user)
    putAudit(txn, { userId: by?.id ?? null, action: 'user.add', subject: name, details: { role: user.role } })
    return ok(user)
  })
}

type Change = (
  txn: Txn,
  user: User,
) => Result<{ after: User; action: string; details: Record<string, string | number | null> }, ManageRefusal>

async function changeUser(
  app: App,
  by: User | null,
  name: string,
  change: Change,
): Promise<Result<User, ManageRefusal>> {
  return await manage(app, by, (txn) => {
    const found = findUser(txn, name)
    if (!found.ok) return found
    const changed = change(txn, found.value)
    if (!changed.ok) return changed
    const { after, action, details } = changed.value
    putUser(txn, found.value, after)
    putAudit(txn, { userId: by?.id ?? null, action, subject: after.name, details })
    return ok(after)
  })
}

/** Gives a role. A bot key of somebody who drops below moderator stays and is refused until the role is back. */
export const changeRole = (app: App, by: User | null, name: string, role: Role): Promise<Result<User, ManageRefusal>> =>
  changeUser(app, by, name, (txn, user) => {
    if (!isAllowed(by, user.role, role)) return notAllowed
    if (role !== 'super_admin' && isLastSuperAdmin(txn, user)) return lastSuperAdmin(user)
    return ok({ after: { ...user, role }, action: 'user.role', details: { from: user.role, to: role } })
  })

export const changeState = (
  app: App,
  by: User | null,
  name: string,
  state: UserState,
): Promise<Result<User, ManageRefusal>> =>
  changeUser(app, by, name, (txn, user) => {
    if (!isAllowed(by, user.role)) return notAllowed
    if (state !== 'active' && isLastSuperAdmin(txn, user)) return lastSuperAdmin(user)
    return ok({ after: { ...user, state }, action: 'user.state', details: { from: user.state, to: state } })
  })

/** Gives a person rows a day of their own, or null for the setting of their role. */
export const changeQuota = (
  app: App,
  by: User | null,
  name: string,
  rows: number | null,
): Promise<Result<User, ManageRefusal>> =>
  changeUser(app, by, name, (_, user) => {
    if (!isAllowed(by, user.role)) return notAllowed
    return ok({
      after: { ...user, dailyRowQuota: rows },
      action: 'user.quota',
      details: { from: user.dailyRowQuota, to: rows },
    })
  })

/** Sets a password digest (see password.ts). People change their own; others need the right to manage them. */
export const changePassword = (
  app: App,
  by: User | null,
  name: string,
  password: string,
): Promise<Result<User, ManageRefusal>> =>
  changeUser(app, by, name, (_, user) => {
    if (by?.id !== user.id && !isAllowed(by, user.role)) return notAllowed
    return ok({ after: { ...user, password }, action: 'user.password', details: {} })
  })
