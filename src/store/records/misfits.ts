// Stores people's marks that a text does not fit the game, by row, with their pictures. Backups have them, merges do not.
import { type Misfit, PICTURE_TYPES, pictureTypeOf } from '../../domain/misfit.ts'
import { LAYERS } from '../../domain/vocabulary.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { removeEntry } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { allOfKind, type Kind, putOfKind, readOfKind, removeOfKind } from './kind.ts'
import * as is from './members.ts'

const MISFIT = { name: 'misfit', number: 132 } as const
const PICTURE = { name: 'misfit_picture', number: 133 } as const

interface Place {
  readonly ordinal: number
  readonly number: number
}

interface Picture extends Place {
  readonly bytes: Uint8Array
}

const keyOfMisfit = ({ ordinal, number }: Place): Buffer => keyOf(MISFIT, u32(ordinal), Buffer.of(number))
const keyOfPicture = ({ ordinal, number }: Place): Buffer => keyOf(PICTURE, u32(ordinal), Buffer.of(number))

const number: is.Member<number> = (zod) => zod.int().min(1).max(255)

export const MISFITS: Kind<Misfit> = {
  table: MISFIT,
  ...is.stored<Misfit>({
    ordinal: is.id,
    number,
    layer: is.oneOf(LAYERS),
    text: is.text,
    note: is.text,
    picture: is.orNull(is.oneOf(PICTURE_TYPES)),
    authorId: is.id,
    createdAtMs: is.time,
    closed: is.orNull(is.whole({ byId: is.id, atMs: is.time })),
  }),
  problem: (misfit, key) => (keyOfMisfit(misfit).equals(key) ? null : 'calls itself a mark of another row'),
  people: ({ authorId, closed }) => [
    ['names', authorId],
    ...(closed === null ? [] : ([['names', closed.byId]] as const)),
  ],
}

export const MISFIT_PICTURES: Kind<Picture> = {
  table: PICTURE,
  ...is.stored<Picture>({ ordinal: is.id, number, bytes: (zod) => zod.instanceof(Uint8Array) }),
  problem: (picture, key) =>
    !keyOfPicture(picture).equals(key)
      ? 'calls itself the picture of another mark'
      : pictureTypeOf(picture.bytes) === null
        ? 'is not a picture'
        : null,
}

/** All marks, in the order of rows, and of the marks of a row. */
export const allMisfits = (db: Database): Generator<Misfit> => allOfKind(db, MISFITS)

/** The marks of a row, the oldest first. */
export const misfitsOfRow = (db: Database, ordinal: number): readonly Misfit[] => [
  ...allOfKind(db, MISFITS, { prefix: keyOf(MISFIT, u32(ordinal)) }),
]

export const putMisfit = ({ db }: Txn, misfit: Misfit): void =>
  putOfKind(db, MISFITS, keyOfMisfit(misfit), null, misfit)

/** Removes a mark and its picture. */
export function removeMisfit(txn: Txn, misfit: Misfit): void {
  removeOfKind(txn.db, MISFITS, keyOfMisfit(misfit), misfit)
  removeMisfitPicture(txn, misfit)
}

export const putMisfitPicture = ({ db }: Txn, picture: Picture): void =>
  putOfKind(db, MISFIT_PICTURES, keyOfPicture(picture), null, picture)

export const removeMisfitPicture = ({ db }: Txn, place: Place): boolean => removeEntry(db, keyOfPicture(place))

export const readMisfitPicture = (db: Database, place: Place): Uint8Array | null =>
  readOfKind(db, MISFIT_PICTURES, keyOfPicture(place))?.bytes ?? null
