// The digest by which windrow knows its own exports again: compared with the definition, written out the slow way.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentDigest } from '../../../src/app/content-digest.ts'

type Entry = readonly [id: string, text: string | null]

function slowDigest(entries: readonly Entry[]): string {
  const parts = entries.map(([id, text]) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(text === null ? 0xffffffff : Buffer.byteLength(text))
    return Buffer.concat([Buffer.from(id, 'hex'), length, Buffer.from(text ?? '')])
  })
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex')
}

function fastDigest(entries: readonly Entry[]): string {
  const digest = contentDigest()
  for (const [id, text] of entries) digest.add(id, text)
  return digest.hex()
}

const id = (n: number): string => n.toString(16).padStart(16, '0')

describe('the digest of a game file', () => {
  it('is the one of the definition, texts of every length and deletion markers included', () => {
    const texts = [
      '',
      'a',
      'ü…漢🎉',
      null,
      'x'.repeat(21_841),
      'y'.repeat(21_842),
      'ß'.repeat(32_768),
      'z'.repeat(65_536),
    ]
    const many = Array.from(
      { length: 9_000 },
      (_, n): Entry => [id(n), n % 7 === 0 ? null : `text ${n} – ${'é'.repeat(n % 50)}`],
    )
    for (const entries of [[], texts.map((text, n): Entry => [id(n), text]), many])
      expect(fastDigest(entries)).toBe(slowDigest(entries))
  })

  it('tells texts, ids, order and deletion markers apart', () => {
    const seen = new Set(
      [
        [
          [id(1), 'a'],
          [id(2), 'b'],
        ],
        [
          [id(2), 'b'],
          [id(1), 'a'],
        ],
        [
          [id(1), 'b'],
          [id(2), 'a'],
        ],
        [
          [id(1), 'a'],
          [id(2), null],
        ],
        [
          [id(1), 'a'],
          [id(2), ''],
        ],
        [[id(1), 'a']],
      ].map((entries) => fastDigest(entries as unknown as Entry[])),
    )
    expect(seen.size).toBe(6)
  })

  it('refuses what is no id', () => expect(() => contentDigest().add('12', 'text')).toThrow('no row id'))
})
