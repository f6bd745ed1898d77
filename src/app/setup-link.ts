// The set-up link (decisions §9): 256 random bits, printed at each start while no super admin has a password, and good for
// giving one of them a password. Only its digest is kept; it is dead at its first use, after 24 hours and at the next start.
import { sha256Hex } from '../base/bytes.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import type { User } from '../domain/people.ts'
import { putAudit } from '../store/audit.ts'
import { nextId } from '../store/ids.ts'
import { allUsers, putUser, readUserByName } from '../store/people.ts'
import { putSetupCode, readSetupCode, takeSetupCode } from '../store/setup-code.ts'
import { freshen } from '../store/store.ts'
import { type Txn, write } from '../store/write.ts'
import type { App } from './app.ts'
import { type ManageRefusal, parseUserName } from './manage-users.ts'
import { hashPassword, passwordFault } from './password.ts'

const codeBytes = 32
const goodForMs = 24 * 60 * 60 * 1000
const waitMsMax = 5_000

const activeSuperAdmins = (db: Txn['db']): User[] =>
  [...allUsers(db)].filter((user) => user.role === 'super_admin' && user.state === 'active')

const isSetUp = (db: Txn['db']): boolean => activeSuperAdmins(db).some((user) => user.password !== null)

/** Makes the code of this start, for `/admin/setup?code=…`; null when a super admin has a password. Call it at each start. */
export async function createSetupLink(app: App): Promise<string | null> {
  freshen(app.store)
  if (isSetUp(app.store.main)) {
    putSetupCode(app.store, null)
    return null
  }
  const code = app.random.bytes(codeBytes).toString('base64url')
  putSetupCode(app.store, { digest: sha256Hex(code), madeAtMs: app.clock.nowMs() })
  return code
}

/** Who can be set up with a code: super admins without a password, or nobody yet. Null: the code is no good. */
export function checkSetupCode(app: App, code: string): { readonly names: readonly string[] } | null {
  const stored = readSetupCode(app.store)
  if (stored === undefined || stored.digest !== sha256Hex(code)) return null
  const ageMs = app.clock.nowMs() - stored.madeAtMs
  if (ageMs >= goodForMs || ageMs < -goodForMs || isSetUp(app.store.main)) return null
  return { names: activeSuperAdmins(app.store.main).map((user) => user.name) }
}

export interface CompleteSetup {
  readonly code: string
  readonly name: string
  readonly password: string
}

const deadCode: ManageRefusal = {
  code: 'not_allowed',
  message: 'this set-up link is used up or too old; start windrow again, and it prints a new one',
}

/** Gives a super admin a password (making the person where there is none yet). The code is dead afterwards. */
export async function completeSetup(app: App, request: CompleteSetup): Promise<Result<User, ManageRefusal>> {
  if (checkSetupCode(app, request.code) === null) return refuse(deadCode)
  const fault = passwordFault(request.password)
  if (fault !== null) return refuse({ code: 'invalid', message: fault })
  const name = parseUserName(request.name)
  if (name === null)
    return refuse({ code: 'invalid', message: 'a name has 1 to 64 characters and no control characters' })
  const password = await hashPassword(request.password, app.random)
  freshen(app.store)
  const written = await write<Result<User, ManageRefusal>>(app.store, waitMsMax, (txn) => {
    const known = readUserByName(txn.db, name)
    if (isSetUp(txn.db)) return refuse(deadCode)
    if (known !== undefined && (known.role !== 'super_admin' || known.state !== 'active')) {
      return refuse({ code: 'conflict', message: `${known.name} is no active super admin; choose another name` })
    }
    if (known === undefined && activeSuperAdmins(txn.db).length > 0) {
      return refuse({ code: 'conflict', message: 'there is a super admin already; give that person the password' })
    }
    if (!takeSetupCode(app.store, sha256Hex(request.code))) return refuse(deadCode)
    const user: User = known === undefined ? newSuperAdmin(txn, name, password) : { ...known, password }
    putUser(txn, known ?? null, user)
    putAudit(txn, { userId: user.id, action: 'user.setup', subject: user.name, details: {} })
    return ok(user)
  })
  if (written.ok) return written.value
  const message =
    written.refusal === 'busy'
      ? 'an import holds the store just now; try again when it is done'
      : 'the store could not be saved; look at free disk space and try again'
  return refuse({ code: written.refusal, message })
}

const newSuperAdmin = (txn: Txn, name: string, password: string): User => ({
  id: nextId(txn, 'user'),
  name,
  role: 'super_admin',
  state: 'active',
  password,
  dailyRowQuota: null,
  historicalRequests: 0,
  createdAtMs: txn.timeMs,
})
