// What readers of the disposable indexes import. They are made from the main database, to find rows.

// The index of rows by the work that they need.
export { WorkIndex } from './derived/work-index.ts'
export { countAlikeIn, countShortIn, type ShortPiece } from './file/packed-rows.ts'

// The labels as main has them, compiled, and what their rules read of stored rows.
export { LabelBooks, RuleReader } from './derived/label-book.ts'

// The tables of the search index.
export { isMaker, putMaker, putSegment, readPage, readSegment, stateOfSegments } from './derived/search-tables.ts'
export type { Storing } from './derived/storing.ts'

// What the gate has learnt from the store's own texts.
export { nameOfLetters, putLetters, readLetters } from './derived/letter-weights.ts'

// The texts of a block of rows.
export {
  type BlockRows,
  type BlockTable,
  countOf,
  eachPlace,
  eachRowId,
  eachText,
  newBlockRows,
  readStoredBlock,
  storedTexts,
  TEXT_FIELDS,
  type TextSource,
  wordsPerBlock,
} from './rows/block-texts.ts'
