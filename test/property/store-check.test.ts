// Any sequence of writes leaves every record, index and counter equal to a rebuild (`windrow check`),
// and a backup of it restored is the same store.
import { named } from '../../src/app/actor.ts'
import * as fc from 'fast-check'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backupStore } from '../../src/app/backup/backup-store.ts'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import { editTranslation } from '../../src/app/writes/edit-translation.ts'
import { importLocalized } from '../../src/app/import/import-localized.ts'
import { createKey, deactivateKey, regenerateKey, revokeKey } from '../../src/app/people/manage-keys.ts'
import { addUser, changeRole, changeState } from '../../src/app/people/manage-users.ts'
import { markMachineHead } from '../../src/app/writes/decide-head.ts'
import { restoreStore } from '../../src/app/backup/restore-store.ts'
import { approveProposal, rejectProposal } from '../../src/app/writes/review-proposal.ts'
import { openSession, signOutEverywhere } from '../../src/app/people/sessions.ts'
import { submitProposal, writeMachineText } from '../../src/app/writes/write-single.ts'
import { writeBatch } from '../../src/app/writes/write-batch.ts'
import type { WriteItem } from '../../src/app/writes/write-item.ts'
import { systemClock } from '../../src/base/time.ts'
import type { User } from '../../src/domain/people.ts'
import { readFrames } from '../../src/store/file/backup-format.ts'
import { allUsers, keysOfUser, readUserByName } from '../../src/store/records/people-and-keys.ts'
import { readRowById } from '../../src/store/rows/read-rows.ts'
import { freshen } from '../../src/store/view.ts'
import type { Store } from '../../src/store/store.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { disagreementsIn } from '../support/app-world.ts'
import { type GameStore, gameStore, idOf, type Texts } from '../support/game-store.ts'
import { tries } from '../support/tries.ts'

const watching = { signal: new AbortController().signal, onStep: () => {}, onEntries: () => {} }
const SOURCES = ['Go on', 'Take {0} coins', 'Raise <Agility|780|#C|15>', '{0}', '', 'A second\nline', null] as const
const TARGETS = ['Vorwärts', 'Nimm {0} Münzen', 'Nimm Münzen', 'Hebe <Agility|780|#C|15>', '{0}', ''] as const
const PEOPLE = ['ann', 'bob', 'cy'] as const
const ROWS = 700
/** The first rows, and rows at both sides of a block's and a chunk's edge. */
const PLACES = [1, 2, 3, 63, 64, 65, 511, 512, 513, 699] as const

const row = fc.constantFrom(...PLACES).map(idOf)
const text = fc.constantFrom(...TARGETS)
const person = fc.constantFrom(...PEOPLE)
const item = fc.record({
  rowId: row,
  text,
  layer: fc.constantFrom('manual', 'machine'),
  mode: fc.constantFrom('direct', 'proposal'),
  overwrite: fc.boolean(),
})

const OPERATION = fc.oneof(
  fc.record({
    do: fc.constant('batch'),
    by: person,
    items: fc.array(item, { minLength: 1, maxLength: 6 }),
    key: fc.nat(3),
  }),
  fc.record({ do: fc.constant('import'), drop: fc.nat(4), seed: fc.nat(20), diff: fc.boolean() }),
  fc.record({ do: fc.constant('localized'), rowId: row, text }),
  fc.record({ do: fc.constant('propose'), by: person, rowId: row, text }),
  fc.record({ do: fc.constant('review'), by: person, id: fc.integer({ min: 1, max: 4 }), isGood: fc.boolean() }),
  fc.record({ do: fc.constant('edit'), by: person, rowId: row, text }),
  fc.record({ do: fc.constant('bot'), by: person, rowId: row, text, overwrite: fc.boolean() }),
  fc.record({
    do: fc.constant('mark'),
    by: person,
    rowId: row,
    mark: fc.constantFrom('approved', 'reviewed', 'rejected'),
  }),
  fc.record({ do: fc.constant('captions'), policy: fc.constantFrom('keep', 'free') }),
  fc.record({ do: fc.constant('person'), name: person, role: fc.constantFrom('user', 'moderator', 'admin') }),
  fc.record({ do: fc.constant('state'), name: person, state: fc.constantFrom('active', 'blocked', 'deleted') }),
  fc.record({
    do: fc.constant('key'),
    name: person,
    what: fc.constantFrom('create', 'bot', 'revoke', 'regenerate', 'off'),
  }),
  fc.record({ do: fc.constant('session'), name: person, isIn: fc.boolean() }),
)
type Operation = typeof OPERATION extends fc.Arbitrary<infer T> ? T : never

