import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientOf, isClientText, readBy } from '../../../src/domain/revision.ts'
import type { Revision } from '../../../src/domain/row.ts'
import { StoreUnusable } from '../../../src/store/file/store-unusable.ts'
import { headsIn, textAt } from '../../../src/store/rows/head-view.ts'
import {
  clientIn,
  decodeHeads,
  decodeRevision,
  encodeHeads,
  encodeRevision,
  withChecksum,
} from '../../../src/store/rows/revision-bytes.ts'
import { holds } from '../../support/holds.ts'

const full: Required<Revision> = {
  seq: 300,
  text: 'Ґанок 门 {0}',
  status: 'approved',
  origin: 'ai_api',
  provider: 'provider',
  model: 'model',
  sourceHash: '0123456789abcdef'.repeat(4),
  isVerified: true,
  isDoubted: true,
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
  client: { name: 'agent', version: '1.4', prompt: '7' },
}

/** What a revision need not have, each with a value of its own above. */
const optional = [
  'via',
  'restores',
  'revertedById',
  'markedById',
  'mergedSeq',
  'mergedAtMs',
  'mergedAfter',
  'client',
] as const
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

test('a client comes back with what is null in it, in revisions and in both heads, and a view of heads finds it', () => {
  const part = fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }).filter(isClientText))
  const named = fc
    .tuple(part, part, part, fc.nat({ max: 9_999 }), part)
    .map(([name, version, prompt, brief, reader]) => {
      const client = clientOf(name, version, prompt, brief)
      return reader === null ? client : readBy(client, reader.trim())
    })
  const revision = fc.tuple(named, fc.subarray([...optional])).map(([client, absent]) => {
    const left = Object.entries(full).filter(([name]) => name !== 'client' && !absent.some((each) => each === name))
    return { ...(Object.fromEntries(left) as unknown as Revision), ...(client !== undefined && { client }) }
  })
  holds(100, revision, revision, (manual, machine) => {
    expect(decodeRevision(encodeRevision(manual))).toStrictEqual(manual)
    const heads = { manual: { ...manual, isInvalid: true }, machine: { ...machine, isInvalid: false } }
    const bytes = Buffer.from(encodeHeads(heads))
    expect(decodeHeads(bytes)).toStrictEqual(heads)
    const view = headsIn(bytes)
    const seen = [view.manual, view.machine].map((head) =>
      head?.client ? clientIn(textAt(head, head.client)) : undefined,
    )
    expect(seen).toEqual([manual.client, machine.client])
  })
})

test('bytes whose client has not its three parts are damage', () => {
  const { client: _client, ...rest } = full
  const bytes = Buffer.from(encodeRevision({ ...rest, mergedAfter: 'one text' }))
  // The bit of the client in place of that of the member before.
  bytes.writeUInt16LE((bytes.readUInt16LE(5) & ~0x4000) | 0x8000, 5)
  expect(() => decodeRevision(Buffer.from(withChecksum(bytes.subarray(4))))).toThrow(StoreUnusable)
})

test('the bytes of a revision stay as they are in stores', () => {
  const { isDoubted: _doubted, ...taken } = full
  expect(encodeRevision(taken).toString('hex')).toMatchInlineSnapshot(
    `"65f251592afff7026c50c4a0010123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdefac0212d290d0b0d0bdd0bed0ba20e997a8207b307d0870726f7669646572056d6f64656c0103070281d8c1a28c34040a62617463683a6e616d6505060883d8c1a28c34033120320b6167656e740a312e340a37"`,
  )
})
