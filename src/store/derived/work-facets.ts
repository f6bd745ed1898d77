// Computes the facets (properties that filters ask for, domain/work/facets.ts) of rows from main: some microseconds a row.
import { freshness, gameLayerOf, isStale } from '../../domain/row.ts'
import { LAYERS } from '../../domain/vocabulary.ts'
import { facetsOfHead } from '../../domain/work/facets.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32, ROWS_PER_BLOCK, ROWS_PER_CHUNK } from '../file/keyspace.ts'
import { hashIn, headsIn, type HeadView, textAt } from '../rows/head-view.ts'
import { clientIn } from '../rows/revision-bytes.ts'
import { type RowView, rowView } from '../rows/row-block.ts'
import type { Store } from '../store.ts'
import { facetOfRule, type LabelBook, type LiveRule, RuleReader } from './label-book.ts'

/** Heads of more rows are read in one range. */
const headsApartMax = 64

/** Facets of rows at these places of a chunk; service, empty and invisible rows have none. */
export function eachFacets(
  store: Store,
  { rules, policy }: LabelBook,
  chunk: number,
  places: readonly number[],
  visit: (place: number, facets: readonly string[]) => void,
): void {
  const { main } = store
  const first = chunk * ROWS_PER_CHUNK
  const headsOf =
    places.length > headsApartMax ? headsOfChunk(main, first) : (ordinal: number) => headsOfRow(main, ordinal)
  const reader = new RuleReader(store, policy)
  eachWork(main, first, places, (place, row) => {
    if (row === null) return visit(place, [])
    const facets = facetsOf(row, headsOf(row.ordinal))
    if (rules.length > 0) facets.push(...facetsByRules(reader, rules, row))
    visit(place, facets)
  })
}

/** Facets of rules only, of rows that have any. */
export function eachRuleFacets(
  store: Store,
  { policy }: LabelBook,
  rules: readonly LiveRule[],
  chunk: number,
  places: readonly number[],
  visit: (place: number, facets: readonly string[]) => void,
): void {
  const reader = new RuleReader(store, policy)
  eachWork(store.main, chunk * ROWS_PER_CHUNK, places, (place, row) => {
    const facets = row === null ? [] : facetsByRules(reader, rules, row)
    if (facets.length > 0) visit(place, facets)
  })
}

function facetsByRules(reader: RuleReader, rules: readonly LiveRule[], row: RowView): string[] {
  const facts = reader.factsOf(row)
  return rules.filter(({ matches }) => matches(facts)).map(facetOfRule)
}

/** `row`: null if there is nothing to translate. */
function eachWork(
  main: Database,
  first: number,
  places: readonly number[],
  visit: (place: number, row: RowView | null) => void,
): void {
  let block: Buffer | undefined
  let end = 0
  for (const place of places) {
    if (place >= end) {
      const bytes = main.getBinary(keyOfU32('row', Math.floor((first + place) / ROWS_PER_BLOCK)))
      block = bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      end = place - (place % ROWS_PER_BLOCK) + ROWS_PER_BLOCK
    }
    const row = block === undefined ? null : rowView(block, first + place)
    visit(place, row !== null && !row.isServiceRow && row.source.start !== row.source.end ? row : null)
  }
}

interface Facts {
  readonly manual: FactsOfHead | null
  readonly machine: FactsOfHead | null
}
type FactsOfHead = ReturnType<typeof factsOf>

const NO_FACTS: Facts = { manual: null, machine: null }

function headsOfRow(main: Database, ordinal: number): Facts {
  const bytes = main.getBinaryFast(keyOfU32('head', ordinal))
  return bytes === undefined ? NO_FACTS : factsIn(bytes)
}

function headsOfChunk(main: Database, first: number): (ordinal: number) => Facts {
  const known = new Map<number, Facts>()
  const range = { start: keyOfU32('head', first), end: keyOfU32('head', first + ROWS_PER_CHUNK) }
  for (const { key, value } of main.getRange(range))
    known.set((key as Buffer).readUInt32BE(1), factsIn(value as Buffer))
  return (ordinal) => known.get(ordinal) ?? NO_FACTS
}

function factsIn(bytes: Buffer): Facts {
  const { manual, machine } = headsIn(bytes)
  return { manual: manual && factsOf(manual), machine: machine && factsOf(machine) }
}

function facetsOf(row: RowView, heads: Facts): string[] {
  const facets = ['work']
  if (row.isInDiff) facets.push('diff')
  if (row.isInDiff && !row.isInMain) facets.push('diff_only')
  if (heads === NO_FACTS) return facets
  const { sourceHash } = row
  for (const layer of LAYERS) {
    const head = heads[layer]
    if (head === null) continue
    const isOfOtherSource = isStale(head, sourceHash)
    facets.push(...facetsOfHead(layer, { ...head, freshness: freshness(isOfOtherSource, head.isVerified) }))
  }
  const inGame = gameLayerOf({ sourceHash }, heads)
  if (inGame !== null) facets.push(`game ${inGame}`)
  return facets
}

const factsOf = (head: HeadView) => ({
  status: head.status,
  sourceHash: hashIn(head),
  isVerified: head.isVerified,
  isInvalid: head.isInvalid,
  isDoubted: head.isDoubted,
  model: head.model === null ? null : textAt(head, head.model),
  provider: head.provider === null ? null : textAt(head, head.provider),
  origin: head.origin,
  authorId: head.authorId,
  reviewerId: head.markedById ?? head.approverId,
  client: head.client === null ? null : clientIn(textAt(head, head.client)),
})
