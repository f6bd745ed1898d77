// Whether a person may still import. An import of the site may wait long, so this is read again before the first write and in
// the transaction that reveals it.
import { hasPermission } from '../../domain/access.ts'
import type { Database } from '../../store/store.ts'
import { readUser } from '../../store/people.ts'
import { Refused } from '../refused.ts'

/** Throws if the person may not import. A null actor is the command line, which may. */
export const assertMayImport =
  (userId: number | null) =>
  (db: Database): void => {
    if (userId === null) return
    const user = readUser(db, userId)
    if (user?.state === 'active' && hasPermission(user.role, 'import_localized')) return
    throw new Refused({ code: 'may_not_import', name: user?.name ?? 'this person' })
  }
