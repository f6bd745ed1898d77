// Finds the hits of a search in one block of 64 rows: first in the fields where the index expects a term, then reads the hits' other
// fields. Only texts of candidates or hits become strings. Hot: some forty blocks a page.
import { createMatcher } from './match.ts'
import type { SearchQuery } from './query.ts'
import type { SearchField } from '../domain/vocabulary.ts'
import { eachPlace } from '../domain/work/row-set.ts'
import {
  type BlockRows,
  countOf,
  eachRowId,
  eachText,
  newBlockRows,
  TEXT_FIELDS,
  type TextSource,
  wordsPerBlock,
} from '../store/indexes.ts'
import { BLOCKS_PER_SEGMENT } from './segment.ts'
import { ROWS_PER_BLOCK } from '../store/rows.ts'
import type { Candidates } from './plan.ts'

export interface SearchHit {
  readonly ordinal: number
  readonly source: string
  readonly reference: string | null
  /** The row's current texts, the manual one before the machine text. */
  readonly translations: readonly string[]
}

/** Looks for hits in the rows of a block; returns false if `onHit` did. */
type LookInto = (
  block: number,
  rows: BlockRows,
  { inField, translated }: Candidates,
  onHit: (hit: SearchHit) => boolean,
) => boolean

/** From this many rows on, all their texts are searched joined first: most blocks have no hit. */
const rowsInOnePiece = 32

const NO_TEXTS: readonly string[] = []

// These arrays hold the current block's texts by field. All searches share them: a block is read without a pause, and
// making them takes longer than many answers.
const newTexts = (): (readonly string[])[] => Array.from({ length: ROWS_PER_BLOCK }, () => NO_TEXTS)
const sources = newTexts()
const references = newTexts()
const translations = newTexts()
const hits = newBlockRows()
const missing = newBlockRows()

const fieldsOfBlock = TEXT_FIELDS.map((field, number) => {
  const texts = { source: sources, reference: references, translation: translations }[field]
  const keep = (place: number, bytes: Buffer, start: number, end: number): void => {
    const text = bytes.toString('utf8', start, end)
    const before = texts[place] as readonly string[]
    texts[place] = before.length === 0 ? [text] : [...before, text]
  }
  const read = (from: TextSource, block: number, rows: BlockRows): void => {
    if (!isNone(rows)) eachText[field](from, block, rows, keep)
  }
  return { number, isTranslation: field === 'translation', texts, done: newBlockRows(), read }
})

function forget(place: number): void {
  sources[place] = references[place] = translations[place] = NO_TEXTS
}

function textsAt(place: number): readonly string[] {
  let all = NO_TEXTS
  for (const { texts } of fieldsOfBlock) {
    const more = texts[place] as readonly string[]
    if (more.length > 0) all = all.length === 0 ? more : [...all, ...more]
  }
  return all
}

export function createBlockSearch(from: TextSource, query: SearchQuery, fields: ReadonlySet<SearchField>): LookInto {
  const matcher = createMatcher(query)
  const withIds = fields.has('id') && matcher.mayBeIds
  const rowIds: string[] = []

  const begin = (block: number, rows: BlockRows, inField: Candidates['inField']): void => {
    eachPlace(rows, forget)
    for (const { number, done, read } of fieldsOfBlock) {
      intersect(rows, inField[number] as Uint32Array, block, done)
      read(from, block, done)
    }
    if (withIds) eachRowId(from, block, rows, (place, rowId) => void (rowIds[place] = rowId))
  }
  /** Reads those texts of the hits that the first pass left out. */
  const complete = (block: number, translated: Candidates['translated']): void => {
    for (const { isTranslation, done, read } of fieldsOfBlock) {
      intersect(hits, isTranslation ? translated : null, block, missing)
      for (let word = 0; word < wordsPerBlock; word++) {
        missing[word] = (missing[word] as number) & ~(done[word] as number)
      }
      read(from, block, missing)
    }
  }

  return (block, rows, { inField, translated }, onHit) => {
    begin(block, rows, inField)
    if (countOf(rows) >= rowsInOnePiece) {
      const all: string[] = []
      eachPlace(rows, (place) => void all.push(...textsAt(place)))
      if (!matcher.mayHoldHits(all)) return true
    }
    for (let word = 0; word < wordsPerBlock; word++) hits[word] = 0
    eachPlace(rows, (place) => {
      if (!matcher.isHit(textsAt(place), withIds ? (rowIds[place] ?? null) : null)) return
      hits[place >>> 5] = (hits[place >>> 5] as number) | (1 << (place & 31))
    })
    if (isNone(hits)) return true
    complete(block, translated)
    let isEnough = false
    eachPlace(hits, (place) => {
      const source = sources[place]?.[0]
      if (isEnough || source === undefined) return
      const reference = references[place]?.[0] ?? null
      const ordinal = block * ROWS_PER_BLOCK + place
      isEnough = !onHit({ ordinal, source, reference, translations: translations[place] ?? NO_TEXTS })
    })
    return !isEnough
  }
}

const isNone = (rows: BlockRows): boolean => rows[0] === 0 && rows[1] === 0

/** Writes into `into` the rows of a block that are also among those of its segment; `ofSegment` null: all are. */
function intersect(rows: BlockRows, ofSegment: Uint32Array | null, block: number, into: BlockRows): void {
  const first = (block % BLOCKS_PER_SEGMENT) * wordsPerBlock
  for (let word = 0; word < wordsPerBlock; word++) {
    into[word] = (rows[word] as number) & (ofSegment === null ? -1 : (ofSegment[first + word] as number))
  }
}
