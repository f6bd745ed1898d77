// The source of windrow's own releases, and the key that signs their list, written here before a build
// (docs/releasing.md). Null: `windrow update` takes them from its options.

/** SPKI of an Ed25519 key, in base64: the middle of its PEM file. */
export const RELEASE_KEY: string | null = null

/** The folder with windrow-release.json, https. */
export const RELEASE_ADDRESS: string | null = null
