// Two models on the same rows: what is told of them, that nothing is written, and that nothing is bought twice.
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Agent } from '../../../../src/agent/agent.ts'
import { localAgent } from '../../../../src/agent/local.ts'
import { named } from '../../../../src/app/actor.ts'
import { addUser } from '../../../../src/app/people/manage-users.ts'
import { compare, comparisonLines, type Contestant, sampleRows } from '../../src/compare.ts'
import { Ledger } from '../../src/ledger.ts'
import { ModelTrouble } from '../../src/models/model.ts'
import { endpointModel } from '../../src/models/endpoint-model.ts'
import { Spending } from '../../src/spending.ts'
import { granted } from '../../../../test/support/app-world.ts'
import { type GameStore, gameStore, idOf } from '../../../../test/support/game-store.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { modelEndpoint, type ModelEndpoint } from '../../../../test/support/model-endpoint.ts'
import { madeUpSources } from '../../../../test/support/translate-world.ts'

const sources = madeUpSources(80, 4)
const approvedRows = 60

let store: GameStore
let agent: Agent
let models: ModelEndpoint[]
beforeEach(async () => {
  models = []
  store = gameStore()
  const main = store.jsonl('main.jsonl', Object.fromEntries(sources.map((text, i) => [idOf(i + 1), text])))
  await store.importFiles({ main })
  const user = granted(await addUser(store.app, null, { name: 'Ada', role: 'admin', password: null }))
  agent = localAgent(store.app, named(user), { pause: async () => {}, secondsMax: 1 })
})
afterEach(async () => {
  for (const model of models) await model.close()
  await store.close()
})

const approve = (): Promise<void> =>
  store.putAll(
    'manual',
    sources.slice(0, approvedRows).map((source, i) => [idOf(i + 1), translated(source)]),
    { status: 'approved' },
  )

async function contestant(name: string, brokenShare: number): Promise<Contestant> {
  const model = await modelEndpoint({ translate: translated, seed: 1, brokenShare, isStructured: true })
  models.push(model)
  const prices = { input: 1, cached: 1, output: 2 }
  const spending = new Spending({ tokens: null, cost: null }, prices)
  return { name, model: await endpointModel({ url: model.url, model: name, key: null }), spending }
}

const ledgerHere = (): Ledger =>
  new Ledger(join(store.folder, 'ledger'), { server: '', person: 'Ada', language: 'uk', role: 'compare' })

async function compared(count: number, seed: number, more: readonly Contestant[] = []) {
  const work = {
    ledger: ledgerHere(),
    agent,
    brief: { role: 'translate', model: 'm', language: 'uk', team: '', notes: '', reference: 'short' } as const,
    rowsPerCall: 50,
    context: null,
    signal: new AbortController().signal,
    pause: async () => {},
    note: () => {},
  }
  const rows = await sampleRows(agent, count, seed)
  const [first = await contestant('right', 0), second = await contestant('sloppy', 0.4)] = more
  const both = [first, second] as const
  const { comparison: result, bought, ...blind } = await compare(work, both, rows)
  return { rows, result, blind, bought }
}

it('tells what the gate refuses, and what a row costs', async () => {
  await approve()
  const { rows, result, blind } = await compared(50, 7)
  const [right, sloppy] = result.models
  expect(result).toMatchObject({ rows: 50, approved: 50 })
  expect(right).toMatchObject({ accepted: 50, without_text: 0, refused: {} })
  expect(sloppy.accepted).toBeLessThan(45)
  const refusals = Object.values(sloppy.refused).reduce((sum, count) => sum + count, 0)
  expect(sloppy.accepted + refusals + sloppy.without_text).toBe(50)
  expect(comparisonLines(result).join('\n')).toMatch(
    /right: accepted at first try 50 \(100\.0 %\)\n {2}per accepted row: \d+ tokens, 0\.\d{6} by the prices/,
  )
  // Pairs have two texts that the gate takes; those of the right model are right.
  expect(blind.same + blind.pairs.length).toBe(sloppy.accepted)
  expect(
    blind.pairs.filter(({ source, texts: [first, second] }) => first !== translated(source) || first === second),
  ).toEqual([])
  // Nothing is written, and no prompt shows the approved text.
  expect(rows.map(({ rowId }) => store.heads(rowId).machine)).toEqual(rows.map(() => null))
  const shown = models.flatMap(({ prompts }) => prompts).join('\n')
  expect(rows.filter(({ source }) => shown.includes(translated(source)))).toEqual([])
})

it('draws the same rows by the same seed, and other ones by another', async () => {
  await approve()
  const drawn = async (seed: number): Promise<readonly string[]> =>
    (await sampleRows(agent, 20, seed)).map(({ rowId }) => rowId)
  expect(await drawn(1)).toEqual(await drawn(1))
  expect(await drawn(2)).not.toEqual(await drawn(1))
  expect((await sampleRows(agent, 1_000, 1)).length).toBe(approvedRows)
})

it('takes untranslated rows where none is approved', async () => {
  const { result } = await compared(20, 1)
  expect(result).toMatchObject({ rows: 20, approved: 0, models: [{ accepted: 20 }, {}] })
})

it('that broke off goes on with what it has bought, and buys nothing twice', async () => {
  const [right, sloppy] = [await contestant('right', 0), await contestant('sloppy', 0.4)]
  const away: typeof sloppy.model = { ask: async () => await Promise.reject(new ModelTrouble('no such model', false)) }
  await expect(compared(20, 1, [right, { ...sloppy, model: away }])).rejects.toThrow('no such model')
  const bought = models[0]?.bought.size
  expect([bought, (await ledgerHere().waiting()).texts]).toEqual([20, 20])
  const again = await compared(20, 1, [
    { ...right, spending: new Spending({ tokens: null, cost: null }, null) },
    sloppy,
  ])
  expect(again.result).toMatchObject({ rows: 20, models: [{ accepted: 20 }, {}] })
  expect(again.result.models[0].tokens.output).toBeGreaterThan(0)
  expect([...(models[0]?.bought.values() ?? [])].every((times) => times === 1)).toBe(true)
  for (const purchase of again.bought) await ledgerHere().close(purchase)
  expect((await ledgerHere().waiting()).texts).toBe(0)
  expect((await ledgerHere().spent()).map(({ model, prompts }) => [model, prompts])).toEqual([
    ['right', 1],
    ['sloppy', 1],
  ])
})
