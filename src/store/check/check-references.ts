// Checks the blocks of Chinese reference texts: whole, UTF-8, and only for given ordinals.
import type { Findings } from './check-findings.ts'
import { entriesOf, isUtf8 } from './check-reading.ts'
import { isVisible } from './check-rows.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32, ROWS_PER_BLOCK } from '../file/keyspace.ts'
import { referenceFault } from '../rows/references.ts'
import { headerBytes, recordBounds } from '../rows/row-block.ts'

/** Yields the number of texts done, after each block. */
export function* checkReferences(db: Database, findings: Findings): Generator<number> {
  let done = 0
  for (const { key, value } of entriesOf(db, 'reference')) {
    const block = key.readUInt32BE(1)
    let before = headerBytes
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const ordinal = block * ROWS_PER_BLOCK + place
      const { start, end } = value.length < headerBytes ? { start: 0, end: 0 } : recordBounds(value, place)
      if (start !== before || end < start || end > value.length) {
        findings.add('reference', `block ${block}`, `has a damaged header at row ${ordinal}`)
        break
      }
      before = end
      if (start === end) continue
      done++
      findings.count('reference')
      const fault = referenceFault(value, { start, end }, isUtf8)
      if (fault !== null) findings.add('reference', `row ${ordinal}`, fault)
      if (!isVisible(db, ordinal) && !db.doesExist(keyOfU32('retired', ordinal))) {
        findings.add('reference', `row ${ordinal}`, 'belongs to a row that was never there')
      }
    }
    yield done
  }
}
