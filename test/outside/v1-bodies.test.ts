// What a request of the POST routes must look like, and how its faults are told (docs/api-v1.md#post-translations and
// docs/api-v1.md#post-translationsvalidate; docs/api-v1.md#bodies and docs/api-v1.md#failures).
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import type { Answer, Json } from '../support/v1-client.ts'
import { ROWS, sourceHashOf, v1World } from '../support/v1-world.ts'

const world = await v1World({ admin: { user: 'Ada', role: 'admin' } })
afterAll(() => world.close())

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  world.ask({ method: 'POST', path, key: world.keys.admin, body, headers })
const write = (
  body: unknown,
  headers: Readonly<Record<string, string>> = { 'Idempotency-Key': 'k' },
): Promise<Answer> => post('/translations', body, headers)
const validate = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  post('/translations/validate', body, headers)
const fieldsOf = (answer: Answer): string[] => answer.json.details.errors.map(({ field }: Json) => field)
const source_hash = sourceHashOf('plain')
const manual = { row_id: ROWS.plain, text: 'Вітаю вдома, мандрівниче.', source_hash }
const machine = { ...manual, layer: 'machine', provider: 'acme', model: 'm-1' }
const without = (member: string, item: object = machine): object =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name !== member))

describe('faults of members', () => {
  test.each<[string, unknown, string[]]>([
    ['no items', {}, ['items']],
    ['items that are null', { items: null }, ['items']],
    ['items that are an object', { items: {} }, ['items']],
    ['empty items', { items: [] }, ['items']],
    ['an unknown member', { items: [machine], note: 1 }, ['note']],
    [
      '__proto__ is unknown too',
      '{"items":[{"__proto__":1}]}',
      ['items[0].row_id', 'items[0].text', 'items[0].source_hash', 'items[0].__proto__'],
    ],
    ['an unknown member of an item', { items: [machine, { ...machine, Text: 'x' }] }, ['items[1].Text']],
    ['an item that is no object', { items: [machine, 'x', null, []] }, ['items[1]', 'items[2]', 'items[3]']],
    ['no row_id', { items: [without('row_id')] }, ['items[0].row_id']],
    ['a row_id of 15 characters', { items: [{ ...machine, row_id: '00000000000000a' }] }, ['items[0].row_id']],
    [
      'a row_id with a letter that is no hex',
      { items: [{ ...machine, row_id: '00000000000000ag' }] },
      ['items[0].row_id'],
    ],
    ['a row_id that is a number', { items: [{ ...machine, row_id: 1 }] }, ['items[0].row_id']],
    ['no text', { items: [without('text')] }, ['items[0].text']],
    ['text that is null', { items: [{ ...machine, text: null }] }, ['items[0].text']],
    ['text that is a number', { items: [{ ...machine, text: 5 }] }, ['items[0].text']],
    ['another layer', { items: [{ ...machine, layer: 'auto' }] }, ['items[0].layer']],
    ['layer that is null', { items: [{ ...machine, layer: null }] }, ['items[0].layer']],
    ['no source_hash', { items: [without('source_hash')] }, ['items[0].source_hash']],
    ['a short source_hash', { items: [{ ...machine, source_hash: 'ab' }] }, ['items[0].source_hash']],
    ['another mode', { items: [{ ...manual, mode: 'force' }] }, ['items[0].mode']],
    ['another mode on a machine item', { items: [{ ...machine, mode: 'force' }] }, ['items[0].mode']],
    ['overwrite that is no boolean', { items: [{ ...machine, overwrite: 1 }] }, ['items[0].overwrite']],
    [
      'overwrite that is no boolean on a manual item',
      { items: [{ ...manual, overwrite: 'yes' }] },
      ['items[0].overwrite'],
    ],
    ['no provider', { items: [without('provider')] }, ['items[0].provider']],
    ['no model', { items: [manual, without('model')] }, ['items[1].model']],
    ['provider that is null', { items: [{ ...machine, provider: null }] }, ['items[0].provider']],
    ['provider of white space', { items: [{ ...machine, provider: ' \t ' }] }, ['items[0].provider']],
    ['provider of 129 characters', { items: [{ ...machine, provider: 'x'.repeat(129) }] }, ['items[0].provider']],
    ['model with a control character', { items: [{ ...machine, model: 'a\u0007b' }] }, ['items[0].model']],
    [
      'all faults at once',
      { items: [{ layer: 'machine', x: 1 }], y: 2 },
      [
        'items[0].row_id',
        'items[0].text',
        'items[0].source_hash',
        'items[0].x',
        'y',
        'items[0].provider',
        'items[0].model',
      ],
    ],
  ])('%s', async (_, body, fields) => {
    const answer = await write(body)
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request'])
    expect(fieldsOf(answer).toSorted()).toEqual(fields.toSorted())
    expect(answer.json.details).not.toHaveProperty('header')
    for (const { message } of answer.json.details.errors) expect(message).toMatch(/\w{3}/)
  })

  test('allowed lists closed sets, known names and bounds', async () => {
    const { json } = await write({
      items: [
        { ...machine, layer: 'x', mode: 'y', z: 1 },
        { ...machine, provider: '' },
      ],
      w: 1,
    })
    const allowed = Object.fromEntries(json.details.errors.map((fault: Json) => [fault.field, fault.allowed]))
    expect(allowed).toEqual({
      'items[0].layer': ['manual', 'machine'],
      'items[0].mode': ['direct', 'proposal'],
      'items[0].z': ['row_id', 'text', 'layer', 'source_hash', 'mode', 'overwrite', 'provider', 'model'],
      'items[1].provider': { min: 1, max: 128 },
      w: ['items'],
    })
  })

  test('validate knows no mode, provider or model', async () => {
    const answer = await validate({
      items: [{ ...manual, mode: 'direct', provider: 'p', model: 'm', overwrite: true }],
    })
    expect(fieldsOf(answer)).toEqual(['items[0].mode', 'items[0].provider', 'items[0].model', 'items[0].overwrite'])
    expect(answer.json.details.errors[0].allowed).toEqual(['row_id', 'text', 'layer', 'source_hash'])
  })

  test('validate takes an item without source_hash, and null is not absence', async () => {
    expect((await validate({ items: [without('source_hash', manual)] })).status).toBe(200)
    expect(fieldsOf(await validate({ items: [{ ...manual, source_hash: null }] }))).toEqual(['items[0].source_hash'])
  })

  test('hex is taken in either case and echoed in lower case', async () => {
    const item = { row_id: ROWS.short.toUpperCase(), text: 'Так', source_hash: sourceHashOf('short').toUpperCase() }
    const { json } = await validate({ items: [item] })
    expect(json.data.items[0]).toEqual({ row_id: ROWS.short, ok: true, errors: [], warnings: [] })
  })

  test('on manual items provider and model are ignored, whatever they are', async () => {
    const item = { ...manual, row_id: '00000000000000ff', provider: 7, model: null, overwrite: true }
    expect((await write({ items: [item] }, { 'Idempotency-Key': 'ignored' })).status).toBe(200)
  })

  test('128 characters are counted in code points, after trimming', async () => {
    const name = ` ${'😀'.repeat(128)} `
    const item = { ...machine, row_id: '00000000000000ff', provider: name, model: name }
    expect((await write({ items: [item] }, { 'Idempotency-Key': 'points' })).status).toBe(200)
  })
})

