// A store of every earlier schema, as the windrow left it that had it, is brought over and says the same as before; so is a
// backup of one; and a kill in the middle of it, wherever, leaves a store that comes to the same end. That the windrow of
// before takes up what is kept: test/outside/way-back.test.ts.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { backupStore } from '../../src/app/backup/backup-store.ts'
import { dropKept, expectRoom, keepOldFile, upgradeStore } from '../../src/app/backup/upgrade-store.ts'
import { restoreStore } from '../../src/app/backup/restore-store.ts'
import { type EventRecord, eventsAfter } from '../../src/store/records.ts'
import { AUDIT_ENTRIES } from '../../src/store/records/audit.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { dataFileOf } from '../../src/store/data-files.ts'
import { STORE_SCHEMA } from '../../src/store/schema-version.ts'
import { keyOf, keyOfU32, TABLES } from '../../src/store/file/keyspace.ts'
import { pictureOf, repeatBatch } from '../support/rich-store.ts'
import { layDown, type StoredStore, storedStore } from '../support/stored-store.ts'
import { disagreementsIn, openApp } from '../support/app-world.ts'

const signal = new AbortController().signal
const watching = { signal, onStep: () => {}, onEntries: () => {} }
const killMain = join(import.meta.dirname, '../crash/upgrade-main.ts')
const third = storedStore(3)
const fourth = storedStore(4)
const fifth = storedStore(5)
const sixth = storedStore(6)
const seventh = storedStore(7)
const clockOf = ({ clockMs }: StoredStore) => ({ nowMs: () => clockMs, monotonicMs: () => performance.now() })

