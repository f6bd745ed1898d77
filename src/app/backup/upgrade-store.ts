// Upgrades an earlier store to the present schema (windrow upgrade-store, and the first start of a server): rewrites it
// into a temporary folder, or copies the file there if only the schema's number changes; keeps the old file
// (keep-old-file.ts) and puts the new one in place with one rename. No other process may have it open: it would
// continue with the old file.
import { constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../base/time.ts'
import { removeLeftover, replaceFile, syncFolder } from '../../base/whole-file.ts'
import { leaseDeadAfterMs } from '../../domain/limits.ts'
import { setPresentSchema, writeAnew } from '../../store/backup.ts'
import { inTurn, type WorkInTurn } from '../../store/change-rows.ts'
import { makeStore, openStore, readSchema, StoreUnusable } from '../../store/open.ts'
import { freshen, lastTimeGiven, writesSoFar } from '../../store/view.ts'
import { dataFileOf, mainFolder } from '../../store/data-files.ts'
import type { Database, Store } from '../../store/store.ts'
import { sameEntriesFrom, STORE_SCHEMA } from '../../store/schema-version.ts'
import { takeTurn } from '../../store/volatile.ts'
import { dropKept, expectRoom, keepOldFile } from './keep-old-file.ts'

interface UpgradeWatching {
  readonly signal: AbortSignal
  readonly onStep: (part: 'entries' | 'keep' | 'switch', done: number, total: number) => void
}

export interface Upgraded {
  readonly from: number
  readonly to: number
  /** The data folder with the old file, for the earlier version of windrow. */
  readonly kept: string
  readonly bytesBefore: number
  readonly bytesAfter: number
}

const besidePrefix = 'upgrading-'
/** Enough to notice a dead process. */
const waitMsMax = leaseDeadAfterMs + 2_000
const othersGoneWithinMs = 3_000
const lookAgainMs = 100
/** Pages of the new file are full, but entries may be a little longer. */
const roomRatio = 17 / 16

/** Null: the store has the present schema. Throws `StoreUnusable` with nothing changed. */
export async function upgradeStore(folder: string, clock: Clock, watching: UpgradeWatching): Promise<Upgraded | null> {
  const file = statSync(dataFileOf(folder)).ino
  const store = openStore(folder, clock, { isOld: true })
  try {
    if (readSchema(store.main) === STORE_SCHEMA) return null
    const waiting = AbortSignal.any([watching.signal, AbortSignal.timeout(waitMsMax)])
    const take = () => takeTurn(store, waiting).catch(notInTurn(watching.signal))
    const upgrade = async ({ breathe }: WorkInTurn): Promise<Upgraded | null> => {
      // Another file: another process has upgraded the store.
      if (statSync(dataFileOf(folder)).ino !== file) return null
      await clearLeftovers(folder)
      await expectNobodyElse(store, watching.signal)
      const writes = writesSoFar(store.main)
      const bytesBefore = statSync(dataFileOf(folder)).size
      const from = readSchema(store.main)
      const isCopied = from >= sameEntriesFrom
      expectRoom(folder, isCopied ? bytesBefore : bytesInUse(store.main) * roomRatio)
      const beside = join(folder, `${besidePrefix}${process.pid}`)
      const onEntries = (done: number, total: number): void => watching.onStep('entries', done, total)
      if (isCopied) await copyData(folder, beside, onEntries)
      await makeStore(beside, async (db) =>
        isCopied ? setPresentSchema(db) : await writeAnew(store, db, breathe, onEntries),
      )
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

/** Nothing writes to the store meanwhile. Takes no room where the file system shares the blocks of copies. */
async function copyData(folder: string, to: string, onDone: (done: number, total: number) => void): Promise<void> {
  onDone(0, 1)
  mkdirSync(mainFolder(to), { recursive: true, mode: 0o700 })
  await copyFile(dataFileOf(folder), dataFileOf(to), constants.COPYFILE_FICLONE)
  onDone(1, 1)
}

const notInTurn =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    if (signal.aborted) throw error
    throw new StoreUnusable({ code: 'upgrade_waits' })
  }

/** Removes leftovers of a killed upgrade. No other process may upgrade meanwhile. */
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

/** A process in LMDB's list of readers, where each line begins with a process id. */
function otherReader(db: Database): number | null {
  for (const [, pid] of db.readerList().matchAll(/^\s*(\d+) /gm)) if (Number(pid) !== process.pid) return Number(pid)
  return null
}

function bytesInUse(db: Database): number {
  const stats = db.getStats() as Readonly<Record<string, number>>
  const pages = ['treeBranchPageCount', 'treeLeafPageCount', 'overflowPages'].map((name) => stats[name] ?? 0)
  return pages.reduce((sum, count) => sum + count, 0) * (stats['pageSize'] ?? 0)
}
