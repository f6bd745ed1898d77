// Brings a store that an earlier windrow made to the schema of this one (windrow upgrade, and the first start of a server). It
// is written anew into a folder beside it, the old file gets a second name under `backups/` (keep-old-file.ts), and one
// renaming puts the new file in its place: whatever ends the work before that leaves the store as it was, and the next try
// begins anew. No other process may have the store open meanwhile, since it would go on with a file that nobody looks at any more.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import { removeLeftover, replaceFile, syncFolder } from '../../base/whole-file.ts'
import { leaseDeadAfterMs } from '../../domain/limits.ts'
import { writeAnew } from '../../store/door/write-anew.ts'
import { inTurn, type WorkInTurn } from '../../store/door/long-write.ts'
import { openStore } from '../../store/door/open-store.ts'
import { lastTimeGiven } from '../../store/door/times.ts'
import { makeStore } from '../../store/file/beside.ts'
import { dataFileOf, mainFolder } from '../../store/file/data-files.ts'
import { type Database, readSchema } from '../../store/file/environment.ts'
import { StoreUnusable } from '../../store/file/store-unusable.ts'
import { STORE_SCHEMA } from '../../store/file/schema-version.ts'
import { writesSoFar } from '../../store/rows/changes.ts'
import { freshen, type Store } from '../../store/store.ts'
import { takeTurn } from '../../store/volatile/lease.ts'
import { dropKept, expectRoom, keepOldFile } from './keep-old-file.ts'

interface UpgradeWatching {
  readonly signal: AbortSignal
  /** Hears how far each part is; the first counts entries. */
  readonly onStep: (part: 'entries' | 'keep' | 'switch', done: number, total: number) => void
}

export interface Upgraded {
  readonly from: number
  readonly to: number
  /** The data folder with the old file, which the windrow of before can be started on. */
  readonly kept: string
  readonly bytesBefore: number
  readonly bytesAfter: number
}

const besidePrefix = 'upgrading-'
/** Longer than a turn takes to be found dead. */
const waitMsMax = leaseDeadAfterMs + 2_000
/** A command that is about to end. */
const othersGoneWithinMs = 3_000
const lookAgainMs = 100
/** The new file has full pages, but an entry may be a little longer. */
const roomRatio = 17 / 16

/** Brings the store over; null: it has the present schema. Throws `StoreUnusable` with what to do, and nothing changed. */
export async function upgradeStore(folder: string, clock: Clock, watching: UpgradeWatching): Promise<Upgraded | null> {
  const file = statSync(dataFileOf(folder)).ino
  const store = openStore(folder, clock, { isOld: true })
  try {
    if (readSchema(store.main) === STORE_SCHEMA) return null
    const waiting = AbortSignal.any([watching.signal, AbortSignal.timeout(waitMsMax)])
    const take = () => takeTurn(store, waiting).catch(notInTurn(watching.signal))
    const upgrade = async ({ breathe }: WorkInTurn): Promise<Upgraded | null> => {
      // Somebody else was quicker.
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
        // The locks of the old file mean nothing to the new one.
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

/** What a killed upgrade left: only whoever has the turn comes here. */
async function clearLeftovers(folder: string): Promise<void> {
  await dropKept(folder)
  for (const name of readdirSync(folder)) if (name.startsWith(besidePrefix)) await removeLeftover(join(folder, name))
}

/** Waits until no other process has the store open, though not for long. */
async function expectNobodyElse(store: Store, signal: AbortSignal): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += lookAgainMs) {
    store.main.readerCheck()
    const pid = otherReader(store.main)
    if (pid === null) return
    if (waitedMs >= othersGoneWithinMs) throw new StoreUnusable({ code: 'store_open_elsewhere', pid })
    await sleep(lookAgainMs, undefined, { signal })
  }
}

/** The number of another process that LMDB knows as a reader; its list has a line for each, which begins with the number. */
function otherReader(db: Database): number | null {
  for (const [, pid] of db.readerList().matchAll(/^\s*(\d+) /gm)) if (Number(pid) !== process.pid) return Number(pid)
  return null
}

/** What the pages of a store take that hold something. */
function bytesInUse(db: Database): number {
  const stats = db.getStats() as Readonly<Record<string, number>>
  const pages = ['treeBranchPageCount', 'treeLeafPageCount', 'overflowPages'].map((name) => stats[name] ?? 0)
  return pages.reduce((sum, count) => sum + count, 0) * (stats['pageSize'] ?? 0)
}