let made = 0
const folder = mkdtempSync(join(tmpdir(), 'windrow-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function dataOf(stored: StoredStore): Promise<string> {
  const data = join(folder, `data${++made}`)
  await layDown(stored, data)
  return data
}

/** The third schema without what came with it and with the second. */
function asOfSchema(schema: 1 | 2): StoredStore {
  const schemaKey = keyOf('meta', 'schema').toString('base64')
  const entries = third.entries.filter(([key]) => schema > 1 || Buffer.from(key, 'base64')[0] !== TABLES.same_source)
  const number = Buffer.from(String(schema)).toString('base64')
  return { ...third, entries: entries.map(([key, value]) => [key, key === schemaKey ? number : value]) }
}

function withShortValue(stored: StoredStore, damagedKey: Buffer): StoredStore {
  const key = damagedKey.toString('base64')
  const entries = stored.entries.map(([at, value]) => [at, at === key ? value.slice(0, -8) : value] as const)
  return { ...stored, entries }
}

/** Everything that is read of the store in a folder, and what `check` finds there. */
async function readOut(
  data: string,
  stored: StoredStore,
): Promise<{ picture: unknown; found: unknown; repeated: unknown }> {
  const app = openApp(data, clockOf(stored))
  const { store } = app
  try {
    const disagreements = await disagreementsIn(store)
    const picture = await pictureOf(app, folder)
    return { picture, found: disagreements, repeated: JSON.stringify(await repeatBatch(app)) }
  } finally {
    await store.close()
  }
}

const expected = (stored: StoredStore) => ({ picture: stored.picture, found: [], repeated: stored.repeated })

async function entriesOf(data: string): Promise<string> {
  const store = openStore(data, clockOf(third))
  const entries = Array.from(store.main.getRange({ start: Buffer.from([0]) }), ({ key, value }) =>
    [key, value].map((bytes) => Buffer.from(bytes).toString('base64')),
  )
  await store.close()
  return JSON.stringify(entries)
}

describe('a store of an earlier schema', () => {
  it.each([
    ['first', asOfSchema(1), 0.7],
    ['second', asOfSchema(2), 0.7],
    ['third', third, 0.7],
    ['seventh', seventh, 1.1],
  ] as const)(
    '(the %s) says the same when it was brought over, and what is kept is its file',
    async (_, stored, size) => {
      const data = await dataOf(stored)
      const file = readFileSync(dataFileOf(data))
      expect(() => openStore(data, clockOf(stored))).toThrow('an earlier windrow made the store')
      const upgraded = await upgradeStore(data, clockOf(stored), watching)
      expect(upgraded).toMatchObject({ to: STORE_SCHEMA })
      expect(upgraded?.bytesAfter).toBeLessThan(size * (upgraded?.bytesBefore ?? 0))
      expect(await upgradeStore(data, clockOf(stored), watching)).toBeNull()
      expect(readdirSync(data).toSorted()).toEqual(['backups', 'main', 'volatile'])
      expect(await readOut(data, stored)).toEqual(expected(stored))

      expect(readFileSync(dataFileOf(upgraded?.kept ?? '')).equals(file)).toBe(true)
      expect(await upgradeStore(upgraded?.kept ?? '', clockOf(stored), watching)).toMatchObject({ to: STORE_SCHEMA })
      expect(await readOut(upgraded?.kept ?? '', stored)).toEqual(expected(stored))
    },
  )

  it.each([
    ['third', third],
    ['fourth', fourth],
    ['fifth', fifth],
    ['sixth', sixth],
    ['seventh', seventh],
  ] as const)('(the %s) says the same when a backup of it is restored', async (_, stored) => {
    const data = await dataOf(stored)
    const [backup, restored] = [join(folder, `${made}.backup`), join(folder, `restored${made}`)]
    const store = openStore(data, clockOf(stored), { isOld: true })
    await backupStore(store, backup, watching)
    await store.close()
    await restoreStore(backup, restored, watching)
    const { picture, found } = await readOut(restored, stored)
    expect({ picture, found }).toEqual({ picture: stored.picture, found: [] })
  })

  it.each([
    ['second', asOfSchema(2), ['ann', 'Bœb', 'cy']],
    ['sixth', sixth, ['ann', 'Bœb', 'cy']],
    [
      'sixth, with a damaged entry of the audit',
      withShortValue(sixth, Buffer.from([AUDIT_ENTRIES.table.number, 0, 0, 0, 1])),
      ['Bœb', 'cy'],
    ],
  ] as const)('(the %s) gets the events of its imports and its audit', async (_, stored, names) => {
    const data = await dataOf(stored)
    await upgradeStore(data, clockOf(stored), watching)
    const store = openStore(data, clockOf(stored))
    const told = eventsAfter(store.main, 0, 1_000)
    await store.close()
    const main = ({ kind, facts }: EventRecord) => [kind, facts['files'] ?? facts['name'] ?? facts['count']]
    expect(told.map(main)).toEqual([
      ['rows.imported', 'main.jsonl'],
      ...names.map((name) => ['people.added', name]),
      ['texts.imported', 'de.jsonl'],
      ['rows.imported', 'later.jsonl, diff.jsonl'],
      ['texts.reverted', 42],
      ['texts.reverted', 21],
      ['texts.reverted', 109],
      ['history.merged', 'team'],
      ['texts.reverted', 1],
      ['texts.reverted', 1],
    ])
    expect(told.map(({ id }) => id)).toEqual(told.map((__, at) => at + 1))
    expect(told.map(({ atMs }) => atMs)).toEqual(told.map(({ atMs }) => atMs).toSorted((x, y) => x - y))
  })

  it('(the fourth) keeps what was damaged in it, as damaged', async () => {
    const damaged = withShortValue(fourth, keyOfU32('head', 1))
    const data = await dataOf(damaged)
    await upgradeStore(data, clockOf(damaged), watching)
    const app = openApp(data, clockOf(damaged))
    const disagreements = await disagreementsIn(app.store)
    await app.store.close()
    expect(disagreements).toContainEqual(expect.objectContaining({ table: 'head', at: 'row 1' }))
  })

  it('is kept as a copy where a file has one name only', async () => {
    const data = await dataOf(third)
    const noLinks = () => {
      throw Object.assign(new Error('no links'), { code: 'EPERM' })
    }
    const kept = await keepOldFile(data, third.clockMs, noLinks)
    expect(readdirSync(join(data, 'backups'))).toEqual([basename(kept)])
    expect(readFileSync(dataFileOf(kept)).equals(readFileSync(dataFileOf(data)))).toBe(true)
    expect(statSync(dataFileOf(kept)).ino).not.toBe(statSync(dataFileOf(data)).ino)
    await dropKept(data)
    // A copy that somebody may work with is nothing to be taken away.
    expect(await keepOldFile(data, third.clockMs)).toBe(`${kept}-2`)
    await dropKept(data)
    expect(readdirSync(join(data, 'backups'))).toEqual([basename(kept)])
  })

  it('is left alone where the disk has no room for it', () => {
    expect(() => expectRoom(folder, 2 ** 62)).toThrow(
      /takes up to 4398046511104 MiB, and the disk of \S+ has \d+ MiB free; free some space and try again \(nothing was changed\)$/,
    )
  })

  it.each([
    ['third', third],
    ['fourth', fourth],
    ['fifth', fifth],
    ['sixth', sixth],
    ['seventh', seventh],
  ] as const)('(the %s) comes to the same end after a kill at any step', async (_, stored) => {
    const whole = await dataOf(stored)
    const steps: string[] = []
    await upgradeStore(whole, clockOf(stored), { signal, onStep: (part, done) => void steps.push(`${part} ${done}`) })
    const right = await entriesOf(whole)
    expect(steps.slice(-3)).toEqual(['keep 0', 'keep 1', 'switch 1'])
    for (const [at, step] of steps.entries()) {
      const data = await dataOf(stored)
      const { signal: killed } = spawnSync(process.execPath, [killMain, data, String(at + 1)])
      expect(killed, step).toBe('SIGKILL')
      await upgradeStore(data, clockOf(stored), watching)
      expect(await entriesOf(data), step).toBe(right)
      // One is kept, and nothing of tries that were killed.
      expect(readdirSync(join(data, 'backups')), step).toEqual([expect.stringMatching(/^before-schema-[\d.TZ-]+$/)])
      expect(
        readdirSync(data).filter((name) => name.startsWith('upgrading-')),
        step,
      ).toEqual(step === 'switch 1' ? [expect.any(String)] : [])
    }
  })

  it('is left alone while another process has it open', async () => {
    const data = await dataOf(third)
    const program = `import('${import.meta.resolve('lmdb')}').then(({ open }) => {
      const db = open({ path: ${JSON.stringify(join(data, 'main'))}, keyEncoding: 'binary' })
      db.doesExist(Buffer.from([1]))
      console.log('open')
      setInterval(() => {}, 1000)
    })`
    const other = spawn(process.execPath, ['--input-type=module', '-e', program])
    try {
      await new Promise((resolve) => other.stdout.once('data', resolve))
      await expect(upgradeStore(data, clockOf(third), watching)).rejects.toThrow(
        `process ${other.pid} has the store open; stop it and try again (nothing was changed)`,
      )
    } finally {
      const gone = new Promise((resolve) => other.once('exit', resolve))
      other.kill('SIGKILL')
      await gone
    }
    expect(await upgradeStore(data, clockOf(third), watching)).not.toBeNull()
  })
})

it(`a store of schema ${STORE_SCHEMA} is used as it is`, async () => {
  const stored = storedStore(STORE_SCHEMA)
  const data = await dataOf(stored)
  expect(await readOut(data, stored)).toEqual(expected(stored))
})
