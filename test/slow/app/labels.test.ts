// Labels of rows, as people change them: by hand, by rules, from offers; what a row's change and a label's change leave alone.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Actor, named } from '../../../src/app/actor.ts'
import { addLabel, addLabelRule, removeLabel, removeLabelRule } from '../../../src/app/labels/change-labels.ts'
import { type LabelAct, labelRows } from '../../../src/app/labels/label-rows.ts'
import { acceptOffer, labelOffers } from '../../../src/app/labels/offers.ts'
import { listLabels, unknownLabelIn } from '../../../src/app/labels/read-labels.ts'
import { catchUp } from '../../../src/app/caught-up.ts'
import { addUser } from '../../../src/app/people/manage-users.ts'
import { findWork, findWorkAtHand } from '../../../src/app/work/find-work.ts'
import { labelsOfRow } from '../../../src/app/work/row-labels.ts'
import { ALL_WORK } from '../../../src/domain/work/work-filter.ts'
import { createApp } from '../../../src/app/open-app.ts'
import { keyOf, ROWS_PER_CHUNK, u32, u8 } from '../../../src/store/file/keyspace.ts'
import { auditEntries } from '../../../src/store/records.ts'
import { changedAt } from '../../../src/store/rows.ts'
import { freshen } from '../../../src/store/view.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { disagreementsIn } from '../../support/app-world.ts'
import { type GameStore, gameStore, idOf } from '../../support/game-store.ts'

let game: GameStore
let clock: { ms: number }
const texts = {
  [idOf(1)]: 'Iron Sword',
  [idOf(2)]: 'Steel Sword',
  [idOf(3)]: 'Talk to me',
  [idOf(4)]: '12:34',
  [idOf(5)]: 'Bow',
}
const reference = { [idOf(1)]: '铁剑', [idOf(2)]: '钢剑', [idOf(5)]: '弓' }

beforeEach(async () => {
  clock = { ms: Date.UTC(2026, 0, 2) }
  game = gameStore({ nowMs: () => (clock.ms += 1_000), monotonicMs: () => performance.now() })
  await importTexts(texts, reference)
})
afterEach(() => game.close())

const importTexts = (main: Record<string, string>, chinese: Record<string, string>) =>
  game.importFiles({ main: game.jsonl('main.jsonl', main), reference: game.jsonl('chinese.jsonl', chinese) })

const hand = (act: LabelAct, label: string, ...rows: number[]) =>
  labelRows(game.app, null, { label, act, origin: 'list' }, rows.map(idOf))

const idsWith = async (label: string): Promise<string[]> => {
  const rows = await findWork(game.app, { ...ALL_WORK, label })
  const all = new Map(Object.keys({ ...texts, ...later }).map((id) => [ordinalOf(id), id]))
  return rows.after(0, 100).map((ordinal) => all.get(ordinal) ?? '')
}
const later = { [idOf(6)]: 'A bow of yew', [idOf(7)]: 'Iron Sword of old' }
const ordinalOf = (id: string): number => {
  const { main } = game.app.store
  return (main.getBinary(Buffer.concat([keyOf('row_by_id'), Buffer.from(id, 'hex')])) ?? Buffer.alloc(4)).readUInt32LE(
    0,
  )
}
const problems = async (): Promise<string[]> => {
  return (await disagreementsIn(game.app.store)).map(({ table, problem }) => `${table}: ${problem}`)
}

it('labels by rules, and by hand over the rules', async () => {
  await addLabelRule(game.app, null, 'kind:item', { field: 'source', patterns: ['*SWORD', 'bow'] })
  expect(await idsWith('kind:item')).toEqual([idOf(1), idOf(2), idOf(5)])
  expect(await hand('take', 'Kind:Item', 2)).toMatchObject({ ok: true, value: { label: 'kind:item', changed: 1 } })
  await hand('give', 'kind:item', 3, 4)
  expect(await idsWith('KIND:ITEM')).toEqual([idOf(1), idOf(3), idOf(5)])
  expect(labelsOfRow(game.app, ordinalOf(idOf(1)))).toEqual([{ name: 'kind:item', by: 'rule' }])
  expect(labelsOfRow(game.app, ordinalOf(idOf(3)))).toEqual([{ name: 'kind:item', by: 'hand' }])
  expect(labelsOfRow(game.app, ordinalOf(idOf(2)))).toEqual([])
  // A later rule does not give back what a person took; a reset does.
  await addLabelRule(game.app, null, 'kind:item', { field: 'reference', patterns: ['*剑'] })
  expect(await idsWith('kind:item')).toEqual([idOf(1), idOf(3), idOf(5)])
  await hand('reset', 'kind:item', 2, 3)
  expect(await idsWith('kind:item')).toEqual([idOf(1), idOf(2), idOf(5)])
  await removeLabelRule(game.app, null, 1)
  expect(await idsWith('kind:item')).toEqual([idOf(1), idOf(2)])
  expect(await idsWith('-')).toEqual([idOf(3), idOf(5)])
})

