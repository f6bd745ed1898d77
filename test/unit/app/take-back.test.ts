// Taking back the latest step of a row: what stood before stands again, as a new revision, and a proposal waits again
// (docs/taking-back.md). Whatever is done, `windrow check` finds nothing wrong.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Actor, named } from '../../../src/app/actor.ts'
import { addUser } from '../../../src/app/people/manage-users.ts'
import type { Refusal } from '../../../src/app/refusal.ts'
import { kindOf } from '../../../src/app/refusal-sentences.ts'
import { takeBackReview, takeBackRevision, takeBackRevisions } from '../../../src/app/undo/take-back.ts'
import { readAudit } from '../../../src/app/upkeep/read-records.ts'
import { editTranslation } from '../../../src/app/writes/edit-translation.ts'
import { markMachineHead } from '../../../src/app/writes/decide-head.ts'
import { approveProposal, rejectProposal } from '../../../src/app/writes/review-proposal.ts'
import { submitProposal } from '../../../src/app/writes/write-single.ts'
import type { Result } from '../../../src/base/result.ts'
import { readProposal } from '../../../src/store/records/proposals.ts'
import { readRevisions } from '../../../src/store/rows/heads.ts'
import type { Layer, Role } from '../../../src/domain/vocabulary.ts'
import { type GameStore, gameStore, idOf } from '../../support/game-store.ts'
import { disagreementsIn, granted } from '../../support/app-world.ts'

const row = idOf(1)
let game: GameStore
let mod: Actor
let admin: Actor
let author: Actor

beforeEach(async () => {
  game = gameStore()
  await game.importFiles({ main: game.jsonl('main.jsonl', { [row]: 'A gentle wind.' }) })
  const person = async (name: string, role: Role): Promise<Actor> =>
    named(granted(await addUser(game.app, null, { name, role, password: null })))
  mod = await person('Mod', 'moderator')
  admin = await person('Admin', 'admin')
  author = await person('Author', 'translator')
})

afterEach(async () => {
  const disagreements = await disagreementsIn(game.app.store)
  await game.close()
  expect(disagreements).toEqual([])
})

const step = (layer: Layer, seq: number) => ({ rowId: row, layer, seq })
const edit = async (by: Actor, text: string) =>
  granted(await editTranslation(game.app, by, { rowId: row, text, sourceHash: game.row(row).sourceHash }))
const waivers = { glossary: false, validation: false }
async function propose(text: string): Promise<number> {
  const request = { rowId: row, text, sourceHash: null, waivers, waitMsMax: 5_000, takes: () => true }
  return granted(await submitProposal(game.app, author, request)).proposal?.id ?? 0
}
const approve = async (id: number, by = mod) =>
  granted(
    await approveProposal(game.app, by, { id, version: null, confirmSource: false, confirmWaived: false, text: null }),
  )
const codeOf = (result: Result<unknown, Refusal>): string => (result.ok ? 'ok' : kindOf(result.refusal))
const texts = (layer: Layer) =>
  readRevisions(game.app.store.main, game.row(row).ordinal, layer).map(({ text, restores }) => [text, restores ?? null])

test('a first text is taken back to none, and the next one counts on', async () => {
  await edit(mod, 'Вітер.')
  const { heads } = granted(await takeBackRevision(game.app, mod, step('manual', 1)))
  expect(heads).toEqual({ manual: null, machine: null, withdrawnManual: 2 })
  await game.put(row, 'machine', 'Вітерець.')
  await edit(mod, 'Легкий вітер.')
  expect(game.heads(row)).toMatchObject({ manual: { seq: 3 }, machine: { seq: 1 } })
  expect(game.heads(row)).not.toHaveProperty('withdrawnManual')
  expect(texts('manual')).toEqual([
    ['Вітер.', null],
    ['', 0],
    ['Легкий вітер.', null],
  ])
})

test('a text over another brings that one back with its author, byte for byte', async () => {
  await edit(admin, 'Вітер.')
  const before = game.heads(row).manual
  await game.put(row, 'manual', 'Не те.', { authorId: mod.user.id, approverId: mod.user.id })
  granted(await takeBackRevision(game.app, mod, step('manual', 2)))
  const { seq: _seq, createdAtMs: _created, ...said } = before ?? { seq: 0, createdAtMs: 0 }
  expect(game.heads(row).manual).toMatchObject({
    ...said,
    seq: 3,
    restores: 1,
    via: 'revert:1',
    revertedById: mod.user.id,
  })
})

