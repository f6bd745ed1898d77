// Claims of API v2 as they are documented (docs/agents.md): what is answered, in which order faults are
// looked for, and which headers stand on it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/base/bytes.ts'
import { changeGlossary } from '../../src/app/upkeep/change-glossary.ts'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import { claimsPerPersonMax } from '../../src/domain/limits.ts'
import { granted } from '../support/app-world.ts'
import { idOf } from '../support/game-store.ts'
import { openV1App, type V1Answer, type V1App } from '../support/v1-app.ts'

let world: V1App
let admin: string
let translator: string
beforeEach(async () => {
  world = openV1App()
  admin = (await world.person('ada', 'admin')).secret
  translator = (await world.person('tom', 'translator')).secret
  await world.importFiles(lines(1, 30))
})
afterEach(() => world.close())

const textOf = (number: number): string => `Row number ${number} of the tale`
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ id: idOf(from + i), text: textOf(from + i) }))
const claim = (body: unknown = {}, secret = admin, headers = {}): Promise<V1Answer> =>
  world.v2('POST', '/claims', secret, body, headers)
const rowIds = ({ json }: V1Answer): string[] => json.data.rows.map(({ row_id }: { row_id: string }) => row_id)
const machine = (number: number, text = `Рядок ${number} з оповіді про мандри`) => ({
  row_id: idOf(number),
  text,
  layer: 'machine',
  source_hash: sha256Hex(textOf(number)),
  provider: 'p',
  model: 'm',
})
let batches = 0
const write = (items: unknown[], secret = admin) => world.post('/translations', secret, { items }, `b${++batches}`)
const faults = ({ json }: V1Answer): string[] => json.details.errors.map(({ field }: { field: string }) => field)