it('keeps labels by hand of a row that leaves the game and comes back', async () => {
  await hand('give', 'kind:item', 1)
  await addLabelRule(game.app, null, 'kind:item', { field: 'source', patterns: ['Bow'] })
  const { [idOf(1)]: gone, ...others } = texts
  await importTexts(others, reference)
  expect(gone).toBe('Iron Sword')
  expect(await idsWith('kind:item')).toEqual([idOf(5)])
  // The source changes, so the rule no longer finds it.
  await importTexts({ ...texts, [idOf(5)]: 'Bowl' }, reference)
  expect(await idsWith('kind:item')).toEqual([idOf(1)])
})

it('leaves the times of rows alone', async () => {
  const before = changedAt(game.app.store.main, ordinalOf(idOf(1)))
  await hand('give', 'kind:item', 1)
  await addLabelRule(game.app, null, 'kind:item', { field: 'source', patterns: ['*'] })
  freshen(game.app.store)
  expect(changedAt(game.app.store.main, ordinalOf(idOf(1)))).toBe(before)
})

it('refuses a list with an id that never was, and changes nothing', async () => {
  const refused = await hand('give', 'kind:item', 1, 99)
  expect(refused).toEqual({ ok: false, refusal: { code: 'unknown_label_rows', rowId: idOf(99), count: 1 } })
  const odd = await labelRows(game.app, null, { label: 'x', act: 'give', origin: 'list' }, [idOf(1), 'row 1'])
  expect(odd).toMatchObject({ ok: false, refusal: { rowId: 'row 1' } })
  expect(listLabels(game.app)).toEqual([])
})

it('counts what it changed, and notes one entry in the audit', async () => {
  expect(await hand('give', 'kind:item', 1, 2)).toMatchObject({ value: { rows: 2, changed: 2 } })
  expect(await hand('give', 'kind:item', 2, 3)).toMatchObject({ value: { rows: 2, changed: 1 } })
  expect(await hand('give', 'kind:item', 2)).toMatchObject({ value: { rows: 1, changed: 0 } })
  const entries = [...auditEntries(game.app.store.main)].filter(({ action }) => action.startsWith('label.'))
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['label.rows.give', { changed: 1, rows: 2, origin: 'list' }],
    ['label.rows.give', { changed: 2, rows: 2, origin: 'list' }],
    ['label.add', {}],
  ])
})

it('lets only those change labels who manage settings', async () => {
  const person = async (name: string, role: 'moderator' | 'admin'): Promise<Actor> => {
    const added = await addUser(game.app, null, { name, role, password: null })
    if (!added.ok) throw new Error(added.refusal.code)
    return named(added.value)
  }
  const [mod, admin] = [await person('Mod', 'moderator'), await person('Ann', 'admin')]
  expect(await addLabel(game.app, mod, 'x')).toEqual({ ok: false, refusal: { code: 'labels_out_of_reach' } })
  expect((await addLabel(game.app, admin, 'x')).ok).toBe(true)
  expect(await addLabel(game.app, admin, 'X')).toEqual({ ok: false, refusal: { code: 'label_exists', name: 'x' } })
  expect(await addLabel(game.app, admin, 'a,b')).toEqual({ ok: false, refusal: { code: 'label_name' } })
  expect(await problems()).toEqual([])
})

it('forgets everything of a removed label', async () => {
  await addLabelRule(game.app, null, 'kind:item', { field: 'source', patterns: ['*'] })
  await hand('give', 'kind:item', 1)
  expect(unknownLabelIn(game.app, { ...ALL_WORK, label: 'Kind:item' })).toBeNull()
  await removeLabel(game.app, null, 'kind:item')
  expect(listLabels(game.app)).toEqual([])
  expect(unknownLabelIn(game.app, { ...ALL_WORK, label: 'kind:item' })).toContain('there is no label "kind:item"')
  await addLabel(game.app, null, 'kind:item')
  expect(await idsWith('kind:item')).toEqual([])
  expect(await problems()).toEqual([])
})

