// The gate never scans what it refuses for its size, says little however much is wrong, and lets others in meanwhile.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { send } from '../support/v1-client.ts'
import { ROWS } from '../support/v1-world.ts'
import { distinctTokens, fiftyOf, filled, hostileWorld, itemOf, legacy } from './hostile-world.ts'
import { signedIn } from './visitor.ts'

const world = await hostileWorld()
afterAll(() => world.close())

const validate = (body: unknown) =>
  world.ask({ method: 'POST', path: '/translations/validate', key: world.keys.translator, body })
let batches = 0
const write = (body: unknown) =>
  world.ask({
    method: 'POST',
    path: '/translations',
    key: world.keys.translator,
    body,
    headers: { 'Idempotency-Key': `gate ${++batches}` },
  })

const TOO_LARGE: readonly (readonly [string, string])[] = [
  ['32,769 letters', filled('x', 32_769)],
  ['65,537 bytes in fewer code points', filled('字', 21_846)],
  ['tokens without an end', filled('{0}', 262_144)],
  ['open braces', filled('{', 262_144)],
  ['functions that never close', filled('$A(', 262_144)],
  ['nothing but white space', filled(' ', 40_000)],
  ['nothing but line ends', filled('\r\n', 80_000)],
  ['bidi overrides', filled('\u202e', 40_000)],
]
const onlyTooLong = [expect.objectContaining({ rule_code: 'LENGTH_02', code: 'length_too_long' })]

describe.each(TOO_LARGE)('%s', (_says, text) => {
  test('fail validate with LENGTH_02 alone', async () => {
    const { json } = await validate({ items: [itemOf(text)] })
    expect(json.data.items[0]).toMatchObject({ ok: false, errors: onlyTooLong, warnings: [] })
  })

  test('are rejected by a batch with LENGTH_02 alone', async () => {
    const { json } = await write({ items: [itemOf(text)] })
    expect(json.data.items[0]).toMatchObject({ status: 'rejected', errors: onlyTooLong, warnings: [] })
  })

  test.each([{}, { ignore_validation_errors: true, ignore_glossary_warnings: true }])(
    'are refused as a legacy proposal with %j',
    async (flags) => {
      const refused = await legacy(world, { row_id: ROWS.tokens, user_translate_text: text, ...flags })
      expect(refused.status).toBe(422)
      expect(refused.json).toMatchObject({ errors: [{ rule_code: 'LENGTH_02' }], warnings: [] })
    },
  )
})

test('a row that takes no text says so, however long the text is', async () => {
  const { json } = await validate({ items: [{ row_id: ROWS.service, text: filled('x', 40_000) }] })
  expect(json.data.items[0].errors).toMatchObject([{ rule_code: 'SERVICE_01' }])
})

test('the live check of the site says LENGTH_02 alone', async () => {
  const visitor = await signedIn(world, 'Ada')
  const answer = await visitor.post('/admin/bench/check', { row: ROWS.tokens, text: filled('{0}', 262_144) })
  expect(answer.text).toContain('LENGTH_02')
  expect(answer.text.match(/_0\d/g)).toHaveLength(1)
})

test('a localized file leaves such texts out and counts them', async () => {
  const file = join(world.data, '..', 'long.jsonl')
  const lines = [
    { id: ROWS.spare1, text: filled('x', 40_000) },
    { id: ROWS.spare2, text: 'Kurz' },
  ]
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  const { localized } = JSON.parse(await world.windrow('import', '--localized', file, '--json'))
  expect(localized).toMatchObject({ written: 1, too_long: 1 })
})

describe('what is said of a text with thousands of unknown tokens', () => {
  const text = distinctTokens((n) => `{${n}}`)
  const count = text.match(/\{/g)?.length ?? 0

  test('names 200 in each map and counts the rest', async () => {
    const { json } = await validate({ items: [itemOf(text)] })
    const { details, message } = json.data.items[0].errors[0]
    for (const map of ['unexpected', 'expected', 'found']) expect(Object.keys(details[map])).toHaveLength(201)
    expect(details.unexpected).toMatchObject({ '{7}': 1, more: count - 1 - 200 })
    expect(message.match(/\{\d+\}/g)?.length).toBeLessThanOrEqual(10)
    expect(message.length).toBeLessThan(1_000)
  })

  test.each<[string, (n: number) => string]>([
    ['short tokens', (n) => `{${n}}`],
    ['tokens of three hundred letters', (n) => `{${filled('ж', 300)}${n}}`],
    ['tokens of control characters', (n) => `{${filled('\u0001', 60)}${n}}`],
    ['tags with captions', (n) => `<Agility ${n}|780|#C|15>`],
  ])('is below a mebibyte for fifty items: %s', async (_says, shape) => {
    const body = fiftyOf(distinctTokens(shape))
    const [checked, written] = [await validate(body), await write(body)]
    expect(checked.status).toBe(200)
    expect(checked.json.data.items).toHaveLength(50)
    expect(Buffer.byteLength(checked.text)).toBeLessThan(2 ** 20)
    expect(written.json.meta.rejected).toBe(50)
    expect(Buffer.byteLength(written.text)).toBeLessThan(2 ** 20)
  })
})

test.each(['/translations/validate', '/translations'])(
  'others are answered while %s judges fifty long texts',
  async (path) => {
    const body = fiftyOf(distinctTokens((n) => `{${n}}`))
    const headers = { 'Idempotency-Key': `beside ${path}` }
    const judging = { isDone: false }
    const judged = world.ask({ method: 'POST', path, key: world.keys.translator, body, headers }).then((answer) => {
      judging.isDone = true
      return answer
    })
    let others = 0
    while (!judging.isDone) {
      const { status } = await send(world.server.port, { path: '/api/v1/me', key: world.keys.user })
      if (status === 200 && !judging.isDone) others++
    }
    expect((await judged).status).toBe(200)
    // Judged in one go it lets in those alone that were there before it.
    expect(others).toBeGreaterThan(10)
  },
)