describe('the header Idempotency-Key', () => {
  test.each([
    ['missing', {}],
    ['empty', { 'Idempotency-Key': '' }],
    ['of 129 characters', { 'Idempotency-Key': 'x'.repeat(129) }],
    ['of other than printable ASCII', { 'Idempotency-Key': 'k\u00e9y' }],
  ] as [string, Record<string, string>][])('%s: 400 with details.header', async (_, headers) => {
    const answer = await write({ items: [machine] }, headers)
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request'])
    expect(answer.json.details).toMatchObject({ header: 'Idempotency-Key', errors: [{ field: 'header' }] })
  })

  test('is told together with the faults of query and body', async () => {
    const answer = await post('/translations?a=1', { items: [{ ...machine, text: 1 }] })
    expect(fieldsOf(answer)).toEqual(['a', 'header', 'items[0].text'])
    expect(answer.json.details.header).toBe('Idempotency-Key')
    expect(fieldsOf(await post('/translations', '{'))).toEqual(['header', 'body'])
  })

  test('may have 128 characters, and validate needs none', async () => {
    const item = { ...machine, row_id: '00000000000000ff' }
    expect((await write({ items: [item] }, { 'Idempotency-Key': `~ ${'x'.repeat(125)}!` })).status).toBe(200)
    expect((await validate({ items: [manual] })).status).toBe(200)
  })
})

describe('too many items', () => {
  const items = Array.from({ length: 51 }, () => machine)

  test.each(['/translations', '/translations/validate'])('%s: 400 batch_too_large with details.max', async (path) => {
    const answer = await post(path, { items }, { 'Idempotency-Key': 'large' })
    expect([answer.status, answer.json.error]).toEqual([400, 'batch_too_large'])
    expect(answer.json.details).toEqual({ max: 50, agent_action: 'abort', retriable: false })
  })

  test('comes before every other fault but damaged JSON', async () => {
    const faulty = await post('/translations?x=1', { items: Array.from({ length: 51 }, () => 0), more: true })
    expect(faulty.json.error).toBe('batch_too_large')
    const damaged = await write(`${JSON.stringify({ items })}}`)
    expect(damaged.json.error).toBe('invalid_request')
  })

  test('50 are not too many', async () => {
    const answer = await validate({ items: Array.from({ length: 50 }, () => manual) })
    expect(answer.json.meta).toEqual({ total: 50, ok: 50, failed: 0 })
  })
})

