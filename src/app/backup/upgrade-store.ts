// Upgrades an earlier store to the present schema (windrow upgrade-store, and the first start of a server): rewrites it into a
// temporary folder, keeps the old file and puts the new one in its place with one rename. No other process may have the store
// open: it would continue with the old file.
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freeBytesIn } from '../../base/disk-room.ts'
import type { Clock } from '../../base/time.ts'
import { removeLeftover, replaceFile, syncFolder } from '../../base/whole-file.ts'
import { leaseDeadAfterMs } from '../../domain/limits.ts'
import { writeAnew } from '../../store/backup.ts'
import { inTurn, type WorkInTurn } from '../../store/change-rows.ts'
import { dataFileOf, hasNoLinks, mainFolder } from '../../store/data-files.ts'
import { makeStore, openStore, readSchema, StoreUnusable } from '../../store/open.ts'
import { STORE_SCHEMA } from '../../store/schema-version.ts'
import type { Database, Store } from '../../store/store.ts'
import { freshen, lastTimeGiven, writesSoFar } from '../../store/view.ts'
import { takeTurn } from '../../store/volatile.ts'
import { dropPartials, partialNameOf } from './backup-store.ts'

// Before an upgrade, keeps the store's old file under `backups/` of the data folder, for the earlier version of windrow: as a hard
// link, which costs neither room nor time, or as a copy on file systems without links.
//
//   backups/before-schema-N-TIME/main/data.mdb

const MiB = 2 ** 20
const namePrefix = 'before-schema-'
const backupsOf = (folder: string): string => join(folder, 'backups')

/** Keeps the old file; returns the data folder that now has it. No process may write to the store meanwhile. */
export async function keepOldFile(folder: string, lastWriteMs: number, link = linkSync): Promise<string> {
  const backups = backupsOf(folder)
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  const kept = freeName(join(backups, `${namePrefix}${STORE_SCHEMA}-${timeName(lastWriteMs)}`))
  const beside = partialNameOf(kept)
  try {
    mkdirSync(mainFolder(beside), { recursive: true, mode: 0o700 })
    await linkOrCopy(realpathSync(dataFileOf(folder)), dataFileOf(beside), link)
    await syncFolder(mainFolder(beside))
    await syncFolder(beside)
    await replaceFile(beside, kept)
    await syncFolder(backups)
    return kept
  } finally {
    await removeLeftover(beside)
  }
}

/** Removes leftovers of a killed upgrade. No other process may write to the folder. */
export async function dropKept(folder: string): Promise<void> {
  const backups = backupsOf(folder)
  if (!existsSync(backups)) return
  await dropPartials(backups)
  const file = statSync(dataFileOf(folder), { bigint: true })
  for (const name of readdirSync(backups)) {
    if (!name.startsWith(namePrefix)) continue
    const kept = statSync(dataFileOf(join(backups, name)), { bigint: true, throwIfNoEntry: false })
    if (kept?.ino === file.ino && kept.dev === file.dev) await removeLeftover(join(backups, name))
  }
}

export function expectRoom(folder: string, bytes: number): void {
  const freeBytes = freeBytesIn(folder)
  if (freeBytes >= bytes) return
  const [wanted, free] = [Math.ceil(bytes / MiB), Math.floor(freeBytes / MiB)]
  throw new StoreUnusable({ code: 'no_room_to_upgrade', wanted, folder, free })
}

const timeName = (timeMs: number): string => new Date(timeMs).toISOString().replaceAll(':', '-')

function freeName(path: string): string {
  for (let copy = 2, name = path; ; name = `${path}-${copy++}`) if (!existsSync(name)) return name
}

async function linkOrCopy(from: string, to: string, link: typeof linkSync): Promise<void> {
  try {
    link(from, to)
  } catch (error) {
    if (!hasNoLinks(error)) throw error
    expectRoom(dirname(to), statSync(from).size)
    copyFileSync(from, to)
    await using file = await open(to, 'r+')
    await file.sync()
  }
}

interface UpgradeWatching {
  readonly signal: AbortSignal
  readonly onStep: (part: 'entries' | 'keep' | 'switch', done: number, total: number) => void
}

export interface Upgraded {
  readonly from: number
  readonly to: number
  /** The data folder in which the old file was kept, for the earlier version of windrow. */
  readonly kept: string
  readonly bytesBefore: number
  readonly bytesAfter: number
}

