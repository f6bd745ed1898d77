// Properties of merges (docs/merging.md): stores of one game that are written to and merged at random end the same in
// whatever order they take in one another's history; merging again changes nothing; no revision is lost; and `check`
// finds nothing wrong.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHeads } from '../../src/store/rows/heads.ts'
import { type TeamStore, teamStore } from '../support/team-stores.ts'
import { tries } from '../support/tries.ts'

const ROWS = ['00000000000000a1', '00000000000000a2'] as const
const SOURCES = ['Take the first sword', 'Leave the old castle'] as const
const TEXTS = ['Візьми перший меч', 'Залиш старий замок', 'Тут стоять слова', 'Інші слова тут'] as const
const PEOPLE = ['ann', 'bob', 'cy'] as const

const where = {
  store: fc.nat(2),
  row: fc.constantFrom(...ROWS),
  by: fc.constantFrom('ann', 'bob'),
  /** Two writes of a store in one millisecond are two writes. */
  passes: fc.constantFrom(0, 0, 10, 1_000),
}
const text = fc.constantFrom(...TEXTS)
const WRITE = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...where, do: fc.constantFrom('machine', 'manual', 'propose'), text }) },
  {
    weight: 2,
    arbitrary: fc.record({ ...where, do: fc.constant('agent'), text, version: fc.constantFrom('1.4', '1.5', null) }),
  },
  { weight: 2, arbitrary: fc.record({ ...where, do: fc.constant('review'), isGood: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ ...where, do: fc.constant('remember') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...where,
      do: fc.constant('mark'),
      mark: fc.constantFrom('approved', 'reviewed', 'rejected'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ ...where, do: fc.constant('back'), what: fc.constantFrom('manual', 'machine', 'review') }),
  },
)
const UPDATE = fc.record({ ...where, do: fc.constant('update'), source: fc.constantFrom(...SOURCES) })
const MERGE = fc.record({ ...where, do: fc.constant('merge'), from: fc.nat(2) })
// Teams bring the game up to date before they merge, not in between.
const OPERATIONS = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: WRITE }, { weight: 1, arbitrary: UPDATE }), { maxLength: 6 }),
    fc.array(fc.oneof({ weight: 3, arbitrary: WRITE }, { weight: 1, arbitrary: MERGE }), { maxLength: 12 }),
  )
  .map((parts) => parts.flat())
type Operation = (typeof OPERATIONS extends fc.Arbitrary<infer T> ? T : never)[number]

const manualTexts = (team: TeamStore): unknown =>
  ROWS.map((id) => readHeads(team.app.store.main, team.row(id).ordinal).manual)

async function perform(stores: readonly TeamStore[], operation: Operation): Promise<void> {
  const store = stores[operation.store] as TeamStore
  store.clock.ms += operation.passes
  const { by, row } = operation
  switch (operation.do) {
    case 'machine':
    case 'manual':
    case 'propose':
      return await store[operation.do](by, row, operation.text)
    case 'agent':
      return await store.agent(by, row, operation.text, { name: 'c', version: operation.version, prompt: null })
    case 'remember': {
      const before = manualTexts(store)
      await store.remember(by)
      return expect(manualTexts(store)).toEqual(before)
    }
    case 'review':
      return await store.review(by, row, operation.isGood)
    case 'mark':
      return await store.mark(by, row, operation.mark)
    case 'back':
      return await store.back(by, row, operation.what)
    case 'merge':
      return void (await store.merge(await (stores[operation.from] as TeamStore).history()))
    case 'update':
      // All teams have the same version of the game.
      for (const each of stores) await each.game({ [ROWS[0]]: operation.source, [ROWS[1]]: SOURCES[0] })
  }
}

async function inStores(work: (stores: readonly TeamStore[]) => Promise<void>): Promise<void> {
  const stores: TeamStore[] = []
  try {
    // Each team knows people that another does not.
    for (const [name, people] of Object.entries({ a: PEOPLE, b: ['bob', 'ann'], c: ['ann', 'bob', 'dan'] })) {
      const store = await teamStore(name, people)
      // No two stores write in the very same millisecond.
      store.clock.ms += stores.push(store)
      await store.game({ [ROWS[0]]: SOURCES[0], [ROWS[1]]: SOURCES[0] })
    }
    await work(stores)
  } finally {
    for (const store of stores) await store.close()
  }
}

test('stores that merge one another end the same in any order, again and again, with every revision', async () => {
  const runs = fc.asyncProperty(OPERATIONS, async (operations) => {
    await inStores(async (stores) => {
      for (const operation of operations) await perform(stores, operation)
      const [a, b, c] = stores as readonly [TeamStore, TeamStore, TeamStore]
      const all = new Set(stores.flatMap((store) => [...store.revisions()]))
      const [fromA, fromB, fromC] = [await a.history(), await b.history(), await c.history()]
      await a.merge(fromB)
      await b.merge(fromA)
      expect(b.state()).toEqual(a.state())

      await a.merge(fromC)
      await b.merge(fromC)
      await c.merge(fromB)
      await c.merge(fromA)
      const state = a.state()
      expect(b.state()).toEqual(state)
      expect(c.state()).toEqual(state)
      for (const store of stores) expect(store.revisions()).toEqual(all)

      // What was merged is history like any other.
      expect((await b.merge(await a.history())).counts).toMatchObject({ changed: 0, revisions: 0, conflicts: 0 })
      expect((await a.merge(fromC)).counts.changed).toBe(0)
      expect(a.state()).toEqual(state)
      for (const store of stores) expect(await store.faults()).toEqual([])
    })
  })
  await fc.assert(runs, { numRuns: tries(8) })
})
