// The tables of the search index (layout: search/segment.ts): segments, their pages, a name for the state of all segments, and the
// command that makes them.
import { randomBytes } from 'node:crypto'
import type { Database } from '../file/environment.ts'
import { keyOf, keyOfU32, TABLES } from '../file/keyspace.ts'
import { storeDerived, type Storing } from './storing.ts'

const keptKey = keyOf('search_kept')
const makerKey = keyOf('search_maker')
const nameBytes = 8

/** Changes with each stored segment; '' before the first. */
export const stateOfSegments = (derived: Database): string =>
  derived.getBinaryFast(keptKey)?.toString('latin1', 0, nameBytes) ?? ''

/** Good until the next read. */
export function readSegment(derived: Database, segment: number): Buffer | undefined {
  const borrowed = derived.getBinaryFast(keyOfU32('search_segment', segment))
  // The engine's buffer is longer than the value.
  return borrowed?.subarray(0, borrowed.length)
}

/** Good until the next read. */
export const readPage = (derived: Database, segment: number, page: number): Buffer | undefined =>
  derived.getBinaryFast(keyOfPage(segment, page))

export const putSegment = (
  derived: Database,
  when: Storing,
  segment: number,
  header: Buffer,
  pages: readonly Buffer[],
): Promise<void> =>
  storeDerived(derived, when, () => {
    pages.forEach((bytes, page) => void derived.put(keyOfPage(segment, page), bytes))
    const behind = { start: keyOfPage(segment, pages.length), end: keyOfPage(segment + 1, 0) }
    for (const key of derived.getKeys(behind)) void derived.remove(key)
    void derived.put(keyOfU32('search_segment', segment), header)
    void derived.put(keptKey, randomBytes(nameBytes))
  })

export function putMaker(derived: Database): Buffer {
  const maker = randomBytes(nameBytes)
  derived.transactionSync(() => void derived.put(makerKey, maker))
  return maker
}

export const isMaker = (derived: Database, maker: Buffer): boolean =>
  derived.getBinary(makerKey)?.equals(maker) === true

function keyOfPage(segment: number, page: number): Buffer {
  const key = Buffer.allocUnsafe(9)
  key[0] = TABLES.search_page
  key.writeUInt32BE(segment, 1)
  key.writeUInt32BE(page, 5)
  return key
}
