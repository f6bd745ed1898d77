// Which text memory puts into the rows with one source, and which row may have it.
import { expect, it } from 'vitest'
import * as fc from 'fast-check'
import { clientOfDonor, countedClient, donorOf, MEMORY } from '../../../../src/domain/donor.ts'
import { isOpenToMemory, recall, type Witness } from '../../../../src/domain/memory/recall.ts'
import { newRevision } from '../../../../src/domain/revision.ts'
import type { Head, Heads } from '../../../../src/domain/row.ts'
import { NO_HEADS } from '../../../../src/domain/row.ts'
import type { Layer } from '../../../../src/domain/vocabulary.ts'
import { idOf } from '../../../support/game-store.ts'
import { holds } from '../../../support/holds.ts'

const HASH = 'a'.repeat(64)
const OLD = 'b'.repeat(64)
const SOURCE = { text: 'The gate is closed.', hash: HASH }

const head = (text: string, more: Partial<Head> = {}): Head => ({
  ...newRevision({ text, sourceHash: HASH, status: 'draft' }),
  seq: 1,
  createdAtMs: 1,
  isInvalid: false,
  ...more,
})
const heads = (layer: Layer, text: string, more: Partial<Head> = {}): Heads => ({
  ...NO_HEADS,
  [layer]: head(text, more),
})
const manual = (text: string, more: Partial<Head> = {}) => heads('manual', text, { status: 'approved', ...more })
const machine = (text: string, more: Partial<Head> = {}) => heads('machine', text, more)
const copyOf = (number: number, text: string, more: Partial<Head> = {}) =>
  machine(text, { ...MEMORY, client: clientOfDonor({ rowId: idOf(number), layer: 'machine', seq: 1 }), ...more })

const rows = (...all: Heads[]): Witness[] => all.map((each, at) => ({ rowId: idOf(at + 1), heads: each }))
const found = (...all: Heads[]) => {
  const recalled = recall(SOURCE, rows(...all))
  return recalled.kind === 'text' ? recalled.remembered.text : recalled.kind
}

it.each<readonly [what: string, all: readonly Heads[], text: string]>([
  ['nothing from no text', [], 'nothing'],
  ['an approved manual text before any machine text', [machine('A'), machine('A'), manual('B')], 'B'],
  [
    'an approved machine text before a reviewed one',
    [machine('A', { status: 'reviewed' }), machine('B', { status: 'approved' })],
    'B',
  ],
  [
    'a reviewed machine text before frequent drafts',
    [machine('A'), machine('A'), machine('B', { status: 'reviewed' })],
    'B',
  ],
  ['the most frequent draft', [machine('A', { createdAtMs: 9 }), machine('B'), machine('B')], 'B'],
  ['of equally frequent drafts the newest', [machine('A', { createdAtMs: 9 }), machine('B')], 'A'],
  ['nothing where people approved two texts', [manual('A'), manual('B')], 'divided'],
  [
    'nothing where they approved one by hand, one of a machine',
    [manual('A'), machine('B', { status: 'approved' })],
    'divided',
  ],
  ['one text that two people approved', [manual('A'), manual('A')], 'A'],
  ['no rejected text', [machine('A', { status: 'rejected' })], 'nothing'],
  [
    'no draft of a text that is rejected in another row',
    [machine('A', { status: 'rejected' }), machine('A')],
    'nothing',
  ],
  [
    'a text that is rejected in one row and reviewed in another',
    [machine('A', { status: 'rejected' }), machine('A', { status: 'reviewed' })],
    'A',
  ],
  ['no text that breaks the markup', [machine('A', { isInvalid: true })], 'nothing'],
  ['no stale text', [machine('A', { sourceHash: OLD }), manual('B', { sourceHash: OLD })], 'nothing'],
  ['no text that equals its source', [machine('the gate is  CLOSED.')], 'nothing'],
  ['the machine text below a stale manual one', [{ ...manual('A', { sourceHash: OLD }), machine: head('B') }], 'B'],
  ['not the machine text below a manual one', [{ ...manual('A'), machine: head('B') }], 'A'],
  ['a copy without a vote', [machine('A'), copyOf(9, 'B'), copyOf(9, 'B'), copyOf(9, 'B')], 'A'],
  ['a copy whose donor is gone', [copyOf(9, 'B')], 'B'],
])('takes %s', (_what, all, text) => expect(found(...all)).toBe(text))

