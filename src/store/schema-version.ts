// The version of the store's layout. It goes up with every change that an older windrow could misread.
//   1   the first
//   2   knows the rows by their source (rows/same-source.ts); values may lie aside (aside.ts)
//   3   revisions may take a layer's text away, and say what wrote them (domain/row.ts)
//   4   a text lies once, heads and revisions are bytes (rows/revision-bytes.ts)
//   5   heads and revisions carry a checksum (rows/revision-bytes.ts)
//   6   most records are lists of their members (record.ts)
export const STORE_SCHEMA = 6
/** From this one on, stores are brought over (app/backup/upgrade-store.ts), and backups of them are restored. */
const upgradedFrom = 1

/** A store, or a backup, of this schema can be used, at once or after an upgrade. */
export const isUsableSchema = (schema: number): boolean => schema >= upgradedFrom && schema <= STORE_SCHEMA

/** Raised when any derived index changes its shape: what an earlier windrow derived is then dropped. */
export const DERIVED_SHAPE = 8
