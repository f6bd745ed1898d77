// Stored answers of executed batches, by key and header value. A record counts for 24 hours from its commit, swept or
// not; the expiry index lets every batch sweep a few that are over.
import { idempotencyKeptMs } from '../domain/limits.ts'
import type { Database } from './environment.ts'
import { keyOf, TABLES, u32, u48 } from './keyspace.ts'
import { getRecord, keysUnder, putRecord } from './record.ts'
import type { Txn } from './write.ts'

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

/** Removes at most `count` answers that are over. */
export function sweepAnswers(txn: Txn, count: number): number {
  let swept = 0
  const prefix = Buffer.from([TABLES.idempotency_expiry])
  const isOver = (key: Buffer): boolean => key.readUIntBE(1, 6) <= txn.timeMs
  // Most batches find nothing to sweep: then one key is looked at and not twenty.
  const [first] = keysUnder(txn.db, { prefix, limit: 1 })
  if (first === undefined || !isOver(first)) return 0
  for (const key of Array.from(keysUnder(txn.db, { prefix, limit: count }))) {
    if (!isOver(key)) break
    void txn.db.remove(key)
    void txn.db.remove(Buffer.concat([Buffer.from([TABLES.idempotency]), key.subarray(7)]))
    swept++
  }
  return swept
}
