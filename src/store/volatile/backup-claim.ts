// Decides which process makes the automatic backup: a claim that is renewed while the backup is written, and expires when its process
// is gone.
import { randomUUID } from '../../base/crypto.ts'
import { keyOf } from '../file/keyspace.ts'
import { getRecord, putRecord } from '../file/record.ts'
import type { Store } from '../store.ts'

interface Claim {
  readonly holder: string
  readonly aliveAtMs: number
}

const key = keyOf('lease', 'backup')
const deadAfterMs = 5 * 60 * 1000

/** The name for this process's claim; null: another process holds one. */
export function claimBackup(store: Store): string | null {
  const { volatile } = store
  return volatile.transactionSync(() => {
    const held = getRecord<Claim>(volatile, key)
    const nowMs = store.clock.nowMs()
    if (held !== undefined && Math.abs(nowMs - held.aliveAtMs) < deadAfterMs) return null
    const holder = randomUUID()
    putRecord(volatile, key, { holder, aliveAtMs: nowMs } satisfies Claim)
    return holder
  })
}

const whileHeld = (store: Store, holder: string, change: () => void): void => {
  store.volatile.transactionSync(() => {
    if (getRecord<Claim>(store.volatile, key)?.holder === holder) change()
  })
}

export const keepBackupClaim = (store: Store, holder: string): void =>
  whileHeld(store, holder, () =>
    putRecord(store.volatile, key, { holder, aliveAtMs: store.clock.nowMs() } satisfies Claim),
  )

export const giveUpBackup = (store: Store, holder: string): void =>
  whileHeld(store, holder, () => void store.volatile.remove(key))