it('offers labels by hand to new rows with the same Chinese text', async () => {
  await hand('give', 'kind:weapon', 1, 5)
  await hand('give', 'material:iron', 1)
  const { [idOf(1)]: _, ...others } = { ...texts, ...later }
  await importTexts(others, { ...reference, [idOf(6)]: '弓', [idOf(7)]: '铁剑' })
  const offers = await labelOffers(game.app, 2)
  expect(offers.map(({ label, rowIds }) => [label, rowIds])).toEqual([
    ['kind:weapon', [idOf(6), idOf(7)]],
    ['material:iron', [idOf(7)]],
  ])
  // Somebody took it from one of them: it is not offered.
  await hand('take', 'kind:weapon', 7)
  expect(await acceptOffer(game.app, null, 2, 'kind:weapon')).toMatchObject({ ok: true, value: { changed: 1 } })
  expect(await idsWith('kind:weapon')).toEqual([idOf(5), idOf(6)])
  expect((await labelOffers(game.app, 2)).map(({ label }) => label)).toEqual(['material:iron'])
  expect(await acceptOffer(game.app, null, 2, 'kind')).toEqual({
    ok: false,
    refusal: { code: 'no_label', name: 'kind' },
  })
  expect(await labelOffers(game.app, 9)).toEqual([])
})

it('finds labels in a process that starts with everything stored', async () => {
  await addLabelRule(game.app, null, 'kind:item', { field: 'source', patterns: ['*sword'] })
  await hand('give', 'kind:item', 5)
  expect(await catchUp(game.app)).toBe(true)
  await game.reopen()
  expect(await idsWith('kind:item')).toEqual([idOf(1), idOf(2), idOf(5)])
})

it('forgets what a new rule found in a row that changes before that is stored', async () => {
  expect(await catchUp(game.app)).toBe(true)
  await addLabelRule(game.app, null, 'kind:item', { field: 'source', patterns: ['*sword'] })
  expect(await idsWith('kind:item')).toEqual([idOf(1), idOf(2)])
  await importTexts({ ...texts, [idOf(1)]: 'Iron Pot' }, reference)
  expect(await idsWith('kind:item')).toEqual([idOf(2)])
})

it('answers about labels only when a new rule has looked at every row', async () => {
  const chunks = 4
  const many = Object.fromEntries(
    Array.from({ length: chunks * ROWS_PER_CHUNK }, (_, i) => [idOf(i + 1), `Row ${i} of many`]),
  )
  await importTexts(many, reference)
  await findWork(game.app, ALL_WORK)
  await addLabelRule(game.app, null, 'many', { field: 'source', patterns: ['*many'] })
  const { index } = game.app.work
  expect([index.look(0), index.hasLabels, index.isWhole]).toEqual([false, false, true])
  expect((await findWorkAtHand(game.app, { ...ALL_WORK, label: 'many' }, 0)).size).toBe(Object.keys(many).length)
  expect(index.hasLabels).toBe(true)
  // Stored facets of a rule that is no more are not read, and go with the next change of their piece.
  await index.keep('at once')
  await removeLabelRule(game.app, null, 1)
  const other = createApp(game.app)
  expect((await findWork(other, { ...ALL_WORK, label: 'many' })).size).toBe(0)
})

it('has damaged labels found by the check', async () => {
  await hand('give', 'kind:item', 1)
  const rows = (piece: number, label: number, kind: number) => keyOf('label_rows', u32(piece), u32(label), u8(kind))
  const damage: readonly (readonly [Buffer, readonly number[], string])[] = [
    [rows(0, 1, 1), [ordinalOf(idOf(1)), 0], 'are both given and taken'],
    [rows(0, 7, 0), [1, 0], 'belong to a label that is not stored'],
    [rows(3, 1, 0), [1, 0], 'name rows that never were'],
    [rows(0, 1, 0), [1, 0, 1, 0], 'cannot be read'],
    [rows(0, 1, 2), [1, 0], 'is not a key of this table'],
  ]
  for (const [key, bytes, problem] of damage) {
    // Inside tests the check looks at every write, and undoes what it finds fault with.
    const write = writeOrThrow(game.app.store, ({ db }) => void db.put(key, Buffer.from(bytes)))
    await expect(write).rejects.toThrow(problem)
  }
  expect(await problems()).toEqual([])
})
