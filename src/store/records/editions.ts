// Editions, in the order in which they were made. Backups have them; merges do not.
import { type Edition, EDITION_ACTS, isSlug, isVariant } from '../../domain/release.ts'
import type { Database } from '../file/environment.ts'
import type { Txn } from '../txn.ts'
import { allOfKind, callsItself, type NumberedKind, putNumbered, removeNumbered } from './kind.ts'
import * as is from './members.ts'

export const EDITION = { name: 'edition', number: 57, hasIds: true } as const

export interface EditionRecord extends Edition {
  readonly id: number
  readonly atMs: number
  /** Who made it; null: the command line. */
  readonly userId: number | null
}

export const EDITIONS: NumberedKind<EditionRecord> = {
  table: EDITION,
  ...is.stored<EditionRecord>({
    id: is.id,
    slug: is.textThat(isSlug),
    variant: is.textThat(isVariant),
    label: is.words,
    description: is.text,
    audience: is.text,
    rules: is.listOf(is.whole({ act: is.oneOf(EDITION_ACTS), filter: is.text })),
    atMs: is.time,
    userId: is.orNull(is.id),
  }),
  problem: callsItself(''),
  people: ({ userId }) => (userId === null ? [] : [['was made by', userId]]),
}

export const allEditions = (db: Database): EditionRecord[] => [...allOfKind(db, EDITIONS)]
export const putEdition = ({ db }: Txn, edition: EditionRecord): void => putNumbered(db, EDITIONS, null, edition)
export const removeEdition = ({ db }: Txn, edition: EditionRecord): void => removeNumbered(db, EDITIONS, edition)
