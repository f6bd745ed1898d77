// Merges of another store (docs/merging.md), case by case: what comes into force and what waits, what the gate refuses,
// strangers, rows that are not here, files that are not as they should be. In any order: test/property/merge.test.ts.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LayerChange, RowNotTaken } from '../../../src/app/merge/merge-store.ts'
import { changeRole } from '../../../src/app/people/manage-users.ts'
import { readDecisions } from '../../../src/app/rows/read-decisions.ts'
import { auditEntries } from '../../../src/store/records/audit.ts'
import { imports } from '../../../src/store/records/imports.ts'
import { readUserByName } from '../../../src/store/records/people-and-keys.ts'
import { proposalsOfRow } from '../../../src/store/records/proposals.ts'
import { readHeads, readRevisions } from '../../../src/store/rows/heads.ts'
import { granted } from '../../support/app-world.ts'
import { type TeamStore, teamStore } from '../../support/team-stores.ts'

const [A, B, C] = ['00000000000000a1', '00000000000000a2', '00000000000000a3'] as const
const GAME = { [A]: 'Take {0} coins', [B]: 'Leave the old castle' }

let ours: TeamStore
let theirs: TeamStore
beforeEach(async () => {
  ours = await teamStore('ours', ['ann'])
  theirs = await teamStore('theirs', ['ann', 'bob'])
  // No two stores write in the very same millisecond.
  theirs.clock.ms++
  await ours.game(GAME)
  await theirs.game({ ...GAME, [C]: 'A new row' })
})
afterEach(async () => {
  await ours.close()
  await theirs.close()
})

const heads = (id: string) => readHeads(ours.app.store.main, ours.row(id).ordinal)
const proposals = (id: string) => proposalsOfRow(ours.app.store.main, ours.row(id).ordinal)
const pass = (ms: number): void => {
  ours.clock.ms += ms
  theirs.clock.ms += ms
}

describe('a row on which both have gone on', () => {
  it('keeps the stronger text and proposes the other, by its author, beside what they have proposed', async () => {
    await theirs.machine('bob', B, 'Залиш замок')
    await ours.merge(await theirs.history())
    pass(1000)
    await theirs.manual('bob', B, 'Залиш старий замок')
    pass(1000)
    await ours.manual('ann', B, 'Іди зі старого замку')
    await theirs.propose('ann', B, 'Залиши цей замок')
    await ours.propose('ann', B, 'Покинь цей замок')
    const told: LayerChange[] = []
    const { counts } = await ours.merge(await theirs.history(), { onLayer: (change) => void told.push(change) })
    expect(counts).toMatchObject({ changed: 1, revisions: 1, taken: 0, conflicts: 1, people: 0 })
    const said = { rowId: B, layer: 'manual', change: 'kept', proposed: ['Залиш старий замок'] }
    expect(told).toEqual([{ ...said, before: 'Іди зі старого замку', after: 'Іди зі старого замку' }])
    expect(heads(B).manual).toMatchObject({ text: 'Іди зі старого замку', authorId: 1 })
    const bob = readUserByName(ours.app.store.main, 'bob')
    expect(bob).toMatchObject({ role: 'user', state: 'deactivated', password: null })
    expect(proposals(B).map(({ text, status, authorId }) => [text, status, authorId])).toEqual([
      ['Покинь цей замок', 'pending', 1],
      ['Залиши цей замок', 'pending', 1],
      ['Залиш старий замок', 'pending', bob?.id],
    ])
    const { main } = ours.app.store
    expect(readRevisions(main, ours.row(B).ordinal, 'manual').map(({ text, via }) => [text, via])).toEqual([
      ['Іди зі старого замку', undefined],
      ['Залиш старий замок', 'import:3'],
      ['Іди зі старого замку', 'import:3'],
    ])
    const [audit] = auditEntries(main)
    expect(audit).toMatchObject({ action: 'store.merge', subject: 'team', userId: null, details: { conflicts: 1 } })
    expect([...imports(main)][0]).toMatchObject({ id: 3, report: { merge: { revisions: 1 } } })
    expect(await ours.faults()).toEqual([])
  })

  it('takes a text that went on from the proposed one, and the proposal ends by itself', async () => {
    await theirs.manual('bob', B, 'Залиш замок')
    pass(1000)
    await ours.manual('ann', B, 'Іди зі старого замку')
    await ours.merge(await theirs.history())
    expect(proposals(B).map(({ text }) => text)).toEqual(['Залиш замок'])
    pass(1000)
    await theirs.manual('bob', B, 'Залиш старий замок')
    const { counts } = await ours.merge(await theirs.history())
    expect(counts).toMatchObject({ taken: 1, conflicts: 1, proposals: { settled: 1 } })
    expect(heads(B).manual?.text).toBe('Залиш старий замок')
    expect(proposals(B).map(({ text }) => text)).toEqual(['Іди зі старого замку'])
    expect(await ours.faults()).toEqual([])
  })
})

it('does nothing on a dry run, and gives at most ten examples', async () => {
  await theirs.machine('bob', B, 'Залиш старий замок')
  const before = ours.state()
  const { counts, examples } = await ours.merge(await theirs.history(), { dryRun: true })
  expect(counts).toMatchObject({ rows: 1, changed: 1, taken: 1, people: 1 })
  expect(examples).toEqual([
    { rowId: B, layer: 'machine', change: 'taken', before: null, after: 'Залиш старий замок', proposed: [] },
  ])
  expect(ours.state()).toEqual(before)
  expect(readUserByName(ours.app.store.main, 'bob')).toBeUndefined()
})

