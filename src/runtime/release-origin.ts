// The source of windrow's own releases, and the key that signs their list, written here before a build
// (docs/makers/releasing.md). Null: `windrow update` takes them from its options.

/** The public key (Ed25519, SPKI, base64): the middle of its PEM file. */
export const RELEASE_KEY: string | null = null

/** The https address of the folder with windrow-release.json. */
export const RELEASE_ADDRESS: string | null = null
