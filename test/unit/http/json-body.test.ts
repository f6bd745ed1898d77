// From bytes to a JSON object (decisions §6, Bodies).
import { describe, expect, test } from 'vitest'
import { isJsonContentType, parseJsonObject } from '../../../src/http/json-body.ts'

const parse = (text: string, depth = 3): unknown => parseJsonObject(Buffer.from(text), depth)

describe('a body', () => {
  test.each([
    ['{}', {}],
    [' {"a":[{}]}\n', { a: [{}] }],
    ['{"a":"[[[[{{{{"}', { a: '[[[[{{{{' }],
    ['{"a":"\\"[[[["}', { a: '"[[[[' }],
    ['{"a":"\\\\","b":[[]]}', { a: '\\', b: [[]] }],
    ['{"a":"\\ud83d\\ude00"}', { a: '😀' }],
    ['{"a":"\\\\ud83d"}', { a: '\\ud83d' }],
  ])('%s is read', (text, value) => {
    expect(parse(text)).toEqual({ ok: true, value })
  })

  test.each([
    ['[]', 'JSON object'],
    ['null', 'JSON object'],
    ['', 'damaged'],
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
  ])('%s is refused: %s', (text, why) => {
    expect(parse(text)).toMatchObject({ ok: false, refusal: expect.stringContaining(why) })
  })

  test('that is no UTF-8 is refused', () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])
    expect(parseJsonObject(bytes, 3)).toMatchObject({ ok: false, refusal: expect.stringContaining('UTF-8') })
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
