// A list accepted by a sample: which rows are in which stratum, what is left out for a wrong text, and that an undo restores all.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Actor, named } from '../../../src/app/actor.ts'
import {
  acceptRest,
  countDrawings,
  drawSample,
  judgeDrawn,
  type Reading,
  readReading,
  restOf,
  strataOf,
} from '../../../src/app/bench/accept-sample.ts'
import { addUser } from '../../../src/app/people/manage-users.ts'
import { readLog } from '../../../src/app/undo/read-log.ts'
import { type RevertReport, revertRevisions } from '../../../src/app/undo/revert.ts'
import { readAudit } from '../../../src/app/upkeep/read-records.ts'
import { readWhenCounted } from '../../../src/app/upkeep/statistics.ts'
import { changeGlossary } from '../../../src/app/upkeep/change-glossary.ts'
import { markMachineHead } from '../../../src/app/writes/decide-head.ts'
import { findWork } from '../../../src/app/work/find-work.ts'
import { present } from '../../../src/base/assert.ts'
import { refuse } from '../../../src/base/result.ts'
import { Turn } from '../../../src/base/turn.ts'
import type { Revision } from '../../../src/domain/row.ts'
import { viaBatch, viaSample } from '../../../src/domain/revision.ts'
import { type Risk, soundStrata, wrongLeftAtMost } from '../../../src/domain/work/sampling.ts'
import { filterOfJob } from '../../../src/domain/work/work-filter.ts'
import { disagreementsIn, granted } from '../../support/app-world.ts'
import { EVERY_REVISION } from '../../support/every-revision.ts'
import { type GameStore, gameStore, idOf } from '../../support/game-store.ts'

const plain = 80
const turn = () => new Turn(1)

let game: GameStore
let clock: { ms: number }
let ada: Actor
beforeEach(async () => {
  clock = { ms: Date.UTC(2026, 0, 2) }
  game = gameStore({ nowMs: () => (clock.ms += 1_000), monotonicMs: () => performance.now() })
  ada = named(granted(await addUser(game.app, null, { name: 'Ada', role: 'admin', password: null })))
})
afterEach(() => game.close())

const word = (number: number): string =>
  Array.from(String(number), (digit) => 'abcdefghij'.charAt(Number(digit))).join('')

/** Plain rows, then: doubted, by two models, without a term, five copies, long, a person's, stale and invalid ones, a twin of row 7. */
async function fill(): Promise<void> {
  const sources = Array.from({ length: plain }, (_, at) => `The story of ${word(at + 1)} 5 begins`)
  const risky = ['A doubt', 'Two models', 'The old gate', ...Array<string>(5).fill('Talk'), 'Long '.repeat(60)]
  const out = ['By a person', 'Stale', 'Nothing']
  const all = [...sources, ...risky, ...out, 'The story of h 9 begins']
  const texts = Object.fromEntries(all.map((text, at) => [idOf(at + 1), text]))
  await game.importFiles({ main: game.jsonl('main.jsonl', texts) })
  await game.put(idOf(plain + 2), 'machine', 'Перша', { model: 'first' })
  const drafts = [...sources, ...risky].map((_, at) => [idOf(at + 1), `Переклад ${word(at + 1)}`] as const)
  const of: Partial<Revision> = { model: 'm', origin: 'ai_api', via: 'batch:night' }
  await game.putAll('machine', drafts, of)
  await game.put(idOf(plain + 1), 'machine', 'Сумнів', { ...of, isDoubted: true })
  await game.put(idOf(plain + 10), 'manual', 'Людина', { status: 'approved' })
  await game.put(idOf(plain + 11), 'machine', 'Старе', { ...of, sourceHash: '0'.repeat(64) })
  await game.put(idOf(all.length), 'machine', 'Переклад близнюка', of)
  const term = { source: 'gate', forms: ['брама'], doNotTranslate: false, caseSensitive: false, note: '' }
  granted(await changeGlossary(game.app, null, { entries: [term], how: 'merge', origin: 'test' }))
}

