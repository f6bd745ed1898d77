// Editions, in the order in which they were made. Backups have them; merges do not.
import { type Edition, EDITION_ACTS, isSlug, isVariant } from '../../domain/release.ts'
import type { Database } from '../file/environment.ts'
import { asList } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { allOfKind, callsItself, type NumberedKind, piecesOf, putNumbered, removeNumbered } from './kind.ts'

export const EDITION = { name: 'edition', number: 57, hasIds: true } as const

export interface EditionRecord extends Edition {
  readonly id: number
  readonly atMs: number
  /** Who made it; null: the command line. */
  readonly userId: number | null
}

export const EDITIONS: NumberedKind<EditionRecord> = {
  table: EDITION,
  form: asList<EditionRecord>({
    id: 0,
    slug: 1,
    variant: 2,
    label: 3,
    description: 4,
    audience: 5,
    rules: 6,
    atMs: 7,
    userId: 8,
  }),
  shape: (zod) => {
    const { id, timeMs } = piecesOf(zod)
    return zod.strictObject({
      id,
      slug: zod.string().refine(isSlug),
      variant: zod.string().refine(isVariant),
      label: zod.string().min(1),
      description: zod.string(),
      audience: zod.string(),
      rules: zod.array(zod.strictObject({ act: zod.enum(EDITION_ACTS), filter: zod.string() })),
      atMs: timeMs,
      userId: id.nullable(),
    })
  },
  indexes: [],
  problem: callsItself(''),
  people: ({ userId }) => (userId === null ? [] : [['was made by', userId]]),
}

export const allEditions = (db: Database): EditionRecord[] => [...allOfKind(db, EDITIONS)]
export const putEdition = ({ db }: Txn, edition: EditionRecord): void => putNumbered(db, EDITIONS, null, edition)
export const removeEdition = ({ db }: Txn, edition: EditionRecord): void => removeNumbered(db, EDITIONS, edition)
