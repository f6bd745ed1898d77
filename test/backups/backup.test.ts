// Backups: one file, whole or not there, refused when damaged; automatic ones by the settings, one process at a time.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { backupStore } from '../../src/app/backup/backup-store.ts'
import { Refused } from '../../src/app/refused.ts'
import { damageOf } from '../../src/app/backup/found-damage.ts'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import { addUser } from '../../src/app/people/manage-users.ts'
import { automaticBackups } from '../../src/app/backup/kept-backups.ts'
import { backUp, backUpIfDue, startPeriodicBackups } from '../../src/app/backup/periodic-backups.ts'
import { backupToTry, readRestoreTrial } from '../../src/app/backup/restore-trial.ts'
import { changeGlossary } from '../../src/app/upkeep/change-glossary.ts'
import { tryIfDue } from '../../src/cli/commands/serving/try-backups.ts'
import { restoreStore } from '../../src/app/backup/restore-store.ts'
import { openSession } from '../../src/app/people/sessions.ts'
import { systemClock } from '../../src/base/time.ts'
import type { User } from '../../src/domain/people.ts'
import { claimSoleWork, giveUpSoleWork } from '../../src/store/volatile/long-work.ts'
import { dataFileOf } from '../../src/store/data-files.ts'
import { StoreUnusable } from '../../src/store/file/store-unusable.ts'
import { keyOf, keyOfU32 } from '../../src/store/file/keyspace.ts'
import { readUserByName } from '../../src/store/records/people-and-keys.ts'
import { keysUnder } from '../../src/store/file/record.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { disagreementsIn } from '../support/app-world.ts'
import { gameStore, idOf } from '../support/game-store.ts'
import { run } from '../support/program.ts'
import { tableNamed } from '../support/tables.ts'

const watching = { signal: new AbortController().signal, onStep: () => {}, onEntries: () => {} }

const game = gameStore()
const texts = Object.fromEntries(
  Array.from({ length: 3_000 }, (_, n) => [idOf(n + 1), `Text {0} number ${n} `.repeat(20)]),
)
await game.importFiles({ main: game.jsonl('main.jsonl', texts) })
await addUser(game.app, null, { name: 'ann', role: 'admin', password: null })
await openSession(game.app, readUserByName(game.app.store.main, 'ann') as User, '127.0.0.1')
const backup = join(game.folder, 'backup')
await backupStore(game.app.store, backup, watching)
afterAll(() => game.close())

let places = 0
const place = (): string => join(game.folder, `place${++places}`)

describe('a backup', () => {
  it('is one file for its owner alone, and leaves nothing else beside it', () => {
    expect(readdirSync(game.folder).filter((name) => name.includes('backup'))).toEqual(['backup'])
    if (process.platform !== 'win32') expect(statSync(backup).mode & 0o77).toBe(0)
  })

  it('holds everything but sessions, and passes the check', async () => {
    const data = place()
    await restoreStore(backup, data, watching)
    const store = openStore(data, systemClock)
    expect(await disagreementsIn(store)).toEqual([])
    const count = (table: string): number => [...keysUnder(store.main, { prefix: keyOf(tableNamed(table)) })].length
    expect([count('row_by_id'), count('user'), count('session'), count('session_by_user')]).toEqual([3_000, 1, 0, 0])
    await store.close()
  })

  it('never overwrites a file, whatever it is', async () => {
    const file = place()
    writeFileSync(file, 'precious')
    await expect(backupStore(game.app.store, file, watching)).rejects.toThrow(Refused)
    await expect(backupStore(game.app.store, join(place(), 'x'), watching)).rejects.toThrow(/there is no folder/)
    expect(readFileSync(file, 'utf8')).toBe('precious')
  })

  it('that is interrupted leaves nothing', async () => {
    const abort = new AbortController()
    const file = place()
    const interrupted = backupStore(game.app.store, file, { signal: abort.signal, onEntries: () => abort.abort() })
    await expect(interrupted).rejects.toThrow()
    expect(readdirSync(game.folder).filter((name) => name.includes(`place${places}`))).toEqual([])
  })
})