async function drawn(size: number): Promise<Reading> {
  const atMs = game.app.clock.nowMs()
  const strata = present(
    await strataOf(game.app, await findWork(game.app, filterOfJob('drafts')), atMs, turn()),
    'a list',
  )
  const id = granted(await drawSample(game.app, ada, { filter: 'job=drafts', strata, atMs, size }))
  return present(readReading(game.app, id), 'a sample')
}

async function read(reading: Reading, isWrong: (ordinal: number) => boolean): Promise<Reading> {
  const { id, drawn: rows } = reading.sample
  for (const [place, { ordinal }] of rows.entries())
    expect(granted(await judgeDrawn(game.app, ada, { id, place, isWrong: isWrong(ordinal) }))).toBe(true)
  return present(readReading(game.app, id), 'a sample')
}

const heads = () =>
  Array.from({ length: plain + 13 }, (_, at) => {
    const { machine, manual } = game.heads(idOf(at + 1))
    return { machine, manual }
  })

const takenBack = (via: string, byId: number | null, isDryRun = false) =>
  revertRevisions(game.app, {
    filter: { ...EVERY_REVISION, via },
    byId,
    takesApproved: false,
    asked: {},
    isDryRun,
    signal: new AbortController().signal,
    onProgress: () => {},
    onRow: () => {},
  })

it('the statistics count only what was read: right as kept, wrong as rejected', async () => {
  await fill()
  const reading = await read(await drawn(20), (ordinal) => ordinal === plain + 1)
  const how = { risks: soundStrata(reading.strata), mark: 'reviewed' } as const
  const { rows } = granted(await acceptRest(game.app, ada, reading, how, turn()))
  expect(rows).toBeGreaterThan(reading.verdicts.size)
  const { tally } = await readWhenCounted(game.app, null)
  const model = present(
    Object.values(tally.models).find((each) => each.model === 'm'),
    'the model',
  )
  const right = reading.verdicts.size - 1
  expect([model.kept, model.changed, model.rejected]).toEqual([right, 0, 1])
  expect(tally.people[ada.user.id]?.reviewed).toBe(right)
})

it('whoever draws again and reads has a part of the doubt for each sample', async () => {
  await fill()
  const unread = await drawn(20)
  const reading = await read(await drawn(20), () => false)
  expect(countDrawings(game.app, reading)).toBe(1)
  await read(unread, () => false)
  expect(countDrawings(game.app, reading)).toBe(2)
  const how = { risks: soundStrata(reading.strata), mark: 'reviewed' } as const
  granted(await acceptRest(game.app, ada, reading, how, turn()))
  expect(readReading(game.app, 2)?.sample.accepted?.wrongMax).toBe(wrongLeftAtMost(reading.strata, 2))
  expect(wrongLeftAtMost(reading.strata, 2)).toBeGreaterThan(wrongLeftAtMost(reading.strata))
})

it('puts the drafts of a list into strata, the riskiest first', async () => {
  await fill()
  const { sample, strata, next } = await drawn(60)
  expect(strata.map(({ risk, rows }): [Risk, number] => [risk, rows])).toEqual([
    ['doubted', 1],
    ['differs', 1],
    ['terms', 1],
    ['often', 5],
    ['long', 1],
    ['plain', plain + 1],
  ])
  expect(sample.seed).toMatch(/^[0-9a-f]{16}$/)
  expect(next).toBe(0)
})

