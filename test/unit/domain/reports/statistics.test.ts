// The interval of blind comparisons, against published values.
import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../../../../src/domain/blind-comparison.ts'

// Newcombe 1998, Statistics in Medicine 17, table I, method 3 (Wilson's score without correction).
describe("Wilson's interval", () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %d in %d is %d to %d', (wins, trials, from, to) => {
    const [low, high] = wilsonInterval(wins, trials)
    expect([low.toFixed(4), high.toFixed(4)]).toEqual([from.toFixed(4), to.toFixed(4)])
  })

  it('of nothing says nothing', () => expect(wilsonInterval(0, 0)).toEqual([0, 1]))
})