describe('POST /claims', () => {
  it('201 with Location, the claim, cards and counts', async () => {
    const answer = await claim({
      work: 'none',
      source: 'all',
      limit: 2,
      ttl_s: 60,
      fields: 'core,layers,tokens',
      earlier: true,
    })
    expect(answer.status).toBe(201)
    const { id } = answer.json.data.claim
    expect(id).toMatch(/^[0-9a-f]{20}$/)
    expect(answer.headers.get('location')).toBe(`/api/v2/claims/${id}`)
    expect(answer.json).toEqual({
      success: true,
      data: {
        claim: { id, expires_at: new Date(world.clock.ms + 60_000).toISOString() },
        rows: [1, 2].map((number) => ({
          row_id: idOf(number),
          ordinal: number,
          source_text: textOf(number),
          source_kind: 'main',
          source_hash: sha256Hex(textOf(number)),
          is_service_row: false,
          copies: 1,
          pending_proposals: 0,
          previous_source: null,
          labels: [],
          max_letters: 38,
          layers: { manual: null, machine: null },
          tokens: { must_preserve: {}, cosmetic: {} },
        })),
        earlier: [],
      },
      meta: { count: 2, left: 28, held_by_others: 0, fields: ['core', 'layers', 'tokens'], brief_version: 0 },
    })
  })

  it('an empty object takes 50 rows without a translation, core only, for 900 seconds', async () => {
    const answer = await claim({})
    expect(answer.json.data.rows).toHaveLength(30)
    expect(answer.json.data.claim.expires_at).toBe(new Date(world.clock.ms + 900_000).toISOString())
    expect(answer.json.meta.fields).toEqual(['core'])
    expect(answer.json.data).not.toHaveProperty('earlier')
  })

  it('200, no rows and Retry-After until the first end while others hold what is left; none when it is finished', async () => {
    await claim({ limit: 20, ttl_s: 100 })
    world.clock.ms += 10_500
    await claim({ limit: 20, ttl_s: 60 })
    const waiting = await claim({}, translator)
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([200, '60'])
    expect(waiting.json).toMatchObject({
      data: { claim: null, rows: [] },
      meta: { count: 0, left: 0, held_by_others: 30 },
    })
    await write(lines(1, 30).map((_, i) => machine(i + 1)))
    const finished = await claim({}, translator)
    expect([finished.status, finished.headers.get('retry-after')]).toEqual([200, null])
    expect(finished.json.meta).toMatchObject({ count: 0, left: 0, held_by_others: 0 })
  })

  it('shows how its sources and like ones were translated: with a term first, people before models, none against the glossary', async () => {
    const texts = [
      'Gate 1 is open',
      'Gate 5 is open',
      'Gate 1 is open',
      'The gates are shut',
      'The gates are shot',
      'Sun, moon 1',
      'Sun, moon 2',
      'Sun, moon 3',
    ]
    await world.importFiles(texts.map((text, at) => ({ id: idOf(at + 1), text })))
    const known = async (number: number, text: string, more: object): Promise<void> => {
      const item = { row_id: idOf(number), text, source_hash: sha256Hex(texts[number - 1] ?? ''), ...more }
      expect((await write([item])).json.meta.written).toBe(1)
    }
    const byModel = { layer: 'machine', provider: 'p', model: 'm' }
    await known(2, 'Брама 5 відчинена', { layer: 'manual', mode: 'direct' })
    await known(3, 'Брама 1 відкрита', byModel)
    await known(5, 'Ворота зачинені', byModel)
    await known(7, 'Сонце, місяць 2', byModel)
    await known(8, 'Сонце й місяць 3', { layer: 'manual', mode: 'direct' })
    const gate = { source: 'gate', forms: ['брам*'], caseSensitive: false, doNotTranslate: false, note: '' }
    const gates = { ...gate, source: 'gates' }
    granted(await changeGlossary(world.app, null, { entries: [gate, gates], how: 'replace', origin: 'test' }))
    // Memory would give row 1 the text of its source.
    granted(await changeSetting(world.app, null, 'memory', 'off'))
    const { data } = (await claim({ earlier: true })).json
    expect(data.rows.map(({ row_id }: { row_id: string }) => row_id)).toEqual([1, 4, 6].map(idOf))
    const pair = ({ kind, likeness, source, text }: Record<string, unknown>) => [kind, likeness, source, text]
    expect(data.earlier.map(pair)).toEqual([
      ['same', 100, 'Gate 1 is open', 'Брама 1 відкрита'],
      ['twin', 100, 'Sun, moon 3', 'Сонце й місяць 3'],
    ])
  })

  it('takes the texts that the gate doubted when they were written', async () => {
    const source = 'The keeper of the gate asks for a coin, and waits by the wall until nightfall.'
    await world.importFiles([1, 2, 3].map((number) => ({ id: idOf(number), text: `${source} ${number}` })))
    const item = (number: number, text: string) => ({
      row_id: idOf(number),
      text,
      source_hash: sha256Hex(`${source} ${number}`),
      layer: 'machine',
      provider: 'p',
      model: 'm',
    })
    const whole = 'Сторож брами просить монету й чекає під муром до самої ночі. 1'
    const { items } = (await write([item(1, whole), item(2, 'Сторож брами чекає. 2')])).json.data
    expect(items.map(({ warnings }: { warnings: unknown[] }) => warnings.length > 0)).toEqual([false, true])
    const filter = { layer: 'machine', findings: 'doubt' }
    const { data } = (await claim({ filter })).json
    expect(data.rows.map(({ row_id }: { row_id: string }) => row_id)).toEqual([idOf(2)])
  })

  it('fills rows whose source has a text elsewhere, and counts them in the place of giving them out', async () => {
    await world.importFiles(['Gate', 'Gate', 'Door', 'Gate'].map((text, at) => ({ id: idOf(at + 1), text })))
    const item = {
      row_id: idOf(1),
      text: 'Брама',
      source_hash: sha256Hex('Gate'),
      layer: 'machine',
      provider: 'p',
      model: 'm',
    }
    expect((await write([item])).json.meta.written).toBe(1)
    const { data, meta } = (await claim({})).json
    expect(data.rows.map(({ row_id }: { row_id: string }) => row_id)).toEqual([idOf(3)])
    expect(meta.remembered).toBe(2)
  })

  describe('for who may only propose, of rows with one source', () => {
    beforeEach(async () => {
      await world.importFiles(Array.from({ length: 30 }, (_, at) => ({ id: idOf(at + 1), text: 'Gate' })))
      const item = { ...machine(1, 'Брама'), source_hash: sha256Hex('Gate') }
      expect((await write([item])).json.meta.written).toBe(1)
    })

    it('memory makes at most as many proposals as rows were wanted', async () => {
      const { data, meta } = (await claim({ limit: 4 }, translator)).json
      expect([data.rows.length, meta.remembered]).toEqual([4, 4])
      const { json } = await world.v2('GET', '/proposals', admin)
      expect(json.data.proposals).toHaveLength(4)
    })

    it('memory does not propose again what a reviewer rejected, nor write it as a machine text', async () => {
      const proposed = async () => (await world.v2('GET', '/proposals', admin)).json.data.proposals
      await claim({ limit: 2 }, translator)
      const [first] = await proposed()
      const body = { version: 1, reason: 'Not this gate.' }
      expect((await world.v2('POST', `/proposals/${first.id}/reject`, admin, body)).status).toBe(200)
      world.clock.ms += 3_600_000
      for (let round = 0; round < 8; round++) await claim({ limit: 4 }, translator)
      expect(await proposed()).not.toContainEqual(expect.objectContaining({ row_id: first.row_id }))
      world.clock.ms += 3_600_000
      expect(rowIds(await claim({ limit: 30 }))).toEqual([first.row_id])
    })
  })

  it('with an Idempotency-Key: the same claim again, another body 409, and a new claim once it has ended', async () => {
    const key = { 'Idempotency-Key': 'take 1' }
    const first = await claim({ limit: 5 }, admin, key)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const again = await claim({ limit: 5 }, admin, key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(again.text).toBe(first.text)
    expect((await claim({ limit: 6 }, admin, key)).json.error).toBe('duplicate_idempotency_key')
    expect(rowIds(await claim({ limit: 5 }, translator, key))).not.toEqual(rowIds(first))
    world.clock.ms += 900_000
    const later = await claim({ limit: 5 }, admin, key)
    expect(later.headers.get('idempotent-replayed')).toBeNull()
    expect(later.json.data.claim.id).not.toBe(first.json.data.claim.id)
  })

  it(`at most ${claimsPerPersonMax} claims a person: 429 with Retry-After until the first ends`, async () => {
    for (let i = 0; i < claimsPerPersonMax; i++) expect((await claim({ limit: 1, ttl_s: 70 })).status).toBe(201)
    const answer = await claim({ limit: 1 })
    expect([answer.status, answer.json.error, answer.headers.get('retry-after')]).toEqual([429, 'rate_limited', '70'])
    expect(answer.json.details).toMatchObject({ max: claimsPerPersonMax, agent_action: 'wait', retriable: true })
    expect((await claim({ limit: 1 }, translator)).status).toBe(201)
  })

  it('stale work tells the old source and the old text beside the new source', async () => {
    await write([machine(1), machine(2)])
    await world.importFiles([{ id: idOf(1), text: 'Row number 1, told anew' }, ...lines(2, 30)])
    const answer = await claim({ work: 'stale', fields: 'core,layers' })
    expect(rowIds(answer)).toEqual([idOf(1)])
    expect(answer.json.data.rows[0]).toMatchObject({
      source_text: 'Row number 1, told anew',
      previous_source: {
        text: textOf(1),
        text_hash: sha256Hex(textOf(1)),
        layer: 'machine',
        translation: 'Рядок 1 з оповіді про мандри',
      },
      layers: { machine: { revision: 1, freshness: 'stale' } },
    })
  })

  it('copies counts the rows with this very source, pending_proposals those who have proposed', async () => {
    await world.importFiles([...lines(1, 2), { id: idOf(3), text: textOf(1) }])
    await write([{ ...machine(1), layer: 'manual', mode: 'proposal' }], translator)
    const { json } = await claim({})
    const of = (name: string) => json.data.rows.map((row: Record<string, unknown>) => row[name])
    expect(of('copies')).toEqual([2, 1, 2])
    expect(of('pending_proposals')).toEqual([1, 0, 0])
  })

  it('the cards say what v1 says of the same rows', async () => {
    await world.importFiles(
      [
        { id: idOf(1), text: 'Take {0} of $E\nand go' },
        { id: idOf(2), text: 'Open' },
      ],
      [{ id: idOf(2), text: 'Opened' }],
    )
    const fields = 'core,sources,reference,layers,tokens'
    const { json } = await claim({ fields })
    const v1 = await world.get(`/rows?fields=${fields}`, admin)
    v1.json.data.rows.forEach((row: { tokens: { note?: string } }, i: number) => {
      delete row.tokens.note
      expect(json.data.rows[i]).toMatchObject(row)
    })
    expect(json.data.rows).toHaveLength(2)
  })
})

describe('PUT and DELETE /claims/{id}', () => {
  it('PUT lets it end later and tells how many rows are not done', async () => {
    const { id } = (await claim({ limit: 3, ttl_s: 60 })).json.data.claim
    await write([machine(2)])
    world.clock.ms += 59_999
    const answer = await world.v2('PUT', `/claims/${id}`, admin, { ttl_s: 120 })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      success: true,
      data: { claim: { id, expires_at: new Date(world.clock.ms + 120_000).toISOString() } },
      meta: { count: 2 },
    })
  })

  it('DELETE: 204 without a body, and the rows are free', async () => {
    const first = await claim({ limit: 3 })
    const answer = await world.v2('DELETE', `/claims/${first.json.data.claim.id}`, admin)
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([204, '', null])
    expect(rowIds(await claim({ limit: 3 }, translator))).toEqual(rowIds(first))
  })

  it.each(['PUT', 'DELETE'])('%s: 404 for a claim that has run out, of somebody else, or never was', async (method) => {
    const { id } = (await claim({ ttl_s: 60 })).json.data.claim
    const body = method === 'PUT' ? {} : undefined
    const ask = (of: string, secret: string) => world.v2(method, `/claims/${of}`, secret, body)
    expect((await ask(id, translator)).json).toMatchObject({ error: 'entry_not_found' })
    expect((await ask('0'.repeat(20), admin)).status).toBe(404)
    world.clock.ms += 60_000
    expect((await ask(id, admin)).json).toMatchObject({
      error: 'entry_not_found',
      hint: expect.stringContaining('POST /api/v2/claims'),
    })
  })
})

