// Work of many seconds, as all processes see it: imports, reverts and the like that the site started, and work that only one
// process should do.
import { hostname } from 'node:os'
import { isAlive } from '../../base/alive.ts'
import { randomBytes, randomUUID } from '../../base/crypto.ts'
import { keyOf, keyOfU32, TABLES } from '../file/keyspace.ts'
import { getRecord, keysUnder, putRecord, records } from '../file/record.ts'
import type { Store } from '../store.ts'

/** Long work that runs in a process of its own, besides imports and reverts. */
export type RunTask = 'install' | 'uninstall' | 'files' | 'history' | 'backup' | 'publish'

export interface ImportRun {
  readonly id: number
  readonly userId: number
  readonly startedAtMs: number
  readonly endedAtMs: number | null
  /** The state of the run; `waiting` and `running` ones are pending. */
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly isDryRun: boolean
  /** Options that select the work to take back; only of a revert. */
  readonly reverts?: readonly string[]
  /** `out`: the folder of its files for a download, below the data folder. */
  readonly task?: { readonly name: RunTask; readonly out: string | null }
  readonly files: readonly { readonly slot: string; readonly fileName: string; readonly sizeBytes: number }[]
  /** Of a look at another game's files: what waits for a person's word, to be imported then. */
  readonly waiting?: WaitingUpload
  readonly pid: number | null
  /** The server that starts it and records its end. Absent in runs of older windrows. */
  readonly follower?: Follower
  readonly progress: string
  /** The document that the command prints with --json. */
  readonly report: Readonly<Record<string, unknown>> | null
  readonly message: string | null
  /** The message as a code with facts; absent in runs of older windrows and in faults. */
  readonly refusal?: { readonly code: string }
}

/** Files that were uploaded and looked at. */
export interface WaitingUpload {
  readonly folder: string
  readonly uploads: readonly {
    readonly slot: string
    readonly fileName: string
    readonly path: string
    readonly sizeBytes: number
  }[]
  /** Options of `windrow import`: those of the upload, and those that say how the files lie. */
  readonly options: readonly string[]
  readonly choices: readonly string[]
  /** True: the set-up began it, and goes on after the import. */
  readonly isSetUp: boolean
  /** Its import was started. */
  readonly isTaken?: true
}

interface Follower {
  readonly pid: number
  /** Random, because a later process may have the same id (in a container it always does). */
  readonly mark: string
}

const own: Follower = { pid: process.pid, mark: randomBytes(8).toString('hex') }

const runsKept = 30

export function addImportRun(store: Store, run: Omit<ImportRun, 'id' | 'follower'>): ImportRun {
  const db = store.volatile
  return db.transactionSync(() => {
    const ids = [...keysUnder(db, { prefix: Buffer.from([TABLES.import_run]) })].map((key) => key.readUInt32BE(1))
    for (const old of ids.slice(0, Math.max(0, ids.length + 1 - runsKept))) void db.remove(keyOfU32('import_run', old))
    const added = { ...run, follower: own, id: (ids.at(-1) ?? 0) + 1 }
    putRecord(db, keyOfU32('import_run', added.id), added)
    return added
  })
}

export const putImportRun = (store: Store, run: ImportRun): void =>
  store.volatile.transactionSync(() => putRecord(store.volatile, keyOfU32('import_run', run.id), run))

export const readImportRun = (store: Store, id: number): ImportRun | null =>
  getRecord<ImportRun>(store.volatile, keyOfU32('import_run', id)) ?? null

/**
 * Imports, reverts and other long work started by the site, in volatile, so that every server process can show their
 * progress. Reports of finished imports are in main.
 */
export const importRuns = (store: Store): ImportRun[] =>
  Array.from(
    records<ImportRun>(store.volatile, { prefix: Buffer.from([TABLES.import_run]), reverse: true }),
    ({ value }) => value,
  )

export const isPending = ({ state }: ImportRun): boolean => state === 'waiting' || state === 'running'

/** True: no process is left to record the run's end. Its own process may end a moment before the follower records that. */
export const isAbandoned = ({ pid, follower }: ImportRun): boolean =>
  (pid === null || !isAlive(pid)) && (follower === undefined || !isFollowing(follower))

const isFollowing = ({ pid, mark }: Follower): boolean => (pid === own.pid ? mark === own.mark : isAlive(pid))

export const pendingImportRuns = (store: Store): ImportRun[] =>
  importRuns(store).filter((run) => isPending(run) && !isAbandoned(run))

/** Starts a run. Null: it must wait, for an older one or because `runningMax` run already in all processes. */
export function startImportRun(store: Store, id: number, runningMax: number): ImportRun | null {
  return store.volatile.transactionSync(() => {
    const pending = pendingImportRuns(store)
    const running = pending.filter(({ state }) => state === 'running').length
    const next = pending.findLast(({ state }) => state === 'waiting')
    if (running >= runningMax || next?.id !== id) return null
    const started: ImportRun = { ...next, state: 'running', progress: 'starting' }
    putRecord(store.volatile, keyOfU32('import_run', id), started)
    return started
  })
}

interface Claim {
  readonly holder: string
  readonly aliveAtMs: number
  readonly pid: number
  readonly host: string
}

/** A claim on work that was not renewed for so many milliseconds is over. */
const DEAD_AFTER_MS = {
  backup: 5 * 60 * 1000,
  restore_trial: 5 * 60 * 1000,
  webhooks: 20_000,
  model_jobs: 5 * 60 * 1000,
  publish: 60_000,
} as const
export type SoleWork = keyof typeof DEAD_AFTER_MS

const keyOfWork = (work: SoleWork): Buffer => keyOf('lease', work)

/** Claims work that one process does, and returns a name for `keepSoleWork`. Null: another process has it. */
export function claimSoleWork(store: Store, work: SoleWork): string | null {
  const { volatile } = store
  return volatile.transactionSync(() => {
    const held = getRecord<Claim>(volatile, keyOfWork(work))
    if (held !== undefined && isLive(store, work, held)) return null
    const holder = randomUUID()
    put(store, work, holder)
    return holder
  })
}

const isLive = ({ clock }: Store, work: SoleWork, { aliveAtMs, pid, host }: Claim): boolean =>
  Math.abs(clock.nowMs() - aliveAtMs) < DEAD_AFTER_MS[work] && (host !== hostname() || isAlive(pid))

const put = ({ volatile, clock }: Store, work: SoleWork, holder: string): void => {
  const claim: Claim = { holder, aliveAtMs: clock.nowMs(), pid: process.pid, host: hostname() }
  putRecord(volatile, keyOfWork(work), claim)
}

function whileHeld(store: Store, work: SoleWork, holder: string, change: () => void): boolean {
  return store.volatile.transactionSync(() => {
    const isHeld = getRecord<Claim>(store.volatile, keyOfWork(work))?.holder === holder
    if (isHeld) change()
    return isHeld
  })
}

/** Renews a claim. False: it was over, and another process has taken it. */
export const keepSoleWork = (store: Store, work: SoleWork, holder: string): boolean =>
  whileHeld(store, work, holder, () => put(store, work, holder))

export const giveUpSoleWork = (store: Store, work: SoleWork, holder: string): boolean =>
  whileHeld(store, work, holder, () => void store.volatile.remove(keyOfWork(work)))
