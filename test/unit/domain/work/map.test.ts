// The map as plain values: kinds of sources, labels in groups, and a layout whose areas go by rows.
import { expect, it } from 'vitest'
import { kindOf } from '../../../../src/domain/text/kind-of.ts'
import { type Kind, KINDS } from '../../../../src/domain/work/kinds.ts'
import { mapOf, NUMBERS_OF_PLOT, planMap, squarify } from '../../../../src/domain/work/map.ts'

const SOURCES: Readonly<Record<Kind, readonly string[]>> = {
  name: ['Dissolved', 'Remote Beacon', '#YFeather Fall#E'],
  long_name: ['King of the Dwarves', 'Elixir of Icy Touch'],
  word: ['feint', 'arcane armor', '狂乱'],
  phrase: ['flurry of blows', 'Choose a location to target'],
  gap_phrase: ['%s of bulk', 'Level {0}', 'DM-300'],
  sentence: ['A fire is raging here.', 'You were shocked to death…', '一团火焰正在这里肆虐。'],
  long_sentence: ['Based on gold that was collected and on the value of what is held at the end.'],
  gap_sentence: ['It will deal {0} damage.'],
  question: ['Who goes there?', 'What is it? I have no time.', '你是谁？'],
  call: ['More! Bleed for your king!', '小心！'],
  passage: ['A thick web covers it. Anything thrown is caught.'],
  page: ['First line\nsecond line', 'word '.repeat(90)],
}

it.each(KINDS.map((kind) => [kind, SOURCES[kind]] as const))('tells %s by its look', (kind, sources) => {
  for (const source of sources) expect([source, kindOf(source)]).toEqual([source, kind])
})

const LABELS = [
  { name: 'story', rows: 100 },
  { name: 'chapter one', rows: 40 },
  { name: 'items', rows: 30 },
]
/** `chapter one` lies inside of `story`. */
const inBoth = (one: number, other: number): number => (one === 1 && other === 0 ? 38 : 1)

it('puts a label inside of the one that has nearly all of its rows', () => {
  const plan = planMap(LABELS, inBoth, ['Gain 0'])
  const [story, chapter, items] = plan.labels.map(({ of }) => plan.plots[of('sentence')])
  expect(story).toEqual({ group: { label: 'story' }, label: 'story', kind: 'sentence' })
  expect(chapter).toEqual({ group: { label: 'story' }, label: 'chapter one' })
  expect(items?.group).toEqual({ label: 'items' })
  expect(plan.plots[plan.ofFamily(0)]).toEqual({ group: { of: 'families' }, alike: 'Gain 0' })
  expect(plan.plots[plan.ofKind('question')]).toEqual({ group: { of: 'speech' }, kind: 'question' })
})

it('gives labels beyond the seventh group a group together, and never more plots than a byte can name', () => {
  const many = Array.from({ length: 30 }, (_, n) => ({ name: `label ${n}`, rows: 1_000 - n }))
  const plan = planMap(
    many,
    () => 0,
    Array.from({ length: 9 }, (_, n) => `family ${n}`),
  )
  expect(new Set(plan.plots.flatMap(({ group }) => ('label' in group ? group.label : []))).size).toBe(7)
  expect(plan.plots.filter(({ group }) => 'of' in group && group.of === 'labels').length).toBe(23)
  expect(plan.plots.length).toBeLessThan(0xff)
})

it('merges the smallest parcels of a group into others, and loses no row', () => {
  const plots = Array.from({ length: 12 }, (_, n) => ({ group: { of: 'labels' as const }, label: `label ${n}` }))
  const numbers = new Uint32Array(plots.length * NUMBERS_OF_PLOT)
  plots.forEach((_, at) => numbers.set([1, 2, 3, at, 1, 1], at * NUMBERS_OF_PLOT))
  const [group] = mapOf(plots, numbers)
  expect(group?.parcels.length).toBe(9)
  expect(group?.parcels.at(-1)).toEqual({
    name: null,
    rows: 4 * 6 + 6,
    states: { ripe: 4, machine: 8, changed: 12, bare: 6 },
    fresh: 4,
    handled: 4,
  })
  expect(group?.rows).toBe(12 * 6 + 66)
})

it('lays parcels out without gap or overlap, areas by rows, and the same again for nearly the same rows', () => {
  const items = [900, 500, 333, 120, 80, 7, 1].map((rows) => ({ rows }))
  const box = { x: 10, y: 20, w: 300, h: 200 }
  const laid = squarify(items, box)
  const area = laid.reduce((sum, { w, h }) => sum + w * h, 0)
  expect(area).toBeCloseTo(box.w * box.h)
  for (const { item, x, y, w, h } of laid) {
    expect(x >= 9.99 && y >= 19.99 && x + w <= 310.01 && y + h <= 220.01).toBe(true)
    expect((w * h) / area / (item.rows / 1941)).toBeGreaterThan(0.9)
    expect((w * h) / area / (item.rows / 1941)).toBeLessThan(1.1)
  }
  const places = (all: readonly { readonly rows: number }[]) => squarify(all, box).map(({ x, y, w, h }) => [x, y, w, h])
  expect(places([{ rows: 901 }, ...items.slice(1)])).toEqual(places(items))
})
