// The index behind filters of work: for each facet (domain/work/facets.ts) the rows that have it. About 2 ms a chunk.
//
//   work_facet value: rows of the piece (row-pieces.ts)
//   work_chunk value: JSON list of the facets that rows of the chunk have, so that what is over can be taken back
import { freshness, gameLayerOf, isStale } from '../../domain/row.ts'
import { LAYERS } from '../../domain/vocabulary.ts'
import { facetsOfHead } from '../../domain/work/facets.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32 } from '../keyspace.ts'
import { ROWS_PER_BLOCK, ROWS_PER_CHUNK } from '../rows/grouping.ts'
import { getRecord, putRecord } from '../record.ts'
import { type HeadView, hashIn, readHeadsView, textAt } from '../rows/head-view.ts'
import { type RowView, rowView } from '../rows/row-block.ts'
import { putTimesOfChunk } from './chunk-times.ts'
import type { DerivedIndex } from './derived-index.ts'
import { type ChunkBits, newChunkBits, putFacetOfChunk } from './row-pieces.ts'

export const WORK_FACETS: DerivedIndex = {
  name: 'work',
  deriveChunk(main, derived, chunk) {
    const facets = facetsOfChunk(main, chunk)
    const key = keyOfU32('work_chunk', chunk)
    const before = getRecord<string[]>(derived, key) ?? []
    for (const [facet, bits] of facets) putFacetOfChunk(derived, chunk, facet, bits)
    for (const facet of before) if (!facets.has(facet)) putFacetOfChunk(derived, chunk, facet, null)
    putRecord(derived, key, [...facets.keys()])
    putTimesOfChunk(main, derived, chunk)
  },
}

function facetsOfChunk(main: Database, chunk: number): ReadonlyMap<string, ChunkBits> {
  const facets = new Map<string, ChunkBits>()
  const first = chunk * ROWS_PER_CHUNK
  for (let ordinal = first; ordinal < first + ROWS_PER_CHUNK; ordinal += ROWS_PER_BLOCK) {
    const bytes = main.getBinary(keyOfU32('row', ordinal / ROWS_PER_BLOCK))
    if (bytes === undefined) continue
    const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    for (let at = ordinal; at < ordinal + ROWS_PER_BLOCK; at++) {
      const row = rowView(block, at)
      if (row === null || row.isServiceRow || row.source.start === row.source.end) continue
      const place = at - first
      for (const facet of facetsOfRow(main, row)) {
        let bits = facets.get(facet)
        if (bits === undefined) facets.set(facet, (bits = newChunkBits()))
        bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31))
      }
    }
  }
  return facets
}

function facetsOfRow(main: Database, row: RowView): string[] {
  const facets = ['work']
  if (row.isInDiff) facets.push('diff')
  if (row.isInDiff && !row.isInMain) facets.push('diff_only')
  const { manual, machine } = readHeadsView(main, row.ordinal)
  if (manual === null && machine === null) return facets
  const { sourceHash } = row
  const facts = { manual: manual && factsOf(manual), machine: machine && factsOf(machine) }
  for (const layer of LAYERS) {
    const head = facts[layer]
    if (head === null) continue
    const isOfOtherSource = isStale(head, sourceHash)
    facets.push(...facetsOfHead(layer, { ...head, freshness: freshness(isOfOtherSource, head.isVerified) }))
  }
  const inGame = gameLayerOf({ sourceHash }, facts)
  if (inGame !== null) facets.push(`game ${inGame}`)
  return facets
}

const factsOf = (head: HeadView) => ({
  status: head.status,
  sourceHash: hashIn(head),
  isVerified: head.isVerified,
  isInvalid: head.isInvalid,
  model: head.model === null ? null : textAt(head, head.model),
  provider: head.provider === null ? null : textAt(head, head.provider),
  origin: head.origin,
  authorId: head.authorId,
  reviewerId: head.markedById ?? head.approverId,
})
