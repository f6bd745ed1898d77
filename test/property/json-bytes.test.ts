// Properties of JSON written byte by byte: it is what JSON.stringify gives, and stored heads are found where they lie.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonBytes, pieceOf, textRoom } from '../../src/api-v1/bytes/json-bytes.ts'
import type { Span } from '../../src/base/bytes.ts'
import type { Head } from '../../src/domain/row.ts'
import { ORIGINS, TRANSLATION_STATUSES } from '../../src/domain/vocabulary.ts'
import { hashIn, headsIn, type HeadView, textAt } from '../../src/store/rows/head-view.ts'
import {
  decodeHeads,
  decodeRevision,
  encodeHeads,
  encodeRevision,
  withChecksum,
} from '../../src/store/rows/revision-bytes.ts'
import { holds } from '../support/holds.ts'

const ascii = fc.string({ unit: 'binary-ascii', maxLength: 60 })
const text = fc.oneof(
  ascii,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '"', '\\', '\u0000\u001f\u007f', 'ab"c', '«x»\n'),
)
const writer = new JsonBytes()
const written = (write: () => void): string => {
  writer.begin(pieceOf(''))
  write()
  const body = writer.finish()
  return (typeof body === 'string' ? Buffer.from(body, 'latin1') : Buffer.from(body)).toString()
}

describe('what is written byte by byte', () => {
  test('escapes texts as JSON.stringify does, wherever they lie in their buffer', () =>
    holds(2_000, text, fc.nat(9), fc.nat(9), (value, before, after) => {
      const bytes = Buffer.concat([Buffer.alloc(before, '"'), Buffer.from(value), Buffer.alloc(after, '\\')])
      const span = { start: before, end: bytes.length - after }
      const json = written(() => {
        writer.reserve(textRoom(span))
        writer.putEscaped(bytes, span)
      })
      expect(`"${json}"`).toBe(JSON.stringify(value))
    }))

  test('says numbers, hex digits, pieces and times in full', () =>
    holds(
      100,
      fc.integer({ min: 0, max: 0x7fffffff }),
      fc.uint8Array({ maxLength: 40 }),
      ascii,
      fc.integer({ min: 0, max: 253_402_300_799_999 }),
      (number, bytes, plain, timeMs) => {
        const json = written(() => {
          writer.put(pieceOf(plain))
          writer.putNumber(number)
          writer.putHex(bytes, { start: 0, end: bytes.length })
          writer.putByte(0x20)
          writer.putTime(timeMs)
        })
        const hex = Buffer.from(bytes).toString('hex')
        expect(json).toBe(`${plain}${number}${hex} ${new Date(timeMs).toISOString()}`)
      },
    ))

  test('grows beyond its first buffer', () => {
    const long = Buffer.alloc(400_000, 'ä')
    const span = { start: 0, end: long.length }
    const json = written(() => {
      writer.reserve(textRoom(span))
      writer.putEscaped(long, span)
    })
    expect(json).toBe('ä'.repeat(200_000))
  })

  test('leaves an answer as it is when the next one is written', () => {
    const write = (letter: string): ReturnType<JsonBytes['finish']> => {
      writer.begin(pieceOf(''))
      writer.putAscii(letter.repeat(9_000))
      return writer.finish()
    }
    const [first, second] = [write('a'), write('b')]
    expect(Buffer.from(first).toString()).toBe('a'.repeat(9_000))
    expect(Buffer.from(second).toString()).toBe('b'.repeat(9_000))
  })
})

const seq = fc.integer({ min: 1, max: 0xffff_ffff })
const time = fc.integer({ min: 0, max: 253_402_300_799_999 })
const required = {
  seq,
  text,
  status: fc.constantFrom(...TRANSLATION_STATUSES),
  origin: fc.constantFrom(...ORIGINS),
  provider: fc.option(text),
  model: fc.option(text),
  sourceHash: fc.constantFrom('ab'.repeat(32), '01'.repeat(32)),
  isVerified: fc.boolean(),
  authorId: fc.option(seq),
  keyId: fc.option(seq),
  approverId: fc.option(seq),
  approvedAtMs: fc.option(time),
  proposalId: fc.option(seq),
  createdAtMs: time,
  isInvalid: fc.boolean(),
}
const optional = {
  via: text,
  restores: fc.nat(),
  revertedById: fc.option(seq),
  markedById: seq,
  mergedSeq: seq,
  mergedAtMs: time,
  mergedAfter: fc.constantFrom('', '1', '1 2 300'),
}
const head: fc.Arbitrary<Head> = fc.record(
  { ...required, ...optional },
  { requiredKeys: Object.keys(required) as (keyof typeof required)[] },
)

const seenIn = (found: HeadView | null): object | null => {
  if (found === null) return null
  const { approverId, markedById, text: said, provider, model } = found
  const { status, origin, isVerified, isInvalid, createdAtMs, authorId } = found
  const values = {
    approverId,
    markedById,
    status,
    origin,
    isVerified,
    isInvalid,
    createdAtMs,
    authorId,
    sourceHash: hashIn(found),
  }
  const at = (span: Span | null): string | null => (span === null ? null : textAt(found, span))
  return { text: at(said), provider: at(provider), model: at(model), ...values }
}

const seenOf = (given: Head | null): object | null => {
  if (given === null) return null
  const { text: said, provider, model, approverId, markedById = null, sourceHash } = given
  const { status, origin, isVerified, isInvalid, createdAtMs, authorId } = given
  const texts = { text: said, provider, model, approverId, markedById, sourceHash }
  return { ...texts, status, origin, isVerified, isInvalid, createdAtMs, authorId }
}

describe('stored heads and revisions', () => {
  const heads = fc.record(
    { manual: fc.option(head), machine: fc.option(head), withdrawnManual: seq, withdrawnMachine: seq },
    { requiredKeys: ['manual', 'machine'] },
  )

  test('are read as they were written, heads also where they lie', () =>
    holds(1_000, heads, (value) => {
      const bytes = Buffer.from(encodeHeads(value))
      expect(decodeHeads(bytes)).toEqual(value)
      const found = headsIn(bytes)
      expect(seenIn(found.manual)).toEqual(seenOf(value.manual))
      expect(seenIn(found.machine)).toEqual(seenOf(value.machine))
      for (const each of [value.manual, value.machine]) {
        if (each === null) continue
        const { isInvalid: _, ...revision } = each
        expect(decodeRevision(Buffer.from(encodeRevision(revision)))).toEqual(revision)
      }
    }))

  test('that break off, go on, or have another bit, are an error', () =>
    holds(100, head, fc.nat(), (machine, at) => {
      const whole = Buffer.from(encodeHeads({ manual: null, machine }))
      const flipped = Buffer.from(whole)
      flipped[(at >> 3) % whole.length] = (whole[(at >> 3) % whole.length] as number) ^ (1 << (at & 7))
      for (const bytes of [whole.subarray(0, at % whole.length), Buffer.concat([whole, Buffer.alloc(1)]), flipped]) {
        expect(() => decodeHeads(bytes)).toThrow('damaged')
        expect(() => headsIn(bytes)).toThrow('damaged')
      }
    }))

  test('of another shape are an error also where their checksum is right', () =>
    holds(100, head, fc.nat(), (machine, at) => {
      const whole = Buffer.from(encodeHeads({ manual: null, machine })).subarray(4)
      for (const bytes of [whole.subarray(0, at % whole.length), Buffer.concat([whole, Buffer.alloc(1)])])
        expect(() => decodeHeads(Buffer.from(withChecksum(bytes)))).toThrow('damaged')
    }))
})
