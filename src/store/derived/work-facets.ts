// Computes the facets (properties that filters ask for, domain/work/facets.ts) of rows from main: some microseconds a row.
import { countedClient } from '../../domain/donor.ts'
import { compileRule, foldLabel, type RuleFacts, type RuleField, type RuleMatch } from '../../domain/labels.ts'
import { type Markup, markupOf } from '../../domain/profile.ts'
import { freshness, gameLayerOf, isStale } from '../../domain/row.ts'
import { DEFAULT_SETTINGS } from '../../domain/settings.ts'
import { scanTokens } from '../../domain/text/tokens.ts'
import { LAYERS } from '../../domain/vocabulary.ts'
import { facetsOfHead } from '../../domain/work/facets.ts'
import { kindOf } from '../../domain/text/kind-of.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32, ROWS_PER_BLOCK, ROWS_PER_CHUNK } from '../file/keyspace.ts'
import { allLabelRules, allLabels, type Label, type LabelRule, lastRuleId } from '../records/labels.ts'
import { readGeneration, readSettings } from '../records/settings.ts'
import { hashIn, headsIn, type HeadView, textAt } from '../rows/head-view.ts'
import { createReferenceReader } from '../rows/references.ts'
import { clientIn } from '../rows/revision-bytes.ts'
import { type RowView, rowView } from '../rows/row-block.ts'
import type { FileNames } from '../rows/source-files.ts'
import type { Store } from '../store.ts'

// The labels and their rules, compiled, and what the rules find in stored rows. A row costs some 0.5 µs for its texts,
// and 0.1 µs for each rule, or up to 5 where its letters are found.

interface LiveRule extends LabelRule {
  readonly matches: RuleMatch
}

export interface LabelBook {
  /** Sorted by id. */
  readonly labels: readonly Label[]
  readonly byName: ReadonlyMap<string, Label>
  /** Sorted by id. */
  readonly rules: readonly LiveRule[]
  readonly rulesOf: ReadonlyMap<number, readonly LiveRule[]>
  /** The highest id ever given. */
  readonly lastRule: number
  readonly policy: Markup
}

export const NO_LABELS: LabelBook = {
  labels: [],
  byName: new Map(),
  rules: [],
  rulesOf: new Map(),
  lastRule: 0,
  policy: markupOf(DEFAULT_SETTINGS),
}

export class LabelBooks {
  readonly #store: Store
  #book = NO_LABELS
  #generations = ''

  constructor(store: Store) {
    this.#store = store
  }

  /** Reads labels, rules and settings. It returns the same object as long as all of them are the same. */
  now(): LabelBook {
    const { main } = this.#store
    const generations = `${readGeneration(main, 'labels')} ${readGeneration(main, 'settings')}`
    if (generations !== this.#generations) {
      this.#book = readBook(main)
      this.#generations = generations
    }
    return this.#book
  }
}

function readBook(main: Database): LabelBook {
  const labels = allLabels(main)
  const rules = allLabelRules(main).map((rule) => ({ ...rule, matches: compileRule(rule) }))
  return {
    labels,
    byName: new Map(labels.map((label) => [foldLabel(label.name), label])),
    rules,
    rulesOf: Map.groupBy(rules, ({ labelId }) => labelId),
    lastRule: lastRuleId(main),
    policy: markupOf(readSettings(main)),
  }
}

/** The facet of the rows that a rule labels. */
export const facetOfRule = ({ id }: { readonly id: number }): string => `rule ${id}`

/** The id of the rule whose facet this is; null: the facet is not of a rule. */
export const ruleOfFacet = (facet: string): number | null => (facet.startsWith('rule ') ? Number(facet.slice(5)) : null)

export class RuleReader {
  readonly #files: FileNames
  readonly #policy: Markup
  readonly #referenceOf: ReturnType<typeof createReferenceReader>

  constructor({ main, files }: Pick<Store, 'main' | 'files'>, policy: Markup) {
    this.#files = files
    this.#policy = policy
    this.#referenceOf = createReferenceReader(main)
  }

  /** What rules ask of a row that has something to translate and whose block has memory of its own. Each text is decoded once. */
  factsOf(row: RowView): RuleFacts {
    const known = new Map<RuleField, readonly string[]>()
    const once = (field: RuleField, read: () => readonly string[]) => (): readonly string[] => {
      let texts = known.get(field)
      if (texts === undefined) known.set(field, (texts = read()))
      return texts
    }
    const source = once('source', () => [row.bytes.toString('utf8', row.source.start, row.source.end)])
    return {
      source,
      reference: once('reference', () => {
        const reference = this.#referenceOf(row.ordinal)
        return reference === null ? [] : [reference.bytes.toString('utf8', reference.text.start, reference.text.end)]
      }),
      id: once('id', () => [row.rowId]),
      file: once('file', () => {
        const slot = row.diff ?? row.main
        return [`${row.isInDiff ? 'diff' : 'main'}/${this.#files.nameOf(slot?.file ?? 0)}`]
      }),
      token: once('token', () => scanTokens(source()[0] ?? '', this.#policy).map(({ text }) => text)),
    }
  }
}

/** The heads of up to so many rows are read one by one, those of more rows in one range. */
const headsApartMax = 64

/** Calls back with the facets of the rows at these places of a chunk. Service, empty and invisible rows have no facets. */
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

/** Calls back with the facets of rules only, of the rows that have any. */
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

/** Calls back with each place and its row; null: the row has nothing to translate. */
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
  const facets = ['work', `kind ${kindOf(row.bytes.toString('utf8', row.source.start, row.source.end))}`]
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
  client: head.client === null ? null : countedClient(clientIn(textAt(head, head.client))),
})
