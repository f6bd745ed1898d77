// Forms with files are read as they come in, however the bytes are cut into chunks.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundaryOf, DamagedForm, partsOf } from '../../../src/http/form-body.ts'
import { holdsInTime } from '../../support/holds.ts'

const body =
  '--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\ntoken\r\n' +
  '--b\r\nContent-Disposition: form-data; name="main"; filename="a %22b%22.bin"\r\nContent-Type: x/y\r\n\r\n' +
  'line\r\n--b--\r\n'

async function read(chunks: Iterable<Uint8Array>, isSkipping = false) {
  const parts: { name: string; fileName: string | null; content: string }[] = []
  for await (const { name, fileName, body: content } of partsOf(chunks, 'b', 4)) {
    const read: Buffer[] = []
    if (!isSkipping) for await (const chunk of content) read.push(chunk)
    parts.push({ name, fileName, content: Buffer.concat(read).toString() })
  }
  return parts
}

const expected = [
  { name: 'csrf', fileName: null, content: 'token' },
  { name: 'main', fileName: 'a "b".bin', content: 'line' },
]

describe('a form', () => {
  it('gives its parts in order', async () => expect(await read([Buffer.from(body)])).toEqual(expected))

  it('is the same in chunks of any size', async () => {
    const bytes = Buffer.from(body)
    await holdsInTime(100, fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i] ?? 0, end))
      expect(await read(chunks)).toEqual(expected)
    })
  })

  it('goes on behind a part that nobody read', async () => {
    const parts = await read([Buffer.from(body)], true)
    expect(parts.map(({ name }) => name)).toEqual(['csrf', 'main'])
  })

  it.each([
    '',
    '--b',
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nnever ends',
    '--b\r\nX: y\r\n\r\n\r\n--b--',
  ])('that is damaged is refused: %j', async (damaged) => {
    await expect(read([Buffer.from(damaged)])).rejects.toThrow(DamagedForm)
  })

  it('with an endless head is refused', async () => {
    await expect(read([Buffer.from(`--b\r\n${'x'.repeat(20_000)}`)])).rejects.toThrow(/head/)
  })
})

it.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; boundary="a b c"', 'a b c'],
  ['multipart/form-data', null],
  ['application/x-www-form-urlencoded; boundary=abc', null],
])('finds the boundary of %s', (type, boundary) => expect(boundaryOf(type)).toBe(boundary))
