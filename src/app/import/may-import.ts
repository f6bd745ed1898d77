// Whose import may be done. An import of the site is a separate process that may wait long for its turn, so the person who
// began it is read again before the first write, and in the transaction that reveals the import.
import { hasPermission } from '../../domain/access.ts'
import type { Txn } from '../../store/txn.ts'
import { readUser } from '../../store/people.ts'
import { Refused } from '../refused.ts'

/** Throws unless the person whose import it is may import at this moment; null is the command line, which may. */
export function assertMayImport({ db }: Pick<Txn, 'db'>, userId: number | null): void {
  if (userId === null) return
  const user = readUser(db, userId)
  if (user?.state === 'active' && hasPermission(user.role, 'import_localized')) return
  throw new Refused({ code: 'may_not_import', name: user?.name ?? 'this person' })
}
