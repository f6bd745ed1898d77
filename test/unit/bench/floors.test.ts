// Which ratio of a short run has fallen.
import { expect, it } from 'vitest'
import { fallenIn, resultOf } from '../../../scripts/bench/report.ts'
import type { Work } from '../../../scripts/bench/works.ts'

const work: Work = {
  name: 'page',
  title: 'page',
  unit: 'µs',
  limits: [
    { of: 'windrow', against: 'bare Node', bar: 2.5, floor: 5 },
    { of: 'last page', against: 'first page', bar: 1.3, floor: 3 },
  ],
  measure: () => Promise.reject(new Error()),
}

/** Two rounds in which the others take 100 µs. */
function fallen(windrow: number, lastPage: number): string[] {
  const samples = { windrow: [windrow, windrow], 'bare Node': [100, 100], 'first page': [100, 100] }
  return fallenIn(work, resultOf(work, { ...samples, 'last page': [lastPage, lastPage] }).ratios)
}

it.each([
  { title: 'nothing that is above its bar and within its floor', windrow: 500, lastPage: 300, said: [] },
  {
    title: 'each ratio that is beyond its floor',
    windrow: 505,
    lastPage: 301,
    said: [
      'page has fallen: windrow against bare Node is 5.05, and a short run has at most 5',
      'page has fallen: last page against first page is 3.01, and a short run has at most 3',
    ],
  },
])('names $title', ({ windrow, lastPage, said }) => expect(fallen(windrow, lastPage)).toEqual(said))

it('names nothing that was not measured', () => expect(fallenIn(work, [])).toEqual([]))
