// The pending proposals that a process remembers (app/work/found-work.ts): whatever it or another process wrote, they are those of the store.
import { afterAll, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { PendingRows } from '../../src/app/work/found-work.ts'
import type { Proposal } from '../../src/domain/proposal.ts'
import { PROPOSAL_STATUSES } from '../../src/domain/vocabulary.ts'
import {
  nextId,
  PROPOSAL,
  proposalsByStatus,
  putProposal,
  readProposal,
  removeBeside,
} from '../../src/store/records.ts'
import { writeLong } from '../../src/store/door/long-write.ts'
import { inspectWrites } from '../../src/store/door/writer.ts'
import type { Txn } from '../../src/store/txn.ts'
import { write } from '../../src/store/write.ts'
import { gameStore } from '../support/game-store.ts'

// Proposals without their rows and people.
inspectWrites(null)

const game = gameStore()
afterAll(() => game.close())

/** An author has one pending proposal for a row: every second is by one author, for a row of its own. Every fifth waits beside another. */
const besideOf = (id: number): number | null => (id % 5 === 0 ? id - 2 : null)
const authorOf = (id: number): number => (id % 2 === 0 ? 1 : (besideOf(id) ?? id))
const rowOf = (id: number, ordinal: number): number => (id % 2 === 0 ? 10 + (besideOf(id) ?? id) : ordinal)

const proposal = (id: number, ordinal: number, status: Proposal['status'], isBeside: boolean): Proposal => ({
  id,
  version: 1,
  status,
  ordinal,
  rowId: '0'.repeat(16),
  text: 'текст',
  sourceHash: '0'.repeat(64),
  isVerified: true,
  authorId: authorOf(id),
  keyId: null,
  waivers: { glossary: false, validation: false },
  createdAtMs: 1,
  updatedAtMs: 1,
  reviewerId: null,
  reviewedAtMs: null,
  reason: null,
  ...(isBeside && { isBeside }),
})

const step = fc.record({
  /** Which of the proposals that are there; beyond them: a new one. */
  at: fc.nat(12),
  ordinal: fc.integer({ min: 1, max: 4 }),
  status: fc.constantFrom(...PROPOSAL_STATUSES, null),
  isUndone: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
/** `isForgotten`: nothing is known of the writes before, as of another process's. */
const writes = fc.record({ steps: fc.array(step, { maxLength: 5 }), isForgotten: fc.boolean() })

test('what is remembered of pending proposals is what the store has', async () => {
  const { store } = game.app
  const ordinals: number[] = []
  const change = (txn: Txn, { at, ordinal, status, isUndone }: Step): void => {
    const id = ordinals[at] === undefined ? nextId(txn, PROPOSAL) : at + 1
    const before = readProposal(txn.db, id) ?? null
    const place = ordinals[at] ?? rowOf(id, ordinal)
    if (status !== null) putProposal(txn, before, proposal(id, place, status, besideOf(id) !== null))
    else if (before !== null) removeBeside(txn, before)
    if (isUndone) throw new Error('undone')
    ordinals[id - 1] ??= place
  }
  const authors = [1, 3, 5, 7, null]
  const remembered = new PendingRows()
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 8 }), async (all) => {
      for (const { steps, isForgotten } of all) {
        await Promise.all(steps.map((each) => write(store, 10_000, (txn) => change(txn, each)).catch(() => {})))
        if (isForgotten) store.recentWrites.forget()
        const pending = [...proposalsByStatus(store.main, 'pending')]
        const placed = pending.filter(({ isBeside }) => isBeside !== true)
        expect(new Map(remembered.ids(store))).toEqual(
          new Map(
            [...Map.groupBy(pending, ({ ordinal }) => ordinal)].map(([ordinal, of]) => [
              ordinal,
              of.map(({ id }) => id),
            ]),
          ),
        )
        for (const author of authors)
          expect(remembered.rowsOf(store, author), `author ${author}`).toEqual(
            new Set(placed.filter(({ authorId }) => authorId === author).map(({ ordinal }) => ordinal)),
          )
        expect(remembered.count(store)).toBe(pending.length)
      }
    }),
    { numRuns: 100 },
  )
})

test('what was seen of a long write that is then undone is not remembered, though its count is given again', async () => {
  const { store } = game.app
  const remembered = new PendingRows()
  const signal = new AbortController().signal
  const put = (txn: Txn, ordinal: number): number => {
    const id = nextId(txn, PROPOSAL)
    putProposal(txn, null, { ...proposal(id, ordinal, 'pending', false), authorId: 1_000 })
    return id
  }
  const before = remembered.count(store)
  await writeLong(store, { isDryRun: true, signal }, async (txn) => {
    put(txn, 8)
    await txn.breathe()
    expect(remembered.count(store)).toBe(before + 1)
  })
  const written = await write(store, 10_000, (txn) => put(txn, 7))
  await write(store, 10_000, () => null)
  expect([remembered.ids(store).get(7), remembered.ids(store).get(8)]).toEqual([
    [written.ok && written.value],
    undefined,
  ])
  expect(remembered.rowsOf(store, 1_000)).toEqual(new Set([7]))
  expect(remembered.count(store)).toBe(before + 1)
})
