// The digests of exported game files, by which an import recognises our own export.
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import { asList, firstKey } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { type Kind, piecesOf, putOfKind, readOfKind } from './kind.ts'

const EXPORT_DIGEST = { name: 'export_digest', number: 28 } as const

interface ExportDigest {
  readonly fileName: string
  readonly exportedAtMs: number
}

export const EXPORT_DIGESTS: Kind<ExportDigest> = {
  table: EXPORT_DIGEST,
  form: asList<ExportDigest>({ fileName: 0, exportedAtMs: 1 }),
  shape: (zod) => zod.strictObject({ fileName: zod.string(), exportedAtMs: piecesOf(zod).timeMs }),
  indexes: [],
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
