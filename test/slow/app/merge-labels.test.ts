// Labels in files of history (docs/merging.md#labels): what a merge brings together, what it reports, and which files it refuses.
// At random, in any order: test/property/merge-labels.test.ts.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backupStore } from '../../../src/app/backup/backup-store.ts'
import { restoreStore } from '../../../src/app/backup/restore-store.ts'
import { named } from '../../../src/app/actor.ts'
import { addLabel, addLabelRule, removeLabelRule } from '../../../src/app/labels/change-labels.ts'
import { type LabelAct, labelRows } from '../../../src/app/labels/label-rows.ts'
import { listLabels } from '../../../src/app/labels/read-labels.ts'
import type { User } from '../../../src/domain/people.ts'
import { labelRulesMax } from '../../../src/domain/limits.ts'
import { imports } from '../../../src/store/records/imports.ts'
import { readUser, readUserByName } from '../../../src/store/records/people-and-keys.ts'
import { auditEntries } from '../../../src/store/records/audit.ts'
import { openApp } from '../../support/app-world.ts'
import { handsOf, type TeamStore, teamStore } from '../../support/team-stores.ts'

const [A, B, C, D] = ['00000000000000a1', '00000000000000a2', '00000000000000a3', '00000000000000a4'] as const
const GAME = { [A]: 'Iron Sword', [B]: 'Leave the old castle', [C]: 'Bow' }

let ours: TeamStore
let theirs: TeamStore
beforeEach(async () => {
  ours = await teamStore('ours', ['ann'])
  theirs = await teamStore('theirs', ['ann', 'bob'])
  theirs.clock.ms++
  await ours.game(GAME)
  await theirs.game({ ...GAME, [D]: 'A new row' })
})
afterEach(async () => {
  await ours.close()
  await theirs.close()
})

const actor = ({ app }: TeamStore, name: string) => named(readUserByName(app.store.main, name) as User)
const hand = async (store: TeamStore, act: LabelAct, label: string, ...rowIds: string[]): Promise<void> => {
  expect((await labelRows(store.app, null, { label, act, origin: 'list' }, rowIds)).ok).toBe(true)
}
const rulesOf = ({ app }: Pick<TeamStore, 'app'>) =>
  listLabels(app).map(({ name, rules }) => [name, rules.map(({ field, patterns }) => [field, ...patterns].join(' '))])

it('unites labels, rules and rows by hand, with who made them and when; again changes nothing', async () => {
  await addLabelRule(ours.app, actor(ours, 'ann'), 'kind:item', { field: 'source', patterns: ['*sword'] })
  await hand(ours, 'give', 'kind:item', B)
  await addLabel(theirs.app, actor(theirs, 'bob'), 'place:Kaifeng')
  // Its ids differ from ours, and so does the case of its name.
  await addLabelRule(theirs.app, actor(theirs, 'bob'), 'Kind:Item', { field: 'source', patterns: ['*sword'] })
  await addLabelRule(theirs.app, actor(theirs, 'bob'), 'Kind:Item', { field: 'token', patterns: ['%s', '<*'] })
  await hand(theirs, 'give', 'Kind:Item', C, D)
  await hand(theirs, 'take', 'place:kaifeng', A)
  const [place] = listLabels(theirs.app).filter(({ name }) => name === 'place:Kaifeng')

  const file = await theirs.history()
  const labels = { labelsAdded: 1, labelRulesAdded: 1, labelRowsChanged: 2, labelConflicts: 0, labelRowsUnknown: 1 }
  expect((await ours.merge(file, { dryRun: true })).counts).toMatchObject({ changed: 0, people: 1, labels })
  expect(rulesOf(ours)).toEqual([['kind:item', ['source *sword']]])
  const { number, counts } = await ours.merge(file)
  expect([number, counts]).toMatchObject([2, { changed: 0, people: 1, labels }])
  expect(rulesOf(ours)).toEqual([
    ['kind:item', ['source *sword', 'token %s <*']],
    ['place:Kaifeng', []],
  ])
  expect(handsOf(ours.app)).toEqual([`kind:item given ${B}`, `kind:item given ${C}`, `place:kaifeng taken ${A}`])
  const [, made] = listLabels(ours.app)
  expect([made?.atMs, readUser(ours.app.store.main, made?.userId ?? 0)]).toMatchObject([
    place?.atMs,
    { name: 'bob', state: 'deactivated' },
  ])
  expect([...imports(ours.app.store.main)][0]).toMatchObject({ report: { merge: labels } })
  expect([...auditEntries(ours.app.store.main)][0]).toMatchObject({ action: 'store.merge', details: labels })

  const none = { labelsAdded: 0, labelRulesAdded: 0, labelRowsChanged: 0, labelConflicts: 0, labelRowsUnknown: 1 }
  expect(await ours.merge(file)).toMatchObject({ number: null, counts: { labels: none } })
  expect(await ours.faults()).toEqual([])
})

