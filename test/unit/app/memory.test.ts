// Rows filled from memory: what a run writes, what it leaves alone, and what comes of it after marks, reverts and imports.
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { named } from '../../../src/app/actor.ts'
import { storeElsewhere } from '../../../src/app/terms/elsewhere.ts'
import { DecidedSources } from '../../../src/app/terms/recall-rows.ts'
import { rememberRows } from '../../../src/app/writes/remember-rows.ts'
import { addUser } from '../../../src/app/people/manage-users.ts'
import { revertRevisions } from '../../../src/app/undo/revert.ts'
import { changeGlossary } from '../../../src/app/upkeep/change-glossary.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { markMachineHead } from '../../../src/app/writes/decide-head.ts'
import { runInSlices } from '../../../src/base/slices.ts'
import { NO_WAIVERS, runGate } from '../../../src/domain/checks/gate.ts'
import { donorOf, MEMORY } from '../../../src/domain/donor.ts'
import { sourceTextOf } from '../../../src/domain/row.ts'
import { viaMemory } from '../../../src/domain/revision.ts'
import { RowSet } from '../../../src/domain/work/row-set.ts'
import type { RevisionFilter } from '../../../src/domain/revert.ts'
import { piecesOf } from '../../../src/domain/work/row-set.ts'
import { readRevisions } from '../../../src/store/rows.ts'
import { disagreementsIn, granted } from '../../support/app-world.ts'
import { type GameStore, gameStore, idOf, type Texts } from '../../support/game-store.ts'
import { EVERY_REVISION } from '../../support/every-revision.ts'
import { holdsInTime } from '../../support/holds.ts'

let game: GameStore
let clock: { ms: number }
beforeEach(() => {
  clock = { ms: Date.UTC(2026, 0, 2) }
  game = gameStore({ nowMs: () => (clock.ms += 1_000), monotonicMs: () => performance.now() })
})
afterEach(() => game.close())

const load = (texts: Texts) => game.importFiles({ main: game.jsonl('main.jsonl', texts) })
const sources = (...texts: string[]): Texts => Object.fromEntries(texts.map((text, at) => [idOf(at + 1), text]))
const remember = async (more: Partial<Parameters<typeof rememberRows>[2]> = {}) =>
  granted(await rememberRows(game.app, null, { rows: null, isDryRun: false, run: runInSlices, ...more }))
const revert = (filter: Partial<RevisionFilter>) =>
  revertRevisions(game.app, {
    filter: { ...EVERY_REVISION, ...filter },
    byId: null,
    takesApproved: false,
    asked: {},
    isDryRun: false,
    signal: new AbortController().signal,
    onProgress: () => {},
    onRow: () => {},
  })
const machineOf = (number: number) => game.heads(idOf(number)).machine
const problems = async (): Promise<string[]> => {
  return (await disagreementsIn(game.app.store)).map(({ table, problem }) => `${table}: ${problem}`)
}

it('fills rows with the same source, as drafts that name their donor, and a second run has nothing to do', async () => {
  await load(sources('Gate', 'Gate', 'Door', 'Gate', '12'))
  await game.put(idOf(2), 'manual', 'Брама')
  expect(await remember({ isDryRun: true })).toEqual({
    number: null,
    filled: 2,
    twins: 0,
    unsought: 0,
    left: { divided: 0, refused: 0, taken_back: 0 },
  })
  expect(machineOf(1)).toBeNull()
  expect(await remember()).toMatchObject({ number: 1, filled: 2 })
  for (const number of [1, 4]) {
    const head = machineOf(number)
    expect(head).toMatchObject({ text: 'Брама', status: 'draft', ...MEMORY, isVerified: true, via: viaMemory(1) })
    expect(head && donorOf(head)).toEqual({ rowId: idOf(2), layer: 'manual', seq: 1 })
  }
  expect(machineOf(3)).toBeNull()
  expect(game.heads(idOf(2)).machine).toBeNull()
  expect(await remember()).toMatchObject({ number: null, filled: 0 })
})

it('fills only rows of a filter, and stale machine texts too', async () => {
  await load(sources('Gate', 'Wall', 'Gate', 'Gate'))
  await game.put(idOf(1), 'machine', 'Брама')
  await game.put(idOf(2), 'machine', 'Стіна')
  await load(sources('Gate', 'Gate', 'Gate', 'Gate'))
  const rows = new RowSet(piecesOf([2, 4]))
  expect(await remember({ rows })).toMatchObject({ filled: 2 })
  expect([1, 2, 3, 4].map((number) => machineOf(number)?.text)).toEqual(['Брама', 'Брама', undefined, 'Брама'])
})

