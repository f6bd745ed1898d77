// Moves counters (last use of keys, historical legacy requests) from volatile to main, at shutdown and every minute.
import { putKey, putUser, readKey, readUser } from '../../store/people.ts'
import { giveBackHistorical, lastUses, takePendingHistorical } from '../../store/volatile.ts'
import { ok } from '../../base/result.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'
import { change } from '../change.ts'

const waitMsMax = 2_000

/** Moves the counters. Those that can't be written now stay in volatile for the next time. */
export async function foldCounters(app: App): Promise<void> {
  if (app.lease.isHeld(app.store)) return
  const uses = [...lastUses(app.store)].filter(([id, at]) => {
    const key = readKey(app.store.main, id)
    return key !== undefined && (key.lastUsedAtMs ?? 0) < at
  })
  const historical = takePendingHistorical(app.store)
  if (uses.length === 0 && historical.size === 0) return
  const fold = (txn: Txn) => {
    for (const [id, at] of uses) {
      const key = readKey(txn.db, id)
      // Such a use was counted before the key got a new secret, so it is not one of the present key.
      if (key === undefined || at < key.createdAtMs) continue
      putKey(txn, key, { ...key, lastUsedAtMs: Math.max(at, key.lastUsedAtMs ?? 0) })
    }
    for (const [id, count] of historical) {
      const user = readUser(txn.db, id)
      if (user !== undefined) putUser(txn, user, { ...user, historicalRequests: user.historicalRequests + count })
    }
    return ok()
  }
  const result = await change(app, null, fold, waitMsMax)
  if (!result.ok) giveBackHistorical(app.store, historical)
}
