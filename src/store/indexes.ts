// What readers of the indexes import. The indexes are made from main, so they may be lost.

export { WorkIndex } from './derived/work-index.ts'
export type { PieceLabels } from './derived/row-pieces.ts'
export { asPiece, countAlikeIn, countShortIn, type ShortPiece } from './file/packed-rows.ts'

// Compiled labels, and what their rules read of stored rows.
export { LabelBooks, RuleReader } from './derived/work-facets.ts'

export { isMaker, putMaker, putSegment, readPage, readSegment, stateOfSegments } from './derived/tables.ts'
export type { Storing } from './derived/tables.ts'

export { nameOfLetters, putLetters, readLetters } from './derived/tables.ts'

export * from './rows/block-texts.ts'