async function worldWithPeople(): Promise<GameStore> {
  const game = gameStore()
  await game.importFiles({ main: game.jsonl('main.jsonl', textsOf(0, 0)) })
  for (const name of PEOPLE) {
    await addUser(game.app, null, { name, role: 'admin', password: null })
    await createKey(game.app, null, keyRequest(name, 'agent'))
  }
  return game
}

const keyRequest = (userName: string, kind: 'agent' | 'bot') => ({
  userName,
  kind,
  name: '',
  grants: [],
  denies: [],
  requestsPerMinute: null,
  secret: null,
})

/** A main file without every so-manieth row, each text chosen by number and seed. */
function textsOf(drop: number, seed: number): Texts {
  const texts: Record<string, string | null> = {}
  for (let n = 1; n <= ROWS; n++) {
    const isDropped = drop > 0 && n % (drop + 1) === 0
    if (!isDropped) texts[idOf(n)] = SOURCES[(n + seed * 3) % (SOURCES.length - 1)] as string
  }
  return texts
}

const userOf = (game: GameStore, name: string): User => readUserByName(game.app.store.main, name) as User

async function perform(game: GameStore, operation: Operation): Promise<void> {
  const { app } = game
  const { store } = app
  freshen(store)
  switch (operation.do) {
    case 'batch':
      return await performBatch(game, operation)
    case 'import': {
      const { drop, seed, diff } = operation
      const changed = Object.fromEntries(
        PLACES.map((n, i) => [idOf(n), SOURCES[(i + seed) % SOURCES.length] as string | null]),
      )
      await game.importFiles({
        main: game.jsonl('main.jsonl', textsOf(drop, seed)),
        ...(diff && { diff: game.jsonl('diff.jsonl', { ...changed, [idOf(9_000 + seed)]: 'New {0}' }) }),
      })
      return
    }
    case 'localized':
      await importLocalized(app, {
        main: game.jsonl('de.jsonl', { [operation.rowId]: operation.text }),
        overwriteAll: true,
        overwrite: false,
        dryRun: false,
      })
      return
    case 'propose': {
      const { rowId, text: proposed, by } = operation
      const waivers = { glossary: true, validation: true }
      await submitProposal(app, named(userOf(game, by)), {
        rowId,
        text: proposed,
        sourceHash: null,
        waivers,
        waitMsMax: 5_000,
        takes: () => true,
      })
      return
    }
    case 'review': {
      const { id, isGood, by } = operation
      if (isGood)
        await approveProposal(app, named(userOf(game, by)), {
          id,
          version: null,
          confirmSource: true,
          confirmWaived: true,
          text: null,
        })
      else await rejectProposal(app, named(userOf(game, by)), { id, version: null, reason: 'no' })
      return
    }
    case 'edit': {
      const found = readRowById(store.main, store.files, operation.rowId)
      if (found === null) return
      const { rowId, text: edited } = operation
      await editTranslation(app, named(userOf(game, operation.by)), {
        rowId,
        text: edited,
        sourceHash: found.sourceHash,
      })
      return
    }
    case 'bot': {
      const { rowId, text: written, overwrite } = operation
      const actor = named(userOf(game, operation.by))
      await writeMachineText(app, actor, {
        rowId,
        text: written,
        overwrite,
        provider: null,
        model: null,
        waitMsMax: 5_000,
        takes: () => true,
      })
      return
    }
    case 'mark': {
      const found = readRowById(store.main, store.files, operation.rowId)
      const seq = found === null ? 0 : (game.heads(operation.rowId).machine?.seq ?? 0)
      const seen = { seq, sourceHash: found?.sourceHash ?? '' }
      await markMachineHead(app, named(userOf(game, operation.by)), {
        rowId: operation.rowId,
        mark: operation.mark,
        seen,
      })
      return
    }
    case 'captions':
    case 'person':
    case 'state':
    case 'key':
    case 'session':
      await performOnPeople(game, operation)
  }
}

