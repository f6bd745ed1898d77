// Imports that will not be done as asked, and whose import may be done at all. An import of the site is a process of its own
// that may wait long for its turn: who began it is looked at again before anything is
// written, and in the transaction that everybody sees.
import { hasPermission } from '../../domain/access.ts'
import type { Txn } from '../../store/txn.ts'
import { readUser } from '../../store/records/people.ts'
import { fileNumberMax } from '../../store/rows/rows.ts'

/** The import will not be done as asked; the message says why and what to do. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}

/** The rows of the store would name too many different files. */
export const tooManyFiles = (): ImportRefused =>
  new ImportRefused(
    `the rows name more than ${fileNumberMax} different files; leave the column of file names out of the dump`,
  )

/** Throws unless the person whose import it is may import at this moment; null is the command line, which may. */
export function assertMayImport({ db }: Pick<Txn, 'db'>, userId: number | null): void {
  if (userId === null) return
  const user = readUser(db, userId)
  if (user?.state === 'active' && hasPermission(user.role, 'import_localized')) return
  throw new ImportRefused(`${user?.name ?? 'this person'} may not import: that takes an active admin or super admin`)
}
