// Where windrow's own releases come from, written here before the first one (docs/makers/releasing.md); `npm run release` refuses to sign
// while something is missing. Null: `windrow update` takes the address from its option, and errors name no place to report to.
// The keys that sign releases are in release-keys.json.

/** The https address of the folder with windrow-release.json, in which each release replaces the one before. */
export const RELEASE_ADDRESS: string | null = null

/** The https address of the repository, with its issues below it. */
export const REPOSITORY: string | null = null