it('leaves out what was wrong, its stratum and its twins, and says by which sample the rest was accepted', async () => {
  await fill()
  const first = await drawn(60)
  const wrong = present(first.sample.drawn.find(({ risk }) => risk === 'plain')?.ordinal, 'a plain row')
  const reading = await read(first, (ordinal) => ordinal === wrong || ordinal === plain + 1)
  expect(reading.next).toBeNull()
  expect(soundStrata(reading.strata)).toEqual(['differs', 'terms', 'often', 'long'])
  const all = [...soundStrata(reading.strata), 'plain'] as const
  const rest = await restOf(game.app, reading, all, turn())
  expect(rest.some(({ row }) => row.ordinal === wrong || row.ordinal === plain + 1)).toBe(false)
  const { rows, left } = granted(await acceptRest(game.app, ada, reading, { risks: all, mark: 'reviewed' }, turn()))
  expect([rows, left]).toEqual([rest.length, []])
  for (const { row, head } of rest) {
    const now = game.heads(row.rowId).machine
    expect(now).toMatchObject({
      text: head.text,
      status: 'reviewed',
      model: 'm',
      via: viaSample(1),
      markedById: ada.user.id,
    })
  }
  expect(game.heads(idOf(plain + 10)).machine).toBeNull()
  expect(readReading(game.app, 1)?.sample.accepted).toMatchObject({ rows, mark: 'reviewed', userId: ada.user.id })
})

it('a twin of a wrong text stays as it is, and so does a text written after the drawing', async () => {
  await fill()
  const reading = await drawn(400)
  const place = reading.sample.drawn.findIndex(({ ordinal }) => ordinal === 7)
  await game.put(idOf(20), 'machine', 'Новий текст', { model: 'm' })
  const rest = await restOf(game.app, { ...reading, verdicts: new Map([[place, true]]) }, ['plain'], turn())
  const left = Array.from({ length: plain }, (_, at) => at + 1).filter((ordinal) => ordinal !== 7 && ordinal !== 20)
  expect(rest.map(({ row }) => row.ordinal)).toEqual(left)
})

it('an undo restores each text as it was, and the store is sound', async () => {
  await fill()
  const before = heads()
  const reading = await read(await drawn(60), () => false)
  const { rows, left } = granted(
    await acceptRest(game.app, ada, reading, { risks: soundStrata(reading.strata), mark: 'approved' }, turn()),
  )
  // The gate approves neither the text without its term nor the one that is far too short.
  expect([rows, left.map(({ code }) => code)]).toEqual([plain + 8, ['machine_gate', 'machine_gate']])
  const report = await takenBack(viaSample(1), ada.user.id)
  expect(report).toMatchObject({ restored: rows, withdrawn: 0 })
  const same = ({ machine, manual }: (typeof before)[number]) => {
    if (machine === null) return { machine, manual }
    const { seq: _seq, createdAtMs: _at, via: _via, restores: _restores, revertedById: _by, ...kept } = machine
    return { machine: kept, manual }
  }
  expect(heads().map(same)).toEqual(before.map(same))
  expect(await disagreementsIn(game.app.store)).toEqual([])
  // What was taken back is newer than the sample, so it wants another one: only what the gate refused is open still.
  const rest = await restOf(game.app, present(readReading(game.app, 1), 'a sample'), ['plain'], turn())
  expect(rest.map(({ row }) => row.ordinal)).toEqual([plain + 3, plain + 9])
})

