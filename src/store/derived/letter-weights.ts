// The letters that the gate has learnt from the store's own texts (domain/text/letter-grams.ts), in one value:
//
//   0   u32   how many translations they were learnt from
//   4   u8    length of the language's tag, then the tag
//   …   i8[65536]   the weights
import { randomBytes } from 'node:crypto'
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import { storeDerived, type Storing } from './storing.ts'

interface LearntLetters {
  readonly language: string
  readonly texts: number
  readonly weights: Int8Array
}

const lettersKey = keyOf('letters')
const nameKey = keyOf('letters_name')
const nameBytes = 8

/** Changes with each `putLetters`; '' before the first. */
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
