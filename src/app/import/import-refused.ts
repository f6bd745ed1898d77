// Refused imports, and the right to import. An import of the site may wait long for its turn, so the right of its person is
// checked again before anything is written, and in the last transaction.
import { hasPermission } from '../../domain/access.ts'
import type { Txn } from '../../store/txn.ts'
import { readUser } from '../../store/records/people.ts'
import { fileNumberMax } from '../../store/rows/rows.ts'

/** The import is refused; the message gives the reason and the remedy. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}

/** The rows of the store would name too many different files. */
export const tooManyFiles = (): ImportRefused =>
  new ImportRefused(
    `the rows name more than ${fileNumberMax} different files; leave the column of file names out of the dump`,
  )

/** Throws unless this person may import now; null is the command line, which may. */
export function assertMayImport({ db }: Pick<Txn, 'db'>, userId: number | null): void {
  if (userId === null) return
  const user = readUser(db, userId)
  if (user?.state === 'active' && hasPermission(user.role, 'import_localized')) return
  throw new ImportRefused(`${user?.name ?? 'this person'} may not import: that takes an active admin or super admin`)
}