async function performOnPeople(game: GameStore, operation: Operation): Promise<void> {
  const { app } = game
  if (operation.do === 'captions') await changeSetting(app, null, 'caption_policy', operation.policy)
  if (operation.do === 'person') await changeRole(app, null, operation.name, operation.role)
  if (operation.do === 'state') await changeState(app, null, operation.name, operation.state)
  if (operation.do === 'session') {
    const user = userOf(game, operation.name)
    if (operation.isIn) await openSession(app, user, '127.0.0.1')
    else await signOutEverywhere(app, named(user))
  }
  if (operation.do === 'key') {
    const key = keysOfUser(app.store.main, userOf(game, operation.name).id).at(-1)
    if (operation.what === 'create') await createKey(app, null, keyRequest(operation.name, 'agent'))
    else if (operation.what === 'bot') await createKey(app, null, keyRequest(operation.name, 'bot'))
    else if (key !== undefined && operation.what === 'revoke') await revokeKey(app, null, String(key.id))
    else if (key !== undefined && operation.what === 'regenerate') await regenerateKey(app, null, String(key.id))
    else if (key !== undefined) await deactivateKey(app, null, String(key.id))
  }
}

async function performBatch(game: GameStore, operation: Extract<Operation, { do: 'batch' }>): Promise<void> {
  const { store } = game.app
  const user = userOf(game, operation.by)
  const key = keysOfUser(store.main, user.id)[0]
  if (key === undefined) return
  const items = operation.items.map((each): WriteItem => {
    const found = readRowById(store.main, store.files, each.rowId)
    return { ...each, sourceHash: found?.sourceHash ?? '0'.repeat(64), provider: 'p', model: 'm-1' }
  })
  const batch = { items, idempotencyKey: `key ${operation.key}`, bodyDigest: 'a'.repeat(64) }
  await writeBatch(game.app, { user, key, session: null }, batch, {
    problems: () => '',
    body: ({ items: done }) => JSON.stringify(done),
  })
}

async function entriesOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  const parts: Buffer[] = []
  for await (const { kind, bytes } of readFrames(file)) if (kind === 'E') parts.push(bytes)
  await file.close()
  return Buffer.concat(parts)
}

async function faultsIn(store: Store): Promise<readonly string[]> {
  return (await disagreementsIn(store)).map(({ table, at, problem }) => `${table}, ${at}: ${problem}`)
}

describe('a store', () => {
  it('has nothing for check to find after any sequence of writes, nor has its backup', async () => {
    const property = fc.asyncProperty(fc.array(OPERATION, { minLength: 10, maxLength: 40 }), async (operations) => {
      const game = await worldWithPeople()
      try {
        for (const operation of operations) await perform(game, operation)
        expect(await faultsIn(game.app.store)).toEqual([])

        const [backup, copy] = [join(game.folder, 'backup'), join(game.folder, 'copy')]
        await backupStore(game.app.store, backup, watching)
        await restoreStore(backup, copy, watching)
        const restored = openStore(copy, systemClock)
        expect(await faultsIn(restored)).toEqual([])
        expect([...allUsers(restored.main)]).toEqual([...allUsers(game.app.store.main)])
        await backupStore(restored, `${backup}2`, watching)
        await restored.close()
        expect((await entriesOf(`${backup}2`)).equals(await entriesOf(backup))).toBe(true)
      } finally {
        await game.close()
      }
    })
    await fc.assert(property, { numRuns: tries(25) })
  })
})
