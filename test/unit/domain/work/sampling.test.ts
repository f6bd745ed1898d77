// Accepting by a sample: the order of risk, the lot, and the exact bound.
import { expect, it } from 'vitest'
import {
  draw,
  packSteps,
  RISKS,
  type RiskFacts,
  riskOf,
  soundStrata,
  type Stratum,
  unpackSteps,
  upperShare,
  wrongLeftAtMost,
} from '../../../../src/domain/work/sampling.ts'

const PLAIN: RiskFacts = { isDoubted: false, hasOtherModel: false, lacksTerm: false, copies: 1, sourceLength: 20 }
const rows = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at)

it.each([
  ['doubted', { isDoubted: true, hasOtherModel: true, copies: 9 }],
  ['differs', { hasOtherModel: true, lacksTerm: true }],
  ['terms', { lacksTerm: true, sourceLength: 500 }],
  ['often', { copies: 5, sourceLength: 500 }],
  ['long', { copies: 4, sourceLength: 200 }],
  ['plain', { sourceLength: 199 }],
] as const)('the first risk that fits decides: %s', (risk, facts) => {
  expect(riskOf({ ...PLAIN, ...facts })).toBe(risk)
})

it.each([
  [0, 10, 0.2589],
  [1, 10, 0.3942],
  [1, 20, 0.2161],
  [0, 59, 0.0495],
  [0, 200, 0.0149],
  [10, 10, 1],
])('%d wrong of %d read: at most %f, as in published tables of the exact interval', (wrong, read, share) => {
  expect(upperShare(wrong, read)).toBeCloseTo(share, 4)
})

it("has Wilks' numbers: the fewest readings with so many wrong that keep 95 % under 5 %", () => {
  for (const [wrong, read] of [59, 93, 124, 153, 181].entries()) {
    expect(upperShare(wrong, read)).toBeLessThanOrEqual(0.05)
    expect(upperShare(wrong, read - 1)).toBeGreaterThan(0.05)
  }
})

it('draws its share of each stratum and some of each, the same rows for the same seed, in the order of risk', () => {
  const strata: Stratum[] = [
    { risk: 'doubted', rows: rows(1, 30) },
    { risk: 'long', rows: rows(100, 4) },
    { risk: 'plain', rows: rows(1_000, 1_966) },
  ]
  const drawn = draw(strata, 200, 'a')
  const of = (risk: string) => drawn.filter((each) => each.risk === risk)
  expect([of('doubted').length, of('long').length, of('plain').length]).toEqual([10, 4, 197])
  expect(of('doubted').filter(({ isEven }) => isEven)).toHaveLength(3)
  expect(of('long').filter(({ isEven }) => isEven)).toHaveLength(1)
  expect(new Set(drawn.map(({ ordinal }) => ordinal)).size).toBe(211)
  const places = drawn.map(({ risk }) => RISKS.indexOf(risk))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(draw(strata, 200, 'a')).toEqual(drawn)
  expect(draw(strata, 200, 'b')).not.toEqual(drawn)
})

it('takes what was found off the bound, and is exact where all was read', () => {
  const plain = { risk: 'plain', rows: 20_000, read: 200, wrong: 0, even: 200, evenWrong: 0 } as const
  expect(wrongLeftAtMost([plain])).toBe(297)
  expect(wrongLeftAtMost([{ ...plain, wrong: 1, evenWrong: 1 }])).toBe(468)
  expect(wrongLeftAtMost([{ ...plain, rows: 200, wrong: 7, evenWrong: 7 }])).toBe(0)
  expect(wrongLeftAtMost([plain], 2)).toBe(365)
  const doubted = { risk: 'doubted', rows: 10, read: 10, wrong: 4, even: 1, evenWrong: 0 } as const
  expect(soundStrata([doubted, plain])).toEqual(['plain'])
})

it('packs row numbers and reads them again', () => {
  for (const list of [[], [7], rows(1, 300), [3, 40, 1_180_000]]) expect(unpackSteps(packSteps(list))).toEqual(list)
})
