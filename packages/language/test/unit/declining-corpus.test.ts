// Inflected forms against texts that people wrote, shipped and played. Runs where WINDROW_CORPUS names the folder of the data.
import { expect, it } from 'vitest'
import { corpus } from '../../../../test/support/corpus.ts'
import { countUses, JUDGED } from '../../../../test/support/inflected-uses.ts'

const minTaken = 0.98
const maxWrong = 0.01

it.skipIf(corpus === undefined)('takes the uses of names, and no other words of the same stem', () => {
  const all = JUDGED.map((language) => ({ language, ...countUses(language) }))
  // One line a language, for those who change the tables.
  console.table(all)
  for (const { language, uses, taken, near, wrong } of all) {
    expect(taken / uses, language).toBeGreaterThanOrEqual(minTaken)
    expect(wrong / near, language).toBeLessThanOrEqual(maxWrong)
  }
  expect(all.reduce((sum, { uses }) => sum + uses, 0)).toBeGreaterThanOrEqual(8_000)
  expect(all.reduce((sum, { near }) => sum + near, 0)).toBeGreaterThanOrEqual(6_000)
})
