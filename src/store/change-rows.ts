// What writers of rows import: for one row inside a change, or for many, written aside by long work.

// One row: its revisions and heads, its slot, its retirement.
export { appendRevision, putHeads } from './rows/heads.ts'
export { putNextOrdinal, putRetired, putSlot, removeRetired } from './rows/ordinals.ts'
export { putPairs } from './rows/source-files.ts'

// Long work: one at a time, holding the writer, or written aside and revealed in one transaction.
export { inTurn, type WorkInTurn, writeLong } from './door/long-write.ts'
export { writeAside } from './door/write-aside.ts'

// Blocks of rows and references, and heads, in bulk.
export * from './rows/bulk-writes.ts'

// The bytes of blocks, and the index of equal sources.
export { BlockBuilder, isFilled, isSameRecord } from './rows/row-block.ts'
export { encodeReferences, officialShelf, type RawReference, rawReferenceIn } from './rows/references.ts'
export { SameSourceWriter } from './rows/same-source.ts'
