// Filters of work answered from the indexes beside the store equal a plain scan of it, on random stores, after random writes,
// imports, changed settings and a thrown-away environment; with a clock that seldom moves, and steps back. Asked in the middle of
// catching up, by several at once, they tell of the last write, and of all in the end.
import { rmSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app/open-app.ts'
import { named } from '../../src/app/actor.ts'
import { claimableOfFilter } from '../../src/app/claims/claimable.ts'
import { takeClaim } from '../../src/app/claims/take-claim.ts'
import { addUser } from '../../src/app/people/manage-users.ts'
import { countFacets } from '../../src/app/work/count-facets.ts'
import { findWork, findWorkAtHand, scanWork } from '../../src/app/work/find-work.ts'
import type { App } from '../../src/app/app.ts'
import { changeGlossary } from '../../src/app/upkeep/change-glossary.ts'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import type { Client } from '../../src/domain/row.ts'
import type { RowSet } from '../../src/domain/work/row-set.ts'
import { FAMILIES, isSetIn } from '../../src/domain/work/families.ts'
import {
  ALL_WORK,
  FILTER_PARAMETERS,
  filterOfJob,
  filterOfState,
  JOB_NAMES,
  parseWorkFilter,
  type WorkFilter,
  writeWorkFilter,
} from '../../src/domain/work/work-filter.ts'
import type { User } from '../../src/domain/people.ts'
import { ORIGINS, ROW_STATES } from '../../src/domain/vocabulary.ts'
import { derivedFolder } from '../../src/store/file/disposable.ts'
import { writeOrThrow } from '../../src/store/write.ts'
import { nextId } from '../../src/store/records/kind.ts'
import { PROPOSAL, proposalsOfRow, putProposal } from '../../src/store/records/proposals.ts'
import { granted } from '../support/app-world.ts'
import { type GameStore, gameStore, idOf } from '../support/game-store.ts'
import { oneOf } from '../support/filter-values.ts'
import { tries } from '../support/tries.ts'
import { inspectWrites } from '../../src/store/door/writer.ts'
import { holdsInTime } from '../support/holds.ts'

// Writes parts of rows, or records that no use case would write.
inspectWrites(null)

const START = Date.UTC(2026, 0, 2, 3, 4, 5)
const sources = ['A text %s', 'Another <Tag {0}|1> text', '12:34', '{0} Name：', '']
const rowsMax = 1_100

const pick = fc.nat({ max: rowsMax - 1 })
const head = fc.record({
  row: pick,
  layer: fc.constantFrom('manual', 'machine'),
  text: fc.constantFrom('Текст %s', 'Текст', 'Ще <Tag {0}|1> текст', 'Ще <Тег|1> текст'),
  status: fc.constantFrom('draft', 'reviewed', 'approved', 'rejected'),
  model: fc.constantFrom('x', 'y "z" \\', null, 'ї'.repeat(800), `${'ї'.repeat(800)}1`),
  provider: fc.constantFrom('p', null),
  authorId: fc.constantFrom(1, 12, null),
  approverId: fc.constantFrom(2, 3, null),
  // Absent of most.
  marked: fc.constantFrom({}, { markedById: 3 }),
  doubted: fc.constantFrom({}, {}, { isDoubted: true as const }),
  // Absent of most.
  made: fc.constantFrom<{ client?: Client }>(
    {},
    {},
    { client: { name: 'c', version: '1.4', prompt: null } },
    { client: { name: 'c', version: '1.10', prompt: '-' } },
    { client: { name: '-', version: null, prompt: '7' } },
    { client: { name: 'd', version: '1.4', prompt: '7', brief: 1 } },
    { client: { name: null, version: null, prompt: null, brief: 2 } },
    { client: { name: 'c', version: null, prompt: null, brief: 12 } },
  ),
  origin: fc.constantFrom(...ORIGINS),
  isVerified: fc.boolean(),
  isOfOtherSource: fc.boolean(),
})
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ how: fc.constant('write' as const), heads: fc.array(head, { minLength: 1, maxLength: 6 }) }),
  },
  { weight: 2, arbitrary: fc.record({ how: fc.constant('import' as const), seed: fc.nat({ max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ how: fc.constant('propose' as const), row: pick, isWaived: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ how: fc.constant('captions' as const), policy: fc.constantFrom('keep', 'free') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ how: fc.constant('terms' as const), form: fc.constantFrom('текст', 'ще', null) }),
  },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('lose' as const) }) },
  { weight: 2, arbitrary: fc.record({ how: fc.constant('clock' as const), byMs: fc.constantFrom(-5, 1, 1000) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const filter: fc.Arbitrary<WorkFilter> = fc.oneof(
  fc.constantFrom(...JOB_NAMES).map(filterOfJob),
  fc
    .record(
      {
        layer: oneOf('layer'),
        status: oneOf('status'),
        freshness: oneOf('freshness'),
        model: fc.constantFrom(null, 'x', 'y "z" \\', '-', 'ї'.repeat(800), 'nobody'),
        provider: fc.constantFrom(null, 'p', '-'),
        client: fc.constantFrom(null, 'c', '-', 'nobody'),
        clientVersion: fc.constantFrom(null, '1.4', '1.10', '-'),
        prompt: fc.constantFrom(null, '7', '-'),
        brief: fc.constantFrom(null, '1', '2', '-', '<1', '<2', '<12', '<20'),
        authorId: fc.constantFrom(null, 1, 12),
        reviewerId: fc.constantFrom(null, 2, 3),
        origin: fc.constantFrom(null, ...ORIGINS),
        game: oneOf('game'),
        proposals: oneOf('proposals'),
        fits: oneOf('fits'),
        findings: oneOf('findings'),
        source: oneOf('source'),
        changedSinceMs: fc.constantFrom(null, START, START + 1, START + 1000),
        patch: fc.constantFrom(null, '1', '1.changed', '2', '2.added', '2.changed', '2.confirmed', '2.rewritten'),
        term: fc.constantFrom(null, null, 'text', 'Another', 'a text', 'nowhere'),
        has: fc.constantFrom(null, null, 'текст', 'ще'),
        lacks: fc.constantFrom(null, null, 'текст', 'текс*'),
        firstPlace: fc.constantFrom(null, 1, 32, 33, 700, rowsMax),
        lastPlace: fc.constantFrom(null, 1, 63, 64, 701, 99_999),
      },
      { requiredKeys: [] },
    )
    .map((asked) => ({ ...ALL_WORK, ...asked })),
)

/** Files that differ with the seed: some rows of either lack, are emptied or have another text. */
async function importOf(game: GameStore, seed: number): Promise<void> {
  const main: Record<string, string | null> = {}
  const diff: Record<string, string | null> = {}
  for (let row = 0; row < rowsMax; row++) {
    const number = (row * 7 + seed * (row % 11)) % 23
    if (number !== 3 || row === 0) main[idOf(row + 1)] = sources[(row + (row % 5 === seed % 5 ? seed : 0)) % 4] ?? ''
    if (number > 17) diff[idOf(row + 1)] = number === 18 ? null : (sources[number % 4] ?? '')
  }
  await game.importFiles({ main: game.jsonl(`main${seed}.jsonl`, main), diff: game.jsonl(`diff${seed}.jsonl`, diff) })
}

async function carryOut(game: GameStore, clock: { ms: number }, step: Step): Promise<void> {
  const { store } = game.app
  switch (step.how) {
    case 'clock':
      clock.ms += step.byMs
      return
    case 'import':
      return await importOf(game, step.seed)
    case 'captions':
      return void (await changeSetting(game.app, null, 'caption_policy', step.policy))
    case 'terms': {
      const term = { source: 'text', caseSensitive: false, doNotTranslate: false, note: '' }
      const entries = step.form === null ? [] : [{ ...term, forms: [step.form] }]
      return void (await changeGlossary(game.app, null, { entries, how: 'replace', origin: 'test' }))
    }
    case 'lose':
      return await game.reopen(() => rmSync(derivedFolder(store.folder), { recursive: true, force: true }))
    case 'propose':
      return await writeOrThrow(store, (txn) => {
        const ordinal = step.row + 1
        const id = nextId(txn, PROPOSAL)
        putProposal(txn, null, {
          id,
          version: 1,
          status: 'pending',
          ordinal,
          rowId: idOf(ordinal),
          text: 'Т',
          sourceHash: '',
          isVerified: true,
          authorId: id,
          keyId: null,
          waivers: { glossary: false, validation: step.isWaived },
          createdAtMs: txn.timeMs,
          updatedAtMs: txn.timeMs,
          reviewerId: null,
          reviewedAtMs: null,
          reason: null,
        })
      })
    case 'write':
      for (const { row, layer, text, isOfOtherSource, marked, doubted, made, ...revision } of step.heads) {
        const of = isOfOtherSource ? { sourceHash: 'f'.repeat(64) } : {}
        // A retired row takes no text.
        await game
          .put(idOf(row + 1), layer, text, { ...revision, ...marked, ...doubted, ...made, ...of })
          .catch(() => undefined)
      }
  }
}

const ordinalsOf = (set: RowSet): number[] => set.after(0, rowsMax + 1)

test('filters answered from the index are those of a plain scan, whatever was written, imported or lost', async () =>
  await holdsInTime(
    tries(10),
    fc.array(step, { minLength: 3, maxLength: 9 }),
    fc.array(filter, { minLength: 4, maxLength: 8 }),
    async (steps, filters) => {
      const clock = { ms: START }
      const game = gameStore({ nowMs: () => clock.ms, monotonicMs: () => performance.now() })
      try {
        await importOf(game, 1)
        for (const step of steps) {
          await carryOut(game, clock, step)
          for (const filter of filters) {
            const scanned = ordinalsOf(await scanWork(game.app, filter))
            expect(ordinalsOf(await findWork(game.app, filter))).toEqual(scanned)
          }
        }
      } finally {
        await game.close()
      }
    },
  ))

/** Each family's values that are listed: no names that are too long, and no - for texts without a client. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    FILTER_PARAMETERS.map(({ name, takes }): [string, readonly string[]] => [
      name,
      typeof takes === 'string' ? [] : takes,
    ]),
  ),
  state: ROW_STATES,
  model: ['x', 'y "z" \\', '-'],
  provider: ['p', '-'],
  client: ['c', 'd'],
  client_version: ['1.4', '1.10'],
  prompt: ['7'],
  label: ['-'],
  brief: ['1', '2', '12'],
  author: ['1', '12'],
  reviewer: ['2', '3'],
  patch: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((id) => [`${id}.added`, `${id}.changed`]),
}

/** The rows of a filter with one more condition, by a plain scan. */
async function scannedWith(app: App, filter: WorkFilter, family: string, value: string): Promise<RowSet> {
  const state = ROW_STATES.find((each) => each === value)
  if (family === 'state' && state !== undefined)
    return (await scanWork(app, filter)).and(await scanWork(app, filterOfState(state)))
  const address = writeWorkFilter(filter)
  const hadOne = address.has(family)
  address.set(family, value)
  const rows = await scanWork(app, parseWorkFilter(address).filter)
  return hadOne ? rows.and(await scanWork(app, filter)) : rows
}

test('rows counted by the values of a facet are those of a plain scan with each value', async () =>
  await holdsInTime(
    tries(8),
    fc.array(step, { minLength: 2, maxLength: 6 }),
    fc.array(filter, { minLength: 2, maxLength: 3 }),
    async (steps, filters) => {
      const clock = { ms: START }
      const game = gameStore({ nowMs: () => clock.ms, monotonicMs: () => performance.now() })
      try {
        await importOf(game, 1)
        for (const step of steps) {
          await carryOut(game, clock, step)
          for (const filter of filters) {
            const { app } = game
            await findWork(app, ALL_WORK)
            const families = FAMILIES.filter((family) => !isSetIn(filter, family))
            const { facets, total } = await countFacets(app, null, filter, families)
            expect(total).toBe((await scanWork(app, filter)).size)
            for (const family of families) {
              const { values, more } = facets[family] ?? { values: [], more: -1 }
              expect(more).toBe(0)
              const scanned: [string, number][] = []
              for (const value of VALUES[family] ?? []) {
                if (value === 'any' || value === 'all') continue
                scanned.push([value, (await scannedWith(app, filter, family, value)).size])
              }
              const isListed = ([, rows]: readonly [string, number]): boolean => rows > 0
              expect(Object.fromEntries(values.map(({ value, rows }) => [value, rows])), family).toEqual(
                Object.fromEntries(scanned.filter(isListed)),
              )
            }
          }
        }
      } finally {
        await game.close()
      }
    },
  ))

test('claims by a filter give its rows as a plain scan finds them, none twice, to the last', async () =>
  await holdsInTime(
    tries(10),
    fc.array(step, { minLength: 2, maxLength: 6 }),
    fc.array(filter, { minLength: 1, maxLength: 3 }),
    fc.integer({ min: 70, max: 100 }),
    async (steps, filters, limit) => {
      const clock = { ms: START }
      const game = gameStore({ nowMs: () => clock.ms, monotonicMs: () => performance.now() })
      try {
        const people: User[] = []
        for (const name of ['ada', 'ben'])
          people.push(granted(await addUser(game.app, null, { name, role: 'admin', password: null })))
        await importOf(game, 1)
        for (const step of steps) await carryOut(game, clock, step)
        const { app } = game
        const held = new Set<number>()
        for (const filter of filters) {
          const scanned = ordinalsOf(await scanWork(app, filter))
          const finished = new Set<number>()
          for (let turn = 0; finished.size < people.length; turn++) {
            const user = people[turn % people.length]
            if (user === undefined || finished.has(user.id)) continue
            const work = await claimableOfFilter(app, filter)
            const taken = granted(takeClaim(app, named(user), { work, limit, seconds: 60, request: null }))
            const rows = taken.claim?.ordinals ?? []
            if (rows.length === 0 && work.isSettled) finished.add(user.id)
            for (const row of rows) {
              expect(scanned).toContain(row)
              expect(held.has(row)).toBe(false)
              held.add(row)
            }
            const free = scanned.filter((row) => !held.has(row)).length
            if (taken.left > 0) expect(taken.left).toBe(Math.max(1, free))
          }
          const mayNotBeGiven = (row: number): boolean =>
            people.every(({ id }) =>
              proposalsOfRow(app.store.main, row).some((each) => each.status === 'pending' && each.authorId === id),
            )
          expect(scanned.filter((row) => !held.has(row) && !mayNotBeGiven(row))).toEqual([])
        }
      } finally {
        await game.close()
      }
    },
  ))

const betweenWrites = fc.record({
  /** Two processes share the environment. */
  app: fc.constantFrom(0, 1),
  how: fc.constantFrom('ask', 'look', 'keep at once', 'keep in turn', 'begin anew'),
})
type BetweenWrites = typeof betweenWrites extends fc.Arbitrary<infer T> ? T : never

/** So few that they change again and again. */
const headOfFew = fc
  .tuple(head, fc.constantFrom(0, 1, 700, rowsMax - 1))
  .map(([revision, row]) => ({ ...revision, row }))

test('asked in the middle of catching up, filters tell of the last write at once, and of all writes in the end', async () => {
  await holdsInTime(
    tries(15),
    fc.array(fc.tuple(step, headOfFew, fc.array(betweenWrites, { maxLength: 4 })), { minLength: 3, maxLength: 7 }),
    fc.array(filter, { minLength: 3, maxLength: 5 }),
    async (steps, filters) => {
      const clock = { ms: START }
      const game = gameStore({ nowMs: () => clock.ms, monotonicMs: () => performance.now() })
      const apps = [game.app, createApp(game.app)] as [App, App]
      const keeping: Promise<void>[] = []
      const carryOn = async ({ app: number, how }: BetweenWrites, lastRow: number): Promise<void> => {
        const app = apps[number]
        const { index } = app.work
        if (how === 'begin anew') apps[number] = createApp(app)
        else if (how === 'look') index.look(0)
        else if (how === 'keep at once') await index.keep('at once')
        else if (how === 'keep in turn') keeping.push(index.keep('in turn'))
        else
          for (const filter of filters) {
            const scanned = await scanWork(app, filter)
            expect((await findWorkAtHand(app, filter, 0)).has(lastRow)).toBe(scanned.has(lastRow))
          }
      }
      try {
        await importOf(game, 1)
        for (const [step, last, between] of steps) {
          if (step.how !== 'lose') await carryOut(game, clock, step)
          // The chunk that changed last is looked at first; of two that changed at once nobody knows.
          clock.ms += 10
          await carryOut(game, clock, { how: 'write', heads: [last] })
          for (const each of between) await carryOn(each, last.row + 1)
        }
        await Promise.all(keeping)
        for (const app of [createApp(game.app), ...apps]) {
          for (const filter of filters) {
            const scanned = ordinalsOf(await scanWork(app, filter))
            expect(ordinalsOf(await findWork(app, filter))).toEqual(scanned)
          }
        }
      } finally {
        await game.close()
      }
    },
  )
})
