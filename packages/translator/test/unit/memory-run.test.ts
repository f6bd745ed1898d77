// What a run of `windrow translate` asks a model on a game with real duplicate rates: 1.79 rows a text, 27 % of the texts digit twins of
// others. The model is a script that answers every line and notes what it was asked.
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Actor, named } from '../../../../src/app/actor.ts'
import { addUser } from '../../../../src/app/people/manage-users.ts'
import { changeSetting } from '../../../../src/app/upkeep/change-settings.ts'
import { sha256Hex } from '../../../../src/base/bytes.ts'
import type { Agent } from '../../../../src/agent/agent.ts'
import { localAgent } from '../../../../src/agent/local.ts'
import { donorOf, MEMORY } from '../../../../src/domain/donor.ts'
import { gameLayerOf } from '../../../../src/domain/row.ts'
import { skeletonOf } from '../../../../src/domain/text/skeleton.ts'
import { SearchIndexer } from '../../../../src/search/upkeep.ts'
import { proposalsByStatus } from '../../../../src/store/records.ts'
import { readHeads, readRow, rowsWithSource } from '../../../../src/store/rows.ts'
import { inspectWrites } from '../../../../src/store/door/writer.ts'
import { Ledger } from '../../src/ledger.ts'
import type { Model } from '../../src/models/model.ts'
import type { Plan } from '../../src/run.ts'
import { Spending } from '../../src/spending.ts'
import { translate } from '../../src/translate.ts'
import { granted } from '../../../../test/support/app-world.ts'
import { type GameStore, gameStore, idOf, type Texts } from '../../../../test/support/game-store.ts'

let game: GameStore
beforeEach(() => {
  inspectWrites(null)
  game = gameStore()
})
afterEach(() => game.close())

const rows = 1_200
const texts = Math.round(rows / 1.79)
const twinFamilies = 60

/** A word of its own for each number, without digits. */
const word = (number: number): string =>
  Array.from(
    String(number),
    (digit) => `${'bdfgklmnrs'.charAt(Number(digit))}${'aeiou'.charAt(Number(digit) % 5)}`,
  ).join('')
const textOf = (number: number): string =>
  number < texts * 0.27 + twinFamilies
    ? `Fishing ${word(number % twinFamilies)} contest ${5 + Math.floor(number / twinFamilies)}`
    : `The story of ${word(number)} begins`

/** The rows of a text are far apart. */
const sources = (): Texts =>
  Object.fromEntries(Array.from({ length: rows }, (_, at) => [idOf(at + 1), textOf((at * 7) % texts)]))

const CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('abcdefghiklmnoprstuvwxyz', (letter, at) => [letter, 'абцдефгхиклмнопрстувшіиз'[at] ?? letter]),
)
const translated = (source: string): string =>
  source.toLowerCase().replaceAll(/[a-z]/g, (letter) => CYRILLIC[letter] ?? 'й')

const isInForce = (source: string): boolean => {
  const { main, files } = game.app.store
  return rowsWithSource(main, sha256Hex(source)).some((ordinal) => {
    const row = readRow(main, files, ordinal)
    return row !== null && gameLayerOf(row, readHeads(main, ordinal)) !== null
  })
}

const bot = async (role: 'admin' | 'moderator' | 'translator') =>
  named(granted(await addUser(game.app, null, { name: 'bot', role, password: null })))

const patience = { pause: async () => {}, secondsMax: 0 }
const pending = () => [...proposalsByStatus(game.app.store.main, 'pending')]

async function run(by?: Actor): Promise<{ asked: number; inForce: number; remembered: number; left: number }> {
  const asked: string[] = []
  let inForce = 0
  const model: Model = {
    ask: async ({ user }) => {
      const lines = [...user.matchAll(/^(\d+)\t([^\t\n]*)/gm)]
      for (const [, , source = ''] of lines) {
        asked.push(source)
        if (isInForce(source)) inForce++
      }
      const answer = Object.fromEntries(lines.map(([, number = '', source = '']) => [number, translated(source)]))
      return { text: JSON.stringify(answer), isCut: false, tokens: null }
    },
  }
  const actor = by ?? (await bot('admin'))
  const agent = localAgent(game.app, actor, patience)
  const plan: Plan = {
    agent,
    model,
    brief: { role: 'translate', model: 'm', language: 'uk', team: '', notes: '', reference: 'short' },
    origin: { provider: 'script', model: 'script-1' },
    filters: [],
    repair: null,
    rowsMax: Number.POSITIVE_INFINITY,
    rowsPerCall: 50,
    context: null,
    parallel: 2,
    spending: new Spending({ tokens: null, cost: null }, null),
    ledger: new Ledger(join(game.folder, 'model-ledger'), {
      server: '',
      person: 'bot',
      language: 'uk',
      role: 'translate',
    }),
    signal: new AbortController().signal,
    pause: async () => {},
    note: () => {},
    onProgress: () => {},
  }
  const { tally, stopped } = await translate(plan, Number.POSITIVE_INFINITY)
  expect(stopped).toBeNull()
  const { untranslated } = await agent.status()
  return { asked: asked.length, inForce, remembered: tally.remembered, left: untranslated }
}

