// From bytes to a JSON object (docs/api-v1.md#bodies).
import { describe, expect, test } from 'vitest'
import { Turn } from '../../../src/base/turn.ts'
import { isJsonContentType, parseJsonObject } from '../../../src/http/json-body.ts'
import { lookAtJson } from '../../../src/http/json-parts.ts'

const limits = { depthMax: 3, partsMax: 20 }
const parse = (text: string): Promise<unknown> => parseJsonObject(Buffer.from(text), limits, new Turn(null))

describe('a body', () => {
  test.each([
    ['{}', {}],
    [' {"a":[{}]}\n', { a: [{}] }],
    ['{"a":"[[[[{{{{"}', { a: '[[[[{{{{' }],
    ['{"a":"\\"[[[["}', { a: '"[[[[' }],
    ['{"a":"\\\\","b":[[]]}', { a: '\\', b: [[]] }],
    ['{"a":"\\ud83d\\ude00"}', { a: '😀' }],
    ['{"a":"\\\\ud83d"}', { a: '\\ud83d' }],
  ])('%s is read', async (text, value) => {
    expect(await parse(text)).toEqual({ ok: true, value })
  })

  test.each([
    ['[]', 'JSON object'],
    ['null', 'JSON object'],
    ['', 'empty'],
    ['{"a":1', 'damaged'],
    ['{"a":"', 'damaged'],
    ['{"a":"\\', 'damaged'],
    ['{"a":01}', 'damaged'],
    ['{"a":1,}', 'damaged'],
    ["{'a':1}", 'damaged'],
    ['{"a":[[[]]]}', 'deeper'],
    [String.raw`{"a":"\\","b":[[[]]]}`, 'deeper'],
    [String.raw`{"a":"\\\"[","b":[[[]]]}`, 'deeper'],
    ['{"a":"\\ud83d"}', 'surrogate'],
    ['{"\\ude00":1}', 'surrogate'],
    ['{"a":[{"b":"\\ude00\\ud83d"}]}', 'surrogate'],
  ])('%s is refused: %s', async (text, why) => {
    expect(await parse(text)).toMatchObject({ ok: false, refusal: { message: expect.stringContaining(why) } })
  })

  test.each([
    [
      'an object',
      '{' + Array.from({ length: 30 }, (_, n) => `"m${n}":[1,{"x":2}]`).join(',') + '}',
      { m0: [1, { x: 2 }] },
    ],
    ['a list in it', `{"a":[${'1,'.repeat(50)}1]}`, { a: Array.from({ length: 18 }, () => 1) }],
    ['strings without an end to them', `{"a":${'""'.repeat(50)}}`, undefined],
    ['damaged before', `{"a":x,${'1,'.repeat(50)}}`, undefined],
  ])('of too many parts is refused with its beginning: %s', async (_name, text, beginning) => {
    const refused = (await parse(text)) as { refusal: { message: string; beginning?: object } }
    expect(refused.refusal.message).toContain('more than 20 strings, commas and brackets')
    if (beginning === undefined) expect(refused.refusal.beginning).toBeUndefined()
    else expect(refused.refusal.beginning).toMatchObject(beginning)
  })

  const filler = 'x'.repeat(300_000)
  test.each([
    `{"f":"${filler}","items":[ {"a":[1,{"b":"],["}]} ,"],",-1.5e3, null ,[[]]],"n":[],"s":[ ]}`,
    `{"items":[1,2],"f":"${filler}","items":["the last of one name counts"],"__proto__":[{"x":1}]}`,
    `{"f":"${filler}","o":{"list":[1,2]},"a":[${'"\\u0441\\"",'.repeat(3)}true]}`,
    `{"f":"${filler}","a":[1,]}`,
    `{"f":"${filler}","a":[,]}`,
    `{"f":"${filler}","a":[1 2]}`,
    `{"f":"${filler}","a":[1}}`,
    `{"f":"${filler}","a":[{]}]}`,
    `{"f":"${filler}","a":[\u00a0]}`,
    `{"f":"${filler}"[1]}`,
    `[[1],"${filler}"]`,
  ])('a long one is read in pieces as it is in one: %#', async (text) => {
    let expected: unknown
    try {
      expected = JSON.parse(text)
    } catch {
      expected = undefined
    }
    const read = await parseJsonObject(Buffer.from(text), { depthMax: 9, partsMax: 1_000 }, new Turn(null))
    if (typeof expected === 'object' && !Array.isArray(expected)) expect(read).toEqual({ ok: true, value: expected })
    else expect(read).toMatchObject({ ok: false })
  })

  test('may hold any number of escaped quotes', async () => {
    const a = String.raw`\"`.repeat(1_000)
    expect(await parse(JSON.stringify({ a, b: 'x' }))).toEqual({ ok: true, value: { a, b: 'x' } })
  })

  test.each([
    '{}',
    '{"a":[],"b":{},"c":[{}]}',
    '{"a":"x,[{","b":[1,2.5,null,true],"c":{"d":[["e"],["f","g"]]}}',
    '{"items":[{"id":"1","text":"a"},{"id":"2","text":"b"}],"n":-1}',
  ])('has as many parts as strings, commas and opening brackets: %s', (text) => {
    const parts = text.match(/"(?:[^"\\]|\\.)*"|[,[{]/g)?.length ?? 0
    const excessOf = (partsMax: number): unknown => lookAtJson(text, { depthMax: 9, partsMax }).excess
    expect(excessOf(parts)).toBe(null)
    expect(excessOf(Math.ceil(parts / 2) - 1)).not.toBe(null)
  })

  test('that is no UTF-8 is refused', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])
    expect(await parseJsonObject(bytes, limits, new Turn(null))).toMatchObject({
      ok: false,
      refusal: { message: expect.stringContaining('UTF-8') },
    })
  })
})

test.each([
  ['application/json', true],
  ['APPLICATION/JSON', true],
  ['application/json; charset=utf-8', true],
  ['application/json ;charset="UTF-8" ', true],
  ['application/json;', true],
  ['application/json; charset=utf-16', false],
  ['application/json; charset=utf8', false],
  ['application/json; charset=utf-8; q=1', false],
  ['application/jsonp', false],
  ['text/json', false],
  ['', false],
  [null, false],
])('content type %s is JSON in UTF-8: %s', (header, isJson) => {
  expect(isJsonContentType(header)).toBe(isJson)
})