test('a mark of a machine text comes off', async () => {
  await game.put(row, 'machine', 'Вітерець.')
  const seen = { seq: 1, sourceHash: game.row(row).sourceHash }
  granted(await markMachineHead(game.app, mod, { rowId: row, mark: 'rejected', seen }))
  granted(await takeBackRevision(game.app, mod, step('machine', 2)))
  expect(game.heads(row).machine).toMatchObject({ status: 'draft', restores: 1 })
})

test('an approved proposal waits again, and can be approved again', async () => {
  const id = await propose('Лагідний вітер.')
  await approve(id)
  const { reopened } = granted(await takeBackReview(game.app, mod, { id }))
  expect(reopened).toMatchObject({ id, status: 'pending', reviewerId: null })
  expect(game.heads(row).manual).toBeNull()
  await approve(id)
  granted(await takeBackRevision(game.app, mod, step('manual', 3)))
  expect(readProposal(game.app.store.main, id)?.status).toBe('pending')
})

test('a rejected proposal waits again', async () => {
  const id = await propose('Лагідний вітер.')
  granted(await rejectProposal(game.app, mod, { id, version: null, reason: 'no' }))
  granted(await takeBackReview(game.app, mod, { id }))
  expect(readProposal(game.app.store.main, id)).toMatchObject({ status: 'pending', reason: null, reviewedAtMs: null })
})

test('many steps are one revert, and those on which somebody went on stay', async () => {
  const many = Array.from({ length: 70 }, (_, n) => idOf(n + 1))
  const sources = Object.fromEntries(many.map((id, n) => [id, `A gentle wind ${n}.`]))
  await game.importFiles({ main: game.jsonl('many.jsonl', sources) })
  for (const id of many) await game.put(id, 'machine', 'Вітерець.')
  await game.put(idOf(3), 'machine', 'Інший вітер.')
  const steps = many.map((rowId) => ({ rowId, layer: 'machine', seq: 1 }) as const)
  const { rows, refusals } = await takeBackRevisions(game.app, mod, steps)
  expect([rows, refusals.map(({ code }) => code)]).toEqual([69, ['layer_changed']])
  expect(game.heads(idOf(1)).machine).toBeNull()
  expect(game.heads(idOf(70)).machine).toBeNull()
  expect(game.heads(idOf(3)).machine?.text).toBe('Інший вітер.')
  const { items } = readAudit(game.app, { beforeId: null, userId: mod.user.id, limit: 10 })
  expect(items.map(({ subject, details }) => [subject, details])).toEqual([
    ['revert:1', { rows: 20 }],
    ['revert:1', { rows: 49 }],
  ])
  const none = await takeBackRevisions(game.app, author, steps.slice(0, 2))
  expect([none.rows, none.refusals.map(({ code }) => code)]).toEqual([0, ['may_not_take_back', 'may_not_take_back']])
})

test('says no where it is not a step back', async () => {
  const { app } = game
  expect(codeOf(await takeBackRevision(app, mod, { ...step('manual', 1), rowId: idOf(9) }))).toBe('not_found')
  expect(codeOf(await takeBackRevision(app, mod, step('manual', 1)))).toBe('written_since')
  const id = await propose('Лагідний вітер.')
  expect(codeOf(await takeBackReview(app, mod, { id }))).toBe('not_reviewed')
  expect(codeOf(await takeBackReview(app, mod, { id: 99 }))).toBe('not_found')
  await approve(id, admin)
  expect(codeOf(await takeBackReview(app, mod, { id }))).toBe('of_somebody_else')
  expect(codeOf(await takeBackRevision(app, author, step('manual', 1)))).toBe('not_allowed')
  await edit(admin, 'Вітер.')
  expect(codeOf(await takeBackReview(app, admin, { id }))).toBe('written_since')
  const other = await propose('Вітрець.')
  granted(await rejectProposal(app, mod, { id: other, version: null, reason: 'no' }))
  expect(codeOf(await takeBackReview(app, admin, { id: other }))).toBe('of_somebody_else')
  await propose('Вітровій.')
  expect(codeOf(await takeBackReview(app, mod, { id: other }))).toBe('proposed_again')
})
