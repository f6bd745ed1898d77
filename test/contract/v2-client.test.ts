// Who wrote a text: the client that a batch of API v2 names, its version and that of its prompt, and where they are read again.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sha256Hex } from '../../src/base/bytes.ts'
import { changeBrief } from '../../src/app/upkeep/brief.ts'
import { approveProposal } from '../../src/app/writes/review-proposal.ts'
import { submitProposal } from '../../src/app/writes/write-single.ts'
import { NO_WAIVERS } from '../../src/domain/checks/gate.ts'
import { readUserByName } from '../../src/store/people.ts'
import { readProposal } from '../../src/store/records/proposals.ts'
import { named } from '../../src/app/actor.ts'
import { readHeads } from '../../src/store/rows/heads.ts'
import { freshen } from '../../src/store/view.ts'
import { idOf } from '../support/game-store.ts'
import { openV1App, type V1Answer, type V1App } from '../support/v1-app.ts'
import type { Json } from '../support/v1-client.ts'

let world: V1App
let admin: string
beforeEach(async () => {
  world = openV1App()
  admin = (await world.person('ada', 'admin')).secret
})
afterEach(() => world.close())

const GATE = 'The old gate is closed.'
const CLIENT = { client: 'my-agent', client_version: '1.4.2', prompt_version: '7' }
const importTexts = (...texts: string[]) => world.importFiles(texts.map((text, i) => ({ id: idOf(i + 1), text })))
const item = (number: number, text = 'Стара брама зачинена.') => ({
  row_id: idOf(number),
  text,
  layer: 'machine',
  source_hash: sha256Hex(GATE),
  provider: 'p',
  model: 'm',
})
let batches = 0
const write = (body: object, secret = admin, key = `b${++batches}`): Promise<V1Answer> =>
  world.v2('POST', '/translations', secret, body, { 'Idempotency-Key': key })
const headOf = async (number: number, layer = 'machine') =>
  (await world.v2('GET', `/rows?ids=${idOf(number)}&fields=layers`, admin)).json.data.rows[0].layers[layer]
const stored = (number: number) => {
  freshen(world.app.store)
  return readHeads(world.app.store.main, number)
}

it('is on the head of the item that names it, whose copies name their row, and not in v1', async () => {
  await importTexts(GATE, GATE, GATE)
  const answer = await write({ items: [{ ...item(1), ...CLIENT, copies: true }] })
  expect(answer.json.meta).toMatchObject({ written: 1, copies: 2 })
  expect(await headOf(1)).toMatchObject(CLIENT)
  const fromRow1 = { client: 'memory', client_version: idOf(1), prompt_version: 'machine 1' }
  for (const number of [2, 3]) expect(await headOf(number)).toMatchObject(fromRow1)
  const v1 = await world.get(`/rows/${idOf(1)}`, admin)
  expect(v1.text).not.toContain('my-agent')
  expect(Object.keys(v1.json.data.row.layers.machine)).not.toContain('client')
})

it('beside items it is that of the items, which may name their own members', async () => {
  await importTexts(GATE, GATE, GATE)
  const body = { ...CLIENT, items: [item(1), { ...item(2), prompt_version: '8' }, { ...item(3), client: ' other ' }] }
  expect((await write(body)).json.meta.written).toBe(3)
  expect(await headOf(1)).toMatchObject(CLIENT)
  expect(await headOf(2)).toMatchObject({ ...CLIENT, prompt_version: '8' })
  expect(await headOf(3)).toMatchObject({ ...CLIENT, client: 'other' })
})

it('a text without one has none of the members', async () => {
  await importTexts(GATE)
  await write({ items: [item(1)] })
  expect(Object.keys(await headOf(1))).toEqual([
    'revision',
    'text',
    'status',
    'freshness',
    'origin',
    'provider',
    'model',
    'updated_at',
  ])
  expect(stored(1).machine).not.toHaveProperty('client')
})

