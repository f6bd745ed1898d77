// Records that are stored as lists come back as they were put, and a decoder that knows nothing of them reads them. One of which a bit is
// turned, or that lies under another key, is refused.
import * as fc from 'fast-check'
import { unpack } from 'msgpackr/pack'
import { expect, it } from 'vitest'
import { asJson, asList } from '../../src/store/file/record.ts'
import { COMMENTS } from '../../src/store/records/comments.ts'
import { formAt } from '../../src/store/records/kind.ts'
import { holds } from '../support/holds.ts'

interface Thing {
  readonly id: number
  readonly name: string
  readonly inside: { readonly [name: string]: string | number | boolean | null }
  readonly list: readonly number[]
  readonly mayBeNull: string | null
  readonly mayBeAbsent?: string
  readonly mayBeToo?: { readonly atMs: number }
}

const names = ['id', 'name', 'inside', 'list', 'mayBeNull', 'mayBeAbsent', 'mayBeToo'] as const
const form = asList<Thing>(names)
const text = fc.string({ unit: 'grapheme', maxLength: 200 })
const whole = fc.maxSafeNat()
const members = fc.oneof(text, whole, fc.boolean(), fc.constant(null))
const thing = fc.record(
  {
    id: whole,
    name: text,
    inside: fc.dictionary(
      text.filter((name) => name !== '__proto__'),
      members,
      { noNullPrototype: true },
    ),
    list: fc.array(whole),
    mayBeNull: fc.option(text),
    mayBeAbsent: text,
    mayBeToo: fc.record({ atMs: whole }, { noNullPrototype: true }),
  },
  { requiredKeys: ['id', 'name', 'inside', 'list', 'mayBeNull'], noNullPrototype: true },
) as fc.Arbitrary<Thing>

it('what is put comes back, absent members absent, also out of a longer buffer', () =>
  holds(100, thing, (put) => {
    const bytes = form.encode(put)
    const longer = Buffer.concat([bytes, Buffer.alloc(9, 0xc1)])
    const read = form.decode(longer, bytes.length)
    expect(read).toStrictEqual(put)
    expect(form.encode(read).equals(bytes)).toBe(true)
    expect(unpack(bytes)).toStrictEqual(names.map((name) => put[name]).slice(0, (unpack(bytes) as unknown[]).length))
  }))

it('a member that came later is absent in records from before', () => {
  type Before = Pick<Thing, 'id' | 'name'>
  const bytes = asList<Before>(['id', 'name']).encode({ id: 1, name: 'n' })
  expect(form.decode(bytes, bytes.length)).toStrictEqual({ id: 1, name: 'n' })
})

it('what is no list of so many members is refused: JSON of an earlier schema, bytes cut short, another kind', () =>
  holds(100, thing, (put) => {
    const json = asJson.encode(put)
    expect(() => form.decode(json, json.length)).toThrow()
    const bytes = form.encode(put)
    for (let length = 0; length < bytes.length; length++) expect(() => form.decode(bytes, length)).toThrow()
    const fewer = asList<Pick<Thing, 'id'>>(['id'])
    expect(() => fewer.decode(bytes, bytes.length)).toThrow()
  }))

it('a record with any bit turned, in its value or its key, is refused as damaged', () =>
  holds(100, text.filter(Boolean), (said) => {
    const comment = { id: 7, ordinal: 3, authorId: 1, text: said, createdAtMs: 5, mentions: [2] }
    const key = Buffer.from([COMMENTS.table.number, 0, 0, 0, 7])
    const stored = formAt(COMMENTS, key).encode(comment)
    expect(formAt(COMMENTS, key).decode(stored, stored.length)).toStrictEqual(comment)
    for (const bytes of [stored, key])
      for (let bit = 0; bit < 8 * bytes.length; bit++) {
        const turn = (): number => bytes.writeUInt8((bytes[bit >> 3] as number) ^ (1 << (bit & 7)), bit >> 3)
        turn()
        expect(() => formAt(COMMENTS, key).decode(stored, stored.length)).toThrow(
          'a stored record is damaged (comment)',
        )
        turn()
      }
  }))
