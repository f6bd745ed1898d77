// Stored answers of executed batches, by key and value of the header `Idempotency-Key`, valid for 24 hours from the
// commit; every batch removes a few expired ones, found by the expiry index.
import { idempotencyKeptMs } from '../../domain/limits.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32, u48 } from '../file/keyspace.ts'
import { keysUnder } from '../file/record.ts'
import type { Store } from '../store.ts'
import type { Txn } from '../txn.ts'
import { type Kind, putOfKind, readOfKind } from './kind.ts'
import * as is from './members.ts'

const ANSWER = { name: 'idempotency', number: 29 } as const
const EXPIRY = { name: 'idempotency_expiry', number: 30 } as const

const MEMBERS = {
  /** SHA-256 of the body's canonical JSON, hex. */
  bodyDigest: is.hash,
  committedAtMs: is.time,
  /** The answer as sent, byte for byte. */
  body: is.text,
}
type StoredAnswer = is.RecordOf<typeof MEMBERS>

const answerKey = (keyId: number, header: string): Buffer => keyOf(ANSWER, u32(keyId), header)
const expiryOf = (entry: Buffer): number => entry.readUIntBE(1, 6)
const expiringKey = (entry: Buffer): Buffer => keyOf(ANSWER, entry.subarray(7))
const nameAt = (key: Buffer, at: number): string =>
  `key ${key.readUInt32BE(at)}, ${JSON.stringify(key.toString('utf8', at + 4))}`

export const ANSWERS: Kind<StoredAnswer> = {
  table: ANSWER,
  ...is.stored<StoredAnswer>(MEMBERS),
  isLeftOut: true,
  indexes: [
    {
      table: EXPIRY,
      entries: ({ committedAtMs }, key) => [keyOf(EXPIRY, u48(committedAtMs + idempotencyKeptMs), key.subarray(1))],
      recordKey: expiringKey,
      nameOf: (entry) => nameAt(entry, 7),
    },
  ],
  nameOf: (key) => `answer of ${nameAt(key, 1)}`,
  problem: ({ committedAtMs }, _, lastTimeMs) =>
    committedAtMs > lastTimeMs ? 'was committed after the latest write' : null,
}

/** The stored answer to a request, unless it has expired; a clock set back does not revive an expired one. */
export function readAnswer(db: Database, keyId: number, header: string, nowMs: number): StoredAnswer | undefined {
  const answer = readOfKind(db, ANSWERS, answerKey(keyId, header))
  return answer !== undefined && nowMs < answer.committedAtMs + idempotencyKeptMs ? answer : undefined
}

export function putAnswer(txn: Txn, keyId: number, header: string, bodyDigest: string, body: string): void {
  const key = answerKey(keyId, header)
  const before = readOfKind(txn.db, ANSWERS, key) ?? null
  putOfKind(txn.db, ANSWERS, key, before, { bodyDigest, committedAtMs: txn.timeMs, body })
}

/** When a store's oldest answer expires, as last seen. Nothing expires earlier, because all are kept equally long. */
const oldestOverMs = new WeakMap<Store, number>()

export function sweepAnswers(txn: Txn, count: number): number {
  if (txn.timeMs < (oldestOverMs.get(txn.store) ?? 0)) return 0
  let swept = 0
  const prefix = keyOf(EXPIRY)
  for (const key of Array.from(keysUnder(txn.db, { prefix, limit: count }))) {
    if (expiryOf(key) > txn.timeMs) {
      oldestOverMs.set(txn.store, expiryOf(key))
      break
    }
    void txn.db.remove(key)
    void txn.db.remove(expiringKey(key))
    swept++
  }
  return swept
}