it('the next text has its own, and the earlier keeps its own in the history', async () => {
  await importTexts(GATE)
  await write({ items: [item(1)], ...CLIENT })
  await write({ items: [{ ...item(1, 'Брама зачинена.'), overwrite: true }] })
  expect(Object.keys(await headOf(1))).not.toContain('client')
  await write({ items: [{ ...item(1, 'Стара брама.'), overwrite: true }], client: 'second' })
  expect(stored(1).machine?.client).toEqual({ name: 'second', version: null, prompt: null })
  const { revisions } = (await world.v2('GET', `/rows/${idOf(1)}/history`, admin)).json.data
  expect(revisions.map(({ client, prompt_version }: Json) => [client, prompt_version])).toEqual([
    ['second', undefined],
    [undefined, undefined],
    ['my-agent', '7'],
  ])
})

it('names a version of the brief, of an item or beside items, and none that is not there', async () => {
  await importTexts(GATE, GATE, GATE)
  const changed = await changeBrief(world.app, null, { text: 'Ти, а не ви.', seen: null })
  expect(changed.ok).toBe(true)
  const { status, json } = await write({ items: [item(1)], brief_version: 2 })
  expect([status, json.details.errors]).toEqual([
    400,
    [{ field: 'brief_version', message: 'must be a version of the brief; the latest is 1' }],
  ])
  const body = { items: [item(1), { ...item(2), brief_version: 0 }, { ...item(3), ...CLIENT }], brief_version: 1 }
  expect((await write(body)).json.meta.written).toBe(3)
  expect(await headOf(1)).toMatchObject({ brief_version: 1 })
  expect(await headOf(2)).not.toHaveProperty('brief_version')
  expect(await headOf(3)).toMatchObject({ ...CLIENT, brief_version: 1 })
  const found = async (brief: string) =>
    (await world.v2('GET', `/rows?${new URLSearchParams({ brief }).toString()}`, admin)).json.data.rows.length
  expect(await Promise.all(['1', '<2', '-', '<1', '2'].map(found))).toEqual([2, 3, 1, 1, 0])
})

it('is read with its version, which claims tell too', async () => {
  await importTexts(GATE, GATE)
  const read = async () => (await world.v2('GET', '/brief', admin)).json.data
  const claimed = async () => (await world.v2('POST', '/claims', admin, { limit: 1 })).json.meta.brief_version
  expect(await read()).toEqual({ version: 0, text: '', changed_at: null, changed_by: null })
  expect(await claimed()).toBe(0)
  await changeBrief(world.app, null, { text: 'Ти, а не ви.', seen: null })
  expect(await read()).toEqual({ version: 1, text: 'Ти, а не ви.', changed_at: expect.any(String), changed_by: null })
  expect(await claimed()).toBe(1)
})

it.each([
  ['client', ''],
  ['client', '   '],
  ['client_version', 'x'.repeat(65)],
  ['prompt_version', 'two\nlines'],
  ['client', 'bell\u0007'],
  ['client', 'one\u2028two'],
  ['client_version', 1.4],
  ['client', null],
])('%s %j is refused, on an item and beside them, and nothing is written', async (name, value) => {
  await importTexts(GATE)
  const faults = { message: 'must be a string of 1 to 64 printable characters', allowed: { min: 1, max: 64 } }
  for (const [body, field] of [
    [{ items: [{ ...item(1), [name]: value }] }, `items[0].${name}`],
    [{ items: [item(1)], [name]: value }, name],
  ] as const) {
    const { status, json } = await write(body)
    expect([status, json.error]).toEqual([400, 'invalid_request'])
    expect(json.details.errors).toEqual([{ field, ...faults }])
  }
  expect(await headOf(1)).toBeNull()
})

it('64 characters are counted as people count them, beyond the first plane too', async () => {
  await importTexts(GATE)
  await write({ items: [item(1)], client: '🎮'.repeat(64) })
  expect(await headOf(1)).toMatchObject({ client: '🎮'.repeat(64) })
})

