// A form of the site from its bytes: url-encoded as the URL standard has it, with a file only behind its token, and nothing
// beyond its bounds.
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formFieldsMax, readForm } from '../../../src/http/form-body.ts'
import { multipart } from '../../support/site-client.ts'
import { holdsInTime } from '../../support/holds.ts'

const isToken = (token: string | null): boolean => token === 'good'
const bytesMax = 64 * 1024

function read(type: string, body: string | Uint8Array | ReadableStream, fileField: string | null = null) {
  const headers = { 'content-type': type }
  const init = { method: 'POST', headers, body: body as BodyInit, duplex: 'half' } as RequestInit
  return readForm(new Request('http://x/', init), undefined, { bytesMax, sender: null, fileField, isToken })
}

const encoded = async (body: string | Uint8Array): Promise<unknown> => {
  const form = await read('application/x-www-form-urlencoded', body)
  return form.ok ? [...form.value.fields] : form.refusal
}

describe('a form without a file', () => {
  it('is read as the URL standard reads it', async () => {
    const piece = fc.constantFrom(
      'a',
      '=',
      '&',
      '+',
      '%',
      '%41',
      '%zz',
      '%e2%82%ac',
      '%ff',
      '%EF%BB%BF',
      'é',
      '\uFEFF',
      '\0',
    )
    await holdsInTime(100, fc.string({ unit: piece, maxLength: 40 }), async (body) => {
      expect(await encoded(body)).toEqual([...new URLSearchParams(body)])
    })
  })

  it('keeps what is sent twice, and a name like those of all objects', async () => {
    expect(await encoded('__proto__=1&a=2&a=3')).toEqual([
      ['__proto__', '1'],
      ['a', '2'],
      ['a', '3'],
    ])
  })

  it('has a bounded number of fields, whatever separates nothing', async () => {
    expect(await encoded('a&'.repeat(formFieldsMax - 1))).toHaveLength(formFieldsMax - 1)
    for (const member of ['a&', 'a=1&', '&', '+&']) expect(await encoded(member.repeat(formFieldsMax))).toBe('no_form')
  })

  it.each(['multipart/form-data; boundary=windrow-test-boundary', 'application/json', 'text/plain', ''])(
    'is none as %s',
    async (type) => expect(await read(type, 'csrf=good')).toEqual({ ok: false, refusal: 'no_form' }),
  )
})

describe('a form with a file', () => {
  const type = 'multipart/form-data; boundary=windrow-test-boundary'
  const csrf = { name: 'csrf', content: 'good' }
  const note = { name: 'note', content: 'cut off' }
  const file = (size: number) => ({ name: 'picture', fileName: 'a.png', content: Buffer.alloc(size, 'x') })

  it('gives its fields and its file', async () => {
    const form = await read(type, multipart([csrf, note, file(9_000)]), 'picture')
    expect(form).toMatchObject({ ok: true, value: { file: Buffer.alloc(9_000, 'x') } })
    expect(form.ok && [...form.value.fields]).toEqual([
      ['csrf', 'good'],
      ['note', 'cut off'],
    ])
  })

  test.each([
    ['a token that is wrong', [{ name: 'csrf', content: 'bad' }, note, file(60_000)]],
    ['none', [note, file(60_000)]],
    ['one behind the file', [note, file(60_000), csrf]],
  ])('is not read further with %s, and what was typed is kept', async (_what, parts) => {
    const body = multipart(parts)
    let taken = 0
    const pull = (to: ReadableStreamDefaultController): void => {
      to.enqueue(body.subarray(taken, taken + 1_000))
      taken += 1_000
      if (taken >= body.length) to.close()
    }
    const form = await read(type, new ReadableStream({ pull }), 'picture')
    expect(taken).toBeLessThan(20_000)
    expect(form.ok && [form.value.file, form.value.fields.get('note')]).toEqual([null, 'cut off'])
    expect(form.ok && isToken(form.value.fields.get('csrf'))).toBe(false)
  })

  it.each([
    ['many parts', multipart([csrf, ...Array.from({ length: 500 }, () => note)])],
    ['an endless head', multipart([csrf, { ...file(0), fileName: 'x'.repeat(20_000) }])],
    ['no end', multipart([csrf, file(9)]).subarray(0, -5)],
  ])('is none with %s', async (_what, body) => {
    expect(await read(type, body, 'picture')).toEqual({ ok: false, refusal: 'no_form' })
  })
})