describe('order of checks', () => {
  it('an unknown address or method is 404 before any key is looked at', async () => {
    for (const [method, path] of [
      ['GET', '/claims'],
      ['POST', '/claims/'],
      ['PATCH', '/claims'],
      ['PUT', '/claims/ABC'],
      ['DELETE', '/claims/'],
      ['GET', '/translations'],
      ['GET', ''],
    ] as const) {
      const answer = await world.v2(method, path, 'no key')
      expect([method, path, answer.status, answer.json.error]).toEqual([method, path, 404, 'not_found'])
      expect(answer.json.message).toContain('API v2')
      expect(answer.headers.get('x-ratelimit-limit')).toBe('0')
    }
  })

  it('key, then limiter, then ability, then body', async () => {
    expect((await claim('{', 'wdr_')).json.error).toBe('invalid_key')
    const slow = (await world.person('slow', 'user', { rate: 1 })).secret
    expect((await claim('{', slow)).json.error).toBe('forbidden_ability')
    const limited = await claim('{', slow)
    expect([limited.json.error, limited.headers.get('retry-after')]).toEqual(['rate_limited', '55'])
    const blind = (await world.person('blind', 'admin', { denies: ['rows:read'] })).secret
    expect((await claim('{', blind)).json.error).toBe('forbidden_ability')
    expect((await claim('{')).json.error).toBe('invalid_request')
  })

  it('names all faults of query, header and body at once', async () => {
    const answer = await world.v2(
      'POST',
      '/claims?x=1',
      admin,
      { work: 'all', source: 'x', limit: 101, ttl_s: 59, fields: 'core, tokens', rows: 1 },
      { 'Idempotency-Key': '' },
    )
    expect(answer.status).toBe(400)
    expect(faults(answer)).toEqual(['x', 'header', 'work', 'source', 'limit', 'ttl_s', 'rows', 'fields'])
    expect(answer.json.details.errors[2]).toEqual({
      field: 'work',
      message: 'must be one of none, stale',
      allowed: ['none', 'stale'],
    })
    expect(answer.json.details.errors[4].allowed).toEqual({ min: 1, max: 100 })
  })

  it('has the headers of v1 on every answer, and the way to the document', async () => {
    for (const answer of [await claim({}), await claim('{'), await world.v2('GET', '/', 'x')]) {
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-ratelimit-limit': expect.stringMatching(/^\d+$/),
        'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
        'cache-control': 'no-store, private',
        'x-robots-tag': 'noindex, nofollow',
        'x-content-type-options': 'nosniff',
        link: '</openapi.json>; rel="service-desc"',
      })
    }
  })
})

it('a claim is advice: who holds none writes all the same, through v1 as well', async () => {
  await claim({ limit: 30 })
  const other = (await world.person('other', 'admin')).secret
  expect((await write([machine(1)], other)).json.meta).toMatchObject({ written: 1 })
})
