// The batch write of API v2: v1's, with expected_revision and copies.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/base/bytes.ts'
import { copiesPerBatchMax } from '../../src/domain/limits.ts'
import { named } from '../../src/app/actor.ts'
import { changeQuota } from '../../src/app/people/manage-users.ts'
import { markMachineHead } from '../../src/app/writes/decide-head.ts'
import type { Row } from '../../src/domain/row.ts'
import { LAYERS } from '../../src/domain/vocabulary.ts'
import { writeOrThrow } from '../../src/store/write.ts'
import { appendRevision, readHeads } from '../../src/store/rows/heads.ts'
import { readRow } from '../../src/store/rows/read-rows.ts'
import { draftOf, idOf } from '../support/game-store.ts'
import { openV1App, type V1Answer, type V1App } from '../support/v1-app.ts'

let world: V1App
let admin: string
beforeEach(async () => {
  world = openV1App()
  admin = (await world.person('ada', 'admin')).secret
})
afterEach(() => world.close())

const GATE = 'The old gate is closed.'
const importTexts = (...texts: string[]) => world.importFiles(texts.map((text, i) => ({ id: idOf(i + 1), text })))
const machine = (number: number, source: string, text = 'Стара брама зачинена.') => ({
  row_id: idOf(number),
  text,
  layer: 'machine',
  source_hash: sha256Hex(source),
  provider: 'p',
  model: 'm',
})
let batches = 0
const write = (items: unknown[], secret = admin, key = `b${++batches}`): Promise<V1Answer> =>
  world.v2('POST', '/translations', secret, { items }, { 'Idempotency-Key': key })
const headOf = async (number: number) => (await world.get(`/rows/${idOf(number)}`, admin)).json.data.row.layers

it('writes as v1 does, and tells the revision of the new head', async () => {
  await importTexts(GATE)
  const answer = await write([machine(1, GATE)])
  expect(answer.json).toEqual({
    success: true,
    data: { items: [{ row_id: idOf(1), ok: true, status: 'written', errors: [], warnings: [], revision: 1 }] },
    meta: {
      total: 1,
      written: 1,
      proposed: 0,
      unchanged: 0,
      rejected: 0,
      copies: 0,
      quota: expect.objectContaining({ used: 1 }),
    },
  })
})

it('a key that v1 has used is taken: the answers have other shapes', async () => {
  await importTexts(GATE)
  await world.post('/translations', admin, { items: [machine(1, GATE)] }, 'same')
  expect((await write([machine(1, GATE)], admin, 'same')).json.error).toBe('duplicate_idempotency_key')
  const first = await write([machine(1, GATE)], admin, 'other')
  const again = await write([machine(1, GATE)], admin, 'other')
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
})

it('another source: stale_source with the current hash and text, in v1 as well', async () => {
  await importTexts(GATE)
  const item = machine(1, 'The gate of yesterday')
  const [v2, v1] = [await write([item]), await world.post('/translations', admin, { items: [item] }, 'v1')]
  for (const { json } of [v1, v2]) {
    expect(json.data.items[0].errors[0]).toMatchObject({
      code: 'stale_source',
      details: { current_source_hash: sha256Hex(GATE), current_source_text: GATE, agent_action: 'refetch' },
    })
  }
})

