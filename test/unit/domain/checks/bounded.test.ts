// What a finding may say (docs/text-gate.md#measures).
import { expect, test } from 'vitest'
import { boundedDetails } from '../../../../src/domain/checks/check.ts'

const counts = new Map([
  ['{0}', 1],
  ['{1}', 2],
  ['{2}', 3],
])

test('maps and lists name the first of their members and count the rest', () => {
  expect(boundedDetails({ missing: counts, captions: ['a', 'b', 'c'], length: 7, rule: 'x' }, 2)).toEqual({
    missing: { '{0}': 1, '{1}': 2, more: 1 },
    captions: ['a', 'b'],
    captionsMore: 1,
    length: 7,
    rule: 'x',
  })
})

test('what fits is left as it is', () => {
  const details = { missing: { '{0}': 1 }, captions: [{ expected: '<A>', found: '<B>' }], none: null }
  expect(boundedDetails(details)).toEqual(details)
  expect(boundedDetails({ missing: counts })).toEqual({ missing: { '{0}': 1, '{1}': 2, '{2}': 3 } })
})

test('cut again, the count is of all that is missing', () => {
  const once = boundedDetails({ missing: counts, captions: ['a', 'b', 'c'] }, 2)
  expect(boundedDetails(once, 1)).toEqual({ missing: { '{0}': 1, more: 2 }, captions: ['a'], captionsMore: 2 })
  expect(boundedDetails(once, 0)).toEqual({ missing: { more: 3 }, captions: [], captionsMore: 3 })
})
