// Properties of JSON written byte by byte: it is what JSON.stringify gives, and stored heads are found where they lie.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  begin,
  finish,
  pieceOf,
  put,
  putByte,
  putEscaped,
  putHex,
  putNumber,
  putSpan,
  putTime,
  reserve,
  textRoom,
} from '../../src/api-v1/json-bytes.ts'
import type { HeadBytes, Span } from '../../src/domain/row.ts'
import { ORIGINS, TRANSLATION_STATUSES } from '../../src/domain/vocabulary.ts'
import { headsIn } from '../../src/store/head-bytes.ts'

const ascii = fc.string({ unit: 'binary-ascii', maxLength: 60 })
const text = fc.oneof(
  ascii,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '"', '\\', '\u0000\u001f\u007f', 'ab"c', '«x»\n'),
)
const written = (write: () => void): string => {
  begin(pieceOf(''))
  write()
  const { body, isAscii } = finish()
  const json = Buffer.from(body).toString()
  expect(isAscii).toBe(/^[\0-\x7f]*$/.test(json))
  return json
}

describe('what is written byte by byte', () => {
  test('escapes texts as JSON.stringify does, wherever they lie in their buffer', () => {
    fc.assert(
      fc.property(text, fc.nat(9), fc.nat(9), (value, before, after) => {
        const bytes = Buffer.concat([Buffer.alloc(before, '"'), Buffer.from(value), Buffer.alloc(after, '\\')])
        const end = bytes.length - after
        const json = written(() => {
          reserve(textRoom(before, end))
          putEscaped(bytes, before, end)
        })
        expect(`"${json}"`).toBe(JSON.stringify(value))
      }),
      { numRuns: 2_000 },
    )
  })

  test('says numbers, hex digits, pieces and times in full', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0x7fffffff }),
        fc.uint8Array({ maxLength: 40 }),
        ascii,
        fc.integer({ min: 0, max: 253_402_300_799_999 }),
        (number, bytes, plain, timeMs) => {
          const json = written(() => {
            put(pieceOf(plain))
            putNumber(number)
            putHex(bytes, 0, bytes.length)
            putByte(0x20)
            putTime(timeMs)
          })
          const hex = Buffer.from(bytes).toString('hex')
          expect(json).toBe(`${plain}${number}${hex} ${new Date(timeMs).toISOString()}`)
        },
      ),
    )
  })

  test('grows beyond its first buffer', () => {
    const long = Buffer.alloc(400_000, 'ä')
    const json = written(() => {
      reserve(textRoom(0, long.length))
      putEscaped(long, 0, long.length)
    })
    expect(json).toBe('ä'.repeat(200_000))
  })
})

const head = fc.record({
  seq: fc.nat(),
  text,
  status: fc.constantFrom(...TRANSLATION_STATUSES),
  origin: fc.constantFrom(...ORIGINS),
  provider: fc.option(text),
  model: fc.option(text),
  sourceHash: fc.constantFrom('ab'.repeat(32), '01'.repeat(32)),
  isVerified: fc.boolean(),
  authorId: fc.option(fc.nat()),
  keyId: fc.option(fc.nat()),
  approverId: fc.option(fc.nat()),
  approvedAtMs: fc.option(fc.nat()),
  proposalId: fc.option(fc.nat()),
  createdAtMs: fc.integer({ min: 0, max: 253_402_300_799_999 }),
  isInvalid: fc.boolean(),
})

const seenIn = (found: HeadBytes | null): object | null => {
  if (found === null) return null
  const valueOf = ({ start, end }: Span): unknown => JSON.parse(Buffer.from(found.bytes).toString('utf8', start, end))
  const { isVerified, isInvalid, createdAtMs } = found
  const { text: said, status, origin, provider, model, sourceHash } = found
  const [a, b, c, d, e, f] = [said, status, origin, provider, model, sourceHash].map(valueOf)
  const strings = { text: a, status: b, origin: c, provider: d, model: e, sourceHash: f }
  return { ...strings, isVerified, isInvalid, createdAtMs }
}

const seenOf = (given: Record<string, unknown> | null): object | null => {
  if (given === null) return null
  const { seq: _1, authorId: _2, keyId: _3, approverId: _4, approvedAtMs: _5, proposalId: _6, ...rest } = given
  return rest
}

describe('stored heads', () => {
  test('are found where they lie, members in any order', () => {
    fc.assert(
      fc.property(fc.option(head), fc.option(head), fc.boolean(), (manual, machine, isTurned) => {
        const turned = machine && Object.fromEntries(Object.entries(machine).toReversed())
        const stored = isTurned ? { machine: turned, manual } : { manual, machine }
        const found = headsIn(Buffer.from(JSON.stringify(stored)))
        expect(seenIn(found.manual)).toEqual(seenOf(manual))
        expect(seenIn(found.machine)).toEqual(seenOf(machine))
      }),
    )
  })

  test('that break off are an error, not an endless search', () => {
    fc.assert(
      fc.property(head, fc.nat(), (machine, at) => {
        const whole = Buffer.from(JSON.stringify({ manual: null, machine }))
        const part = whole.subarray(0, at % whole.length)
        expect(() => headsIn(part)).toThrow('damaged')
      }),
    )
  })

  test('are copied as they are', () => {
    fc.assert(
      fc.property(text, (value) => {
        const bytes = Buffer.from(JSON.stringify(value))
        const json = written(() => {
          reserve(bytes.length)
          putSpan(bytes, { start: 0, end: bytes.length })
        })
        expect(json).toBe(JSON.stringify(value))
      }),
    )
  })
})
