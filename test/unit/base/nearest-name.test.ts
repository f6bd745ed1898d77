import { expect, test } from 'vitest'
import { editDistance, nearestName } from '../../../src/base/nearest-name.ts'

test.each([
  ['', '', 0],
  ['a', '', 1],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['prot', 'port', 1],
  ['import', 'imprt', 1],
])('from "%s" to "%s" are %i steps', (a, b, steps) => {
  expect(editDistance(a, b)).toBe(steps)
  expect(editDistance(b, a)).toBe(steps)
})

test('the nearest known name is found without regard to case', () => {
  expect(nearestName('IMPROT', ['export', 'import', 'serve'])).toBe('import')
})

test('a name that is far from all is answered with none', () => {
  expect(nearestName('frobnicate', ['export', 'import', 'serve'])).toBeNull()
  expect(nearestName('xy', ['up', 'ab'])).toBeNull()
})

test('a name of any length is looked up in time that does not grow with it', () => {
  const known = Array.from({ length: 1_000 }, (_, i) => `name ${i}`)
  expect(nearestName('n'.repeat(2 ** 22), known)).toBeNull()
})
