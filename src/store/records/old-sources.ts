// Source texts that were replaced while they had translations or proposals, by hash: reviewers are shown what changed. Imports
// write them; no rule reads them.
import { sha256Hex } from '../../base/bytes.ts'
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import type { Txn } from '../txn.ts'
import { type Kind, putOfKind, readOfKind } from './kind.ts'
import * as is from './members.ts'

const OLD_SOURCE = { name: 'old_source', number: 32 } as const

const oldSourceKey = (hash: string): Buffer => keyOf(OLD_SOURCE, Buffer.from(hash, 'hex'))

export const OLD_SOURCES: Kind<string> = {
  table: OLD_SOURCE,
  shape: is.text,
  nameOf: (key) => key.toString('hex', 1),
  problem: (text, key) =>
    sha256Hex(text) === key.toString('hex', 1) ? null : 'is stored under a hash that is not its own',
}

/** A replaced source by the SHA-256 of its text, in hex. */
export const readOldSource = (db: Database, hash: string): string | undefined =>
  readOfKind(db, OLD_SOURCES, oldSourceKey(hash))

export const putOldSource = ({ db }: Pick<Txn, 'db'>, hash: string, text: string): void =>
  putOfKind(db, OLD_SOURCES, oldSourceKey(hash), null, text)
