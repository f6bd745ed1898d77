// How long calls are after what became of those before.
import { expect, it } from 'vitest'
import { PromptSize, type Went } from '../../src/prompt-size.ts'

const whole: Went = { what: 'whole' }
const runaway: Went = { what: 'runaway' }
const unreadable: Went = { what: 'unreadable', head: '' }
const late: Went = { what: 'late', message: '', inRowMax: 10, seconds: null }
const long: Went = { what: 'long', message: '', read: null }
const cut = (fits: number, total: number | null = null): Went => ({
  what: 'cut',
  fits,
  tokens: total === null ? null : { input: total / 2, cached: 0, output: total / 2 },
})

/** The sizes of calls, each of which went so. */
function sizesOf(context: number | null, ...all: readonly Went[]): number[] {
  const size = new PromptSize(context)
  return all.map((went) => {
    const asked = size.next
    size.taken()
    size.ended(asked, went)
    return size.next
  })
}

it('begins with what local models take, and grows by a half up to what is of use', () => {
  expect(new PromptSize(null).next).toBe(4_096)
  expect(sizesOf(null, whole, whole, whole, whole)).toEqual([6_144, 9_216, 13_824, 16_384])
})

it('never exceeds a context that was named', () => {
  expect(sizesOf(8_000, whole, cut(0.5), whole, whole)).toEqual([8_000, 4_000, 6_000, 8_000])
})

it('a call that was not full does not let the next be longer', () => {
  const size = new PromptSize(null)
  size.ended(500, whole)
  expect(size.next).toBe(4_096)
})

it('a cut answer halves it at most, and whole ones let it grow again by a half', () => {
  expect(sizesOf(1_000, cut(0.8), whole)).toEqual([800, 1_000])
  expect(sizesOf(1_000, cut(0.1), whole, whole, whole)).toEqual([500, 750, 1_000, 1_000])
})

it('an answer that was cut by the context never lets it be as long again', () => {
  expect(sizesOf(null, whole, cut(0.9, 4_096), whole, whole)).toEqual([6_144, 3_686, 3_686, 3_686])
})

it('cut answers of prompts that were under way together halve it once', () => {
  const size = new PromptSize(1_000)
  for (const fits of [0.2, 0.6, 0.1]) size.ended(1_000, cut(fits))
  expect(size.next).toBe(500)
})

it('a model that ran away, and an answer that cannot be read, halve the next call alone', () => {
  expect(sizesOf(1_000, runaway, whole)).toEqual([500, 1_000])
  expect(sizesOf(1_000, unreadable, unreadable, whole)).toEqual([500, 250, 1_000])
  expect(sizesOf(1_000, runaway, runaway, whole)).toEqual([500, 250, 375])
})

it('prompts that can be read only when they are short stay short', () => {
  const turns = [unreadable, whole, unreadable, whole, unreadable, whole]
  expect(sizesOf(1_000, ...turns)).toEqual([500, 1_000, 500, 1_000, 500, 500])
})

it('an answer that came too late, and a prompt that was too long, halve it, and it never grows as long again', () => {
  expect(sizesOf(1_000, late, whole, whole)).toEqual([500, 750, 750])
  expect(sizesOf(1_000, long, whole, whole)).toEqual([500, 750, 750])
})

it('a prompt that was read in part shows how long a context is', () => {
  expect(sizesOf(null, { what: 'long', message: '', read: 1_100 }, whole)).toEqual([990, 990])
})

it('tells a prompt that was read in part from a model that counts in its own way', () => {
  const size = new PromptSize(null)
  expect(size.isShortened(4_000, 2_000)).toBe(true)
  expect(size.isShortened(4_000, 2_800)).toBe(false)
  expect(size.isShortened(8_000, 5_600)).toBe(false)
  expect(size.isShortened(8_000, 4_096)).toBe(true)
})

it('rows that are bought for the last time go in no longer prompt than one that went well', () => {
  const size = new PromptSize(1_000)
  const safeAfter = (asked: number, went: Went): number => {
    size.ended(asked, went)
    return size.safe
  }
  expect(size.safe).toBe(0)
  expect(safeAfter(1_000, cut(0.3))).toBe(300)
  expect(safeAfter(600, whole)).toBe(600)
  expect(safeAfter(800, unreadable)).toBe(400)
  expect(safeAfter(800, { what: 'slipped' })).toBe(400)
})
