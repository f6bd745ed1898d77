// Releases. Backups have them, without their packages, which are files of the data folder; merges do not.
import { isSlug, isVariant, isVersion, type Release, TEST_STATES } from '../../domain/release.ts'
import type { Database } from '../file/environment.ts'
import type { Txn } from '../txn.ts'
import { callsItself, latestOfKind, type NumberedKind, putNumbered, removeNumbered } from './kind.ts'
import * as is from './members.ts'
import { raiseGeneration } from './settings.ts'

export const RELEASE = { name: 'release', number: 58, hasIds: true } as const

const file = is.whole({ name: is.words, sizeBytes: is.count, sha256: is.hash })
const edition = is.whole({
  slug: is.textThat(isSlug),
  variant: is.textThat(isVariant),
  label: is.words,
  description: is.text,
  audience: is.text,
  package: file,
  contents: is.someOf(file),
  deltas: is.maybe(is.listOf(is.whole({ from: is.textThat(isVersion), before: is.someOf(file), file }))),
  translatedRows: is.count,
})

export const RELEASES: NumberedKind<Release> = {
  table: RELEASE,
  shape: is.whole({
    id: is.id,
    version: is.textThat(isVersion),
    notes: is.text,
    atMs: is.time,
    userId: is.orNull(is.id),
    gameBuild: is.orNull(is.id),
    isTested: is.flag,
    test: is.maybe(is.whole({ state: is.oneOf(TEST_STATES), note: is.text })),
    rows: is.whole({ all: is.count, manual: is.count, machine: is.count }),
    madeFrom: is.someOf(file),
    editions: is.someOf(edition),
    withdrawn: is.orNull(is.whole({ atMs: is.time, why: is.text, userId: is.orNull(is.id) })),
  }),
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