it('lets a row have a label that one side gave and the other took, and names it, in a dry run too', async () => {
  await hand(ours, 'give', 'x', A)
  await hand(ours, 'take', 'x', B, C)
  await hand(theirs, 'give', 'x', B, D)
  await hand(theirs, 'take', 'x', A, C)
  const told: string[] = []
  const onLabelConflict = (label: string, rowId: string) => void told.push(`${label} ${rowId}`)
  const file = await theirs.history()
  const labels = { labelRowsChanged: 1, labelConflicts: 2 }
  expect((await ours.merge(file, { dryRun: true, onLabelConflict })).counts).toMatchObject({ labels })
  expect((await ours.merge(file, { onLabelConflict })).counts).toMatchObject({ labels })
  expect(told.toSorted()).toEqual([`x ${A}`, `x ${A}`, `x ${B}`, `x ${B}`])
  expect(handsOf(ours.app)).toEqual([`x given ${A}`, `x given ${B}`, `x taken ${C}`])
  // The other way round it is the same, but for the row that only they have.
  await theirs.merge(await ours.history())
  expect(handsOf(theirs.app)).toEqual([`x given ${A}`, `x given ${B}`, `x given ${D}`, `x taken ${C}`])
})

it('carries labels of rows that are retired here, there, or in both', async () => {
  await hand(theirs, 'give', 'x', A, B)
  const { [A]: _, ...later } = GAME
  await theirs.game(later)
  await ours.game(later)
  await ours.merge(await theirs.history())
  expect(handsOf(ours.app)).toEqual([`x given ${A}`, `x given ${B}`])
  await ours.game(GAME)
  expect(handsOf(ours.app)).toEqual([`x given ${A}`, `x given ${B}`])
})

it('refuses a merge after which there would be too many rules, and changes nothing', async () => {
  const rule = (store: TeamStore, n: number) =>
    addLabelRule(store.app, null, 'many', { field: 'id', patterns: [`*${n}`] })
  for (let n = 0; n < labelRulesMax; n++) await rule(ours, n)
  await rule(theirs, 0)
  const known = await theirs.history()
  expect((await ours.merge(known)).number).toBeNull()
  await rule(theirs, labelRulesMax)
  for (const dryRun of [true, false]) {
    const refused = ours.merge(await theirs.history(), { dryRun })
    await expect(refused).rejects.toThrow(/1 labels .* 201 rules \(limit 200\); nothing was changed/)
  }
  expect(await removeLabelRule(ours.app, null, 1)).toMatchObject({ ok: true })
  expect((await ours.merge(known)).counts.labels).toMatchObject({ labelRulesAdded: 1 })
})

it('writes version 1 without labels, and refuses faulty lines of labels', async () => {
  await theirs.machine('bob', B, 'Залиш старий замок')
  const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n').slice(0, -1)
  expect(linesOf(await theirs.history())[0]).toContain('"version":1,')
  await hand(theirs, 'give', 'x', A)
  const path = await theirs.history()
  const [head = '', label = '', rows = '', row = '', ...rest] = linesOf(path)
  expect([head, rest]).toEqual([expect.stringContaining('"version":2,'), []])
  const file = (lines: readonly string[], count: number): string => {
    const body = lines.map((line) => `${line}\n`).join('')
    const sha256 = createHash('sha256').update(body).digest('hex')
    writeFileSync(path, `${body}${JSON.stringify({ end: true, rows: count, sha256 })}\n`)
    return path
  }
  for (const [lines, said] of [
    [[head, label, label, row], 'line 3: the line of a label is wrong; expected each'],
    [[head, rows, label, row], 'line 2: '],
    [[head, label, rows.replace('added', 'given'), row], 'line 3: '],
    [[head, label.replace('"x"', '"x,y"'), row], 'line 2: '],
    [[head, label.replace('[]', '[{"field":"source","patterns":[],"by":null,"atMs":1}]'), row], 'line 2: '],
    [[head, label, rows, row, row], 'line 5: the row is in the file twice'],
  ] as const) {
    await expect(ours.merge(file(lines, lines.length - 3))).rejects.toThrow(said)
    expect(listLabels(ours.app)).toEqual([])
  }
  expect((await ours.merge(file([head, label, rows, row], 1))).counts).toMatchObject({ rows: 1, revisions: 1 })
  expect(handsOf(ours.app)).toEqual([`x given ${A}`])
})

it('a backup restores labels', async () => {
  await addLabelRule(ours.app, null, 'kind:item', { field: 'source', patterns: ['*sword'] })
  await hand(ours, 'give', 'x', A, B)
  await hand(ours, 'take', 'x', C)
  const watching = { signal: new AbortController().signal, onStep: () => {}, onEntries: () => {} }
  const [backup, folder] = [join(ours.folder, 'backup'), join(ours.folder, 'restored')]
  await backupStore(ours.app.store, backup, watching)
  await restoreStore(backup, folder, watching)
  const restored = openApp(folder, ours.app.clock)
  try {
    expect(rulesOf({ app: restored })).toEqual([
      ['kind:item', ['source *sword']],
      ['x', []],
    ])
    expect(handsOf(restored)).toEqual([`x given ${A}`, `x given ${B}`, `x taken ${C}`])
  } finally {
    await restored.store.close()
  }
})