describe('fault, from a second reader', () => {
  const OLD = 'Стара брама зачинена.'
  const read = (text: string, fault: string) => ({
    ...machine(1, GATE, text),
    model: 'reader-2',
    overwrite: true,
    fault,
  })
  const readOf = async (number: number) =>
    (await world.v2('GET', `/rows?ids=${idOf(number)}&fields=layers`, admin)).json.data.rows[0].layers
  const said = async (item: unknown): Promise<unknown> => {
    const { ok, status, details } = (await write([item])).json.data.items[0]
    return [ok, status, details?.reason]
  }

  beforeEach(async () => {
    await importTexts(GATE)
    await write([machine(1, GATE)])
  })

  it("keeps a text: reviewed, still of its model, with the reader's name; once", async () => {
    expect(await said(read(OLD, ''))).toEqual([true, 'written', undefined])
    expect((await readOf(1)).machine).toMatchObject({ text: OLD, status: 'reviewed', model: 'm', reader: 'reader-2' })
    expect(await said(read(OLD, ''))).toEqual([true, 'unchanged', 'same_text'])
    const again = { ...read('Стара брама закрита.', 'зачинена'), model: 'reader-3' }
    expect(await said(again)).toEqual([true, 'written', undefined])
  })

  it('replaces a text only by a fault that stands in it', async () => {
    for (const fault of ['', 'закинена'])
      expect(await said(read('Стара брама закрита.', fault))).toEqual([true, 'unchanged', 'unquoted'])
    expect((await readOf(1)).machine).toMatchObject({ text: OLD, status: 'draft', revision: 1 })
    expect(await said(read('Стара брама закрита.', 'зачинена'))).toEqual([true, 'written', undefined])
    const better = { text: 'Стара брама закрита.', status: 'draft', model: 'reader-2', reader: 'reader-2' }
    expect((await readOf(1)).machine).toMatchObject(better)
  })

  it('refuses a better text that would break the game, and reads nothing where no text is', async () => {
    expect(await said(read('Стара брама {0} закрита.', 'зачинена'))).toEqual([false, 'rejected', undefined])
    await importTexts(GATE, 'The second gate is open.')
    const item = { ...machine(2, 'The second gate is open.', 'Друга брама відчинена.'), fault: '' }
    expect(await said(item)).toEqual([true, 'unchanged', 'unquoted'])
  })

  it('counts for machine items only, and takes any name of a model', async () => {
    const { provider: _provider, model: _model, ...plain } = read(OLD, '')
    expect(await said({ ...plain, layer: 'manual', mode: 'direct', overwrite: undefined })).toEqual([
      true,
      'written',
      undefined,
    ])
    expect((await readOf(1)).manual).toMatchObject({ text: OLD, status: 'approved' })
    expect((await readOf(1)).manual.reader).toBeUndefined()
    expect(await said({ ...read(OLD, ''), model: '\u200b' })).toEqual([true, 'written', undefined])
    expect((await readOf(1)).machine).toMatchObject({ status: 'reviewed', reader: 'unnamed' })
  })

  it("leaves a person's decision alone", async () => {
    const row = readRow(world.app.store.main, world.app.store.files, 1) as Row
    const { user } = await world.person('mia', 'moderator')
    const seen = { seq: 1, sourceHash: row.sourceHash }
    const marked = await markMachineHead(world.app, named(user), { rowId: idOf(1), mark: 'reviewed', seen })
    expect(marked.ok).toBe(true)
    expect(await said(read('Стара брама закрита.', 'зачинена'))).toEqual([true, 'unchanged', 'already_filled'])
    expect(await said(read(OLD, ''))).toEqual([true, 'unchanged', 'already_filled'])
  })
})