describe('a damaged backup', () => {
  const refused = async (bytes: Buffer): Promise<string> => {
    const [file, data] = [place(), place()]
    writeFileSync(file, bytes)
    const refusal = await restoreStore(file, data, watching).then(
      () => 'restored',
      (error: unknown) => (error instanceof Refused ? error.message : String(error)),
    )
    expect(existsSync(dataFileOf(data))).toBe(false)
    expect(existsSync(data) ? readdirSync(data) : []).toEqual([])
    return refusal
  }

  it('is refused wherever it is cut', async () => {
    const bytes = readFileSync(backup)
    for (const length of [0, 5, 16, 30, 60, 100, bytes.length >> 1, bytes.length - 30, bytes.length - 1])
      expect(await refused(bytes.subarray(0, length))).toMatch(/can't be restored: it (is|ends)/)
  })

  it('is refused whatever bit is turned, and when something follows', async () => {
    const bytes = readFileSync(backup)
    for (let at = 3; at < bytes.length; at += Math.floor(bytes.length / 23)) {
      const turned = Buffer.from(bytes)
      turned[at] = (turned[at] as number) ^ 0x10
      expect(await refused(turned)).toMatch(/can't be restored: it is (damaged at byte \d+|not a file that)/)
    }
    expect(await refused(Buffer.concat([bytes, Buffer.from('x')]))).toMatch(/goes on after its end mark/)
  })

  it('is another file, a folder, or not there', async () => {
    expect(await refused(Buffer.alloc(10_000, 1))).toMatch(/not a file that windrow backup wrote/)
    await expect(restoreStore(game.folder, place(), watching)).rejects.toThrow(/is not a file/)
    await expect(restoreStore(place(), place(), watching)).rejects.toThrow(/there is no file/)
  })
})

describe('a restore', () => {
  it('goes only into an empty folder', async () => {
    const data = place()
    mkdirSync(data)
    writeFileSync(join(data, 'notes.txt'), 'mine')
    await expect(restoreStore(backup, data, watching)).rejects.toThrow(/is not empty \(it holds notes.txt\)/)
    rmSync(join(data, 'notes.txt'))
    await restoreStore(backup, data, watching)
    await expect(restoreStore(backup, data, watching)).rejects.toThrow(/is not empty \(it holds main\)/)
  })

  it('clears away what a restore that was killed left behind', async () => {
    const data = place()
    mkdirSync(join(data, 'restoring-999999999', 'main'), { recursive: true })
    mkdirSync(join(data, '.native'))
    await restoreStore(backup, data, watching)
    expect(readdirSync(data).sort()).toEqual(['.native', 'main'])
  })
})

describe('automatic backups', () => {
  const clock = { ms: Date.UTC(2026, 0, 1), nowMs: () => clock.ms, monotonicMs: () => clock.ms }
  const hour = 3_600_000
  const signal = new AbortController().signal
  const appOn = () => ({ ...game.app, clock })
  const names = (): string[] => automaticBackups(game.app.backups.folder, clock.ms).map(({ name }) => name)

  beforeEach(async () => {
    rmSync(join(game.app.store.folder, 'backups'), { recursive: true, force: true })
    await changeSetting(game.app, null, 'backup_every_hours', '24')
    await changeSetting(game.app, null, 'backups_kept', '3')
    await changeSetting(game.app, null, 'backup_weeks_kept', '0')
  })

  it('are not made of the game alone', async () => {
    await backUpIfDue(appOn(), signal)
    expect(names()).toEqual([])
    const term = { source: 'Text', forms: ['Tekst'], caseSensitive: false, doNotTranslate: false, note: '' }
    await changeGlossary(game.app, null, { entries: [term], how: 'replace', origin: 'a test' })
    await backUpIfDue(appOn(), signal)
    expect(names()).toHaveLength(1)
  })

  it('are not made if a setting forbids them', async () => {
    await changeSetting(game.app, null, 'backup_every_hours', '0')
    await backUpIfDue(appOn(), signal)
    expect(names()).toEqual([])
  })

  it('lie in the folder of the configuration, with one of each week, and its program gets each', async () => {
    const [folder, seen] = [place(), place()]
    const program = place()
    writeFileSync(program, `#!/bin/sh\necho "$1" >> '${seen}'\n`, { mode: 0o700 })
    await changeSetting(game.app, null, 'backup_weeks_kept', '2')
    await changeSetting(game.app, null, 'backups_kept', '1')
    const app = { ...appOn(), backups: { folder, after: process.platform === 'win32' ? null : program } }
    const start = clock.ms
    for (let day = 0; day < 24; day++, clock.ms += 24 * hour) await backUpIfDue(app, signal)
    const kept = automaticBackups(folder, clock.ms).map(({ timeMs }) => (timeMs - start) / (24 * hour))
    // 2026-01-01 began a week of seven days since 1970.
    expect(kept).toEqual([20, 23])
    expect(names()).toEqual([])
    const told = process.platform === 'win32' ? [] : readFileSync(seen, 'utf8').trim().split('\n')
    expect(told).toHaveLength(process.platform === 'win32' ? 0 : 24)
    expect(told.at(-1) ?? join(folder, 'windrow-2026-01-24T00-00-00Z.backup')).toBe(
      join(folder, 'windrow-2026-01-24T00-00-00Z.backup'),
    )
    clock.ms = start
  })

  it('say why their program failed, and stay', async () => {
    const folder = place()
    const missing = place()
    const made = await backUp({ ...appOn(), backups: { folder, after: missing } }, { signal })
    expect(made).toMatchObject({ damage: null, afterProblem: expect.stringContaining('ENOENT') })
    expect(automaticBackups(folder, clock.ms)).toHaveLength(1)
  })

  it('are tried: the newest is restored and checked, once a week', async () => {
    const folder = place()
    const app = { ...appOn(), backups: { folder, after: null } }
    await backUpIfDue(app, signal)
    const [name] = automaticBackups(folder, clock.ms).map((each) => each.name)
    expect(backupToTry(app)).toBe(name)
    await tryIfDue(app, signal)
    expect(readRestoreTrial(folder)).toEqual({ backup: name, atMs: clock.ms, problem: null })
    expect([backupToTry(app), readdirSync(folder)]).toEqual([null, ['restore-trial.json', name]])
    const start = clock.ms
    clock.ms += 8 * 24 * hour
    await backUpIfDue(app, signal)
    const [next] = automaticBackups(folder, clock.ms)
      .map((each) => each.name)
      .slice(-1)
    const path = join(folder, next ?? '')
    const bytes = readFileSync(path)
    const middle = Math.floor(bytes.length / 2)
    writeFileSync(path, bytes.fill(0, middle, middle + 64))
    await tryIfDue(app, signal)
    expect(readRestoreTrial(folder)).toEqual({ backup: next, atMs: clock.ms, problem: expect.stringMatching(/backup/) })
    expect(backupToTry(app)).toBeNull()
    clock.ms = start
  })

  it('are made when it is time, and the oldest go', async () => {
    for (let i = 0; i < 6; i++) {
      await backUpIfDue(appOn(), signal)
      await backUpIfDue(appOn(), signal)
      clock.ms += 23 * hour
      await backUpIfDue(appOn(), signal)
      clock.ms += hour
    }
    expect(names()).toEqual(['04', '05', '06'].map((day) => `windrow-2026-01-${day}T00-00-00Z.backup`))
    const data = place()
    await restoreStore(join(game.app.store.folder, 'backups', names()[0] ?? ''), data, watching)
  })

  it('are made by one process at a time, and by another one when that is gone', async () => {
    const own = { ...game.app.store, main: game.app.store.main, volatile: game.app.store.volatile, clock }
    const other = claimSoleWork(own, 'backup')
    expect(other).not.toBeNull()
    const store = { ...game.app.store, main: game.app.store.main, volatile: game.app.store.volatile, clock }
    const app = { ...appOn(), store }
    await backUpIfDue(app, signal)
    expect(names()).toEqual([])
    clock.ms += 10 * 60_000
    await backUpIfDue(app, signal)
    expect(names()).toHaveLength(1)
    giveUpSoleWork(store, 'backup', other ?? '')
  })

  const folder = (): string => join(game.app.store.folder, 'backups')
  const all = (): string[] => readdirSync(folder()).sort()

  it('are not held back by one that carries a time of the future, and partial files of the dead go', async () => {
    mkdirSync(folder(), { recursive: true })
    writeFileSync(join(folder(), 'windrow-2036-01-01T00-00-00Z.backup'), '')
    writeFileSync(join(folder(), '.windrow-x.backup.partial-00'), '')
    await backUpIfDue(appOn(), signal)
    expect(names()).toHaveLength(1)
    expect(all()).toHaveLength(2)
  })

  it('of a clock that was ahead neither make those of now go nor bring one at every look', async () => {
    clock.ms = Date.UTC(2026, 1, 1)
    await backUpIfDue(appOn(), signal)
    for (const day of [100, 101, 102, 103]) {
      clock.ms = Date.UTC(2026, 1, 1 + day)
      await backUpIfDue(appOn(), signal)
    }
    const ahead = all()
    expect(ahead).toHaveLength(3)
    clock.ms = Date.UTC(2026, 1, 2)
    for (let look = 0; look < 5; look++) {
      await backUpIfDue(appOn(), signal)
      clock.ms += 30_000
    }
    expect(names()).toEqual(['windrow-2026-02-02T00-00-00Z.backup'])
    for (const day of [3, 4, 5]) {
      clock.ms = Date.UTC(2026, 1, day)
      await backUpIfDue(appOn(), signal)
    }
    expect(names()).toEqual(['03', '04', '05'].map((day) => `windrow-2026-02-${day}T00-00-00Z.backup`))
    expect(all()).toEqual([...names(), ...ahead])
  })

  it('of a clock that was behind make none of the others go', async () => {
    clock.ms = Date.UTC(2026, 2, 1)
    await backUpIfDue(appOn(), signal)
    for (const day of [1, 2, 3, 4, 5]) {
      clock.ms = Date.UTC(2001, 0, day)
      await backUpIfDue(appOn(), signal)
    }
    expect(all()).toEqual([
      ...['03', '04', '05'].map((day) => `windrow-2001-01-${day}T00-00-00Z.backup`),
      'windrow-2026-03-01T00-00-00Z.backup',
    ])
  })

  it('of a damaged store say so in their names, and none of the good ones goes', async () => {
    clock.ms = Date.UTC(2026, 3, 1)
    const { store } = game.app
    const key = keyOfU32('row', 3)
    const block = Buffer.from(store.main.getBinary(key) as Buffer)
    for (let day = 0; day < 3; day++, clock.ms += 24 * hour) await backUpIfDue(appOn(), signal)
    const good = all()
    await store.main.put(key, block.subarray(0, -1))
    for (let day = 0; day < 5; day++, clock.ms += 24 * hour) {
      await backUpIfDue(appOn(), signal)
      await backUpIfDue(appOn(), signal)
    }
    expect(all()).toEqual([
      ...['06', '07', '08'].map((day) => `damaged-windrow-2026-04-${day}T00-00-00Z.backup`),
      ...good,
    ])
    expect(damageOf(game.app)?.problem).toMatch(/^row, block 3 \(rows 192 and on\): /)
    await store.main.put(key, block)
    await backUpIfDue(appOn(), signal)
    expect(damageOf(game.app)).toBeNull()
    expect(all().filter((name) => name.startsWith('windrow-'))).toEqual([
      ...good.slice(1),
      'windrow-2026-04-09T00-00-00Z.backup',
    ])
  })

  it('begin with the server', async () => {
    const periodic = startPeriodicBackups(appOn(), 0)
    while (names().length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    await periodic.stop()
    expect(names()).toHaveLength(1)
  })
})

describe('the commands', () => {
  it('back up, restore, check and count, in words and in JSON', async () => {
    const [file, data] = [place(), place()]
    const { folder } = game.app.store
    const written = await run(['backup', file, '--data', folder, '--json'])
    expect(JSON.parse(written.stdout)).toEqual({ file, entries: expect.any(Number), bytes: statSync(file).size })
    expect((await run(['backup', file, '--data', folder])).stderr).toMatch(/^error: .* already exists; /)
    const restored = await run(['restore', file, '--data', data, '--json'])
    expect([restored.code, JSON.parse(restored.stdout)]).toEqual([0, { data, entries: expect.any(Number) }])
    expect((await run(['restore', file, '--data', data])).code).toBe(1)
    expect((await run(['check', '--data', data])).stdout).toMatch(/^everything agrees: 3,000 rows/)
    const stats = await run(['stats', '--data', data, '--json'])
    expect(JSON.parse(stats.stdout)).toMatchObject({
      rows: 3_000,
      by_state: { all: 3_000, none: 3_000, machine: 0, manual: 0, stale: 0 },
      by_source: { all: 3_000, main: 3_000, diff: 0, diff_only: 0 },
      by_layer: { manual: 0, machine: 0 },
      revisions: [],
    })
    // Another program may have the usual port just now.
    const doctor = await run(['doctor', '--data', data, '--json'], { env: { WINDROW_PORT: '0' } })
    expect([doctor.code, JSON.parse(doctor.stdout)]).toEqual([
      0,
      expect.objectContaining({
        ok: true,
        checks: expect.arrayContaining([expect.objectContaining({ what: 'store', status: 'ok' })]),
      }),
    ])
  })

  it('say what keeps windrow from working', async () => {
    const data = place()
    const { code, stdout } = await run(['doctor', '--data', data, '--json'], {
      env: { WINDROW_HOST: '0.0.0.0', WINDROW_PROT: '1' },
    })
    expect(code).toBe(1)
    const { checks, configuration } = JSON.parse(stdout) as {
      checks: { what: string; status: string }[]
      configuration: { name: string; source: string }[]
    }
    expect(checks).toContainEqual(expect.objectContaining({ what: 'exposure', status: 'failed' }))
    expect(checks).toContainEqual(expect.objectContaining({ what: 'configuration', status: 'warning' }))
    expect(configuration).toContainEqual(expect.objectContaining({ name: 'host', source: 'environment WINDROW_HOST' }))
    expect(existsSync(data)).toBe(false)
  })
})

it('keeps a newer windrow’s backup out', async () => {
  const { BackupWriter } = await import('../../src/store/file/backup-format.ts')
  const { open } = await import('node:fs/promises')
  const path = place()
  const file = await open(path, 'w')
  const writer = new BackupWriter({ append: (bytes) => file.appendFile(bytes) })
  await writer.begin({ format: 1, schema: 99, createdAtMs: 0 })
  await writer.add('T', Buffer.from('{"entries":0,"bytes":0}'))
  await file.close()
  await expect(restoreStore(path, place(), watching)).rejects.toThrow(StoreUnusable)
})
