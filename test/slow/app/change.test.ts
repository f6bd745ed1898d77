// A change is made by who its person is inside its transaction (docs/people.md#at-the-moment-of-the-change): each
// use case is called with what was true before, right behind the event that ends it, so that both are in one queue.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Actor, type KeyActor, named } from '../../../src/app/actor.ts'
import { assertMayImport } from '../../../src/app/import/may-import.ts'
import {
  adjustKey,
  createKey,
  deactivateKey,
  limitKey,
  regenerateKey,
  revokeKey,
} from '../../../src/app/people/manage-keys.ts'
import { addUser, changePassword, changeRole, changeState } from '../../../src/app/people/manage-users.ts'
import { openSession, readSessionActor, signOutEverywhere } from '../../../src/app/people/sessions.ts'
import { changeGlossary } from '../../../src/app/upkeep/change-glossary.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { confirmProposal } from '../../../src/app/writes/confirm-proposal.ts'
import { editTranslation } from '../../../src/app/writes/edit-translation.ts'
import { markMachineHead } from '../../../src/app/writes/decide-head.ts'
import { approveProposal, rejectProposal } from '../../../src/app/writes/review-proposal.ts'
import { submitProposal, writeMachineText } from '../../../src/app/writes/write-single.ts'
import { writeBatch } from '../../../src/app/writes/write-batch.ts'
import { hasPermission, mayOwnBotKey } from '../../../src/domain/access.ts'
import type { User } from '../../../src/domain/people.ts'
import { readUserByName } from '../../../src/store/records/people-and-keys.ts'
import { freshen } from '../../../src/store/view.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { type GameStore, gameStore, idOf } from '../../support/game-store.ts'
import { granted } from '../../support/app-world.ts'

const NO_WAIVERS = { glossary: false, validation: false }
let game: GameStore
let mallory: Actor
let withKey: KeyActor
let proposalId: number

beforeEach(async () => {
  game = gameStore()
  const { app } = game
  await game.importFiles({ main: game.jsonl('main.jsonl', { [idOf(1)]: 'A gentle wind.', [idOf(2)]: 'A cold rain.' }) })
  granted(await addUser(app, null, { name: 'Owner', role: 'super_admin', password: null }))
  const user = granted(await addUser(app, null, { name: 'Mallory', role: 'super_admin', password: 'a digest' }))
  const request = { userName: 'Mallory', name: '', grants: [], denies: [], requestsPerMinute: null, secret: null }
  const { key } = granted(await createKey(app, null, { ...request, kind: 'bot' }))
  const session = granted(await openSession(app, user, '127.0.0.1'))
  freshen(app.store)
  mallory = readSessionActor(app, session.secret) as Actor
  withKey = { user, key, session: null }
  await game.put(idOf(1), 'machine', 'Вітер')
  proposalId = await propose()
})
afterEach(() => game.close())

async function propose(): Promise<number> {
  const request = { rowId: idOf(2), text: 'Холодний дощ.', sourceHash: null, waivers: NO_WAIVERS, waitMsMax: 5_000 }
  const { proposal } = granted(await submitProposal(game.app, withKey, { ...request, takes: () => true }))
  return proposal?.id ?? 0
}

type Attempt = () => Promise<{ readonly ok: boolean }>
const hash = (row: number): string => game.row(idOf(row)).sourceHash

/** What is done through a session. */
const ON_SITE: Readonly<Record<string, Attempt>> = {
  'adding a person': () => addUser(game.app, mallory, { name: 'Backdoor', role: 'super_admin', password: null }),
  'giving a role': () => changeRole(game.app, mallory, 'Owner', 'user'),
  'blocking somebody': () => changeState(game.app, mallory, 'Owner', 'blocked'),
  "setting somebody's password": () => changePassword(game.app, mallory, 'Owner', 'digest'),
  "granting to somebody's key": () =>
    adjustKey(game.app, mallory, String(withKey.key.id), () => ({
      grants: ['translations:propose'],
      denies: [],
      requestsPerMinute: null,
    })),
  "limiting somebody's key": () => limitKey(game.app, mallory, String(withKey.key.id), { show_info: 1 }),
  'a setting': () => changeSetting(game.app, mallory, 'daily_row_quota', '1'),
  'the glossary': () => changeGlossary(game.app, mallory, { entries: [], how: 'replace', origin: 'x' }),
  'an edit': () => editTranslation(game.app, mallory, { rowId: idOf(1), text: 'Вітерець.', sourceHash: hash(1) }),
  'a mark': () =>
    markMachineHead(game.app, mallory, {
      rowId: idOf(1),
      mark: 'reviewed',
      seen: { seq: 1, sourceHash: hash(1) },
    }),
  'an approval': () =>
    approveProposal(game.app, mallory, {
      id: proposalId,
      version: null,
      confirmSource: false,
      confirmWaived: false,
      text: null,
    }),
  'a rejection': () => rejectProposal(game.app, mallory, { id: proposalId, version: null, reason: 'no' }),
  'a confirmation': () => confirmProposal(game.app, mallory, { id: proposalId, sourceHash: hash(2) }),
  'a proposal': () =>
    submitProposal(game.app, mallory, {
      rowId: idOf(1),
      text: 'Лагідний вітер.',
      sourceHash: null,
      waivers: NO_WAIVERS,
      waitMsMax: 5_000,
      takes: (role) => hasPermission(role, 'propose_translation'),
    }),
}

