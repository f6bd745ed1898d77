import { expect, test } from 'vitest'
import type { Revision } from '../../../src/domain/row.ts'
import { decodeHeads, decodeRevision, encodeHeads, encodeRevision } from '../../../src/store/rows/revision-bytes.ts'

const full: Required<Revision> = {
  seq: 300,
  text: 'Ґанок 门 {0}',
  status: 'approved',
  origin: 'ai_api',
  provider: 'provider',
  model: 'model',
  sourceHash: '0123456789abcdef'.repeat(4),
  isVerified: true,
  authorId: 1,
  keyId: 2,
  approverId: 3,
  approvedAtMs: 1_790_000_000_001,
  proposalId: 4,
  createdAtMs: 1_790_000_000_002,
  via: 'batch:name',
  restores: 5,
  revertedById: 6,
  markedById: 7,
  mergedSeq: 8,
  mergedAtMs: 1_790_000_000_003,
  mergedAfter: '1 2',
}

/** What a revision need not have, each with a value of its own above. */
const optional = ['via', 'restores', 'revertedById', 'markedById', 'mergedSeq', 'mergedAtMs', 'mergedAfter'] as const
const nullable = ['provider', 'model', 'authorId', 'keyId', 'approverId', 'approvedAtMs', 'proposalId'] as const

const without = (name: (typeof optional)[number]): Revision => {
  const { [name]: _, ...rest } = full
  return rest
}

test('a revision comes back with every member in its own place', () => {
  expect(decodeRevision(encodeRevision(full))).toEqual(full)
})

test.each(optional)('one without %s comes back without it', (name) => {
  expect(decodeRevision(encodeRevision(without(name)))).toStrictEqual(without(name))
})

test.each([...nullable, 'revertedById' as const])('one whose %s is null comes back so', (name) => {
  const revision = { ...full, [name]: null }
  expect(decodeRevision(encodeRevision(revision))).toStrictEqual(revision)
})

test('heads come back, each in its own layer', () => {
  const heads = { manual: { ...full, isInvalid: true }, machine: { ...without('via'), seq: 1, isInvalid: false } }
  expect(decodeHeads(encodeHeads(heads))).toStrictEqual(heads)
})

test('the bytes of a revision stay as they are in stores', () => {
  expect(encodeRevision(full).toString('hex')).toMatchInlineSnapshot(
    `"4f1088522aff77026c50c4a0010123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdefac0212d290d0b0d0bdd0bed0ba20e997a8207b307d0870726f7669646572056d6f64656c0103070281d8c1a28c34040a62617463683a6e616d6505060883d8c1a28c3403312032"`,
  )
})
