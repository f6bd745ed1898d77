// Which ratio of a short run has fallen.
import { expect, it } from 'vitest'
import { fallenIn } from '../../../scripts/bench/floors.ts'
import { resultOf } from '../../../scripts/bench/report.ts'
import { type Limit, type Work } from '../../../scripts/bench/works.ts'

const limits: readonly Limit[] = [
  { kind: 'as fast', of: 'windrow', against: 'reference', atLeast: 2, floor: 0.8 },
  { kind: 'as cheap', of: 'windrow', against: 'ceiling', atLeast: 0.4, floor: 0.2 },
  { kind: 'the time', of: 'last page', against: 'first page', atMost: 1.3, floor: 3 },
]
const work: Work = {
  name: 'page',
  title: 'page',
  unit: 'answers/s',
  limits,
  measure: () => Promise.reject(new Error()),
}

/** Two rounds in which the others answer 100 times a second for 100 µs each. */
function fallen(windrow: number, windrowUs: number, lastPage: number): string[] {
  const twice = (value: number): number[] => [value, value]
  const samples = {
    windrow: twice(windrow),
    reference: twice(100),
    ceiling: twice(100),
    'first page': twice(100),
    'last page': twice(lastPage),
  }
  const processorUs = { windrow: twice(windrowUs), ceiling: twice(100) }
  return fallenIn(work, resultOf(work, { samples, processorUs }))
}

it('names nothing that is below its bar and above its floor', () => {
  expect(fallen(80, 500, 34)).toEqual([])
})

it('names each ratio that is beyond its floor, also where less is better', () => {
  expect(fallen(79, 500, 34)).toEqual([
    'page has fallen: windrow against reference is 0.790, and a short run has at least 0.8',
  ])
  expect(fallen(80, 505, 34)).toEqual([
    'page has fallen: windrow against ceiling is 0.198, and a short run has at least 0.2',
  ])
  expect(fallen(10, 1000, 20)).toHaveLength(3)
})

it('names nothing that was not measured', () => {
  expect(fallenIn(work, { ratios: [] })).toEqual([])
})
