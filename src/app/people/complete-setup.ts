// Gives a super admin a password by a set-up link (docs/people.md#set-up-link).
import { sha256Hex } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import type { User } from '../../domain/people.ts'
import { putAudit } from '../../store/records.ts'
import { putUser, readUserByName } from '../../store/people.ts'
import { takeSetupCode } from '../../store/volatile.ts'
import { freshen } from '../../store/view.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'
import { change, type NotWritten, personWaitMsMax } from '../change.ts'
import { crowded, type NotAdded, parseUserName, putPerson } from './manage-users.ts'
import { passwordFault, type PasswordRefusal } from './password-rules.ts'
import { activeSuperAdmins, checkSetupCode, isSetUp } from './setup-link.ts'

export type SetupRefusal =
  | { readonly code: 'crowded' | 'bad_person_name' }
  | { readonly code: 'not_a_super_admin'; readonly name: string }
  | NotAdded
  | PasswordRefusal
  | { readonly code: 'dead_setup_link' | 'super_admin_exists' }

const deadCode = { code: 'dead_setup_link' } as const

/** Gives the person a password, adding the person if there is none yet, and uses up the code. */
export async function completeSetup(
  app: App,
  request: { readonly code: string; readonly name: string; readonly password: string },
): Promise<Result<User, SetupRefusal | NotWritten>> {
  if (checkSetupCode(app, request.code) === null) return refuse(deadCode)
  const name = parseUserName(request.name)
  if (name === null) return refuse({ code: 'bad_person_name' })
  const fault = await passwordFault(request.password, name)
  if (fault !== null) return refuse(fault)
  const hashed = await app.passwords.hash(request.password)
  if (!hashed.ok) return refuse(crowded)
  const password = hashed.value
  freshen(app.store)
  const work = (txn: Txn): Result<User, SetupRefusal> => {
    const known = readUserByName(txn.db, name)
    if (isSetUp(txn.db)) return refuse(deadCode)
    if (known !== undefined && (known.role !== 'super_admin' || known.state !== 'active')) {
      return refuse({ code: 'not_a_super_admin', name: known.name })
    }
    if (known === undefined && activeSuperAdmins(txn.db).length > 0) {
      return refuse({ code: 'super_admin_exists' })
    }
    if (!takeSetupCode(app.store, sha256Hex(request.code))) return refuse(deadCode)
    const made =
      known === undefined ? putPerson(txn, { name, role: 'super_admin', password }) : ok({ ...known, password })
    if (!made.ok) return made
    const user = made.value
    if (known !== undefined) putUser(txn, known, user)
    putAudit(txn, { userId: user.id, action: 'user.setup', subject: user.name, details: {} })
    return made
  }
  return await change(app, null, work, personWaitMsMax)
}