it('a model is asked for at most 60 % of the rows, and for none whose source has a text in force', async () => {
  await game.importFiles({ main: game.jsonl('main.jsonl', sources()) })
  granted(await changeSetting(game.app, null, 'target_language', 'uk'))
  // People have translated every eleventh row.
  const ids = Array.from({ length: Math.ceil(rows / 11) }, (_, n) => idOf(1 + 11 * n))
  const all = sources()
  await game.putAll(
    'manual',
    ids.map((id) => [id, translated(all[id] ?? '')]),
  )
  const { asked, inForce, remembered, left } = await run()
  expect(inForce).toBe(0)
  expect(asked).toBeLessThanOrEqual(0.6 * rows)
  expect(remembered).toBeGreaterThan(rows / 20)
  expect(left).toBe(0)
})

it('of each family one text is asked for, while the others wait for it', async () => {
  await game.importFiles({ main: game.jsonl('main.jsonl', sources()) })
  await new SearchIndexer(game.app).renew(new AbortController().signal)
  granted(await changeSetting(game.app, null, 'target_language', 'uk'))
  const families = new Set(Object.values(sources()).map((text) => skeletonOf(text ?? ''))).size
  expect(await run()).toMatchObject({ asked: families, left: 0 })
})

it('a family whose numbers cannot be exchanged is asked for together, behind its first text', async () => {
  const texts = Array.from({ length: 12 }, (_, at) => [idOf(at + 1), `Round ${at + 1}`])
  await game.importFiles({ main: game.jsonl('main.jsonl', Object.fromEntries(texts)) })
  expect(await run()).toMatchObject({ asked: 12, remembered: 0, left: 0 })
})

it('while the setting is off, only what the run itself writes is copied', async () => {
  await game.importFiles({ main: game.jsonl('main.jsonl', { [idOf(1)]: 'Gate', [idOf(2)]: 'Gate' }) })
  granted(await changeSetting(game.app, null, 'memory', 'off'))
  await game.put(idOf(1), 'manual', 'Брама')
  expect(await run()).toMatchObject({ asked: 1, inForce: 1, remembered: 0, left: 0 })
  expect(game.heads(idOf(2)).machine).not.toMatchObject(MEMORY)
})

// A proposal is no translation, so rows with one still count as untranslated.
for (const role of ['moderator', 'translator'] as const) {
  it(`who may only propose buys each text once, and of its twins none: ${role}`, async () => {
    const first = ['Dark Knight of the North', 'Open the gate with 10 keys', 'Speak with the old master.']
    const second = [...first, 'Dark Knight of the North', 'Open the gate with 12 keys', 'Open the gate with 14 keys']
    const files = (texts: readonly string[]): Texts => Object.fromEntries(texts.map((text, at) => [idOf(at + 1), text]))
    await game.importFiles({ main: game.jsonl('a.jsonl', files(first)) })
    granted(await changeSetting(game.app, null, 'target_language', 'uk'))
    const by = await bot(role)
    expect(await run(by)).toMatchObject({ asked: 3, remembered: 0 })
    await game.importFiles({ main: game.jsonl('b.jsonl', files(second)) })
    expect(await run(by)).toMatchObject({ asked: 0, remembered: 3 })
    const texts = new Map(pending().map((each) => [each.rowId, each]))
    expect(texts.get(idOf(4))?.text).toBe(texts.get(idOf(1))?.text)
    expect(texts.get(idOf(5))?.text).toBe(translated('Open the gate with 12 keys'))
    const { client } = texts.get(idOf(5)) ?? {}
    expect(client && donorOf({ client })).toEqual({ rowId: idOf(2), layer: 'manual', seq: 0 })
    expect(texts.size).toBe(6)
  })
}

it('within one run who may only propose buys as few texts as an admin', async () => {
  await game.importFiles({ main: game.jsonl('main.jsonl', sources()) })
  await new SearchIndexer(game.app).renew(new AbortController().signal)
  granted(await changeSetting(game.app, null, 'target_language', 'uk'))
  const families = new Set(Object.values(sources()).map((text) => skeletonOf(text ?? ''))).size
  expect(await run(await bot('translator'))).toMatchObject({ asked: families })
  expect(new Set(pending().map(({ rowId }) => rowId)).size).toBe(rows)
})

it("another person's proposal is no memory, and what memory proposes costs the quota", async () => {
  await game.importFiles({
    main: game.jsonl('main.jsonl', { [idOf(1)]: 'Gate', [idOf(2)]: 'Gate', [idOf(3)]: 'Gate' }),
  })
  granted(await changeSetting(game.app, null, 'target_language', 'uk'))
  const olena = granted(await addUser(game.app, null, { name: 'Olena', role: 'translator', password: null }))
  const [agent, other] = [await bot('translator'), named(olena)].map((by) => localAgent(game.app, by, patience))
  if (agent === undefined || other === undefined) throw new Error('two agents')
  const propose = (by: Agent, rowId: string, text: string) =>
    by.write([{ rowId, text, sourceHash: null, replaces: null }], { provider: 'p', model: 'm', copies: false })
  await propose(other, idOf(1), 'Брама')
  expect((await agent.remember([idOf(2)])).filled).toEqual([])
  await propose(agent, idOf(2), 'Ворота')
  expect(await agent.remember([idOf(1), idOf(2), idOf(3)])).toEqual({ filled: [idOf(3)], done: [idOf(2)] })
  expect((await agent.status()).quota.used).toBe(2)
})
