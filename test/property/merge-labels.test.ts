// Labels of stores that merge one another (docs/merging.md#labels): whatever each did before, they end with the same labels, rules and
// rows by hand, in any order; those are the union, in which a row that was given a label has it; merging again changes nothing.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addLabelRule, removeLabel } from '../../src/app/labels/change-labels.ts'
import { LABEL_ACTS, labelRows } from '../../src/app/labels/label-rows.ts'
import { listLabels } from '../../src/app/labels/read-labels.ts'
import { handsOf, type TeamStore, teamStore } from '../support/team-stores.ts'
import { tries } from '../support/tries.ts'

const ROWS = ['00000000000000a1', '00000000000000a2', '00000000000000a3', '00000000000000a4'] as const
const ofStore = fc.nat(2)
const label = fc.constantFrom('x', 'X', 'kind:item')
const STEP = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      how: fc.constantFrom(...LABEL_ACTS),
      store: ofStore,
      label,
      rows: fc.uniqueArray(fc.constantFrom(...ROWS), { minLength: 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      how: fc.constant('rule' as const),
      store: ofStore,
      label,
      patterns: fc.constantFrom(['*sword'], ['*sword', 'a?'], ['a?', '*sword']),
    }),
  },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('remove' as const), store: ofStore, label }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('merge' as const), store: ofStore, from: ofStore }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('retire' as const), row: fc.constantFrom(...ROWS) }) },
)
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never

async function perform(stores: readonly TeamStore[], step: Step): Promise<void> {
  if (step.how === 'retire') {
    const rows = ROWS.filter((row) => row !== step.row)
    for (const each of stores) await each.game(Object.fromEntries(rows.map((row) => [row, 'A sword'])))
    return
  }
  const store = stores[step.store] as TeamStore
  const { app } = store
  switch (step.how) {
    case 'rule':
      await addLabelRule(app, null, step.label, { field: 'source', patterns: step.patterns })
      return
    case 'remove':
      await removeLabel(app, null, step.label)
      return
    case 'merge':
      await store.merge(await (stores[step.from] as TeamStore).history())
      return
    case 'give':
    case 'take':
    case 'reset':
      await labelRows(app, null, { label: step.label, act: step.how, origin: 'list' }, step.rows)
  }
}

/** Labels and different rules, with folded names. */
const rulesOf = ({ app }: TeamStore): string[] =>
  [
    ...new Set(
      listLabels(app).flatMap(({ name, rules }) =>
        [name, ...rules.map(({ patterns }) => `${name} ${patterns.toSorted().join()}`)].map((said) =>
          said.toLowerCase(),
        ),
      ),
    ),
  ].toSorted()

const unionOf = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].toSorted()

test('stores that merge one another have the union of their labels, in any order, again and again', async () => {
  const runs = fc.asyncProperty(fc.array(STEP, { minLength: 3, maxLength: 14 }), async (steps) => {
    const stores: TeamStore[] = []
    try {
      for (const name of ['a', 'b', 'c']) {
        const made = await teamStore(name, ['ann'])
        stores.push(made)
        await made.game(Object.fromEntries(ROWS.map((row) => [row, 'A sword'])))
      }
      for (const step of steps) await perform(stores, step)
      const [a, b, c] = stores as readonly TeamStore[] as readonly [TeamStore, TeamStore, TeamStore]
      const [rules, decided] = [unionOf(stores.map(rulesOf)), unionOf(stores.map(({ app }) => handsOf(app)))]
      const hands = decided.filter(
        (said) => !decided.includes(said.replace(' taken ', ' given ')) || said.includes(' given '),
      )
      const [fromA, fromB, fromC] = [await a.history(), await b.history(), await c.history()]
      for (const file of [fromB, fromC]) await a.merge(file)
      for (const file of [fromC, fromA]) await b.merge(file)
      await c.merge(await a.history())
      for (const each of stores) {
        expect([rulesOf(each), handsOf(each.app)]).toEqual([rules, hands])
        for (const file of [fromA, fromB, fromC]) expect((await each.merge(file)).number).toBeNull()
        expect(handsOf(each.app)).toEqual(hands)
        expect(await each.faults()).toEqual([])
      }
    } finally {
      for (const each of stores) await each.close()
    }
  })
  await fc.assert(runs, { numRuns: tries(12) })
})
