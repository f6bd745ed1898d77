// The set-up link (docs/people.md#set-up-link): 256 random bits, printed at each start while no super admin has a
// password, of which only the digest is stored; it gives one of them a password (complete-setup.ts). It ends at its
// first use, after 24 hours and at the next start.
import { sha256Hex } from '../../base/bytes.ts'
import type { User } from '../../domain/people.ts'
import { allUsers } from '../../store/people.ts'
import { putSetupCode, readSetupCode } from '../../store/volatile.ts'
import { freshen } from '../../store/view.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'

const codeBytes = 32
const goodForMs = 24 * 60 * 60 * 1000

export const activeSuperAdmins = (db: Txn['db']): User[] =>
  [...allUsers(db)].filter((user) => user.role === 'super_admin' && user.state === 'active')

export const isSetUp = (db: Txn['db']): boolean => activeSuperAdmins(db).some((user) => user.password !== null)

/** Makes the code of this start, for `/admin/setup?code=…`; null: a super admin has a password already. */
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

/** The super admins who have no password yet; none if the first is still to be added. Null: the code is not valid. */
export function checkSetupCode(app: App, code: string): { readonly names: readonly string[] } | null {
  const stored = readSetupCode(app.store)
  if (stored === undefined || stored.digest !== sha256Hex(code)) return null
  const ageMs = app.clock.nowMs() - stored.madeAtMs
  if (ageMs >= goodForMs || ageMs < -goodForMs || isSetUp(app.store.main)) return null
  return { names: activeSuperAdmins(app.store.main).map((user) => user.name) }
}
