// The filter of work as an address, and sets of rows.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ORIGINS } from '../../../../src/domain/vocabulary.ts'
import { newPiece, type Piece, ROWS_PER_PIECE, RowSet } from '../../../../src/domain/work/row-set.ts'
import {
  ALL_WORK,
  faultText,
  filterOfJob,
  JOB_NAMES,
  jobOf,
  parseWorkFilter,
  type WorkFilter,
  writeJob,
  writeWorkFilter,
} from '../../../../src/domain/work/work-filter.ts'
import { KINDS } from '../../../../src/domain/work/kinds.ts'
import { oneOf } from '../../../support/filter-values.ts'
import { holds } from '../../../support/holds.ts'

const name = fc.option(fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('-', 'a&b=c', 'any')))
const words = fc.constantFrom(null, 'Mohist Hill', 'a&b=c', 'воин*')
const number = fc.option(fc.integer({ min: 1, max: 999_999_999 }))
const anyFilter: fc.Arbitrary<WorkFilter> = fc.record({
  layer: oneOf('layer'),
  status: oneOf('status'),
  freshness: oneOf('freshness'),
  model: name,
  provider: name,
  client: name,
  clientVersion: name,
  prompt: name,
  brief: fc.constantFrom(null, '-', '3', '<3', '9999'),
  authorId: number,
  reviewerId: number,
  origin: fc.option(fc.constantFrom(...ORIGINS)),
  game: oneOf('game'),
  proposals: oneOf('proposals'),
  fits: oneOf('fits'),
  findings: oneOf('findings'),
  source: oneOf('source'),
  kind: fc.option(fc.constantFrom(...KINDS)),
  changedSinceMs: fc.option(fc.integer({ min: 0, max: 253_402_300_799_999 })),
  patch: fc.constantFrom(null, '1', '7.added', '12.changed', '999999999.confirmed', '3.rewritten'),
  label: fc.constantFrom(null, '-', 'kind:item', 'a&b=c'),
  term: words,
  has: words,
  lacks: words,
  firstPlace: number,
  lastPlace: number,
})

it('reads back the filter that it wrote, through the text of an address', () => {
  holds(100, anyFilter, (filter) => {
    const address = new URLSearchParams(writeWorkFilter(filter).toString())
    expect(parseWorkFilter(address)).toEqual({ filter, faults: [] })
  })
  expect(writeWorkFilter(ALL_WORK).toString()).toBe('')
})

it('knows a job by its name and by what it asks', () => {
  for (const job of JOB_NAMES) {
    expect(parseWorkFilter(new URLSearchParams({ job })).filter).toEqual(filterOfJob(job))
    expect(jobOf(parseWorkFilter(writeJob(job)).filter)).toBe(job)
  }
  expect(parseWorkFilter(new URLSearchParams('job=stale&layer=manual&after=7')).filter).toEqual({
    ...filterOfJob('stale'),
    layer: 'manual',
  })
})

it.each([
  ['layer=both', 'layer is "both"; it takes one of any, leading, manual, manual_only, machine, machine_only, none'],
  ['author=Ada', 'author is "Ada"; it takes a person\'s number'],
  ['since=2026-13-01', 'since is "2026-13-01"; it takes a day, 2026-11-20, or a time, 2026-11-20T08:30:00Z'],
  ['from=0', 'from is "0"; it takes a place in the game, from 1'],
  ['brief=<0', 'brief is "<0"; it takes a version of the brief: 3; <3 for earlier ones and none; - for none'],
  ['game=half', 'game is "half"; it takes one of any, translated, manual, machine, original'],
  ['job=everything', 'job is "everything"; it takes one of untranslated, stale, drafts, proposals, invalid, rejected'],
  [
    'patch=7.gone',
    'patch is "7.gone"; it takes an import, 7, or a part of it: 7.added, 7.changed, 7.confirmed, 7.rewritten',
  ],
])('says what is wrong with %s, and asks nothing there', (address, message) => {
  const { filter, faults } = parseWorkFilter(new URLSearchParams(`${address}&status=draft`))
  expect(faults.map(faultText)).toEqual([message])
  expect(filter).toEqual({ ...ALL_WORK, status: 'draft' })
})

it('counts, finds and walks a set of rows as a sorted list would', () => {
  const ordinals = fc.uniqueArray(
    fc.oneof(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: ROWS_PER_PIECE - 40, max: ROWS_PER_PIECE + 40 }),
      fc.integer({ min: 1, max: 5 * ROWS_PER_PIECE }),
    ),
    { maxLength: 200 },
  )
  holds(
    100,
    ordinals,
    fc.nat({ max: 5 * ROWS_PER_PIECE }),
    fc.integer({ min: 1, max: 60 }),
    (given, somewhere, count) => {
      const sorted = given.toSorted((a, b) => a - b)
      const pieces = new Map<number, Piece>()
      for (const ordinal of given) {
        const number = Math.floor(ordinal / ROWS_PER_PIECE)
        const piece = pieces.get(number) ?? newPiece()
        pieces.set(number, piece)
        const place = ordinal % ROWS_PER_PIECE
        piece[place >>> 5] = ((piece[place >>> 5] as number) | (1 << (place & 31))) >>> 0
      }
      const set = new RowSet(pieces)
      expect(set.size).toBe(sorted.length)
      for (const at of [somewhere, ...given.slice(0, 5), ...given.slice(0, 5).map((each) => each + 1)]) {
        expect(set.has(at)).toBe(given.includes(at))
        expect(set.countBefore(at)).toBe(sorted.filter((each) => each < at).length)
        expect(set.after(at, count)).toEqual(sorted.filter((each) => each > at).slice(0, count))
        expect(set.before(at, count)).toEqual(sorted.filter((each) => each < at).slice(-count))
      }
    },
  )
})
