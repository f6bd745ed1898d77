// The ledger: a bought text that has no place waits, is written once it has one, and is given up by name.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeGlossary } from '../../../../src/app/upkeep/change-glossary.ts'
import { idOf } from '../../../../test/support/game-store.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { modelEndpoint, type ModelEndpoint } from '../../../../test/support/model-endpoint.ts'
import { temporaryFolder } from '../../../../test/support/program.ts'
import { madeUpSources, openTranslateWorld, type TranslateWorld } from '../../../../test/support/translate-world.ts'
import { Ledger } from '../../src/ledger.ts'
import { endpointModel } from '../../src/models/endpoint-model.ts'
import { waitingLines } from '../../src/report.ts'
import { resume } from '../../src/resume.ts'
import type { Plan } from '../../src/run.ts'
import { Spending } from '../../src/spending.ts'

const sources = madeUpSources(24, 7)
/** Of one row. */
const single = sources.find((source, i) => sources.indexOf(source) === i && sources.lastIndexOf(source) === i) ?? ''
const RIVER = { source: 'river', forms: ['річк*'], doNotTranslate: false, caseSensitive: false, note: '' }
const prices = { input: 1, cached: 1, output: 2 }

let world: TranslateWorld
let model: ModelEndpoint
let folder: ReturnType<typeof temporaryFolder>
const ledger = (): Ledger =>
  new Ledger(join(folder.path, 'ledger'), { server: '', person: 'Ada', language: 'uk', role: 'translate' })
const behave = async (): Promise<ModelEndpoint> => (model = await modelEndpoint({ translate: translated }))
const spending = (): Spending => new Spending({ tokens: null, cost: null }, prices)
beforeEach(async () => {
  folder = temporaryFolder()
  world = await openTranslateWorld(sources)
})
afterEach(async () => {
  await model.close()
  await world.close()
  folder.remove()
})

async function resumed() {
  const plan = {
    agent: world.agent,
    ledger: ledger(),
    filters: [],
    brief: { role: 'translate', model: '', language: '', team: '', notes: '', reference: 'short' },
    signal: new AbortController().signal,
    spending: spending(),
    note: () => {},
  } as unknown as Plan
  return await resume(plan)
}

