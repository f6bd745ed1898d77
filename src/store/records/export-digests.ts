// The digests of exported game files, by which an import recognises our own export.
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import { firstKey } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { type Kind, putOfKind, readOfKind } from './kind.ts'
import * as is from './members.ts'

const EXPORT_DIGEST = { name: 'export_digest', number: 28 } as const

const MEMBERS = { fileName: is.text, exportedAtMs: is.time }
type ExportDigest = is.RecordOf<typeof MEMBERS>

export const EXPORT_DIGESTS: Kind<ExportDigest> = {
  table: EXPORT_DIGEST,
  ...is.stored<ExportDigest>(MEMBERS),
  nameOf: (key) => key.toString('hex', 1),
}

const digestKey = (digest: string): Buffer => keyOf(EXPORT_DIGEST, Buffer.from(digest, 'hex'))

/** `digest`: SHA-256 over the ids and texts of an exported game file, hex. */
export const readExportDigest = (db: Database, digest: string): ExportDigest | undefined =>
  readOfKind(db, EXPORT_DIGESTS, digestKey(digest))

/** False: nothing was exported yet, so an import has nothing to compare its files with and does not hash them. */
export const hasExportDigests = (db: Database): boolean => firstKey(db, { prefix: keyOf(EXPORT_DIGEST) }) !== undefined

export const putExportDigest = ({ db }: Txn, digest: string, value: ExportDigest): void =>
  putOfKind(db, EXPORT_DIGESTS, digestKey(digest), null, value)
