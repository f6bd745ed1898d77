import { expect, test } from 'vitest'
import { present, unreachable } from '../../../src/base/assert.ts'
import { isHex, sha256, sha256Hex, writeHex } from '../../../src/base/bytes.ts'
import { counted } from '../../../src/base/numeral.ts'
import { ok, refuse } from '../../../src/base/result.ts'

test('SHA-256 is over the UTF-8 bytes of a text, in lower-case hex', () => {
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(sha256Hex('ї')).toBe(sha256Hex(new Uint8Array([0xd1, 0x97])))
  expect(sha256('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('hex text has so many digits of either case, and nothing else', () => {
  for (const good of ['0123456789abcdef', 'ABCDEF9876543210']) expect(isHex(good, 16)).toBe(true)
  const near = ['/', ':', '@', 'G', '`', 'g', ' ', '\0', 'ǰ', '１'].map((each) => `${each}123456789abcdef`)
  for (const bad of ['', '0123456789abcde', '0123456789abcdef0', '0123456789abcdef\n', ...near])
    expect(isHex(bad, 16)).toBe(false)
})

test('hex text is written as the bytes it stands for, and other text is not', () => {
  for (let byte = 0; byte <= 0xff; byte++) {
    const hex = byte.toString(16).padStart(2, '0')
    const room = Buffer.of(7, 7, 7)
    expect(writeHex(byte % 2 === 0 ? hex : hex.toUpperCase(), room, 1, 1)).toBe(true)
    expect([...room]).toEqual([7, byte, 7])
  }
  for (const bad of ['', '1', '123', 'g1', '1g', ' 1', '1ǰ', '１1', '1\0'])
    expect(writeHex(bad, Buffer.alloc(1), 0, 1)).toBe(false)
})

test('a result is either a value or a refusal', () => {
  expect(ok(3)).toEqual({ ok: true, value: 3 })
  expect(refuse({ code: 'stale_source' })).toEqual({ ok: false, refusal: { code: 'stale_source' } })
})

test('a broken assumption throws and says what had to hold', () => {
  expect(() => present(undefined, 'the head')).toThrow('the head')
  expect(present(0, 'a count')).toBe(0)
  expect(() => unreachable('x' as never)).toThrow('"x"')
})

test('one thing is said as one, and many with commas between their thousands', () => {
  expect([0, 1, 2, 3_900].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows', '3,900 rows'])
  expect([1, 2].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})
