// What the statistics count: words, work, and how much of a model's text survives review.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Revision } from '../../../src/domain/row.ts'
import { countWords, newTally, survivalOf, tallyRow } from '../../../src/domain/tally.ts'
import { holds } from '../../support/holds.ts'

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

const isRejected = (machine: readonly Revision[]): boolean => machine.at(-1)?.status === 'rejected'

/** What a text is judged as when it is marked: a rejection counts, else a person's text of its time, else the mark. */
function fateAfterMark(mark: string, machine: readonly Revision[], manual: readonly Revision[]) {
  if (mark === 'rejected') return 'rejected'
  const text = machine.at(-1)?.text
  const since = machine[machine.findLastIndex((each) => each.text !== text) + 1]?.createdAtMs ?? 0
  const written = manual.findLast(({ createdAtMs }) => createdAtMs >= since)
  return written === undefined ? 'kept' : written.text === text ? 'kept' : 'changed'
}

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

  const numbered = (...machine: readonly Revision[]): readonly Revision[] =>
    machine.map((each, i) => ({ ...each, seq: i + 1 }))

  it.each([
    ['taken back', [revision('a'), revision('', { restores: 0 })], { rejected: 1, kept: 0 }],
    [
      'taken back to another',
      [revision('a'), revision('b'), revision('a', { restores: 1 })],
      { written: 2, rejected: 1 },
    ],
    [
      'taken back and brought back',
      [revision('a'), revision('', { restores: 0 }), revision('a', { restores: 1 })],
      { rejected: 0 },
    ],
    [
      'taken back after it was approved',
      [revision('a'), revision('a', { status: 'approved' }), revision('', { restores: 0 })],
      { rejected: 1, kept: 0 },
    ],
    [
      'freed of its mark',
      [revision('a'), revision('a', { status: 'rejected' }), revision('a', { restores: 1 })],
      { rejected: 0, kept: 0 },
    ],
  ])('counts a text that was %s', (_, machine, expected) => {
    expect(modelOf([], numbered(...machine)).model).toMatchObject(expected)
  })

  it('counts a text once, however often it is marked', () => {
    const { tally, model } = modelOf(
      [],
      [revision('a'), revision('a', { status: 'reviewed' }), revision('a', { status: 'approved' })],
    )
    expect(model).toMatchObject({ written: 1, kept: 1, changed: 0, rejected: 0 })
    expect(tally.days).toEqual({ '2026-01-02': { manual: 0, machine: 1, imported: 0, proposals: 0, reviews: 2 } })
    expect(tally.people[7]).toMatchObject({ machine: 1, manual: 0 })
  })

  it("counts a second reader's verdicts by what people decided, and never as a person's review", () => {
    const by = (reader: string) => ({ name: null, version: null, prompt: null, reader })
    const kept = revision('a', { seq: 2, status: 'reviewed', client: by('r') })
    const better = revision('b', { seq: 3, model: 'r', client: by('r') })
    const open = modelOf([], [revision('a'), kept])
    expect(open.model).toMatchObject({ written: 1, kept: 0, changed: 0, rejected: 0 })
    expect(open.tally.readers).toEqual({
      r: { keep: { given: 1, right: 0, wrong: 0 }, better: { given: 0, right: 0, wrong: 0 } },
    })
    expect(open.tally.days['2026-01-02']?.reviews ?? 0).toBe(0)
    const person = { status: 'rejected', markedById: 9 } as const
    const judged = modelOf([], [revision('a'), kept, better, { ...better, seq: 4, ...person }])
    expect(judged.tally.readers['r']?.better).toEqual({ given: 1, right: 0, wrong: 1 })
    const { tally } = modelOf([], [revision('a'), kept, { ...kept, seq: 3, status: 'approved', markedById: 9 }])
    expect(tally.readers['r']?.keep).toEqual({ given: 1, right: 1, wrong: 0 })
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

  it('keeps a judgement when another model, or a person, repairs the row', () => {
    const other = revision('b', { model: 'm-2', createdAtMs: DAY + 2 })
    const byHand = revision('c', { origin: 'human', createdAtMs: DAY + 3 })
    const rejected = [revision('a'), revision('a', { status: 'rejected', markedById: 9, createdAtMs: DAY + 1 })]
    const { tally } = modelOf([byHand], [...rejected, other])
    expect(Object.values(tally.models)).toMatchObject([
      { model: 'm-1', kept: 0, changed: 0, rejected: 1 },
      { model: 'm-2', kept: 0, changed: 1, rejected: 0 },
    ])
    expect(tally.people[9]).toMatchObject({ reviewed: 1 })
  })

  it('counts texts of translated game files apart from work', () => {
    const { tally } = modelOf([], [revision('a', { origin: 'localized_file_import', provider: null, model: null })])
    expect(tally.days['2026-01-02']).toMatchObject({ machine: 0, imported: 1 })
    expect(tally.people[7]).toMatchObject({ machine: 0, imported: 1 })
  })

  it('has the judgements that a recount of the history finds, and keeps them whatever comes later', () => {
    const act = fc.oneof(
      fc.record({ do: fc.constant('write' as const), text: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ do: fc.constantFrom('rejected' as const, 'approved' as const, 'reviewed' as const) }),
      fc.record({ do: fc.constant('manual' as const), text: fc.constantFrom('a', 'b', 'c') }),
    )
    holds(100, fc.array(act, { maxLength: 12 }), (acts) => {
      const [manual, machine]: [Revision[], Revision[]] = [[], []]
      const fates: ('kept' | 'changed' | 'rejected' | null)[] = []
      for (const [i, each] of acts.entries()) {
        const at = { createdAtMs: DAY + 10 * i }
        const text = machine.at(-1)?.text
        if (each.do === 'write' && each.text !== text) {
          machine.push(revision(each.text, at))
          fates.push(null)
        } else if (each.do === 'manual') {
          manual.push(revision(each.text, { ...at, origin: 'human' }))
          if (fates.length > 0 && !isRejected(machine))
            fates[fates.length - 1] = each.text === text ? 'kept' : 'changed'
        } else if (each.do !== 'write' && text !== undefined) {
          machine.push(revision(text, { ...at, status: each.do, markedById: 9 }))
          fates[fates.length - 1] = fateAfterMark(each.do, machine, manual)
        }
      }
      const found = Object.values(modelOf(manual, machine).tally.models)[0]
      for (const fate of ['kept', 'changed', 'rejected'] as const)
        expect(found?.[fate] ?? 0).toBe(fates.filter((each) => each === fate).length)
    })
  })

  it('tells models and spellings apart', () => {
    const { tally } = modelOf([], [revision('a'), revision('b', { model: 'M-1' }), revision('c', { provider: 'q' })])
    expect(Object.values(tally.models).map(({ written }) => written)).toEqual([1, 1, 1])
  })
})

it('survival is the share of judged texts that stand', () => {
  const tally = { provider: 'p', model: 'm', origin: '', written: 9, kept: 3, changed: 1, rejected: 1 }
  expect(survivalOf(tally)).toBe(0.6)
})
