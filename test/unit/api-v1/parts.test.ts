// The small pure parts of API v1.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/api-v1/bytes/canonical-json.ts'
import { ERROR_CODES, ERRORS } from '../../../src/api-v1/errors.ts'
import { openApiDocument } from '../../../src/openapi/document.ts'
import { documentRoutes } from '../../../src/openapi/served.ts'
import { ROUTES } from '../../../src/api-v1/routes.ts'
import { V2_ROUTES } from '../../../src/api-v2/routes.ts'
import { parseTime } from '../../../src/base/time.ts'

describe('updated_since', () => {
  test.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T09:30', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:15', '2026-01-31T09:30:15.000Z'],
    ['2026-01-31T09:30:15.5', '2026-01-31T09:30:15.500Z'],
    ['2026-01-31T09:30:15.001Z', '2026-01-31T09:30:15.001Z'],
    ['2026-01-31T09:30:15.0011Z', '2026-01-31T09:30:15.002Z'],
    ['2026-01-31T09:30:15.999999Z', '2026-01-31T09:30:16.000Z'],
    ['2026-01-31T09:30Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30+02:00', '2026-01-31T07:30:00.000Z'],
    ['2026-01-31T09:30 02:00', '2026-01-31T07:30:00.000Z'],
    ['2026-01-31T09:30:15.25-05:30', '2026-01-31T15:00:15.250Z'],
    ['2026-01-01T00:00+0100', '2025-12-31T23:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, time) => expect(new Date(parseTime(text) ?? Number.NaN).toISOString()).toBe(time))

  test.each([
    '',
    ' 2026-01-31',
    '2026-01-31 ',
    '2026-1-31',
    '26-01-31',
    '2026-02-29',
    '2026-00-10',
    '2026-01-32',
    '20260131',
    '2026-01',
    '2026-01-31T',
    '2026-01-31T09',
    '2026-01-31T24:00',
    '2026-01-31T09:60',
    '2026-01-31T09:30:60',
    '2026-01-31T09:30:15.',
    '2026-01-31t09:30z',
    '2026-01-31T09:30+24:00',
    '2026-01-31T09:30+02:60',
    '2026-01-31Z',
    '2026-01-31T09:30ZZ',
    '+2026-01-31',
    '٢٠٢٦-01-31',
    'now',
  ])('%j is no time', (text) => expect(parseTime(text)).toBeNull())
})

describe('canonical JSON', () => {
  test.each([
    ['{"b":1,"a":[1,{"d":null,"c":"x"}]}', '{"a":[1,{"c":"x","d":null}],"b":1}'],
    ['{"a":1.0,"b":1e2}', '{"a":1,"b":100}'],
    ['{"a":"\\u0041"}', '{"a":"A"}'],
    ['{"__proto__":1,"a":2}', '{"__proto__":1,"a":2}'],
    ['{"b":{"__proto__":{"z":1,"y":[]}},"a":{}}', '{"a":{},"b":{"__proto__":{"y":[],"z":1}}}'],
    ['{"toString":1,"b":{"constructor":null},"a":{}}', '{"a":{},"b":{"constructor":null},"toString":1}'],
    ['{"b":1,"10":2,"9":3}', '{"10":2,"9":3,"b":1}'],
    ['[[{"b":"\\ud83c\\udf27","a":-0}],"",true]', '[[{"a":0,"b":"🌧"}],"",true]'],
    ['[]', '[]'],
  ])('of %s', (json, canonical) => expect(canonicalJson(JSON.parse(json))).toBe(canonical))
})

describe('the OpenAPI document', () => {
  const document = openApiDocument('1.2.3')

  test('describes every route, and refers to nothing that it lacks', () => {
    const text = JSON.stringify(document)
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } })
    const routes = [
      ...ROUTES.map((route) => ({ ...route, base: '/api/v1' })),
      ...V2_ROUTES.map((route) => ({ ...route, base: '/api/v2' })),
    ]
    for (const { method, path, base } of routes.filter(({ method }) => method !== 'DELETE')) {
      expect(document).toHaveProperty(['paths', base + path, method.toLowerCase(), 'responses', '200'])
    }
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      expect(document).toHaveProperty(['components', kind, name])
  })

  test('is small enough to be read whole: 1,910 bytes an address', () => {
    const size = Buffer.byteLength(JSON.stringify(document))
    expect(size / (ROUTES.length + V2_ROUTES.length)).toBeLessThanOrEqual(1_910)
  })

  test('has a beginning of 500 tokens, whose addresses it describes', async () => {
    const text = await (await documentRoutes('1.2.3').request('/llms.txt')).text()
    expect(countTokens(text)).toBeLessThanOrEqual(500)
    const addresses = [...text.matchAll(/(GET|POST) (\/api\/[\w/]+)/g)]
    expect(addresses.length).toBeGreaterThan(4)
    for (const [, method = '', path = ''] of addresses)
      expect(document).toHaveProperty(['paths', path, method.toLowerCase()])
  })

  test('names every code that an answer as a whole can carry', () => {
    const text = JSON.stringify(document['components'])
    const ofItems = ERROR_CODES.filter((code) => ERRORS[code].status === 422 && code !== 'save_failed')
    const ofAnswers = ERROR_CODES.filter(
      (code) => !ofItems.includes(code) && !['stale_source', 'active_proposal_exists'].includes(code),
    )
    for (const code of ofAnswers) expect(text).toContain(`"${code}"`)
  })
})
