// The derived tables besides the index of work: the letter statistics by which the gate tells two languages apart, and
// the search index; and how derived data is stored.
import { randomBytes } from 'node:crypto'
import { detailOf } from '../door/disk-trouble.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, keyOfU32, TABLES } from '../file/keyspace.ts'

export type Storing = 'at once' | 'in turn'

/**
 * How derived data is stored: by commands in a synchronous transaction, by a server through the engine's queue, because
 * it must not stop while another process holds the writer.
 */
export async function storeDerived(derived: Database, when: Storing, work: () => void): Promise<void> {
  if (when === 'at once') return derived.transactionSync(work)
  await derived.transaction(work).catch(async (error: unknown) => {
    throw await detailOf(error)
  })
}

// The letters that the gate has learnt from the store's own texts (packages/language/src/letter-grams.ts), in one value:
//
//   0   u32   how many translations they were learnt from
//   4   u8    length of the language's tag, then the tag
//   …   i8[65536]   the weights

interface LearntLetters {
  readonly language: string
  readonly texts: number
  readonly weights: Int8Array
}

const lettersKey = keyOf('letters')
const nameKey = keyOf('letters_name')
const nameBytes = 8

/** A name for the learnt letters, which changes with each `putLetters`; '' before the first. */
export const nameOfLetters = (derived: Database): string =>
  derived.getBinaryFast(nameKey)?.toString('latin1', 0, nameBytes) ?? ''

export function readLetters(derived: Database): LearntLetters | null {
  const bytes = derived.getBinary(lettersKey)
  if (bytes === undefined) return null
  const start = 5 + (bytes[4] as number)
  return {
    texts: bytes.readUInt32LE(0),
    language: bytes.toString('latin1', 5, start),
    weights: Int8Array.from(bytes.subarray(start), (byte) => (byte << 24) >> 24),
  }
}

export function putLetters(
  derived: Database,
  when: Storing,
  { language, texts, weights }: LearntLetters,
): Promise<void> {
  const head = Buffer.alloc(5 + language.length)
  head.writeUInt32LE(texts, 0)
  head[4] = head.write(language, 5, 'latin1')
  const bytes = Buffer.concat([head, Buffer.from(weights.buffer, weights.byteOffset, weights.length)])
  return storeDerived(derived, when, () => {
    void derived.put(lettersKey, bytes)
    void derived.put(nameKey, randomBytes(nameBytes))
  })
}

// The tables of the search index (layout: search/segment.ts): segments, their pages, a name for the state of all segments, and the
// command that makes them.

const keptKey = keyOf('search_kept')
const makerKey = keyOf('search_maker')

/** A name for the state of all segments, which changes with each stored one; '' before the first. */
export const stateOfSegments = (derived: Database): string =>
  derived.getBinaryFast(keptKey)?.toString('latin1', 0, nameBytes) ?? ''

/** The bytes of a segment, good until the next read. */
export function readSegment(derived: Database, segment: number): Buffer | undefined {
  const borrowed = derived.getBinaryFast(keyOfU32('search_segment', segment))
  // The engine's buffer is longer than the value.
  return borrowed?.subarray(0, borrowed.length)
}

/** The bytes of one page of a segment, good until the next read. */
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
