// Likeness by bits is the share that a plain table of distances gives.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { Compared } from '../../../../src/domain/text/likeness.ts'
import { holds } from '../../../support/holds.ts'

/** Levenshtein, row by row. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++)
    row = row.reduce<number[]>((next, above, j) => {
      const [left, corner] = [next[j - 1], row[j - 1]]
      if (left === undefined || corner === undefined) return [i]
      return [...next, Math.min(left + 1, above + 1, corner + (one[i - 1] === other[j - 1] ? 0 : 1))]
    }, [])
  return row.at(-1) as number
}

function percentOf(one: string, other: string, percentMin: number): number | null {
  const longest = Math.max(one.length, other.length)
  if (longest === 0) return 100
  const distance = distanceOf(one, other)
  const isFar = distance > Math.floor((longest * (100 - percentMin)) / 100)
  return isFar ? null : Math.floor((100 * (longest - distance)) / longest)
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', '中', ' '), maxLength: 80 })

it('is 100 between two texts without a character', () => expect(new Compared('').percentTo('', 70)).toBe(100))

it('is what the plain table says, for one text after the other', () => {
  holds(
    100,
    text,
    fc.array(text, { maxLength: 3 }),
    fc.nat(8),
    fc.constantFrom(1, 70, 99),
    (one, others, cut, least) => {
      const compared = new Compared(one)
      // Texts that were made of it, too: only they are near.
      for (const other of [...others, one, one.slice(cut), `${one.slice(0, cut)}b${one.slice(cut)}`])
        expect(compared.percentTo(other, least)).toBe(percentOf(one, other, least))
    },
  )
})