const silent = { problems: () => '', body: () => '{}' }

const batch = (idempotencyKey: string): Attempt => {
  const item = { rowId: idOf(1), text: 'Лагідний вітер.', overwrite: true, provider: 'p', model: 'm' } as const
  const items = [{ ...item, layer: 'machine' as const, mode: 'direct' as const, sourceHash: hash(1) }]
  return () => writeBatch(game.app, withKey, { items, idempotencyKey, bodyDigest: 'a'.repeat(64) }, silent)
}

/** What is done with a key. */
const WITH_KEY: Readonly<Record<string, Attempt>> = {
  'a batch': () => batch('k')(),
  'a machine text': () =>
    writeMachineText(game.app, withKey, {
      rowId: idOf(1),
      text: 'Вітрище',
      overwrite: true,
      provider: null,
      model: null,
      waitMsMax: 5_000,
      takes: mayOwnBotKey,
    }),
  'a proposal': () =>
    submitProposal(game.app, withKey, {
      rowId: idOf(1),
      text: 'Лагідний вітер.',
      sourceHash: null,
      waivers: NO_WAIVERS,
      waitMsMax: 5_000,
      takes: mayOwnBotKey,
    }),
}

const onKey = (change: typeof revokeKey) => () => change(game.app, null, String(withKey.key.id))
const ENDS: Readonly<Record<string, { readonly of: readonly ('site' | 'key')[]; readonly does: Attempt }>> = {
  'a block': { of: ['site', 'key'], does: () => changeState(game.app, null, 'Mallory', 'blocked') },
  'a demotion': { of: ['site', 'key'], does: () => changeRole(game.app, null, 'Mallory', 'user') },
  'a password': { of: ['site'], does: () => changePassword(game.app, null, 'Mallory', 'another digest') },
  'a sign-out everywhere': { of: ['site'], does: () => signOutEverywhere(game.app, mallory) },
  'a revocation': { of: ['key'], does: onKey(revokeKey) },
  'a deactivation': { of: ['key'], does: onKey(deactivateKey) },
  'another secret': { of: ['key'], does: () => regenerateKey(game.app, null, String(withKey.key.id)) },
}

describe.each(Object.keys(ENDS))('right behind %s', (end) => {
  const { of, does } = ENDS[end] as (typeof ENDS)[string]
  const attempts = [
    ...(of.includes('site') ? Object.keys(ON_SITE).map((name) => [name, ON_SITE[name] as Attempt] as const) : []),
    ...(of.includes('key')
      ? Object.keys(WITH_KEY).map((name) => [`${name}, by key`, WITH_KEY[name] as Attempt] as const)
      : []),
  ]
  test.each(attempts)('%s is refused', async (_, attempt) => {
    const [ended, attempted] = await Promise.all([does(), attempt()])
    expect([ended.ok, attempted.ok]).toEqual([true, false])
  })
})

test.each([...Object.entries(ON_SITE), ...Object.entries(WITH_KEY)])(
  '%s is done when nothing happens',
  async (_, does) => expect((await does()).ok).toBe(true),
)

test('a batch judged before its key lost an ability is judged anew', async () => {
  const adjust = () =>
    adjustKey(game.app, null, String(withKey.key.id), () => ({
      grants: [],
      denies: ['translations:write-machine'],
      requestsPerMinute: null,
    }))
  const { rowId, sourceHash } = { rowId: idOf(1), sourceHash: hash(1) }
  const item = {
    rowId,
    sourceHash,
    text: 'Лагідний вітер.',
    overwrite: true,
    mode: 'direct',
    provider: 'p',
    model: 'm',
  } as const
  const items = (['machine', 'manual'] as const).map((layer) => ({ ...item, layer }))
  const request = { items, idempotencyKey: 'two', bodyDigest: 'b'.repeat(64) }
  const said: string[] = []
  const [, written] = await Promise.all([
    adjust(),
    writeBatch(game.app, withKey, request, {
      ...silent,
      body: (outcome) => {
        said.push(...outcome.items.map(({ status }) => status))
        return '{}'
      },
    }),
  ])
  expect([written.ok, said]).toEqual([true, ['rejected', 'written']])
})

test('an import of somebody who may not import (any more) is refused in its transaction', async () => {
  const { app } = game
  const { id } = readUserByName(app.store.main, 'Mallory') as User
  const asks = (userId: number | null) => writeOrThrow(app.store, (txn) => assertMayImport(userId)(txn.db))
  await asks(null)
  await asks(id)
  await changeRole(app, null, 'Mallory', 'moderator')
  await expect(asks(id)).rejects.toThrow('may not import')
})

test('who is named on the command line acts by the rights they have then', async () => {
  const reviewer = named(readUserByName(game.app.store.main, 'Mallory') as User)
  await changeRole(game.app, null, 'Mallory', 'translator')
  const refused = await rejectProposal(game.app, reviewer, { id: proposalId, version: null, reason: 'no' })
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'may_not_review' } })
})
