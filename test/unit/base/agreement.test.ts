// The table of who shares a key and says the same, against a plain map, beyond the size it was made for.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Agreement } from '../../../src/base/agreement.ts'
import { holds } from '../../support/holds.ts'

test('finds the keys that were given different values', () => {
  const key = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 2 ** 32, max: 2 ** 53 - 1 }))
  const said = fc.array(fc.tuple(key, fc.nat(1)), { minLength: 1, maxLength: 3000 })
  holds(50, said, (pairs) => {
    const table = new Agreement(0)
    const plain = new Map<number, Set<number>>()
    for (const [key, value] of pairs) {
      table.add(key, value)
      plain.set(key, (plain.get(key) ?? new Set()).add(value))
    }
    for (const [key, values] of plain) expect(table.isBroken(key)).toBe(values.size > 1)
    expect(table.isBroken(51)).toBe(false)
  })
})

test('grows beyond what it was made for', () => {
  const table = new Agreement(1)
  for (let key = 1; key <= 5000; key++) table.add(key, key)
  table.add(4711, 1)
  expect(Array.from({ length: 5000 }, (_, i) => i + 1).filter((key) => table.isBroken(key))).toEqual([4711])
})
