// What `windrow stats` counts of a row's revisions.
import { expect, it } from 'vitest'
import type { Revision } from '../../../src/domain/row.ts'
import { countRevisions, headsOf, type RevisionCounts } from '../../../src/domain/tally.ts'

const revision = (seq: number, model: string | null, changes: Partial<Revision> = {}): Revision => ({
  seq,
  text: `text ${seq}`,
  status: 'draft',
  origin: model === null ? 'human' : 'ai_api',
  provider: model === null ? null : 'p',
  model,
  sourceHash: '',
  isVerified: true,
  authorId: 7,
  keyId: null,
  approverId: null,
  approvedAtMs: null,
  proposalId: null,
  createdAtMs: 0,
  ...changes,
})

it('counts revisions by where they came from, and those that are heads', () => {
  const counts: RevisionCounts = new Map()
  countRevisions(counts, {
    manual: [revision(1, null)],
    machine: [revision(1, 'a'), revision(2, 'b'), revision(3, 'a', { status: 'approved' })],
  })
  countRevisions(counts, { manual: [], machine: [revision(1, 'b')] })
  expect([...counts.values()]).toEqual([
    { layer: 'manual', origin: 'human', provider: null, model: null, revisions: 1, heads: 1 },
    { layer: 'machine', origin: 'ai_api', provider: 'p', model: 'a', revisions: 2, heads: 1 },
    { layer: 'machine', origin: 'ai_api', provider: 'p', model: 'b', revisions: 2, heads: 1 },
  ])
  expect([headsOf(counts, 'manual'), headsOf(counts, 'machine')]).toEqual([1, 2])
})

it('counts no withdrawal, and no head where one came last', () => {
  const counts: RevisionCounts = new Map()
  countRevisions(counts, { manual: [revision(1, null), revision(2, null, { text: '', restores: 0 })], machine: [] })
  expect([...counts.values()]).toMatchObject([{ revisions: 1, heads: 0 }])
  expect(headsOf(counts, 'manual')).toBe(0)
})
