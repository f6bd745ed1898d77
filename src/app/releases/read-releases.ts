// Reads releases, and their packages by name.
import type { HashedFile, Release } from '../../domain/release.ts'
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
    const edition = editions.find((each) => each.package.name === name)
    if (edition !== undefined) return { file: edition.package, isWithdrawn: withdrawn !== null }
  }
  return null
}
