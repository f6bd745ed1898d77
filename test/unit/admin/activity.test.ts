// The feed of what happened and the pages of people (docs/site.md#what-happened): every act of the site and the API in its
// hour, with its texts; paged from the newest end.
import { afterAll, expect, it } from 'vitest'
import { createKey } from '../../../src/app/people/manage-keys.ts'
import { readFeed } from '../../../src/app/team/activity.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { checkStore } from '../../../src/app/upkeep/check-store.ts'
import { writeBatch } from '../../../src/app/writes/write-batch.ts'
import { hourOf } from '../../../src/domain/events.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { keysOfUser } from '../../../src/store/records/people-and-keys.ts'
import { EventWriter } from '../../../src/store/records/events.ts'
import { putImport } from '../../../src/store/records/imports.ts'
import { ROLES } from '../../../src/domain/vocabulary.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld } from './site-world.ts'

const world = await siteWorld()
const translator = await world.as('translator')
const moderator = await world.as('moderator')
/** Nobody who has news. */
const reader = await world.as('user')
afterAll(() => world.close())

const linesOf = (body: string): string[] =>
  [...body.matchAll(/<li>(.*?)<\/li>/gs)].map(([, line = '']) =>
    line
      .replaceAll(/<span class="hint">.*?<\/span>/gs, '')
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

const sourceOf = (row: number): string => world.game.row(idOf(row)).sourceHash

async function writeMachineTexts(model: string, rows: readonly number[]): Promise<void> {
  const { app, people } = world
  const key = { userName: 'admin', kind: 'agent' as const, name: '', grants: [], denies: [] }
  const made = await createKey(app, null, { ...key, requestsPerMinute: null, secret: null })
  if (!made.ok) throw new Error(made.refusal.code)
  const [stored] = keysOfUser(app.store.main, people.admin.id).slice(-1)
  if (stored === undefined) throw new Error('no key')
  const items = rows.map((row) => ({
    rowId: idOf(row),
    text: `Текст ${model} ${row}`,
    layer: 'machine' as const,
    mode: 'direct' as const,
    overwrite: true,
    provider: 'p',
    model,
    sourceHash: sourceOf(row),
  }))
  const rendering = { problems: () => '', body: () => '{}' }
  const batch = { items, idempotencyKey: model, bodyDigest: 'a'.repeat(64) }
  await writeBatch(app, { user: people.admin, key: stored, session: null }, batch, rendering)
}

it('tells each act in its hour, with links to its texts', async () => {
  await writeMachineTexts('qwen3', [1, 6])
  await writeMachineTexts('gpt', [6])
  await translator.get(`/admin/rows/${idOf(5)}`)
  await translator.post('/admin/bench/save', {
    row: idOf(5),
    text: 'Перший\nдругий',
    source: sourceOf(5),
  })
  await translator.post('/admin/bench/save', {
    row: idOf(6),
    text: 'Ніхто не знає "шляху"',
    source: sourceOf(6),
  })
  await moderator.get('/admin/bench?proposal=1')
  const decide = (act: string, row: number, proposal: string, reason = '') =>
    moderator.post(`/admin/bench/${act}`, { row: idOf(row), proposal, version: '1', source: sourceOf(row), reason })
  await decide('approve', 5, '1')
  await decide('reject', 6, '2', 'Не так <i>воно</i>')
  await moderator.get(`/admin/rows/${idOf(1)}`)
  const head = world.game.heads(idOf(1)).machine
  await moderator.post('/admin/bench/reviewed', {
    row: idOf(1),
    seq: String(head?.seq),
    source: sourceOf(1),
  })
  await changeSetting(world.app, null, 'target_language', 'uk')
  const { body } = await reader.get('/admin/activity')
  expect(linesOf(body).toSorted()).toEqual([
    ...ROLES.toSorted().map((role) => `The command line added ${role} to the team`),
    'The command line imported main.jsonl: 6 new, 0 changed, 0 gone Import 1',
    'The command line set target_language to uk',
    'admin wrote 1 machine text with gpt',
    'admin wrote 2 machine texts with qwen3',
    expect.stringMatching(/^moderator \d{4}-\d\d-\d\d: 3 3$/),
    'moderator approved 1 proposal',
    'moderator rejected 1 proposal',
    'moderator reviewed 1 machine text',
    expect.stringMatching(/^translator \d{4}-\d\d-\d\d: 2 2$/),
    'translator proposed 2 texts',
  ])
  const [, byQwen = ''] = /<a href="([^"]*model=qwen3[^"]*)"/.exec(body) ?? []
  const says = 'Texts replaced or taken back since are not listed here'
  expect((await reader.get(byQwen.replaceAll('&amp;', '&'))).body).not.toContain(says)
  await writeMachineTexts('later', [1, 6])
  expect((await reader.get(byQwen.replaceAll('&amp;', '&'))).body).toContain(says)
})

it('shows what a moderator decided in a span, with its texts', async () => {
  const path = `/admin/team/${world.people.moderator.id}`
  const { body } = await reader.get(`${path}?kind=decisions`)
  expect(body).toContain('Перший другий')
  expect(body).toContain('Ніхто не знає &quot;шляху&quot;')
  expect(body).toContain('Не так &lt;i&gt;воно&lt;/i&gt;')
  expect(body).toContain('A blizzard is swirling here.')
  expect(body).toContain('reviewed a machine text')
  expect(body).not.toContain('<i>воно')
  expect((await reader.get(`${path}?kind=rejected`)).body).not.toContain('Перший другий')
  expect((await reader.get(`${path}?since=2200-01-01`)).body).toContain('Nothing here')
  expect((await reader.get(`${path}?until=2000-01-01`)).body).toContain('Nothing here')
  expect((await reader.get(`${path}?from=nonsense&since=x&kind=%00`)).status).toBe(200)
  const unread = await reader.get(`${path}?since=2026-13-01&until=next<week&kind=decisions`)
  expect(unread.body).toContain('<bdi>2026-13-01</bdi> is not a date and was ignored')
  expect(unread.body).toContain('<bdi>next&lt;week</bdi> is not a date and was ignored')
  expect(unread.body).toContain('Перший другий')
  const own = await reader.get(`/admin/team/${world.people.translator.id}`)
  expect(own.body).toMatch(/proposals approved<\/dt><dd><strong>50\.0 %<\/strong>/)
  expect(own.body).toMatch(/<rect fill="var\(--manual_fresh\)" fill-opacity="1"[^>]*>\s*<title>[\d-]+: 3<\/title>/)
  expect(own.body).toContain('3 texts, proposals and reviews on 1 day')
  expect((await reader.get('/admin/team/999')).status).toBe(404)
})

it('pages through the feed: everything once, in whole hours, whatever is between', async () => {
  const { store } = world.app
  const hourMs = 60 * 60 * 1000
  await writeOrThrow(store, (txn) => {
    for (let i = 0; i < 130; i++) {
      const fileName = `patch ${i}`
      const timeMs = txn.timeMs + Math.floor(i / 7) * hourMs
      const events = new EventWriter(txn.db, timeMs)
      putImport(
        { ...txn, timeMs, events },
        { userId: null, files: [{ slot: 'main', fileName, sizeBytes: 1 }], report: {} },
      )
      events.finish()
      txn.acts.note({
        kind: 'proposed',
        userId: 1,
        keyId: null,
        provider: null,
        model: String(i),
        ordinal: i,
        rowId: idOf(i),
        number: i,
      })
    }
  })
  const seen: string[] = []
  const hours: number[] = []
  let from: string | null = ''
  let pages = 0
  while (from !== null) {
    const page = readFeed(world.app, from)
    for (const { startMs, items } of page.hours) {
      hours.push(startMs)
      for (const item of items) {
        expect(hourOf(item.atMs)).toBe(hourOf(startMs))
        seen.push(JSON.stringify(item))
      }
    }
    from = page.next
    pages++
  }
  expect(pages).toBeGreaterThan(2)
  expect(hours).toEqual([...new Set(hours)].toSorted((a, b) => b - a))
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.filter((each) => each.includes('patch '))).toHaveLength(130)
  expect(seen.filter((each) => each.includes('"proposed"'))).toHaveLength(131)
})

it('leaves nothing for a check to find', async () => {
  const watching = { signal: new AbortController().signal, onStep: () => {} }
  const found = await checkStore(world.app.store, watching)
  expect(found.disagreements).toEqual([])
})
