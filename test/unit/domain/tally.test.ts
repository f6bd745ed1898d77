// What the statistics count: words, work, and how much of a model's text survives review.
import { describe, expect, it } from 'vitest'
import type { Revision } from '../../../src/domain/row.ts'
import { countWords, newTally, survivalOf, tallyRow } from '../../../src/domain/tally.ts'

const DAY = Date.UTC(2026, 0, 2)

const revision = (text: string, changes: Partial<Revision> = {}): Revision => ({
  seq: 1,
  text,
  status: 'draft',
  origin: 'ai_api',
  provider: 'p',
  model: 'm-1',
  sourceHash: '',
  isVerified: true,
  authorId: 7,
  keyId: null,
  approverId: null,
  approvedAtMs: null,
  proposalId: null,
  createdAtMs: DAY,
  ...changes,
})

it.each([
  ['', 0],
  ['   ', 0],
  ['one', 1],
  ["don't stop, it's 2 late", 5],
  ['Тут вирує заметіль.', 3],
  ['风燕传', 3],
  ['level 10 – 风', 3],
])('%j has %i words', (text, words) => expect(countWords(text)).toBe(words))

describe('a row', () => {
  const modelOf = (manual: readonly Revision[], machine: readonly Revision[]) => {
    const tally = newTally()
    tallyRow(tally, { manual, machine })
    return { tally, model: Object.values(tally.models)[0] }
  }

  it('counts a text once, however often it is marked', () => {
    const { tally, model } = modelOf(
      [],
      [revision('a'), revision('a', { status: 'reviewed' }), revision('a', { status: 'approved' })],
    )
    expect(model).toMatchObject({ written: 1, current: 1, kept: 1, changed: 0, rejected: 0 })
    expect(tally.days).toEqual({ '2026-01-02': { manual: 0, machine: 1, proposals: 0, reviews: 0 } })
    expect(tally.people[7]).toMatchObject({ machine: 1, manual: 0 })
  })

  it('counts a text that nobody judged as neither kept nor lost', () => {
    const { model } = modelOf([], [revision('a')])
    expect(model).toMatchObject({ kept: 0, changed: 0, rejected: 0 })
    expect(model === undefined ? 0 : survivalOf(model)).toBeNull()
  })

  it('counts a text that a person replaced as changed, and the very same as kept', () => {
    const manual = revision('b', { origin: 'human', provider: null, model: null })
    expect(modelOf([manual], [revision('a')]).model).toMatchObject({ kept: 0, changed: 1 })
    expect(modelOf([manual], [revision('b')]).model).toMatchObject({ kept: 1, changed: 0 })
  })

  it('tells models and spellings apart', () => {
    const { tally } = modelOf([], [revision('a'), revision('b', { model: 'M-1' }), revision('c', { provider: 'q' })])
    expect(Object.values(tally.models).map(({ written, current }) => [written, current])).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
    ])
  })
})

it('survival is the share of judged texts that stand', () => {
  const tally = { provider: 'p', model: 'm', origin: '', written: 9, current: 9, kept: 3, changed: 1, rejected: 1 }
  expect(survivalOf(tally)).toBe(0.6)
})