it('says why it left rows alone: divided people, the gate of today', async () => {
  await load(sources('Gate', 'Gate', 'Gate', 'Open door', 'Open door'))
  await game.put(idOf(1), 'manual', 'Брама')
  await game.put(idOf(2), 'manual', 'Ворота')
  await game.put(idOf(4), 'machine', 'Відчинені двері')
  const door = { source: 'door', forms: ['ворота'], caseSensitive: false, doNotTranslate: false, note: '' }
  granted(await changeGlossary(game.app, null, { entries: [door], how: 'replace', origin: 'test' }))
  expect(await remember()).toEqual({
    number: null,
    filled: 0,
    twins: 0,
    unsought: 0,
    left: { divided: 1, refused: 1, taken_back: 0 },
  })
})

it('fills twins with their numbers exchanged, from the best text of that source', async () => {
  await load(sources('Contest 5', 'Contest 7', 'Contest 3', 'Contest 7'))
  granted(await changeSetting(game.app, null, 'target_language', 'uk'))
  await game.put(idOf(1), 'machine', 'Змагання: 5 рибалок', { status: 'approved' })
  expect(await remember()).toMatchObject({ filled: 2, twins: 2 })
  expect([2, 3, 4].map((number) => machineOf(number)?.text)).toEqual([
    'Змагання: 7 рибалок',
    undefined,
    'Змагання: 7 рибалок',
  ])
  expect(donorOf(machineOf(2) ?? {})).toEqual({ rowId: idOf(1), layer: 'machine', seq: 1 })
  expect(await revert({ donorRowId: idOf(1) })).toMatchObject({ withdrawn: 2 })
  expect(await remember()).toMatchObject({ filled: 0 })
})

it('a run is taken back as one act, and what was taken back is not filled again', async () => {
  await load(sources('Gate', 'Gate', 'Gate'))
  await game.put(idOf(1), 'machine', 'Брама')
  await remember()
  expect(await revert({ via: viaMemory(1) })).toMatchObject({ withdrawn: 2 })
  expect(await remember()).toEqual({
    number: null,
    filled: 0,
    twins: 0,
    unsought: 0,
    left: { divided: 0, refused: 0, taken_back: 2 },
  })
  await game.put(idOf(1), 'machine', 'Ворота')
  expect(await remember()).toMatchObject({ filled: 2 })
  expect(machineOf(3)?.text).toBe('Ворота')
})

it('what came of a row is taken back by its donor', async () => {
  await load(sources('Gate', 'Gate', 'Wall', 'Wall'))
  await game.put(idOf(1), 'machine', 'Брама')
  await game.put(idOf(3), 'machine', 'Стіна')
  await remember()
  expect(await revert({ donorRowId: idOf(1) })).toMatchObject({ withdrawn: 1, restored: 0 })
  expect([1, 2, 3, 4].map((number) => machineOf(number)?.text)).toEqual(['Брама', undefined, 'Стіна', 'Стіна'])
})

it('a rejected donor gives nothing more, and its copies are drafts unless somebody decided about them', async () => {
  await load(sources('Gate', 'Gate', 'Gate', 'Gate'))
  await game.put(idOf(1), 'machine', 'Брама', { status: 'approved' })
  await remember({ rows: new RowSet(piecesOf([2, 3])) })
  const moderator = named(granted(await addUser(game.app, null, { name: 'mo', role: 'moderator', password: null })))
  const seen = { seq: 1, sourceHash: game.row(idOf(1)).sourceHash }
  granted(await markMachineHead(game.app, moderator, { rowId: idOf(3), mark: 'reviewed', seen }))
  granted(await markMachineHead(game.app, moderator, { rowId: idOf(1), mark: 'rejected', seen }))
  expect(machineOf(2)?.status).toBe('draft')
  expect(await remember()).toMatchObject({ filled: 1 })
  // The reviewed copy is a decision of its own about this very text.
  expect(donorOf(machineOf(4) ?? {})).toEqual({ rowId: idOf(3), layer: 'machine', seq: 2 })
})

