// Where releases of windrow itself come from, and the key that signs their list. Both are written here before a build, so that an
// executable knows them (docs/releasing.md). Null: this windrow knows none, and `windrow update` takes them from its options.

/** SPKI of an Ed25519 key, in base64: the middle of its PEM file. */
export const RELEASE_KEY: string | null = null

/** The folder with windrow-release.json, https. */
export const RELEASE_ADDRESS: string | null = null