it('what an interrupted call has marked is counted and in the audit, and the next call adds to it', async () => {
  await game.importFiles({
    main: game.jsonl(
      'main.jsonl',
      Object.fromEntries(Array.from({ length: 450 }, (_, at) => [idOf(at + 1), `Story ${word(at + 1)} begins`])),
    ),
  })
  const drafts = Array.from({ length: 450 }, (_, at) => [idOf(at + 1), `Історія ${word(at + 1)}`] as const)
  await game.putAll('machine', drafts, { model: 'm', origin: 'ai_api' })
  const reading = await read(await drawn(10), () => false)
  const how = { risks: soundStrata(reading.strata), mark: 'reviewed' } as const
  class Killed extends Turn {
    #turns = 0
    override get isOver(): boolean {
      // The second end of a piece: the first write is durable then.
      if (game.heads(idOf(1)).machine?.status === 'reviewed' && this.#turns++ > 0) throw new Error('killed')
      return false
    }
  }
  await expect(acceptRest(game.app, ada, reading, how, new Killed(1))).rejects.toThrow('killed')
  const accepted = () => present(readReading(game.app, 1)?.sample.accepted, 'what was accepted')
  const entries = () =>
    readAudit(game.app, { beforeId: null, userId: null, limit: 10 })
      .items.filter(({ action }) => action === 'text.sample')
      .map(({ details }) => details['rows'])
  expect([accepted().rows, entries()]).toEqual([400, [200, 200]])
  granted(await acceptRest(game.app, ada, reading, how, turn()))
  expect([accepted().rows, entries()]).toEqual([450, [50, 200, 200]])
})

it('wrong stays wrong until whoever said it says otherwise, and nothing changes after the acceptance', async () => {
  await fill()
  const bob = named(granted(await addUser(game.app, null, { name: 'Bob', role: 'moderator', password: null })))
  const reading = await drawn(60)
  const say = async (who: Actor, isWrong: boolean) => {
    const said = await judgeDrawn(game.app, who, { id: 1, place: 0, isWrong })
    return said.ok ? readReading(game.app, 1)?.verdicts.get(0) : said.refusal.code
  }
  expect([await say(ada, false), await say(bob, true), await say(ada, false)]).toEqual([false, true, true])
  expect([await say(ada, true), await say(bob, false), await say(bob, true)]).toEqual([true, false, true])
  const before = await read(reading, () => false)
  expect(before.verdicts.get(0)).toBe(true)
  const how = { risks: soundStrata(before.strata), mark: 'reviewed' } as const
  await say(bob, false)
  expect(await acceptRest(game.app, ada, before, how, turn())).toEqual(refuse({ code: 'sample_moved' }))
  expect(readReading(game.app, 1)?.sample.accepted).toBeNull()
  granted(await acceptRest(game.app, ada, present(readReading(game.app, 1), 'a sample'), how, turn()))
  expect([await say(bob, true), await say(ada, true)]).toEqual(['sample_accepted', 'sample_accepted'])
})

it('an admin takes back what a sample approved, except what a person approved after it', async () => {
  await fill()
  const people = [['Bob', 'moderator'] as const, ['Cyd', 'admin'] as const]
  const users = await Promise.all(
    people.map(async ([name, role]) => granted(await addUser(game.app, null, { name, role, password: null }))),
  )
  const [bob, cyd] = users.map(named) as [Actor, Actor]
  const reading = await read(await drawn(60), () => false)
  const how = { risks: ['plain'], mark: 'approved' } as const
  const { rows } = granted(await acceptRest(game.app, ada, reading, how, turn()))
  const { machine } = game.heads(idOf(1))
  const seen = { seq: present(machine, 'a text').seq, sourceHash: present(machine, 'a text').sourceHash }
  granted(await markMachineHead(game.app, cyd, { rowId: idOf(1), mark: 'approved', seen }))
  const of = ({ restored, left }: RevertReport) => [restored, left.approved_by_others]
  expect(of(await takenBack(viaSample(1), bob.user.id, true))).toEqual([0, rows])
  expect(of(await takenBack(viaSample(1), cyd.user.id, true))).toEqual([rows, 0])
  expect(of(await takenBack(viaSample(1), null))).toEqual([rows - 1, 1])
})

it('the batch that wrote the texts can be taken back with the marks of the sample', async () => {
  await fill()
  const before = await takenBack(viaBatch('night'), ada.user.id, true)
  const reading = await read(await drawn(60), () => false)
  granted(await acceptRest(game.app, ada, reading, { risks: soundStrata(reading.strata), mark: 'reviewed' }, turn()))
  const batch = { ...EVERY_REVISION, via: viaBatch('night') }
  const logged: (string | undefined)[] = []
  for await (const entries of readLog(game.app, batch, {
    limit: null,
    signal: new AbortController().signal,
    onProgress: () => {},
  }))
    logged.push(...entries.map(({ revision }) => revision.via))
  expect(new Set(logged)).toEqual(new Set([viaBatch('night'), viaSample(1)]))
  const after = await takenBack(viaBatch('night'), ada.user.id)
  expect([after.restored, after.withdrawn, after.left]).toEqual([before.restored, before.withdrawn, before.left])
  expect(after.withdrawn).toBeGreaterThan(plain)
  expect(game.heads(idOf(1)).machine).toBeNull()
})