describe('expected_revision', () => {
  it('another revision than the head: stale_head with the present head, and nothing is written', async () => {
    await importTexts(GATE)
    await write([{ ...machine(1, GATE), expected_revision: 0 }])
    const answer = await write([{ ...machine(1, GATE, 'Брама закрита.'), overwrite: true, expected_revision: 0 }])
    expect(answer.json.meta).toMatchObject({ written: 0, rejected: 1 })
    const [item] = answer.json.data.items
    expect(item).toMatchObject({ ok: false, status: 'rejected', warnings: [] })
    expect(item.errors).toEqual([
      {
        code: 'stale_head',
        rule_code: null,
        message: 'The translation has been changed since you read it.',
        details: {
          head: { ...(await headOf(1)).machine, revision: 1 },
          agent_action: 'refetch',
          retriable: false,
        },
      },
    ])
  })

  it('two agents, one stale row: the second learns of the first', async () => {
    await importTexts(GATE)
    await write([machine(1, GATE)])
    const now = 'The new gate is open.'
    await importTexts(now)
    const update = { ...machine(1, now, 'Нова брама відчинена.'), overwrite: true, expected_revision: 1 }
    const [a, b] = await Promise.all([write([update]), write([{ ...update, text: 'Нова брама стоїть отвором.' }])])
    const outcomes = [a, b].map(({ json }) => json.data.items[0])
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected', 'written']))
    expect(outcomes.find(({ ok }) => !ok).errors[0].details.head).toMatchObject({ revision: 2 })
  })

  it('0 against an empty layer, and the present revision, are no conflict; the source is looked at first', async () => {
    await importTexts(GATE)
    expect((await write([{ ...machine(1, GATE), expected_revision: 0 }])).json.meta.written).toBe(1)
    const again = { ...machine(1, GATE, 'Брама закрита.'), overwrite: true, expected_revision: 1 }
    expect((await write([again])).json.data.items[0].revision).toBe(2)
    const both = { ...machine(1, 'x'), expected_revision: 7 }
    expect((await write([both])).json.data.items[0].errors[0].code).toBe('stale_source')
  })

  it('is a whole number from 0', async () => {
    await importTexts(GATE)
    const answer = await write([{ ...machine(1, GATE), expected_revision: -1, copies: 'yes' }])
    expect(answer.json.details.errors.map(({ field }: { field: string }) => field)).toEqual([
      'items[0].expected_revision',
      'items[0].copies',
    ])
  })
})

const both = 'Стару браму зачинено.'
/** Gives so many rows a machine text, and a manual one. */
async function putBoth(rows: number): Promise<void> {
  const { store } = world.app
  await writeOrThrow(store, (txn) => {
    for (let ordinal = 1; ordinal <= rows; ordinal++) {
      const row = readRow(txn.db, store.files, ordinal) as Row
      for (const layer of LAYERS) {
        const revision = { ...draftOf(row, layer), text: both }
        appendRevision(txn, row, readHeads(txn.db, ordinal), layer, revision, false)
      }
    }
  })
}

