// Reads releases, and their packages and deltas by name.
import { filesOf, type HashedFile, type Release } from '../../domain/release.ts'
import { allReleases } from '../../store/records.ts'
import type { App } from '../app.ts'

/** All releases, newest first. */
export const listReleases = ({ store }: App): readonly Release[] => allReleases(store.main)

/** The package or delta of this name. `isWithdrawn`: its release was withdrawn, so it is not given out. */
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
