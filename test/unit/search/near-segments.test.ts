// However many segments a game has, near texts are looked for in a bounded number of them: those that hold most of the text's sample.
import { expect, it } from 'vitest'
import { LikeText, segmentsOfNear } from '../../../src/search/like-candidates.ts'
import { entryOf } from '../../../src/search/pages.ts'
import { filterOf, mayHaveAll } from '../../../src/search/segment.ts'
import { TEXT_FIELDS } from '../../../src/store/indexes.ts'

const text = new LikeText('The old gate of the northern city is closed until the first frost of winter.')
const { sample, shared } = text

/** Segments that hold so many grams of the sample each; null: the segment is not in the index. */
const listsOf = (grams: readonly (number | null)[]) => {
  const filters = grams.map((count) =>
    count === null
      ? null
      : filterOf(sample.slice(0, count).map((gram) => entryOf(gram, TEXT_FIELDS.indexOf('source')))),
  )
  return {
    lengthsOf: (segment: number) => filters[segment] ?? null,
    mayHaveAll: (segment: number, hashes: readonly number[]) => {
      const filter = filters[segment] ?? null
      return filter === null || mayHaveAll(filter, hashes)
    },
  }
}

it('leaves out segments that hold less of the sample than a near text has', () => {
  const lists = listsOf([0, shared - 1, shared, sample.length])
  const found = segmentsOfNear(lists, 4, text)
  expect(found.has(2) && found.has(3)).toBe(true)
  expect(found.has(0)).toBe(false)
})

it('takes all segments of a game of 1.18 million rows, and no more of a larger one', () => {
  expect(segmentsOfNear(listsOf(Array(36).fill(sample.length)), 36, text).size).toBe(36)
  const grams = Array.from({ length: 300 }, (_, segment) => (segment % 10 === 7 ? sample.length : shared))
  const found = [...segmentsOfNear(listsOf(grams), 300, text)]
  expect(found.length).toBe(36)
  expect(found.filter((segment) => segment % 10 === 7).length, 'the likeliest first').toBe(30)
})

it('takes those of an index that is being made before the many that are not in it yet', () => {
  const grams = Array.from({ length: 60 }, (_, segment) => (segment === 59 ? shared : null))
  expect([...segmentsOfNear(listsOf(grams), 60, text)]).toEqual([59])
})

it('takes none for a text that nothing is near to', () => {
  expect(segmentsOfNear(listsOf([sample.length]), 1, new LikeText('Ho', false)).size).toBe(0)
})
