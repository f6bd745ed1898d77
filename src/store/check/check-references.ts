// Checks the blocks of reference texts, of the Chinese and of other languages: whole, UTF-8, and only for given ordinals.
import { isUtf8 } from 'node:buffer'
import type { Findings } from './check-findings.ts'
import { entriesOf, readOr } from './check-reading.ts'
import { isVisible } from './check-rows.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32, ROWS_PER_BLOCK } from '../file/keyspace.ts'
import { inflateBlock, officialLanguages, placeOfKey, referenceFault } from '../rows/references.ts'
import { headerBytes, recordBounds } from '../rows/row-block.ts'

/** Checks the Chinese texts. Yields the number of texts done, after each block. */
export function* checkReferences(db: Database, findings: Findings): Generator<number> {
  let done = 0
  const check = blockCheck(db, findings, 'reference')
  for (const { key, value } of entriesOf(db, 'reference')) yield (done += check(key.readUInt32BE(1), value, ''))
}

/** Checks the texts of the other languages, whose blocks are packed; each language has a file. Yields as `checkReferences`. */
export function* checkOfficial(db: Database, findings: Findings): Generator<number> {
  let done = 0
  const check = blockCheck(db, findings, 'official')
  const languages = new Set(officialLanguages(db))
  for (const { key, value } of entriesOf(db, 'official')) {
    const { block, language } = placeOfKey(key)
    const of = ` in ${language}`
    if (!languages.has(language)) findings.add('official', `block ${block}${of}`, 'is of a language without a file')
    const bytes = readOr(() => inflateBlock(value), null)
    if (bytes === null) findings.add('official', `block ${block}${of}`, 'cannot be unpacked')
    else yield (done += check(block, bytes, of))
  }
}

/** A function that checks one block and returns the number of its texts. `of`: what texts they are, for messages. */
function blockCheck(
  db: Database,
  findings: Findings,
  table: 'reference' | 'official',
): (block: number, value: Buffer, of: string) => number {
  return (block, value, of) => {
    let [before, texts] = [headerBytes, 0]
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const ordinal = block * ROWS_PER_BLOCK + place
      const { start, end } = value.length < headerBytes ? { start: 0, end: 0 } : recordBounds(value, place)
      if (start !== before || end < start || end > value.length) {
        findings.add(table, `block ${block}${of}`, `has a damaged header at row ${ordinal}`)
        break
      }
      before = end
      if (start === end) continue
      texts++
      findings.count(table)
      const fault = referenceFault(value, { start, end }, isUtf8)
      if (fault !== null) findings.add(table, `row ${ordinal}${of}`, fault)
      if (!isVisible(db, ordinal) && !db.doesExist(keyOfU32('retired', ordinal))) {
        findings.add(table, `row ${ordinal}${of}`, 'belongs to a row that was never there')
      }
    }
    return texts
  }
}
