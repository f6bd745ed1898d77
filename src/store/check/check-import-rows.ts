// Checks the rows that each import touched: known imports, known ways of touching, readable rows.
import { TOUCHES } from '../../domain/work/patch.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { isPacked } from '../file/packed-rows.ts'
import { IMPORT } from '../records/imports.ts'
import { entriesOf } from './check-reading.ts'
import type { Visit } from './check-findings.ts'

const keyBytes = 10

export function checkImportRows({ db, findings }: Visit): void {
  for (const { key, value } of entriesOf(db, 'import_rows')) {
    findings.count('import_rows')
    if (key.length !== keyBytes || key.readUInt8(5) >= TOUCHES.length) {
      findings.add('import_rows', key.toString('hex'), 'is no key of this table')
      continue
    }
    const importId = key.readUInt32BE(1)
    const at = `rows of import ${importId}`
    if (!db.doesExist(keyOf(IMPORT, u32(importId))))
      findings.add('import_rows', at, 'belong to an import that is not stored')
    if (!isPacked(value)) findings.add('import_rows', at, 'cannot be read')
  }
}
