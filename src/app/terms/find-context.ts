// Context: approved translations that share a glossary term with some texts. An example must have the term in its
// source by the rules of the text gate, and its text must fit the whole glossary, so that no example contradicts a
// term.
import type { Turn } from '../../base/turn.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import type { CompiledGlossary, GlossaryEntry } from '../../domain/checks/glossary.ts'
import { contextTermsMax, contextTriesMax, exampleLengthMax } from '../../domain/limits.ts'
import type { User } from '../../domain/people.ts'
import { type Head, sourceTextOf } from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { eachWithWords } from '../../search/search-rows.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import { writesInView } from '../../store/view.ts'
import type { App } from '../app.ts'
import { findWorkAtHand } from '../work/find-work.ts'
import { type Asked, type FoundTerm, matchTerms } from './match-terms.ts'
import { fitsGlossary, pairOf } from './find-like.ts'
import { APPROVED, filterOfRank, headOfRank, type Rank } from '../../domain/memory/recall.ts'

interface Example {
  readonly rowId: string
  readonly source: string
  readonly sourceHash: string
  readonly layer: Layer
  readonly head: Head
}

interface TermContext {
  readonly entry: GlossaryEntry
  /** Which texts of the request have the term: their places, from 0. */
  readonly texts: readonly number[]
  /** Examples, the best rank first, then in the order of the game. */
  readonly examples: readonly Example[]
}

interface Context {
  /** The terms that were found; those in the most texts come first. */
  readonly terms: readonly TermContext[]
  /** How many further terms were found, for which no examples were looked for. */
  readonly leftOut: number
  readonly unknownIds: readonly string[]
}

interface ContextAsked {
  readonly asked: Asked
  /** How many examples each term gets at most. */
  readonly examples: number
}

/** Finds terms and examples. A search for a term is refused while this person or too many others search. `left`: the client has gone. */
export async function findContext(
  app: App,
  { id }: User,
  { asked, examples: wanted }: ContextAsked,
  turn: Turn,
  left: AbortSignal,
): Promise<Result<Context, 'searches_busy'>> {
  const { texts, terms, unknownIds } = await matchTerms(app, asked, turn)
  const withTerm = terms.map((_, term) =>
    texts.filter(({ matches }) => matches.some((each) => each.term === term)).map(({ place }) => place),
  )
  const order = [...terms.keys()].sort((a, b) => (withTerm[b]?.length ?? 0) - (withTerm[a]?.length ?? 0))
  const own = new Set(texts.flatMap(({ row }) => row?.ordinal ?? []))
  const found: TermContext[] = []
  for (const term of order.slice(0, contextTermsMax)) {
    if (turn.isOver) await turn.next()
    const { entry } = terms[term] as FoundTerm
    const candidates = await candidatesOf(app, id, entry, left)
    if (candidates === null) return refuse('searches_busy')
    const others = candidates.filter(({ ordinal }) => !own.has(ordinal))
    found.push({ entry, texts: withTerm[term] ?? [], examples: examplesAmong(app, entry, others, wanted) })
  }
  return ok({ terms: found, leftOut: terms.length - found.length, unknownIds })
}

function examplesAmong(app: App, entry: GlossaryEntry, rows: readonly Candidate[], wanted: number): Example[] {
  const examples = new Map<string, Example>()
  for (const row of rows) {
    if (examples.size === wanted) break
    const example = exampleAt(app, entry, row)
    if (example !== null) examples.set(JSON.stringify([example.source, example.head.text]), example)
  }
  return [...examples.values()]
}

interface Candidate {
  readonly ordinal: number
  readonly rank: Rank
}

interface Looked {
  readonly candidates: readonly Candidate[]
  readonly writes: number
  readonly atMs: number
}

/** Rows in which each term was found. They are kept, because one search takes as long as reading a hundred rows. */
const looked = new WeakMap<CompiledGlossary, Map<GlossaryEntry, Looked>>()
/** How long found rows are kept; a text that was approved later may be missing until then. */
const keptMs = 60_000

/** The rows with the term, perhaps some that have lost it: `exampleAt` reads each of them again. Null: no search can run now. */
async function candidatesOf(
  app: App,
  personId: number,
  entry: GlossaryEntry,
  left: AbortSignal,
): Promise<readonly Candidate[] | null> {
  const { glossary } = app.rules.now()
  const ofTerms = looked.get(glossary) ?? new Map<GlossaryEntry, Looked>()
  looked.set(glossary, ofTerms)
  const known = ofTerms.get(entry)
  const [writes, atMs] = [writesInView(app.store), app.clock.nowMs()]
  if (known !== undefined && (known.writes === writes || Math.abs(atMs - known.atMs) < keptMs)) return known.candidates
  using place = app.searches.enterIfIdle(personId)
  if (place === null) return null
  const signal = AbortSignal.any([left, place.ended])
  const candidates: Candidate[] = []
  for (const rank of APPROVED) candidates.push(...(await search(app, entry, rank, signal)))
  if (signal.aborted) return null
  ofTerms.set(entry, { candidates, writes, atMs })
  return candidates
}

async function search(app: App, entry: GlossaryEntry, rank: Rank, signal: AbortSignal): Promise<readonly Candidate[]> {
  const within = await findWorkAtHand(app, filterOfRank(rank))
  const candidates: Candidate[] = []
  const add = (ordinal: number): void => void candidates.push({ ordinal, rank })
  if (within.size > 0) await eachWithWords(app, entry.source, { limit: contextTriesMax, within }, add, signal)
  return candidates
}

/** The row's text as an example; null: it has none of this rank any more, or the text does not show the term. */
function exampleAt(app: App, entry: GlossaryEntry, { ordinal, rank }: Candidate): Example | null {
  const { main, files } = app.store
  const row = readRow(main, files, ordinal)
  const head = row === null ? null : headOfRank(readHeads(main, ordinal), rank, row.sourceHash)
  if (row === null || head === null) return null
  const source = sourceTextOf(row)
  if (source.length > exampleLengthMax || head.text.length > exampleLengthMax) return null
  const pair = pairOf(app, source, head.text)
  if (!pair.terms.some(({ compiled }) => compiled.entry === entry) || !fitsGlossary(pair)) return null
  const { rowId, sourceHash } = row
  return { rowId, source, sourceHash, layer: rank.layer, head }
}