describe('copies', () => {
  it('the text goes to every row with this source that has no machine head', async () => {
    await importTexts(GATE, GATE, 'Another row', GATE, GATE)
    await write([machine(4, GATE, 'Зачинено стару браму.')])
    const answer = await write([{ ...machine(1, GATE), copies: true }])
    expect(answer.json.data.items[0]).toMatchObject({ status: 'written', copies: { written: 2, refused: 0, left: 0 } })
    expect(answer.json.meta).toMatchObject({ written: 1, copies: 2, quota: { used: 4 } })
    for (const number of [2, 5]) {
      expect((await headOf(number)).machine).toMatchObject({
        text: 'Стара брама зачинена.',
        provider: 'windrow',
        model: 'memory',
        freshness: 'fresh',
      })
    }
    expect((await headOf(4)).machine.text).toBe('Зачинено стару браму.')
    expect((await headOf(3)).machine).toBeNull()
  })

  it('the others get what memory has: the text of most rows, and nothing where people approved two', async () => {
    await importTexts(GATE, GATE, GATE, GATE)
    await write([machine(2, GATE, 'Зачинено стару браму.'), machine(3, GATE, 'Зачинено стару браму.')])
    const answer = await write([{ ...machine(1, GATE), copies: true }])
    expect(answer.json.data.items[0].copies).toEqual({ written: 1, refused: 0, left: 0 })
    expect((await headOf(4)).machine.text).toBe('Зачинено стару браму.')
    await importTexts(GATE, GATE, GATE, GATE, GATE)
    const approved = (number: number, text: string) => ({
      row_id: idOf(number),
      text,
      source_hash: sha256Hex(GATE),
      layer: 'manual',
      mode: 'direct',
    })
    await write([approved(2, 'Зачинено браму.'), approved(3, 'Брама зачинена.')])
    const divided = await write([{ ...machine(1, GATE), overwrite: true, text: 'Брами зачинені.', copies: true }])
    expect(divided.json.data.items[0].copies).toEqual({ written: 0, refused: 1, left: 0 })
    expect((await headOf(5)).machine).toBeNull()
  })

  it('a refused text goes nowhere; a text that is there already goes to the others', async () => {
    const coins = 'You have {0} coins.'
    await importTexts(coins, coins)
    const refused = await write([{ ...machine(1, coins, 'Маєте монети.'), copies: true }])
    expect(refused.json.data.items[0]).toMatchObject({ status: 'rejected' })
    expect((await headOf(2)).machine).toBeNull()
    await write([machine(1, coins, 'Маєте {0} монет.')])
    const later = await write([{ ...machine(1, coins, 'Маєте {0} монет.'), copies: true }])
    expect(later.json.data.items[0]).toMatchObject({ status: 'unchanged', copies: { written: 1 } })
  })

  it('manual items and items without the word have none', async () => {
    await importTexts(GATE, GATE)
    const manual = { row_id: idOf(1), text: 'Стара брама зачинена.', source_hash: sha256Hex(GATE), copies: true }
    expect((await write([manual])).json.data.items[0]).not.toHaveProperty('copies')
    expect((await headOf(2)).manual).toBeNull()
    expect((await write([machine(1, GATE)])).json.data.items[0]).not.toHaveProperty('copies')
  })

  it('each is counted against the quota, and every item of the batch keeps its place in it', async () => {
    await importTexts(GATE, GATE, GATE, GATE, 'Another row')
    const poor = await world.person('poor', 'admin')
    await changeQuota(world.app, null, 'poor', 4)
    const answer = await write(
      [{ ...machine(1, GATE), copies: true }, machine(5, 'Another row', 'Інший рядок')],
      poor.secret,
    )
    expect(answer.json.data.items[0].copies).toEqual({ written: 2, refused: 0, left: 1 })
    expect(answer.json.meta).toMatchObject({ written: 2, copies: 2, quota: { used: 4, remaining: 0 } })
  })

  it('rows that have a machine text behind a manual one take no place, however many there are', async () => {
    const rows = copiesPerBatchMax + 20
    await importTexts(...Array.from({ length: rows + 5 }, () => GATE))
    await putBoth(rows)
    const answer = await write([1, 2, 3].map((number) => ({ ...machine(number, GATE, both), copies: true })))
    expect(answer.json.data.items.map(({ copies }: { copies: object }) => copies)).toEqual([
      { written: 5, refused: 0, left: 0 },
      { written: 0, refused: 0, left: 0 },
      { written: 0, refused: 0, left: 0 },
    ])
    expect((await headOf(rows + 5)).machine.text).toBe(both)
  })

  it('items with one source share the bound of the batch', async () => {
    await importTexts(...Array.from({ length: copiesPerBatchMax + 10 }, () => GATE))
    const answer = await write([1, 2].map((number) => ({ ...machine(number, GATE), copies: true })))
    const [first, second] = answer.json.data.items
    expect(first.copies).toEqual({ written: copiesPerBatchMax, refused: 0, left: 9 })
    // The first item has written the row of the second.
    expect(second).toMatchObject({ status: 'unchanged', copies: { written: 0, refused: 0, left: 9 } })
  })

  it(`one batch writes at most ${copiesPerBatchMax}; sent again, the item fills what is left`, async () => {
    const rows = copiesPerBatchMax + 5
    await importTexts(...Array.from({ length: rows }, () => GATE))
    const first = await write([{ ...machine(1, GATE), copies: true }])
    expect(first.json.data.items[0].copies).toEqual({ written: copiesPerBatchMax, refused: 0, left: 4 })
    const second = await write([{ ...machine(1, GATE), copies: true }])
    expect(second.json.data.items[0].copies).toEqual({ written: 4, refused: 0, left: 0 })
  })
})