describe('a body that cannot be read is 400 invalid_request with field body', () => {
  const good = JSON.stringify({ items: [manual] })
  const typed = (type: string): Record<string, string> => ({ 'Content-Type': type })
  test.each<[string, string | Buffer, Record<string, string>]>([
    ['nothing', '', {}],
    ['damaged JSON', '{"items":[', {}],
    ['something after the object', `${good}x`, {}],
    ['a JavaScript object', "{items:[{text:'x'}]}", {}],
    ['an array', '[]', {}],
    ['null', 'null', {}],
    ['a string', '"items"', {}],
    ['a byte order mark', `\uFEFF${good}`, {}],
    ['another type', good, typed('text/plain')],
    ['a form', 'items=1', typed('application/x-www-form-urlencoded')],
    ['a type that only begins like JSON', good, typed('application/jsonx')],
    ['a patch type', good, typed('application/merge-patch+json')],
    ['another charset', good, typed('application/json; charset=iso-8859-1')],
    ['another parameter', good, typed('application/json; version=2')],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}],
    ['UTF-16', Buffer.from(good, 'utf16le'), {}],
    ['a surrogate in UTF-8', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), {}],
    ['half of a surrogate pair as an escape', `{"items":[{"row_id":"${ROWS.plain}","text":"\\ud83d"}]}`, {}],
    ['the other half', `{"items":[{"row_id":"${ROWS.plain}","text":"a\\uDE00"}]}`, {}],
    ['half a pair in a member name', '{"\\ud83d":1,"items":[]}', {}],
    ['33 levels', `{"items":${'['.repeat(32)}${']'.repeat(32)}}`, {}],
    ['a million levels', '['.repeat(1_000_000), {}],
  ])('%s', async (_, body, headers) => {
    for (const answer of [await validate(body, headers), await write(body, { 'Idempotency-Key': 'b', ...headers })]) {
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request'])
      expect(fieldsOf(answer)).toEqual(['body'])
    }
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
    'application/json;charset="utf-8"',
  ])('Content-Type %s is fine', async (type) => expect((await validate(good, typed(type))).status).toBe(200))

  test('32 levels are not too deep: the faults are those of the members', async () => {
    const answer = await validate(`{"items":[],"x":${'['.repeat(31)}${']'.repeat(31)}}`)
    expect(fieldsOf(answer)).toEqual(['items', 'x'])
  })

  test('whole pairs as escapes are whole characters', async () => {
    expect((await validate(`{"items":[{"row_id":"${ROWS.plain}","text":"Вітаю \\ud83d\\ude00"}]}`)).status).toBe(200)
  })

  test('a query is a fault too: the POST routes take none', async () => {
    expect(fieldsOf(await post('/translations/validate?fields=core', { items: [manual] }))).toEqual(['fields'])
  })
})

describe('size', () => {
  test('16 MiB are read; the text is too long, not the body', async () => {
    const text = 'x'.repeat(16 * 2 ** 20 - 100)
    const { status, json } = await validate({ items: [{ row_id: ROWS.plain, text }] })
    expect(status).toBe(200)
    expect(json.data.items[0].errors.map(({ code }: Json) => code)).toContain('length_too_long')
  })

  test('one byte more is refused', async () => {
    const rest = JSON.stringify({ items: [{ row_id: ROWS.plain, text: '' }] }).length
    const answer = await validate({ items: [{ row_id: ROWS.plain, text: 'x'.repeat(16 * 2 ** 20 + 1 - rest) }] })
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['body']])
  })

  test('a body that declares more is answered before it is sent', async () => {
    const head = [
      'POST /api/v1/translations/validate HTTP/1.1',
      'Host: localhost',
      `X-API-Key: ${world.keys.admin}`,
      'Content-Type: application/json',
      'Content-Length: 99999999999',
      '\r\n',
    ].join('\r\n')
    const socket = connect(world.server.port, '127.0.0.1')
    const answer = await new Promise<string>((resolve, reject) => {
      socket.on('data', (chunk) => resolve(chunk.toString()))
      socket.on('error', reject)
      socket.write(head)
    })
    socket.destroy()
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  test.each([
    ['no HTTP', 'GARBAGE\r\n\r\n', 'HTTP/1.1 400'],
    ['too long a head', `GET /api/v1/me?${'x'.repeat(17_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 'HTTP/1.1 431'],
  ])('a request that is %s is refused in the envelope, before any address', async (_, bytes, status) => {
    const socket = connect(world.server.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', () => {})
    socket.write(bytes)
    await once(socket, 'close')
    expect(answer.startsWith(status)).toBe(true)
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '')
    expect(Object.keys(body)).toEqual(['success', 'error', 'message', 'hint', 'details'])
    expect(body).toMatchObject({
      error: 'invalid_request',
      details: { agent_action: 'abort', retriable: false, errors: [{ field: 'header' }] },
    })
  })

  test('a body sent in pieces of unknown length ends at the limit', async () => {
    const socket = connect(world.server.port, '127.0.0.1')
    const answer = new Promise<string>((resolve) => {
      socket.on('data', (chunk) => resolve(chunk.toString()))
      socket.on('error', () => {})
    })
    socket.write(
      [
        'POST /api/v1/translations/validate HTTP/1.1',
        'Host: localhost',
        `X-API-Key: ${world.keys.admin}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '\r\n',
      ].join('\r\n'),
    )
    const piece = Buffer.alloc(1 << 20, 0x20)
    for (let sent = 0; sent <= 17; sent++)
      socket.write(Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')]))
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
  })
})
