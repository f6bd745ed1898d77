import { expect, it } from 'vitest'
import { checksumOf } from '../../../src/base/checksum.ts'

const sum = (bytes: Uint8Array, start = 0): string => (checksumOf(bytes, start) >>> 0).toString(16).padStart(8, '0')

it.each([
  ['', '02cc5d05'],
  ['a', '550d7456'],
  ['abc', '32d153ff'],
  ['Nobody inspects the spammish repetition', 'e2293b2f'],
  ['I want an unsigned 32-bit seed!', 'f7a35af8'],
])('is xxHash32: of "%s" %s', (text, expected) => expect(sum(Buffer.from(text))).toBe(expected))

it('is the same wherever the bytes lie, and begins where it is told to', () => {
  const text = Buffer.from('Nobody inspects the spammish repetition')
  for (let before = 0; before < 9; before++) {
    const room = Buffer.concat([Buffer.alloc(before, 7), text, Buffer.alloc(5, 9)])
    expect(sum(room.subarray(before, before + text.length))).toBe('e2293b2f')
    expect(sum(room.subarray(0, before + text.length), before)).toBe('e2293b2f')
  }
})
