// Over 2,000 made lists with known wrong rows: the bound holds in at least 95 of 100, and a bad cluster is found by its stratum.
import { expect, it } from 'vitest'
import { draw, type ReadStratum, RISKS, soundStrata, wrongLeftAtMost } from '../../../src/domain/work/sampling.ts'
import { diceOf } from '../../support/dice.ts'

const lists = 2_000

it('the bound holds, whatever strata are left out for what was found in them', () => {
  const dice = diceOf(65)
  let [held, clusters, found] = [0, 0, 0]
  for (let list = 0; list < lists; list++) {
    const share = [0, 0.005, 0.02, 0.05, 0.15][list % 5] ?? 0
    const isClustered = list % 3 === 0
    let ordinal = 0
    const wrong = new Set<number>()
    const strata = RISKS.map((risk) => {
      const count = risk === 'plain' ? 500 + dice.below(500) : 1 + dice.below(120)
      const chance = isClustered && risk === 'long' ? 0.5 : share * (risk === 'plain' ? 1 : dice.below(20) / 10)
      const rows = Array.from({ length: count }, () => ++ordinal)
      for (const row of rows) if (dice.chance(chance)) wrong.add(row)
      return { risk, rows }
    })
    const drawn = draw(strata, [60, 120, 200][list % 3] ?? 60, String(dice.below(1e9)))
    const read = strata.map(({ risk, rows }): ReadStratum => {
      const own = drawn.filter((each) => each.risk === risk)
      const even = own.filter(({ isEven }) => isEven)
      const isWrong = (each: { readonly ordinal: number }): boolean => wrong.has(each.ordinal)
      const counts = { wrong: own.filter(isWrong).length, even: even.length, evenWrong: even.filter(isWrong).length }
      return { risk, rows: rows.length, read: own.length, ...counts }
    })
    const sound = soundStrata(read)
    const readRows = new Set(drawn.map((each) => each.ordinal))
    const rest = strata.filter(({ risk }) => sound.includes(risk)).flatMap(({ rows }) => rows)
    if (rest.filter((row) => wrong.has(row) && !readRows.has(row)).length <= wrongLeftAtMost(read)) held++
    const long = strata.find(({ risk }) => risk === 'long')
    if (!isClustered || (long?.rows.length ?? 0) < 20) continue
    clusters++
    if (!sound.includes('long')) found++
  }
  expect(held / lists).toBeGreaterThanOrEqual(0.95)
  expect(found / clusters).toBeGreaterThan(0.99)
})

it('the bound of a whole list is no wider than it must be: it is passed in some of 2,000 lists', () => {
  const dice = diceOf(66)
  let passed = 0
  for (let list = 0; list < lists; list++) {
    const rows = Array.from({ length: 1_500 }, (_, at) => at + 1)
    const wrong = new Set(rows.filter(() => dice.chance(0.03)))
    const drawn = draw([{ risk: 'plain', rows }], 120, String(dice.below(1e9)))
    const found = drawn.filter(({ ordinal }) => wrong.has(ordinal)).length
    const counts = { read: drawn.length, wrong: found, even: drawn.length, evenWrong: found }
    if (wrong.size - found > wrongLeftAtMost([{ risk: 'plain', rows: rows.length, ...counts }])) passed++
  }
  expect(passed / lists).toBeGreaterThan(0.005)
  expect(passed / lists).toBeLessThanOrEqual(0.05)
})