describe('a text without a place', () => {
  const changed = sources.map((source) => (source === single ? `${source} no longer` : source))
  const importAgain = async (texts: readonly string[]): Promise<void> => {
    await world.world.importFiles(
      texts.map((text, i) => ({ id: idOf(i + 1), text })),
      null,
    )
  }
  /** A plan whose model imports these sources before its first answer comes. */
  const importing = async (texts: readonly string[]): Promise<Partial<Plan>> => {
    const asked = await endpointModel({ url: model.url, model: 'm', key: null })
    let calls = 0
    const ask: typeof asked.ask = async (...given) => {
      if (++calls === 1) await importAgain(texts)
      return await asked.ask(...given)
    }
    return { ledger: ledger(), model: { ask }, spending: spending() }
  }

  it('since its source changed, waits, with its cost, and is written when the source comes back, without a model', async () => {
    await behave()
    const outcome = await world.run({ endpoint: model.url, plan: await importing(changed) })
    expect([outcome?.stopped, outcome?.tally.changed, outcome?.open]).toEqual([null, 1, { untranslated: 0, stale: 0 }])
    const [waiting] = outcome?.waiting.purchases ?? []
    expect(waiting).toMatchObject({ texts: 1, model: 'm', why: { source_changed: 1 } })
    expect(waiting?.cost).toBeGreaterThan(0)
    expect(waitingLines(outcome?.waiting ?? (await ledger().waiting()))[1]).toMatch(
      /^ {2}[0-9a-f]{8} {2}1 text of m, 0\.\d{4} by the prices; the source changed meanwhile: 1$/,
    )
    // A run that changes nothing leaves it, and the report of what was paid has it once.
    await world.run({ endpoint: model.url, plan: { ledger: ledger() } })
    expect((await ledger().waiting()).texts).toBe(1)
    const prompts = model.answered
    expect((await ledger().spent()).map((paid) => paid.prompts)).toEqual([prompts])
    await importAgain(sources)
    const again = await resumed()
    expect([again.stopped, again.waiting.texts, model.answered]).toEqual([null, 0, prompts])
    expect(world.stored().get(single)).toBe(translated(single))
    expect((await ledger().spent()).map((paid) => paid.prompts)).toEqual([prompts])
  })

  it('since its source changed, is written into the other rows of that source, and not bought again', async () => {
    const double = sources.find((source, i) => sources.indexOf(source) !== i) ?? ''
    const one = sources.map((source, i) => (i === sources.indexOf(double) ? `${source} no longer` : source))
    await behave()
    const outcome = await world.run({ endpoint: model.url, plan: await importing(one) })
    expect([outcome?.stopped, outcome?.tally.changed]).toEqual([null, 1])
    expect([model.bought.get(double), world.stored().get(double)]).toEqual([1, translated(double)])
  })

  it('is given up by its name, and by no other', async () => {
    await behave()
    const outcome = await world.run({ endpoint: model.url, plan: await importing(changed) })
    const name = outcome?.waiting.purchases[0]?.name ?? ''
    expect(await ledger().giveUp(['00000000', name])).toMatchObject({ gone: { texts: 1 }, unknown: ['00000000'] })
    expect((await ledger().waiting()).texts).toBe(0)
    expect((await ledger().spent())[0]?.cost).toBeGreaterThan(0)
  })

  it('since the gate refuses now what it took before, waits, and is written once the gate takes it again', async () => {
    await behave()
    const plan = { ledger: ledger(), rowsPerCall: 50, spending: spending() }
    const death = { member: 'write', isAfter: false }
    expect(await world.run({ endpoint: model.url, plan, death })).toBeNull()
    const { texts, purchases } = await ledger().waiting()
    expect([texts > 0, purchases.length]).toEqual([true, 1])
    const set = async (...entries: Parameters<typeof changeGlossary>[2]['entries']): Promise<void> =>
      void (await changeGlossary(world.world.app, null, { entries, how: 'replace', origin: 'test' }))
    await set(RIVER)
    const refused = await resumed()
    expect(refused.stopped).toMatchObject({ code: 'waiting' })
    const { why = {} } = refused.waiting.purchases[0] ?? {}
    expect([Object.keys(why), refused.waiting.texts < texts]).toEqual([['GLOSSARY_01'], true])
    await set()
    expect((await resumed()).waiting.texts).toBe(0)
    expect(model.answered).toBe(1)
    await world.run({ endpoint: model.url, plan: { ledger: ledger() } })
    expect([...model.bought].filter(([, times]) => times > 1)).toEqual([])
  })
})

it('holds no text but those that were bought, and no key', async () => {
  const key = 'sk-secret-of-the-test'
  const secrets = ['a translation by somebody else', 'what the team wants']
  await behave()
  await world.world.importFiles(
    sources.map((text, i) => ({ id: idOf(i + 1), text })),
    null,
  )
  const brief = {
    role: 'translate',
    model: 'm',
    language: 'uk',
    team: secrets[1] ?? '',
    notes: '',
    reference: 'short',
  } as const
  await world.run({
    endpoint: model.url,
    model: { key },
    plan: { ledger: ledger(), brief, rowsPerCall: 10 },
    death: { member: 'write', isAfter: false },
  })
  const path = join(folder.path, 'ledger')
  const files = existsSync(path) ? readdirSync(path).map((name) => readFileSync(join(path, name), 'utf8')) : []
  expect(files.length).toBeGreaterThan(0)
  for (const each of [key, ...secrets, ...sources]) expect(files.filter((text) => text.includes(each))).toEqual([])
})