it('a copy of a copy names the first donor; a reviewed copy is a donor itself', () => {
  const first = { rowId: idOf(9), layer: 'machine', seq: 1 }
  expect(recall(SOURCE, rows(copyOf(9, 'A', { seq: 3 })))).toMatchObject({
    remembered: { donor: first, stood: { rowId: idOf(1), layer: 'machine', seq: 3 } },
  })
  expect(recall(SOURCE, rows(copyOf(9, 'A', { seq: 3, status: 'reviewed' })))).toMatchObject({
    remembered: { donor: { rowId: idOf(1), layer: 'machine', seq: 3 } },
  })
})

it.each<readonly [what: string, of: Heads, isService: boolean, isOpen: boolean]>([
  ['an empty row', NO_HEADS, false, true],
  ['a service row', NO_HEADS, true, false],
  ['a stale machine text', machine('A', { sourceHash: OLD }), false, true],
  ['a stale manual text', manual('A', { sourceHash: OLD }), false, true],
  [
    'a stale manual text over a rejected machine text',
    { ...manual('A', { sourceHash: OLD }), machine: head('B', { status: 'rejected' }) },
    false,
    false,
  ],
  ['a draft', machine('A'), false, false],
  ['a rejected text', machine('A', { status: 'rejected' }), false, false],
  ['a manual text', manual('A'), false, false],
])('%s: open to memory?', (_what, of, isServiceRow, isOpen) => {
  expect(isOpenToMemory({ sourceHash: HASH, isServiceRow }, of)).toBe(isOpen)
})

it('a donor goes through the client and back, and is no client to count by', () => {
  const donor = { rowId: idOf(77), layer: 'manual', seq: 12 } as const
  expect(donorOf({ client: clientOfDonor(donor) })).toEqual(donor)
  expect(countedClient(clientOfDonor(donor))).toEqual({ name: 'memory', version: null, prompt: null })
  for (const client of [
    { name: 'memory', version: '1.4', prompt: null },
    { name: 'memory', version: idOf(1), prompt: 'machine 0' },
    { name: 'other', version: idOf(1), prompt: 'machine 1' },
  ]) {
    expect(donorOf({ client })).toBeNull()
    expect(countedClient(client)).toEqual(client)
  }
})

const anyHead = fc.record({
  text: fc.constantFrom('A', 'B', SOURCE.text),
  status: fc.constantFrom('draft', 'reviewed', 'approved', 'rejected'),
  isInvalid: fc.boolean(),
  sourceHash: fc.constantFrom(HASH, HASH, OLD),
  createdAtMs: fc.integer({ min: 1, max: 3 }),
  isCopy: fc.boolean(),
})
const anyHeads: fc.Arbitrary<Heads> = fc
  .record({ manual: fc.option(anyHead), machine: fc.option(anyHead) })
  .map(({ manual: byHand, machine: made }) => ({
    manual: byHand === null ? null : head(byHand.text, { ...byHand, status: 'approved' }),
    machine: made === null ? null : made.isCopy ? copyOf(9, made.text, made).machine : head(made.text, made),
  }))

it('what it takes is in the game somewhere, never rejected, invalid, stale or the source itself; a copy changes nothing', () =>
  holds(100, fc.array(anyHeads, { maxLength: 6 }), (all) => {
    const recalled = recall(SOURCE, rows(...all))
    if (recalled.kind !== 'text') return
    const { text, stood, donor } = recalled.remembered
    const from = all[Number.parseInt(stood.rowId, 16) - 1]?.[stood.layer]
    expect(from).toMatchObject({ text, isInvalid: false, sourceHash: HASH })
    expect(from?.status).not.toBe('rejected')
    expect(text).not.toBe(SOURCE.text)
    const filled = machine(text, { ...MEMORY, client: clientOfDonor(donor), createdAtMs: 9 })
    const again = recall(SOURCE, rows(...all, filled))
    expect(again).toMatchObject({ kind: 'text', remembered: { text } })
  }))
