// What callers import to read rows, their references and translations, and pages of the list.

export * from './rows/read-rows.ts'
export { type RawRow, type RawText, rowView, type RowView, type SlotView } from './rows/row-block.ts'
export * from './rows/scan.ts'
export {
  countRetired,
  ordinalOfId,
  isWithoutGame,
  readNextOrdinal,
  readRetiredId,
  readSlot,
  retiredOrdinals,
  officialSlot,
  type AnySlot,
  type FurtherSlot,
  type Slot,
  SLOTS,
} from './rows/ordinals.ts'
export {
  furtherPairsMax,
  numberOfPair,
  type OtherSource,
  readOtherSources,
  readPairRow,
  readPairs,
  slotOfPair,
  type SourcePair,
} from './rows/source-files.ts'
export { type FileNames, fileNumberMax } from './rows/source-files.ts'

// Blocks and chunks: how rows are grouped.
export { blockOf, chunkOf, ROWS_PER_BLOCK, ROWS_PER_CHUNK } from './file/keyspace.ts'

export { createReferenceReader, readReference, readReferenceView, type ReferenceView } from './rows/references.ts'
export { createOfficialReader, officialLanguages, type OfficialText, readOfficialTexts } from './rows/references.ts'
export { countWithSource, rowsWithSource } from './rows/same-source.ts'

// Heads and revisions, current and at a time.
export {
  HeadReader,
  ordinalsWithHeads,
  readHeads,
  readLatestRevisions,
  readRevision,
  readRevisions,
  readRevisionsBelow,
  revisionsUpTo,
} from './rows/heads.ts'
export { GameHeadReader, type HeadsView, type HeadView, readHeadsView } from './rows/head-view.ts'
export { allRevisions, readRevisionsFrom } from './rows/heads.ts'
export { readHeadsAt } from './rows/heads.ts'

// Pages of the list and their totals, by cell and by time of change.
export * from './rows/page.ts'
export { bitmapBytes, hasBit, readBitmap, readCellCounts, rowsInCells } from './rows/cells.ts'
export {
  changedAt,
  chunksChangedSince,
  type ChunkVersion,
  isSameVersion,
  type LatestChange,
  latestChanges,
  placesBefore,
  readTimes,
  rowsChangedSince,
  timeAt,
} from './rows/changes.ts'
