// What the game's files say beside the texts of rows, found by row id, in a game whose texts have keys
// (docs/another-game.md#beside-the-text). It is that of the latest import; a retired row has none.
import type { Remark } from '../../base/remark.ts'
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import type { Txn } from '../txn.ts'
import { type Kind, putOfKind, readOfKind, removeOfKind } from './kind.ts'
import * as is from './members.ts'

const ROW_REMARK = { name: 'row_remark', number: 135 } as const

const remarkKey = (rowId: string): Buffer => keyOf(ROW_REMARK, Buffer.from(rowId, 'hex'))

export const ROW_REMARKS: Kind<Remark> = {
  table: ROW_REMARK,
  ...is.stored<Remark>({ note: is.text, place: is.text, maxLength: (zod) => zod.int().positive().nullable() }),
  nameOf: (key) => `row ${key.toString('hex', 1)}`,
}

export const readRemark = (db: Database, rowId: string): Remark | null =>
  readOfKind(db, ROW_REMARKS, remarkKey(rowId)) ?? null

/** Null: nothing is said any more. Does nothing if the same is stored. */
export function putRemark({ db }: Pick<Txn, 'db'>, rowId: string, remark: Remark | null): void {
  const at = remarkKey(rowId)
  const before = readOfKind(db, ROW_REMARKS, at) ?? null
  if (remark === null && before !== null) removeOfKind(db, ROW_REMARKS, at, before)
  if (remark !== null && !isSame(remark, before)) putOfKind(db, ROW_REMARKS, at, before, remark)
}

const isSame = (a: Remark, b: Remark | null): boolean =>
  a.note === b?.note && a.place === b.place && a.maxLength === b.maxLength
