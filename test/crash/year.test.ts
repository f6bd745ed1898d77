// The beginning of a simulated year (`npm run faults -- year` has whole ones): every answer is what the model says, and a seed repeats itself
// to the byte. `npm run faults -- plants` shows that it finds faults.
import { expect, test } from 'vitest'
import { playYear } from '../../scripts/faults/year.ts'

const steps = Array.from({ length: 40 }, (_, number) => number)
const beginning = { seed: 1, groups: 10, steps }

test('is what the model says, and the same again', async () => {
  const first = await playYear(beginning, () => {})
  expect(first).toMatchObject({ problem: null })
  expect(first.kills).toBeGreaterThan(5)
  expect(await playYear(beginning, () => {})).toEqual(first)
})
