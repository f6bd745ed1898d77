// Stored answers of executed batches, by key and header value. A record counts for 24 hours from its commit, swept or
// not; the expiry index lets every batch sweep a few that are over.
import { idempotencyKeptMs } from '../../domain/limits.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, TABLES, u32, u48 } from '../keyspace.ts'
import { getRecord, keysUnder, putRecord } from '../record.ts'
import type { Store } from '../store.ts'
import type { Txn } from '../txn.ts'

export interface StoredAnswer {
  /** SHA-256 of the canonical JSON of the request's body, hex. */
  readonly bodyDigest: string
  readonly committedAtMs: number
  /** The body of the answer, byte for byte. */
  readonly body: string
}

const recordKey = (keyId: number, header: string): Buffer => keyOf('idempotency', u32(keyId), header)
const expiryKey = (expiresAtMs: number, keyId: number, header: string): Buffer =>
  keyOf('idempotency_expiry', u48(expiresAtMs), u32(keyId), header)

/** The answer that still counts at `nowMs`, or undefined. A clock that was set back does not revive an expired one. */
export function readAnswer(db: Database, keyId: number, header: string, nowMs: number): StoredAnswer | undefined {
  const answer = getRecord<StoredAnswer>(db, recordKey(keyId, header))
  return answer !== undefined && nowMs < answer.committedAtMs + idempotencyKeptMs ? answer : undefined
}

export function putAnswer(txn: Txn, keyId: number, header: string, bodyDigest: string, body: string): void {
  const before = getRecord<StoredAnswer>(txn.db, recordKey(keyId, header))
  if (before !== undefined) void txn.db.remove(expiryKey(before.committedAtMs + idempotencyKeptMs, keyId, header))
  const answer: StoredAnswer = { bodyDigest, committedAtMs: txn.timeMs, body }
  putRecord(txn.db, recordKey(keyId, header), answer)
  void txn.db.put(expiryKey(txn.timeMs + idempotencyKeptMs, keyId, header), Buffer.alloc(0))
}

/**
 * When the oldest answer of a store expires, as last seen. All answers are kept equally long and times never go back, so no
 * later answer expires sooner, and until then nobody need look.
 */
const oldestOverMs = new WeakMap<Store, number>()

const expiryOf = (key: Buffer): number => key.readUIntBE(1, 6)

/** Removes at most `count` answers that are over. */
export function sweepAnswers(txn: Txn, count: number): number {
  if (txn.timeMs < (oldestOverMs.get(txn.store) ?? 0)) return 0
  let swept = 0
  const prefix = Buffer.from([TABLES.idempotency_expiry])
  for (const key of Array.from(keysUnder(txn.db, { prefix, limit: count }))) {
    if (expiryOf(key) > txn.timeMs) {
      oldestOverMs.set(txn.store, expiryOf(key))
      break
    }
    void txn.db.remove(key)
    void txn.db.remove(Buffer.concat([Buffer.from([TABLES.idempotency]), key.subarray(7)]))
    swept++
  }
  return swept
}
