// Marks that a text does not fit: set with a picture, listed, closed by a new text or by hand; and hostile pictures.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { present } from '../../../src/base/assert.ts'
import { named } from '../../../src/app/actor.ts'
import { cardJson } from '../../../src/api-v2/cards.ts'
import { readClaimedRows } from '../../../src/app/claims/read-claimed-rows.ts'
import { findWork, scanWork } from '../../../src/app/work/find-work.ts'
import { ALL_WORK } from '../../../src/domain/work/work-filter.ts'
import { editTranslation } from '../../../src/app/writes/edit-translation.ts'
import { misfitsMax, misfitsPerPersonMax, picturesMax } from '../../../src/domain/limits.ts'
import { readRow } from '../../../src/app/rows/read-row.ts'
import { closeMisfit, markMisfit } from '../../../src/app/team/misfits.ts'
import { allMisfits, putMisfit } from '../../../src/store/records.ts'
import { readRowById } from '../../../src/store/rows.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { granted } from '../../support/app-world.ts'
import { idOf } from '../../support/game-store.ts'
import { type Answer, siteWorld } from '../../unit/admin/site-world.ts'

const world = await siteWorld()
const one = await world.as('translator')
afterAll(() => world.close())

/** One grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

async function write(number: number, text: string): Promise<void> {
  const rowId = idOf(number)
  const source = present(readRow(world.app, rowId), 'the row').sourceHash
  const by = named(world.people.super_admin)
  granted(await editTranslation(world.app, by, { rowId, text, sourceHash: source }))
}

function send(number: number, fields: { note?: string; picture?: Buffer; csrf?: string }): Promise<Answer> {
  return one.sendParts(`/admin/rows/${idOf(number)}/misfits`, [
    { name: 'csrf', content: fields.csrf ?? one.token },
    { name: 'note', content: fields.note ?? '' },
    { name: 'picture', fileName: 'a.png', content: fields.picture ?? '' },
  ])
}

describe('a mark', () => {
  it('needs a text', async () => {
    const answer = await send(1, { note: 'cut off' })
    expect([answer.status, answer.body]).toEqual([409, expect.stringContaining('This row has no translation yet')])
    expect(answer.body).toContain('cut off')
  })

  it('has a note and a picture, which nothing can run in', async () => {
    await write(1, 'Тут вирує хуртовина.')
    expect(await send(1, { note: 'cut <b>off', picture: PNG })).toMatchObject({
      status: 303,
      location: `/admin/rows/${idOf(1)}?note=misfit-marked`,
    })
    const { body } = await one.get(`/admin/rows/${idOf(1)}`)
    expect(body).toContain('cut &lt;b&gt;off')
    expect(body).toContain('does not fit')
    const address = `/admin/rows/${idOf(1)}/misfits/1/picture`
    expect(body).toContain(`<img class="seen" src="${address}"`)
    const { headers, status } = await one.get(address)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-store, private',
    })
    expect((await world.visitor().get(address)).headers.get('content-type') ?? '').not.toContain('image')
  })

  it('is listed for all, once a person and text', async () => {
    expect((await send(1, { note: 'again' })).status).toBe(409)
    const reader = await world.as('user')
    const { body } = await reader.get('/admin/misfits')
    expect(body).toContain('1 mark')
    expect(body).toContain(idOf(1))
    expect(body).not.toContain('It fits now')
  })

  it('is a filter of work, and on the card of API v2 and the workbench', async () => {
    const found = async (fits: 'no' | 'unmarked') => {
      const rows = await scanWork(world.app, { ...ALL_WORK, fits })
      return [1, 2].map((ordinal) => rows.has(ordinal))
    }
    expect([await found('no'), await found('unmarked')]).toEqual([
      [true, false],
      [false, true],
    ])
    expect((await findWork(world.app, { ...ALL_WORK, fits: 'no' })).has(1)).toBe(true)
    expect((await findWork(world.app, { ...ALL_WORK, fits: 'unmarked' })).has(1)).toBe(false)
    const cards = readClaimedRows(world.app, [1, 2], 'manual').map((row) =>
      cardJson(row, new Set(), world.app.rules.now().gate.markup),
    )
    expect(cards.map((card) => card['does_not_fit'])).toEqual([['cut <b>off'], undefined])
    const bench = `/admin/bench?row=${idOf(1)}`
    expect((await one.get(bench)).body).toContain('cut &lt;b&gt;off')
  })

  it('is closed by a new text, and holds again for the old one', async () => {
    await write(1, 'Вирує хуртовина.')
    expect((await one.get('/admin/misfits')).body).toContain('Nothing is marked')
    expect((await one.get(`/admin/rows/${idOf(1)}`)).body).toContain('has another text')
    await write(1, 'Тут вирує хуртовина.')
    expect((await one.get('/admin/misfits')).body).toContain('1 mark')
  })

  it('is closed by hand, without its picture from then on', async () => {
    const close = `/admin/rows/${idOf(1)}/misfits/1/close`
    expect(await one.post(close, { back: '/admin/misfits' })).toMatchObject({
      status: 303,
      location: '/admin/misfits?note=misfit-closed',
    })
    expect((await one.get(`/admin/rows/${idOf(1)}`)).body).toContain('fits now')
    expect((await one.get(`/admin/rows/${idOf(1)}/misfits/1/picture`)).status).toBe(404)
    expect((await one.post(close)).status).toBe(404)
  })
})

describe('refuses, and stores nothing', () => {
  beforeAll(() => write(6, 'Ніхто не знає дороги'))

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 422],
    ['HTML with the name of a PNG', Buffer.from('<html><script>alert(1)</script>'), 422],
    ['HTML behind the first bytes of a PNG', Buffer.concat([PNG.subarray(0, 8), Buffer.from('<script>')]), 422],
    ['a PNG that is cut off', PNG.subarray(0, PNG.length - 4), 422],
    ['a JPEG that is cut off', Buffer.from('ffd8ffe000104a464946', 'hex'), 422],
    ['a WebP of another length', Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBPVP8 ', 'latin1'), 422],
    ['a GIF', Buffer.from('GIF89a'), 422],
    ['2 MB', Buffer.concat([PNG.subarray(0, 8), Buffer.alloc(2 * 1024 * 1024), PNG.subarray(8)]), 422],
    ['9 MB', Buffer.alloc(9 * 1024 * 1024), 413],
  ])('%s', async (_, picture, status) => {
    await one.get(`/admin/rows/${idOf(6)}`)
    const answer = await send(6, { note: 'cut off', picture })
    expect([answer.status, answer.headers.get('location')]).toEqual([status, null])
    expect((await one.get('/admin/misfits')).body).toContain('Nothing is marked')
  })

  it('a form of another session, and a note that is too long', async () => {
    expect((await send(6, { csrf: 'none' })).status).toBe(403)
    await one.get(`/admin/rows/${idOf(6)}`)
    expect((await send(6, { note: 'x'.repeat(501) })).status).toBe(422)
    expect((await send(6, { note: 'a\u0007b' })).status).toBe(422)
  })
})

it('a person has a bounded number of open pictures', async () => {
  const by = named(world.people.translator)
  const mark = (number: number, picture: Buffer | null) =>
    markMisfit(world.app, by, { rowId: idOf(number), note: '', picture })
  const texts = Object.fromEntries(Array.from({ length: picturesMax + 2 }, (_, at) => [idOf(100 + at), `Label ${at}`]))
  await world.game.importFiles({ main: world.game.jsonl('more.jsonl', texts) })
  for (let at = 0; at < picturesMax + 2; at++) await write(100 + at, `Напис ${at}`)
  for (let at = 0; at < picturesMax; at++) granted(await mark(100 + at, PNG))
  expect(await mark(100 + picturesMax, PNG)).toMatchObject({ refusal: { code: 'too_many_pictures' } })
  granted(await mark(100 + picturesMax, null))
  await write(100, 'Коротше')
  granted(await mark(101 + picturesMax, PNG))
  expect((await one.get(`/admin/rows/${idOf(100)}/misfits/1/picture`)).status).toBe(404)
})

it('a person has a bounded number of open marks, and the store one of all, whose oldest closed ones make room', async () => {
  const { store } = world.app
  const by = world.people.moderator
  const [first, last] = [1_000, 1_000 + misfitsMax]
  const texts = Object.fromEntries(Array.from({ length: misfitsMax + 1 }, (_, at) => [idOf(first + at), `Sign ${at}`]))
  await world.game.importFiles({ main: world.game.jsonl('signs.jsonl', texts) })
  for (const number of [first, first + 1, last]) await write(number, 'Напис')
  const rowOf = (number: number) => present(readRowById(store.main, store.files, idOf(number)), 'the row')
  const mark = { number: 1, layer: 'manual', text: 'Напис', note: '', picture: null, createdAtMs: 1 } as const
  const set = (rowId: string) => markMisfit(world.app, named(by), { rowId, note: '', picture: null })
  const own = misfitsPerPersonMax - 1
  await writeOrThrow(store, (txn) => {
    for (let nth = 0; nth < own; nth++)
      putMisfit(txn, { ...mark, ordinal: rowOf(last).ordinal, number: nth + 1, authorId: by.id, closed: null })
  })
  granted(await set(idOf(first)))
  expect(await set(idOf(first + 1))).toMatchObject({ refusal: { code: 'too_many_own_misfits' } })

  const closed = { byId: by.id, atMs: 2 }
  const before = [...allMisfits(store.main)].length
  const others = { ...mark, authorId: world.people.user.id, closed }
  await writeOrThrow(store, (txn) => {
    for (let nth = 0; nth < misfitsMax - before; nth++)
      putMisfit(txn, { ...others, ordinal: rowOf(first + 2 + nth).ordinal, createdAtMs: 2 + nth })
  })
  await closeMisfit(world.app, named(by), { rowId: idOf(first), number: 1 })
  granted(await set(idOf(first + 1)))
  const all = [...allMisfits(store.main)]
  expect(all).toHaveLength(misfitsMax)
  expect(all.some(({ ordinal }) => ordinal === rowOf(first + 2).ordinal)).toBe(false)
})
