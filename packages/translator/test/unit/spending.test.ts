// Tokens, money and pauses.
import { describe, expect, it } from 'vitest'
import { pauseSeconds } from '../../src/models/model.ts'
import { estimateTokens } from '../../../../src/domain/text/earlier-pairs.ts'
import { costOf, estimateAnswer, Spending } from '../../src/spending.ts'

describe('spending', () => {
  it('knows what calls under way will cost before they end', () => {
    const spending = new Spending({ tokens: 1_050, cost: null }, null)
    const call = { input: 300, cached: 0, output: 150 }
    expect(spending.promise(call)).toBeNull()
    expect(spending.promise(call)).toBeNull()
    expect(spending.promise(call)).toBe('tokens')
    spending.settle(call, { input: 100, cached: 40, output: 50 })
    expect(spending.promise(call)).toBeNull()
    spending.settle(call, null)
    expect(spending.spent).toEqual({ input: 100, cached: 40, output: 50 })
    expect(spending.cost).toBeNull()
  })

  it('stops before a call that would cost too much', () => {
    const prices = { input: 2, cached: 0.5, output: 10 }
    const spending = new Spending({ tokens: null, cost: 0.01 }, prices)
    expect(costOf({ input: 1_000_000, cached: 0, output: 100_000 }, prices)).toBe(3)
    expect(costOf({ input: 1_000_000, cached: 800_000, output: 100_000 }, prices)).toBeCloseTo(1.8)
    const call = { input: 1_000, cached: 0, output: 700 }
    expect(spending.promise(call)).toBeNull()
    spending.settle(call, call)
    expect(spending.cost).toBeCloseTo(0.009)
    expect(spending.promise(call)).toBe('cost')
  })

  it('of two models with their own prices goes into one account', () => {
    const spending = new Spending({ tokens: 10_000, cost: 0.02 }, { input: 2, cached: 0.5, output: 10 })
    const dear = spending.at({ input: 20, cached: 20, output: 100 })
    const call = { input: 500, cached: 0, output: 50 }
    expect([spending.promise(call), dear.promise(call)]).toEqual([null, null])
    expect([spending.promise(call), dear.promise(call)]).toEqual([null, 'cost'])
    for (const each of [spending, dear, spending]) each.settle(call, call)
    expect([spending.cost, dear.cost]).toEqual([expect.closeTo(0.018), expect.closeTo(0.018)])
    expect(spending.spent).toEqual({ input: 1_500, cached: 0, output: 150 })
  })

  it('takes a token for a few characters, fewer in scripts with many letters', () => {
    expect(estimateTokens('')).toBe(0)
    expect(estimateTokens('a'.repeat(360))).toBe(100)
    expect(estimateTokens('ї'.repeat(260))).toBe(100)
    expect(estimateTokens('门'.repeat(120))).toBe(100)
    expect(estimateAnswer(['a'.repeat(360), 'a'.repeat(360)])).toBe(288)
  })
})

describe('a pause', () => {
  it('grows with each failure up to a minute, unless the model says how long', () => {
    expect([1, 2, 3, 7, 20].map((failures) => pauseSeconds(failures, null))).toEqual([1, 2, 4, 60, 60])
    expect([0, 2.2, 90].map((asked) => pauseSeconds(9, asked))).toEqual([1, 3, 90])
  })
})