it('names what is left out: rows that are not here, and texts that the gate refuses', async () => {
  await theirs.machine('bob', C, 'Новий рядок')
  // The legacy endpoint has no gate, so a text without the {0} of its source is there.
  await theirs.machine('bob', A, 'Візьми монети')
  const told: RowNotTaken[] = []
  const { counts } = await ours.merge(await theirs.history(), { onNotTaken: (left) => void told.push(left) })
  expect(counts).toMatchObject({ rows: 2, changed: 0, unknown: 1, refused: 1, revisions: 0 })
  expect(told.map(({ rowId, layer, text, errors }) => [rowId, layer, text, errors.map(({ rule }) => rule)])).toEqual([
    [A, 'machine', 'Візьми монети', ['TAGS_01']],
    [C, null, null, []],
  ])
  await ours.machine('ann', A, 'Візьми {0} монет')
  expect((await ours.merge(await theirs.history())).counts).toMatchObject({ changed: 1, revisions: 1, refused: 1 })
  expect(heads(A).machine?.text).toBe('Візьми {0} монет')
  expect(proposals(A)).toEqual([])
  expect(await ours.faults()).toEqual([])
})

it('keeps a text for the source of now, and proposes the one for another source', async () => {
  await theirs.manual('ann', B, 'Залиш старий замок')
  await ours.merge(await theirs.history())
  pass(1000)
  await ours.game({ ...GAME, [B]: 'Leave the new castle' })
  await ours.manual('ann', B, 'Залиш новий замок')
  pass(1000)
  await theirs.manual('ann', B, 'Залиш цей замок')
  await ours.merge(await theirs.history())
  expect(heads(B).manual?.text).toBe('Залиш новий замок')
  expect(proposals(B).map(({ text, sourceHash }) => [text, sourceHash === ours.row(B).sourceHash])).toEqual([
    ['Залиш цей замок', false],
  ])
})

it('is for those who may import', async () => {
  await changeRole(ours.app, null, 'ann', 'translator')
  const userId = readUserByName(ours.app.store.main, 'ann')?.id ?? 0
  await theirs.machine('bob', B, 'Залиш старий замок')
  await expect(ours.merge(await theirs.history(), { userId })).rejects.toThrow('ann may not import')
  expect(heads(B).machine).toBeNull()
})

describe('a file', () => {
  /** Writes a file of these lines, with a right last line. */
  const fileOf = (path: string, lines: readonly string[]): string => {
    const body = lines.map((line) => `${line}\n`).join('')
    const sha256 = createHash('sha256').update(body).digest('hex')
    writeFileSync(path, `${body}${JSON.stringify({ end: true, rows: lines.length - 1, sha256 })}\n`)
    return path
  }
  const changed = (row: string, from: string | RegExp, to: string): string => row.replace(from, to)

  it.each<[string, (lines: string[]) => string[], string]>([
    ['another file', () => ['{"id":"00000000000000a1","text":"x"}'], 'line 1: this is not the history of a store'],
    ['a newer version', ([head = '', ...rest]) => [changed(head, '"version":1', '"version":3'), ...rest], 'version 3'],
    ['no JSON', ([head = '']) => [head, '{'], 'line 2: the line is not a JSON object'],
    ['a row twice', ([head = '', row = '']) => [head, row, row], 'line 3: the row is in the file twice'],
    [
      'an unknown member',
      ([head = '', row = '']) => [head, changed(row, '{', '{"x":1,')],
      'line 2: the row is wrong: Unrecognized key',
    ],
    ['a place that is none', ([head = '', row = '']) => [head, changed(row, '"after":[]', '"after":[0]')], 'after'],
    ['half a character', ([head = '', row = '']) => [head, changed(row, 'Залиш', '\\ud800')], 'machine.0.text'],
  ])('that holds %s is refused with its line', async (_, change, said) => {
    await theirs.machine('bob', B, 'Залиш старий замок')
    const path = await theirs.history()
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(0, -1)
    await expect(ours.merge(fileOf(path, change(lines)))).rejects.toThrow(said)
    expect(heads(B).machine).toBeNull()
  })

  it('that is cut off or changed is refused, and a compressed one is read', async () => {
    await theirs.machine('bob', B, 'Залиш старий замок')
    const path = await theirs.history()
    const whole = readFileSync(path, 'utf8')
    writeFileSync(path, whole.split('\n').slice(0, 2).join('\n'))
    await expect(ours.merge(path)).rejects.toThrow('line 2: the file is cut off')
    writeFileSync(path, whole.replace('старий', 'новий'))
    await expect(ours.merge(path)).rejects.toThrow('line 3: the file was changed')
    writeFileSync(path, gzipSync(whole))
    expect((await ours.merge(path)).counts.taken).toBe(1)
  })
})

it('what was decided there comes at the end of the log here, once', async () => {
  await ours.propose('ann', A, 'Візьми {0} монет')
  await ours.review('ann', A, false)
  await theirs.propose('bob', B, 'Залиш замок')
  await theirs.review('ann', B, true)
  const file = await theirs.history()
  await ours.merge(file)
  await ours.merge(file)
  const page = granted(await readDecisions(ours.app, 0, 10))
  expect(page.decisions.map(({ number, outcome, finalText }) => [number, outcome, finalText])).toEqual([
    [1, 'rejected', null],
    [2, 'approved', 'Залиш замок'],
  ])
  expect(await ours.faults()).toEqual([])
})
