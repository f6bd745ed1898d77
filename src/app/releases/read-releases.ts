// Reads releases, and their packages and deltas by name.
import { filesOf, type HashedFile, type Release } from '../../domain/release.ts'
import { allReleases } from '../../store/records.ts'
import type { App } from '../app.ts'

/** Newest first. */
export const listReleases = ({ store }: App): readonly Release[] => allReleases(store.main)

/** `isWithdrawn`: not given out any more. */
export function packageNamed(
  releases: readonly Release[],
  name: string,
): { readonly file: HashedFile; readonly isWithdrawn: boolean } | null {
  for (const { editions, withdrawn } of releases) {
    const file = editions.flatMap(filesOf).find((each) => each.name === name)
    if (file !== undefined) return { file, isWithdrawn: withdrawn !== null }
  }
  return null
}