const besidePrefix = 'upgrading-'
/** How long an upgrade waits for other processes: long enough to notice that one of them is dead. */
const waitMsMax = leaseDeadAfterMs + 2_000
const othersGoneWithinMs = 3_000
const lookAgainMs = 100
/** The new file needs a little more room than the old one: its pages are full, but entries may be a little longer. */
const roomRatio = 17 / 16

/** Upgrades the store. Null: it has the present schema already. Throws `StoreUnusable`, and then nothing has changed. */
export async function upgradeStore(folder: string, clock: Clock, watching: UpgradeWatching): Promise<Upgraded | null> {
  const file = statSync(dataFileOf(folder)).ino
  const store = openStore(folder, clock, { isOld: true })
  try {
    if (readSchema(store.main) === STORE_SCHEMA) return null
    const waiting = AbortSignal.any([watching.signal, AbortSignal.timeout(waitMsMax)])
    const take = () => takeTurn(store, waiting).catch(notInTurn(watching.signal))
    const upgrade = async ({ breathe }: WorkInTurn): Promise<Upgraded | null> => {
      // The file is another one by now, so another process has upgraded the store.
      if (statSync(dataFileOf(folder)).ino !== file) return null
      await clearLeftovers(folder)
      await expectNobodyElse(store, watching.signal)
      const writes = writesSoFar(store.main)
      const bytesBefore = statSync(dataFileOf(folder)).size
      const from = readSchema(store.main)
      expectRoom(folder, bytesInUse(store.main) * roomRatio)
      const beside = join(folder, `${besidePrefix}${process.pid}`)
      const onEntries = (done: number, total: number): void => watching.onStep('entries', done, total)
      await makeStore(beside, (db) => writeAnew(store, db, breathe, onEntries))
      watching.onStep('keep', 0, 1)
      const kept = await keepOldFile(folder, lastTimeGiven(store))
      watching.onStep('keep', 1, 1)
      try {
        await expectNobodyElse(store, watching.signal)
        freshen(store)
        if (writesSoFar(store.main) !== writes) throw new StoreUnusable({ code: 'upgrade_overtaken' })
        await store.main.close()
        await removeLeftover(join(mainFolder(folder), 'lock.mdb'))
        await replaceFile(dataFileOf(beside), dataFileOf(folder))
      } catch (error) {
        await removeLeftover(kept)
        throw error
      }
      await syncFolder(mainFolder(folder))
      watching.onStep('switch', 1, 1)
      await removeLeftover(beside)
      return { from, to: STORE_SCHEMA, kept, bytesBefore, bytesAfter: statSync(dataFileOf(folder)).size }
    }
    return await inTurn(store, watching.signal, upgrade, take)
  } finally {
    await store.close()
  }
}

const notInTurn =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    if (signal.aborted) throw error
    throw new StoreUnusable({ code: 'upgrade_waits' })
  }

/** Removes what a killed upgrade left. No other process may upgrade meanwhile. */
async function clearLeftovers(folder: string): Promise<void> {
  await dropKept(folder)
  for (const name of readdirSync(folder)) if (name.startsWith(besidePrefix)) await removeLeftover(join(folder, name))
}

async function expectNobodyElse(store: Store, signal: AbortSignal): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += lookAgainMs) {
    store.main.readerCheck()
    const pid = otherReader(store.main)
    if (pid === null) return
    if (waitedMs >= othersGoneWithinMs) throw new StoreUnusable({ code: 'store_open_elsewhere', pid })
    await sleep(lookAgainMs, undefined, { signal })
  }
}

/** The id of another process that reads the store, from LMDB's list of readers, where each line begins with one. */
function otherReader(db: Database): number | null {
  for (const [, pid] of db.readerList().matchAll(/^\s*(\d+) /gm)) if (Number(pid) !== process.pid) return Number(pid)
  return null
}

function bytesInUse(db: Database): number {
  const stats = db.getStats() as Readonly<Record<string, number>>
  const pages = ['treeBranchPageCount', 'treeLeafPageCount', 'overflowPages'].map((name) => stats[name] ?? 0)
  return pages.reduce((sum, count) => sum + count, 0) * (stats['pageSize'] ?? 0)
}
