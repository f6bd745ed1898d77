// Texts of the game like a given one, among those with a translation that counts (`RankOf`):
//   twins   the same skeleton (domain/text/skeleton.ts), another text: the first `twinTextsMax`
//   near    another skeleton, at least 70 % alike (domain/text/likeness.ts), with half of the text's sample of grams
//           (like-candidates.ts): the nearest `nearTextsMax`; a game of over 1.18 million rows is searched only in the segments
//           that have most of the sample
// The index of each segment names candidates (like-candidates.ts), whose sources are then read and compared. Where the index may lack
// sources, the rows that changed are compared too, in at most `plainChunksMax` chunks; with more of them the answer is not whole.
import type { Turn } from '../base/turn.ts'
import { skeletonOf } from '../domain/text/skeleton.ts'
import { type BlockRows, countOf, eachText, wordsPerBlock } from '../store/indexes.ts'
import { ROWS_PER_BLOCK, ROWS_PER_CHUNK } from '../store/rows.ts'
import { candidatesIn, LikeText, type RankOf, segmentsOfNear } from './like-candidates.ts'
import { chunksOf, type Searched, type SearchIndex } from './search-index.ts'
import {
  BLOCKS_PER_SEGMENT,
  CHUNKS_PER_SEGMENT,
  EVERY_ROW,
  newRowBits,
  ROWS_PER_SEGMENT,
  type RowBits,
} from './segment.ts'

/** The most chunks that are read apart from the index: one takes a millisecond if all of it changed. */
const plainChunksMax = 32
const wordsPerChunk = ROWS_PER_CHUNK / 32

interface LikeRows {
  readonly texts: readonly LikeText[]
  /** False: the index is behind, and rows were left out. */
  readonly isWhole: boolean
}

/** `proposed`: rows without a translation for which `rankOf` has a rank all the same. */
export async function likeRows(
  { searchIndex }: Searched,
  asked: readonly string[],
  rankOf: RankOf,
  turn: Turn,
  seeksNear = true,
  proposed: ReadonlySet<number> = new Set(),
): Promise<LikeRows> {
  const proposedIn = Map.groupBy(proposed, (ordinal) => Math.floor(ordinal / ROWS_PER_SEGMENT))
  const texts = asked.map((text) => new LikeText(text, seeksNear))
  const candidates = texts.map(newRowBits)
  const all = newRowBits()
  let plainChunks = 0
  const rest = async (): Promise<void> => {
    if (!turn.isOver) return
    await turn.next()
    searchIndex.look()
  }
  searchIndex.look()
  const segments = Math.floor(searchIndex.lastOrdinal / ROWS_PER_SEGMENT) + 1
  const near = texts.map((text) => segmentsOfNear(searchIndex, segments, text))
  for (let segment = 0; segment < segments; segment++) {
    const translated = withRows(searchIndex.translatedRows(segment) ?? EVERY_ROW, proposedIn.get(segment) ?? [])
    const plain = plainChunksOf(searchIndex, segment)
    const changed = searchIndex.changedRows(segment) ?? EVERY_ROW
    for (const [at, text] of texts.entries()) {
      const rows = (candidates[at] as RowBits).fill(0)
      candidatesIn(searchIndex, segment, text, translated, rows, near[at]?.has(segment) === true)
      putChunks(changed, plain.slice(0, Math.max(0, plainChunksMax - plainChunks)), rows)
      await rest()
    }
    plainChunks += plain.length
    if (!unite(candidates, all)) continue
    for (let each = 0; each < BLOCKS_PER_SEGMENT; each++) {
      const block = all.subarray(each * wordsPerBlock, (each + 1) * wordsPerBlock)
      if (countOf(block) === 0) continue
      for (const { ordinal, source } of sourcesIn(searchIndex, segment * BLOCKS_PER_SEGMENT + each, block)) {
        const [skeleton, row] = [skeletonOf(source), ordinal % ROWS_PER_SEGMENT]
        texts.forEach((text, at) => {
          if (hasRow(candidates[at] as RowBits, row)) text.offer(ordinal, source, skeleton, rankOf)
        })
      }
      await rest()
    }
  }
  return { texts, isWhole: plainChunks <= plainChunksMax }
}

function withRows(rows: RowBits, ordinals: readonly number[]): RowBits {
  if (ordinals.length === 0) return rows
  const all = Uint32Array.from(rows)
  for (const row of ordinals.map((ordinal) => ordinal % ROWS_PER_SEGMENT))
    all[row >>> 5] = (all[row >>> 5] as number) | (1 << (row & 31))
  return all
}

const plainChunksOf = (index: SearchIndex, segment: number): readonly number[] =>
  (index.staleSources(segment) ?? chunksOf(segment)).filter((chunk) => index.versions.has(chunk))

function putChunks(changed: RowBits, chunks: readonly number[], into: RowBits): void {
  for (const chunk of chunks) {
    const first = (chunk % CHUNKS_PER_SEGMENT) * wordsPerChunk
    for (let word = first; word < first + wordsPerChunk; word++)
      into[word] = (into[word] as number) | (changed[word] as number)
  }
}

/** Puts into `into` the candidates of all texts. Returns false if there are none. */
function unite(candidates: readonly RowBits[], into: RowBits): boolean {
  into.fill(0)
  let any = 0
  for (const rows of candidates) {
    for (let word = 0; word < into.length; word++) any |= into[word] = (into[word] as number) | (rows[word] as number)
  }
  return any !== 0
}

const hasRow = (rows: RowBits, row: number): boolean => (((rows[row >>> 5] as number) >>> (row & 31)) & 1) !== 0

function sourcesIn(
  { texts: from }: SearchIndex,
  block: number,
  rows: BlockRows,
): readonly { ordinal: number; source: string }[] {
  const sources: { ordinal: number; source: string }[] = []
  eachText.source(from, block, rows, (place, bytes, start, end) => {
    sources.push({ ordinal: block * ROWS_PER_BLOCK + place, source: bytes.toString('utf8', start, end) })
  })
  return sources
}
