// Gives a super admin a password by a set-up link (decisions §9). Apart from the making of links, which every start does.
import { sha256Hex } from '../base/bytes.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import type { User } from '../domain/people.ts'
import { putAudit } from '../store/audit.ts'
import { nextId } from '../store/ids.ts'
import { putUser, readUserByName } from '../store/people.ts'
import { takeSetupCode } from '../store/setup-code.ts'
import { freshen } from '../store/store.ts'
import { type Txn, write } from '../store/write.ts'
import type { App } from './app.ts'
import { type ManageRefusal, parseUserName } from './manage-users.ts'
import { notWritten } from './not-written.ts'
import { hashPassword, passwordFault } from './password.ts'
import { activeSuperAdmins, checkSetupCode, isSetUp } from './setup-link.ts'

const waitMsMax = 5_000

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
  return written.ok ? written.value : refuse(notWritten(written.refusal))
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
