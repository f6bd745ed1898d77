// What the checker of a simulated year follows where answers leave open what took effect: a state for each possibility, each one once.
import { expect, test } from 'vitest'
import { linearize, type Timed } from '../../../scripts/faults/linear.ts'
import { type Item, type Person, type Said, YearModel } from '../../../scripts/faults/year-model.ts'
import { hashOf } from '../../support/import-model.ts'

const person = (name: string): Person => ({ name, role: 'admin', secret: '', quota: null })
const [ada, ben] = [person('ada'), person('ben')]
const SOURCE = 'The gate of the old smith'
const importOf =
  (...ids: readonly string[]) =>
  (model: YearModel, nowMs: number): object => {
    const entries = ids.map((id, i) => ({ id, text: SOURCE, file: 'main', number: i + 1 }))
    return model.import({ main: { entries, isSkipped: () => false }, diff: null }, nowMs)
  }
const write =
  (by: Person, row_id: string, more: Partial<Item> = {}) =>
  (model: YearModel, nowMs: number): Said => {
    const item: Item = {
      row_id,
      text: `Ворота ${by.name}`,
      source_hash: hashOf(SOURCE),
      layer: 'machine',
      overwrite: true,
    }
    return model.write(by, `${by.name} ${row_id}`, [{ ...item, ...more }], nowMs)
  }
const decide =
  (by: Person, id: number) =>
  (model: YearModel, nowMs: number): Said =>
    model.decide(by, id, {}, nowMs)

type Change = (model: YearModel, nowMs: number) => object
const after = (before: YearModel, ...changes: readonly Change[]): YearModel => {
  const model = before.fork()
  for (const change of changes) change(model, 1_000)
  return model
}
const begun = after(new YearModel(['ada', 'ben']), importOf('a', 'b'))

test('states are equal by name where what was done leaves no difference', () => {
  const [one, other] = [write(ada, 'a'), write(ben, 'b')]
  expect(after(begun, one, other).name).toBe(after(begun, other, one).name)
  expect(after(begun, one, one).name).toBe(after(begun, one).name)
  const direct = write(ben, 'a', { layer: 'manual', mode: 'direct' })
  expect(after(begun, one, direct).name).toBe(after(begun, direct, one).name)
  expect(after(begun, importOf('a', 'b')).name).toBe(begun.name)
})

test.each<[string, readonly Change[], readonly Change[]]>([
  ['one write', [], [write(ada, 'a')]],
  ['the order of two writes of a row', [write(ada, 'a'), write(ben, 'a')], [write(ben, 'a'), write(ada, 'a')]],
  ['the answer of a batch that wrote nothing', [], [write(ada, 'c')]],
  ['a row that is gone', [], [importOf('a')]],
  ['the order of new rows', [importOf('a', 'b', 'c', 'd')], [importOf('a', 'b', 'd', 'c')]],
  ['a decision', [write(ben, 'a', { layer: 'manual' })], [write(ben, 'a', { layer: 'manual' }), decide(ada, 1)]],
])('states differ by name: %s', (_, one, other) => {
  expect(after(begun, ...one).name).not.toBe(after(begun, ...other).name)
})

test('an approval without an answer, of a row that went out of the game, is followed as done and as not done', () => {
  const never = Number.POSITIVE_INFINITY
  const first = after(begun, write(ben, 'a', { layer: 'manual' }))
  const sent: (Timed & { readonly does: Change; readonly status: number | null })[] = [
    { call: 1, end: never, does: decide(ada, 1), status: null },
    { call: 2, end: 3, does: importOf('b'), status: null },
    { call: 4, end: 5, does: decide(ada, 1), status: 404 },
  ]
  const step = (model: YearModel, { does, status }: (typeof sent)[number]): YearModel | null => {
    const next = model.fork()
    const said = does(next, 1_000)
    if (status !== null && (said as Said).status !== status) return null
    return next.name === model.name ? model : next
  }
  const found = [...linearize(first, sent, step, ({ name }) => name)]
  expect(found.every(({ isWhole }) => isWhole)).toBe(true)
  const texts = found.map(({ state }) => after(state, importOf('a', 'b')).headsOf('a').manual?.text ?? null)
  expect(new Set(texts)).toEqual(new Set(['Ворота ben', null]))
})
