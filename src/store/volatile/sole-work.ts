// Work that only one process should do. That process renews its claim; the claim of a dead one expires.
import { hostname } from 'node:os'
import { isAlive } from '../../base/alive.ts'
import { randomUUID } from '../../base/crypto.ts'
import { keyOf } from '../file/keyspace.ts'
import { getRecord, putRecord } from '../file/record.ts'
import type { Store } from '../store.ts'

interface Claim {
  readonly holder: string
  readonly aliveAtMs: number
  readonly pid: number
  readonly host: string
}

/** In milliseconds without renewal. */
const DEAD_AFTER_MS = {
  backup: 5 * 60 * 1000,
  restore_trial: 5 * 60 * 1000,
  webhooks: 20_000,
  model_jobs: 5 * 60 * 1000,
  publish: 60_000,
} as const
export type SoleWork = keyof typeof DEAD_AFTER_MS

const keyOfWork = (work: SoleWork): Buffer => keyOf('lease', work)

/** Returns a name for `keepSoleWork`; null: another process holds the claim. */
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

/** False: the claim expired, and another process took it. */
export const keepSoleWork = (store: Store, work: SoleWork, holder: string): boolean =>
  whileHeld(store, work, holder, () => put(store, work, holder))

export const giveUpSoleWork = (store: Store, work: SoleWork, holder: string): boolean =>
  whileHeld(store, work, holder, () => void store.volatile.remove(keyOfWork(work)))
