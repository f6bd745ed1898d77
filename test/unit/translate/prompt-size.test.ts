// How long prompts are after what became of those before.
import { expect, it } from 'vitest'
import { PromptSize, type Went } from '../../../src/translate/prompt-size.ts'

const whole: Went = { what: 'whole' }
const runaway: Went = { what: 'runaway' }
const unreadable: Went = { what: 'unreadable', head: '' }
const late: Went = { what: 'late', message: '' }
const cut = (fits: number): Went => ({ what: 'cut', fits })

/** The sizes of prompts, each of which went so. */
function sizesOf(...all: readonly Went[]): number[] {
  const size = new PromptSize(50)
  return all.map((went) => {
    const asked = size.next
    size.taken()
    size.ended(asked, went)
    return size.next
  })
}

it('a cut answer halves it at most, and whole ones let it grow again by a half', () => {
  expect(sizesOf(cut(40), whole)).toEqual([40, 50])
  expect(sizesOf(cut(3), whole, whole, whole)).toEqual([25, 38, 50, 50])
  expect(sizesOf(cut(1), cut(1), cut(1), cut(1), cut(1), cut(1), cut(1))).toEqual([25, 13, 7, 4, 2, 1, 1])
})

it('cut answers of prompts that were under way together halve it once', () => {
  const size = new PromptSize(50)
  for (const fits of [9, 30, 2]) size.ended(50, cut(fits))
  expect(size.next).toBe(25)
})

it('a model that ran away, and an answer that nobody can read, halve the next prompt alone', () => {
  expect(sizesOf(runaway, whole)).toEqual([25, 50])
  expect(sizesOf(unreadable, unreadable, whole)).toEqual([25, 13, 50])
  expect(sizesOf(runaway, runaway, whole)).toEqual([25, 13, 20])
})

it('an answer that came too late halves it, and it never grows as long again', () => {
  expect(sizesOf(late, whole, whole)).toEqual([25, 37, 37])
})