it('of another store a source is decided once, however many rows have it', async () => {
  await load(sources('Gate', 'Gate', 'Gate', 'Wall'))
  await game.put(idOf(1), 'machine', 'Брама')
  const { recall } = storeElsewhere(game.app, 'earlier')
  const first = recall(game.row(idOf(1)))
  expect(first).toMatchObject({ kind: 'text', text: 'Брама' })
  expect(recall(game.row(idOf(2)))).toBe(first)
  expect(recall(game.row(idOf(4)))).toEqual({ kind: 'nothing' })
})

it('who may not review may not fill the game', async () => {
  await load(sources('Gate', 'Gate'))
  await game.put(idOf(1), 'machine', 'Брама')
  const actor = named(granted(await addUser(game.app, null, { name: 'tr', role: 'translator', password: null })))
  const request = { rows: null, isDryRun: false, run: runInSlices }
  expect(await rememberRows(game.app, actor, request)).toEqual({ ok: false, refusal: { code: 'role_too_low' } })
})

const TEXTS = ['Gate {0}', 'Gate', 'Wall', 'Contest 5', 'Contest 7'] as const
const ANSWERS = ['Брама {0}', 'Брама', 'Стіна', 'Gate', 'Змагання 5'] as const
const step = fc.record({
  what: fc.constantFrom('machine', 'manual', 'rejected', 'reviewed', 'import', 'remember', 'revert', 'revert donor'),
  row: fc.integer({ min: 1, max: 6 }),
  pick: fc.integer({ min: 0, max: 4 }),
})

it('whatever happens: no manual layer changes, the gate holds, copies are drafts, filled twice is filled once', async () =>
  await holdsInTime(8, fc.array(step, { maxLength: 14 }), async (steps) => {
    const world = gameStore({ nowMs: () => (clock.ms += 1_000), monotonicMs: () => performance.now() })
    const before = game
    game = world
    try {
      let texts = sources(...Array.from({ length: 6 }, (_, at) => TEXTS[at % 5] as string))
      await load(texts)
      granted(await changeSetting(world.app, null, 'target_language', 'uk'))
      for (const { what, row, pick } of steps) {
        const text = ANSWERS[pick] as string
        if (what === 'machine' || what === 'manual') await game.put(idOf(row), what, text)
        else if (what === 'rejected' || what === 'reviewed') {
          const head = machineOf(row)
          if (head !== null) await game.put(idOf(row), 'machine', head.text, { ...head, status: what, markedById: 1 })
        } else if (what === 'import') await load((texts = { ...texts, [idOf(row)]: TEXTS[pick] as string }))
        else if (what === 'revert') await revert({ via: viaMemory(pick + 1) })
        else if (what === 'revert donor') await revert({ donorRowId: idOf(row) })
        else await rememberAndLook()
      }
      await rememberAndLook()
      expect(await problems()).toEqual([])
    } finally {
      await world.close()
      game = before
    }
  }))

async function rememberAndLook(): Promise<void> {
  const rows = [1, 2, 3, 4, 5, 6]
  const all = rows.map((number) => game.heads(idOf(number)))
  await remember()
  for (const number of rows) {
    const { ordinal, ...row } = game.row(idOf(number))
    const [before, { manual, machine }] = [all[number - 1], game.heads(idOf(number))]
    expect(manual).toEqual(before?.manual ?? null)
    // Whatever became of the donor, a copy that nobody decided about is a draft.
    if (machine !== null && donorOf(machine) !== null && machine.markedById === null)
      expect(machine.status).toBe('draft')
    if (machine === null || machine.seq === before?.machine?.seq) continue
    expect(machine).toMatchObject({ status: 'draft', ...MEMORY, sourceHash: row.sourceHash })
    const { gate, glossary } = game.app.rules.now()
    const source = sourceTextOf({ ...row, ordinal })
    const given = { source, isServiceRow: false, text: machine.text, layer: 'machine', rules: gate, glossary } as const
    expect(runGate({ ...given, waivers: NO_WAIVERS }).errors).toEqual([])
    const isTakenBack = readRevisions(game.app.store.main, ordinal, 'machine').at(-3)
    expect(isTakenBack?.text === machine.text && donorOf(isTakenBack) !== null).toBe(false)
  }
  expect(await remember()).toMatchObject({ filled: 0, number: null })
}

it('forgets the decisions about the sources that were asked for longest ago', () => {
  const decided = new DecidedSources<number>(2)
  decided.set('a', 1)
  decided.set('b', 2)
  expect(decided.get('a')).toBe(1)
  decided.set('c', 3)
  expect(['a', 'b', 'c'].map((source) => decided.get(source))).toEqual([1, undefined, 3])
})
