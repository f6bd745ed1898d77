// Releases. Backups have them, without their packages, which are files of the data folder; merges do not.
import { isSlug, isVariant, isVersion, type Release, TEST_STATES } from '../../domain/release.ts'
import type { Database } from '../file/environment.ts'
import type { Txn } from '../txn.ts'
import { callsItself, latestOfKind, type NumberedKind, piecesOf, putNumbered, removeNumbered } from './kind.ts'
import { raiseGeneration } from './settings.ts'

export const RELEASE = { name: 'release', number: 58, hasIds: true } as const

export const RELEASES: NumberedKind<Release> = {
  table: RELEASE,
  shape: (zod) => {
    const { id, timeMs, count, hash } = piecesOf(zod)
    const file = zod.strictObject({ name: zod.string().min(1), sizeBytes: count, sha256: hash })
    return zod.strictObject({
      id,
      version: zod.string().refine(isVersion),
      notes: zod.string(),
      atMs: timeMs,
      userId: id.nullable(),
      gameBuild: id.nullable(),
      isTested: zod.boolean(),
      test: zod.strictObject({ state: zod.enum(TEST_STATES), note: zod.string() }).exactOptional(),
      rows: zod.strictObject({ all: count, manual: count, machine: count }),
      madeFrom: zod.array(file).min(1),
      editions: zod
        .array(
          zod.strictObject({
            slug: zod.string().refine(isSlug),
            variant: zod.string().refine(isVariant),
            label: zod.string().min(1),
            description: zod.string(),
            audience: zod.string(),
            package: file,
            contents: zod.array(file).min(1),
            deltas: zod
              .array(zod.strictObject({ from: zod.string().refine(isVersion), before: zod.array(file).min(1), file }))
              .exactOptional(),
            translatedRows: count,
          }),
        )
        .min(1),
      withdrawn: zod.strictObject({ atMs: timeMs, why: zod.string(), userId: id.nullable() }).nullable(),
    })
  },
  indexes: [],
  problem: callsItself(''),
  people: ({ userId, withdrawn }) => [
    ...(userId === null ? [] : [['was published by', userId] as const]),
    ...(withdrawn?.userId == null ? [] : [['was withdrawn by', withdrawn.userId] as const]),
  ],
}

/** Newest first. */
export const allReleases = (db: Database): Release[] => [...latestOfKind(db, RELEASES)]

export function putRelease(txn: Txn, before: Release | null, after: Release): void {
  putNumbered(txn.db, RELEASES, before, after)
  raiseGeneration(txn, 'releases')
}

export function removeRelease(txn: Txn, release: Release): void {
  removeNumbered(txn.db, RELEASES, release)
  raiseGeneration(txn, 'releases')
}