it('v1 takes no such member', async () => {
  await importTexts(GATE)
  const { status, json } = await world.post('/translations', admin, { items: [{ ...item(1), client: 'x' }] }, 'v1')
  expect([status, json.error]).toEqual([400, 'invalid_request'])
})

it('the same idempotency key with another client beside the items is another body', async () => {
  await importTexts(GATE)
  const first = await write({ items: [item(1)], client: 'a' }, admin, 'same')
  expect((await write({ items: [item(1)], client: 'a' }, admin, 'same')).text).toBe(first.text)
  expect((await write({ items: [item(1)], client: 'b' }, admin, 'same')).json.error).toBe('duplicate_idempotency_key')
  expect((await write({ items: [item(1)] }, admin, 'same')).json.error).toBe('duplicate_idempotency_key')
})

it('a proposal keeps it for the approved text, unless the reviewer words it anew', async () => {
  await importTexts(GATE, GATE)
  const { secret } = await world.person('bo', 'translator')
  const proposed = { layer: 'manual', mode: 'proposal', source_hash: sha256Hex(GATE), text: 'Брама зачинена.' }
  const sent = [1, 2].map((number) => ({ ...proposed, row_id: idOf(number) }))
  const { json } = await write({ items: sent, ...CLIENT }, secret)
  const ids = json.data.items.map((each: { proposal_id: number }) => each.proposal_id)
  const ada = named(readUserByName(world.app.store.main, 'ada') ?? expect.fail())
  const decided = { version: null, confirmSource: false, confirmWaived: false }
  await approveProposal(world.app, ada, { ...decided, id: ids[0], text: null })
  await approveProposal(world.app, ada, { ...decided, id: ids[1], text: 'Браму зачинено.' })
  expect(await headOf(1, 'manual')).toMatchObject(CLIENT)
  expect(Object.keys(await headOf(2, 'manual'))).not.toContain('client')
})

it('a proposal that is worded again on the site has the client no more', async () => {
  await importTexts(GATE)
  const { secret } = await world.person('bo', 'translator')
  const of = (text: string) => ({ items: [{ row_id: idOf(1), text, source_hash: sha256Hex(GATE) }] })
  const [proposed] = (await write({ ...of('Брама зачинена.'), ...CLIENT }, secret)).json.data.items
  const clientOfIt = () => {
    freshen(world.app.store)
    return readProposal(world.app.store.main, proposed.proposal_id)?.client
  }
  expect(clientOfIt()).toEqual({ name: 'my-agent', version: '1.4.2', prompt: '7' })
  const bo = named(readUserByName(world.app.store.main, 'bo') ?? expect.fail())
  const again = { rowId: idOf(1), text: 'Браму зачинено.', sourceHash: null, waivers: NO_WAIVERS, takes: () => true }
  expect((await submitProposal(world.app, bo, { ...again, waitMsMax: 1000 })).ok).toBe(true)
  expect(clientOfIt()).toBeUndefined()
})

it('filters of work find the texts of a client, of its version and of its prompt', async () => {
  await importTexts(GATE, GATE, GATE, GATE)
  await write({
    items: [
      { ...item(1), ...CLIENT },
      { ...item(2), ...CLIENT, client_version: '1.5' },
      { ...item(3), prompt_version: '7' },
      item(4),
    ],
  })
  const found = async (filter: string): Promise<number[]> => {
    const query = new URLSearchParams({ text: 'gate', in: 'source', filter })
    const { json } = await world.v2('GET', `/search?${query.toString()}`, admin)
    return json.data.rows.map((row: { ordinal: number }) => row.ordinal)
  }
  expect(await found('client=my-agent')).toEqual([1, 2])
  expect(await found('client=my-agent&client_version=1.4.2')).toEqual([1])
  expect(await found('prompt=7')).toEqual([1, 2, 3])
  expect(await found('client=-&layer=machine')).toEqual([3, 4])
  expect(await found('client=-&prompt=7')).toEqual([3])
  expect(await found('prompt=-')).toEqual([4])
  expect(await found('client=nobody')).toEqual([])
})
