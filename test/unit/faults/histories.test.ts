// The checker of histories (scripts/faults/linear.ts) finds each planted fault, and finds none where an order explains everything.
import { expect, test } from 'vitest'
import { type RowEvent, rowFaults } from '../../../scripts/faults/history.ts'
import { linearize } from '../../../scripts/faults/linear.ts'

const never = Number.POSITIVE_INFINITY
const wrote = (text: string, call: number, end: number, row = 1): RowEvent => ({
  row,
  what: { wrote: 'machine', text },
  call,
  end,
})
const read = (machine: string | null, call: number, end: number, row = 1): RowEvent => ({
  row,
  what: { read: { manual: null, machine } },
  call,
  end,
})

test.each([
  [
    'a read beside a write has the text before it',
    [wrote('a', 1, 2), wrote('b', 3, 8), read('a', 4, 5), read('b', 6, 7)],
  ],
  [
    'writes beside each other take effect in any order',
    [wrote('a', 1, 9), wrote('b', 2, 8), read('b', 3, 4), read('a', 5, 6)],
  ],
  ['a write without an answer took effect', [wrote('a', 1, never), read(null, 2, 3), read('a', 4, 5)]],
  ['a write without an answer took none', [wrote('a', 1, never), wrote('b', 2, 3), read('b', 4, 5)]],
  [
    'a write without an answer takes effect late',
    [wrote('a', 1, never), wrote('b', 2, 3), read('b', 4, 5), read('a', 6, 7)],
  ],
])('right: %s', (_, events) => expect(rowFaults(events)).toEqual([]))

test.each([
  ['a stale read', [wrote('a', 1, 2), wrote('b', 3, 4), read('a', 5, 6)]],
  ['a read that goes back', [wrote('a', 1, 2), wrote('b', 3, 9), read('b', 4, 5), read('a', 6, 7)]],
  ['a lost write', [wrote('a', 1, 2), read(null, 3, 4)]],
  ['a batch applied twice', [wrote('a', 1, 2), wrote('b', 3, 4), read('b', 5, 6), read('a', 7, 8)]],
  ['an acknowledged batch half there', [wrote('a', 1, 2), wrote('a', 1, 2, 2), read('a', 3, 4), read(null, 3, 4, 2)]],
  ['a text that nobody wrote', [read('c', 1, 2)]],
])('found: %s', (_, events) => expect(rowFaults(events)).toHaveLength(1))

test('the longest order that explains something is told', () => {
  const events = [wrote('a', 1, 2), read('b', 3, 4), read('a', 5, 6)]
  const [found] = linearize<string, RowEvent>(
    '',
    events,
    (state, { what }) => ('wrote' in what ? what.text : what.read.machine === state ? state : null),
    String,
  )
  expect(found).toMatchObject({ isWhole: false, state: 'a', order: [events[0]] })
})

test('hundreds of events of one row take no time', () => {
  const events = Array.from({ length: 300 }, (_, i) => [
    wrote(`t${i}`, i * 10, i * 10 + 14),
    read(i % 2 === 0 ? `t${i}` : `t${i - 1}`, i * 10 + (i % 2 === 0 ? 11 : 4), i * 10 + (i % 2 === 0 ? 13 : 6)),
  ]).flat()
  expect(rowFaults(events)).toEqual([])
})

test('what was never answered takes effect only where an answer needs it, though no two states have one name', () => {
  const lost = Array.from({ length: 12 }, (_, i) => wrote(`lost ${i}`, i, never))
  const events = [...lost, read('', 20, 21), wrote('a', 22, 23), read('a', 24, 25), read('lost 1', 26, 27)]
  let steps = 0
  const step = (state: string, { what }: RowEvent): string | null => {
    steps++
    return 'wrote' in what ? what.text : what.read.machine === state ? state : null
  }
  const [found] = linearize<string, RowEvent>('', events, step, () => String(steps))
  expect(found).toMatchObject({
    isWhole: true,
    order: [...events.slice(12, 15), ...lost.slice(0, 2), events[15]],
  })
  expect(steps).toBeLessThan(100)
})
