// The version of the store's layout. It goes up with every change that an older windrow could misread.
//   1   the first
//   2   rows by their source (rows/same-source.ts); values may lie aside (aside.ts)
//   3   revisions may be withdrawals, and have `via` (domain/row.ts)
//   4   texts are stored once; heads and revisions are bytes (rows/revision-bytes.ts)
//   5   checksums in heads and revisions
//   6   most records are lists of their members (record.ts)
//   7   labels, events, webhooks, proposed terms; the client of a revision
//   8   checksums in all records (records/kind.ts)
export const STORE_SCHEMA = 8
/** Stores from this schema on are upgraded (app/backup/upgrade-store.ts), and their backups restored. */
const upgradedFrom = 1

export const isUsableSchema = (schema: number): boolean => schema >= upgradedFrom && schema <= STORE_SCHEMA

/** Goes up when a derived index changes its shape; earlier ones are then dropped. */
export const DERIVED_SHAPE = 10
