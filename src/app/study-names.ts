// The study of names: finds those that the glossary may want, with what the texts of their rows say.
import { runAlone, runInSlices, runToEnd } from '../base/slices.ts'
import { cellsOf } from '../domain/cell.ts'
import type { CompiledGlossary } from '../domain/checks/glossary.ts'
import {
  beginsSentence,
  type Candidate,
  displayName,
  keyOfRun,
  mayBeTerm,
  NAME_SIGNS,
  NameBook,
  type NameSign,
  RunSketch,
  scoreOf,
  signsIn,
  type SourceWord,
  strengthMin,
  strengthOf,
  withoutArticle,
  wordsIn,
} from '../../packages/language/src/name-candidates.ts'
import { gameTextOf, sourceTextOf } from '../domain/row.ts'
import { bare } from '../domain/text/service-text.ts'
import { scan } from '../domain/text/tokens.ts'
import { UnitCounts, type Wordings, wordingsOf } from '../../packages/language/src/wordings.ts'
import { readGlossary } from '../store/people.ts'
import { allNotTerms } from '../store/records.ts'
import { lastOrdinal, readHeads, readReference, readRow, scanRows } from '../store/rows.ts'
import type { Database } from '../store/store.ts'
import { freshen, openSnapshot } from '../store/view.ts'
import type { App } from './app.ts'

interface StudiedWording {
  readonly text: string
  /** How many of the translations that were looked at have this wording. */
  readonly texts: number
  readonly rowIds: readonly string[]
}

export interface StudiedName {
  readonly key: string
  readonly name: string
  readonly spellings: readonly string[]
  readonly signs: readonly NameSign[]
  readonly rows: number
  /** How many different sources have the name. */
  readonly texts: number
  /** How likely the name is a term: the higher the likelier, without an upper bound. */
  readonly score: number
  readonly rowIds: readonly string[]
  /** What the references of the name's rows have in common; null: nothing, or they have no references. */
  readonly reference: string | null
  /** How many translations were looked at: at most 64. */
  readonly looked: number
  /** The share of the most frequent wording among these translations; null: fewer than two were looked at. */
  readonly agreement: number | null
  readonly wordings: readonly StudiedWording[]
}

const readPerBreath = 4
/** How many characters of a text are read: the beginning of a long one is enough. */
const textLengthMax = 600
/** From so many rows it is learnt which words are usual in the languages. */
const sampleRows = 4_000

/**
 * Reads the texts of the likely candidates' rows: the references and the translations, at most 64 of each. `textOf` takes the tokens out.
 */
function* readNames(
  app: App,
  db: Database,
  candidates: readonly Candidate[],
  textOf: (text: string) => string,
): Generator<void, StudiedName[]> {
  const beginningOf = (text: string): string => textOf(text.slice(0, textLengthMax))
  const read = (ordinal: number): ReadRow | null => {
    const row = readRow(db, app.store.files, ordinal)
    if (row === null) return null
    const own = readReference(db, ordinal)
    const reference = own?.diff ?? own?.main ?? null
    const { layer, text } = gameTextOf(row, readHeads(db, ordinal))
    return {
      rowId: row.rowId,
      reference: reference === null ? null : beginningOf(reference),
      text: layer === null ? null : beginningOf(text),
    }
  }
  const all = { reference: new UnitCounts(), text: new UnitCounts() }
  const last = lastOrdinal(db)
  const every = Math.max(1, Math.ceil(last / sampleRows))
  for (let ordinal = 0; ordinal <= last; ordinal += every) {
    const row = read(ordinal)
    if (row?.reference) all.reference.add(row.reference)
    if (row?.text) all.text.add(row.text)
    if (ordinal % (every * readPerBreath) === 0) yield
  }
  const names: StudiedName[] = []
  for (const candidate of candidates) {
    const rows: ReadRow[] = []
    for (const [at, ordinal] of candidate.places.values.entries()) {
      const row = read(ordinal)
      if (row !== null) rows.push(row)
      if (at % readPerBreath === 0) yield
    }
    const labels = candidate.labels.flatMap((ordinal) => read(ordinal) ?? [])
    const sides: StudiedSides = { reference: null, text: null }
    for (const side of SIDES) {
      yield
      sides[side] = sideOf(side, candidate, rows, labels, { all, rows: last })
    }
    const name = nameOf(candidate, rows, sides)
    if (name !== null) names.push(name)
  }
  return names
}

interface ReadRow {
  readonly rowId: string
  readonly reference: string | null
  readonly text: string | null
}

const SIDES = ['reference', 'text'] as const
type Side = (typeof SIDES)[number]
type StudiedSides = Record<Side, StudiedSide | null>

function nameOf(
  candidate: Candidate,
  rows: readonly ReadRow[],
  { reference: references, text: texts }: StudiedSides,
): StudiedName | null {
  const strength = strengthOf(candidate, {
    withLabel: largest(references?.withLabel, texts?.withLabel),
    fit: largest(references?.fit, texts?.fit),
  })
  if (strength < strengthMin) return null
  const [best] = texts?.wordings ?? []
  return {
    key: candidate.key,
    name: displayName(candidate),
    spellings: [...candidate.spellings.keys()],
    signs: NAME_SIGNS.filter((sign) => candidate.signs[sign] > 0),
    rows: candidate.rows,
    texts: candidate.texts,
    score: scoreOf(candidate, strength),
    rowIds: rows.slice(0, rowsShown).map(({ rowId }) => rowId),
    reference: references?.wordings[0]?.text ?? null,
    looked: texts?.looked ?? 0,
    agreement: texts === null || texts.looked < 2 ? null : (best?.texts ?? 0) / texts.looked,
    wordings: texts?.wordings ?? [],
  }
}

const rowsShown = 5

const largest = (one: number | null | undefined, other: number | null | undefined): number | null =>
  one == null ? (other ?? null) : Math.max(one, other ?? 0)

interface StudiedSide {
  readonly looked: number
  readonly wordings: readonly StudiedWording[]
  readonly fit: number
  readonly withLabel: number | null
}

/** What the texts of one side (references or translations) say; null: the rows have no such texts. */
function sideOf(
  side: Side,
  { rows: withName }: Candidate,
  rows: readonly ReadRow[],
  labels: readonly ReadRow[],
  { all, rows: allTexts }: { readonly all: Readonly<Record<Side, UnitCounts>>; readonly rows: number },
): StudiedSide | null {
  const having = rows.filter((row) => row[side] !== null)
  if (having.length === 0) return null
  const texts = having.map((row) => row[side] as string)
  const label = labels.find((row) => row[side])?.[side] ?? null
  const { wordings, fit, withLabel }: Wordings = wordingsOf(texts, label, { all: all[side], allTexts, withName })
  return {
    looked: having.length,
    fit,
    withLabel,
    wordings: wordings.map(({ text, texts: places }) => ({
      text,
      texts: places.length,
      rowIds: places.slice(0, rowsShown).map((place) => (having[place] as ReadRow).rowId),
    })),
  }
}

export interface Study {
  readonly names: readonly StudiedName[]
  readonly rows: number
}

interface StudyNames {
  /** True: the process has no other work, so the study makes no pauses. */
  readonly isAlone: boolean
  readonly signal: AbortSignal
  readonly onProgress: (rowsSeen: number) => void
}

/**
 * Finds the names in the sources that the glossary may want (docs/consistency.md#names-not-in-the-glossary), in one
 * snapshot and three passes over all rows' sources: runs of words are counted, the marked ones are kept, their uses are
 * counted. Then the texts of the best are read, at most 64 of each. The memory it takes has a bound.
 */
export async function studyNames(app: App, request: StudyNames): Promise<Study> {
  using snapshot = openSnapshot(app.store)
  const run = request.isAlone ? runAlone : runInSlices
  return await runToEnd(run, lookThrough(app, snapshot.db, request), request.signal)
}

/** The key of a name, by which it is compared with terms of the glossary and with names that are no terms. */
export const keyOfName = (name: string): string => keyOfRun(withoutArticle(wordsIn(name)))

const rowsPerBreath = 16
const charactersPerBreath = 4_000
/** How many candidates' texts are read, and so how many names are kept. */
const readMax = 2_000
const namesMax = 1_000

interface Source {
  readonly ordinal: number
  readonly source: string
  readonly text: string
  readonly words: readonly SourceWord[]
  readonly isNew: boolean
}

function* lookThrough(app: App, db: Database, { onProgress }: StudyNames): Generator<void, Study> {
  const textOf = (text: string): string => bare(text, scan(text, app.rules.now().gate.markup))
  let [seen, characters] = [0, 0]
  function* sources(): Generator<Source | null> {
    const met = new SeenSources()
    for (const block of scanRows(db, app.store.files, cellsOf('all', 'all'))) {
      for (const scanned of block) {
        if (++seen % rowsPerBreath === 0 || characters > charactersPerBreath) {
          characters = 0
          yield null
        }
        const row = scanned.row()
        if (row.isServiceRow) continue
        const source = sourceTextOf(row)
        characters += source.length
        const text = textOf(source)
        yield { ordinal: row.ordinal, source, text, words: wordsIn(text), isNew: met.add(row.sourceHash) }
      }
      onProgress(seen)
    }
  }
  const sketch = new RunSketch()
  for (const each of sources()) {
    if (each === null) yield
    else if (each.isNew) sketch.add(each.text, each.words)
  }
  const book = new NameBook()
  for (const each of sources()) {
    if (each === null) yield
    else if (each.isNew)
      for (const signed of signsIn(each.source, each.text, each.words)) book.add(signed, each.ordinal, sketch)
  }
  for (const each of sources()) {
    if (each === null) yield
    else book.count(each.text, each.words, each.ordinal, each.isNew, (word) => beginsSentence(each.text, word))
  }
  const known = termKeys(app)
  const likely = yield* likeliest(book.all(), known)
  const names = yield* readNames(app, db, likely, textOf)
  return { names: names.sort((a, b) => b.score - a.score).slice(0, namesMax), rows: seen / passes }
}

const passes = 3
const candidatesPerBreath = 1_000

function* likeliest(candidates: readonly Candidate[], known: ReadonlySet<string>): Generator<void, Candidate[]> {
  let best: { readonly candidate: Candidate; readonly score: number }[] = []
  const cut = (): void => {
    best = best.sort((a, b) => b.score - a.score).slice(0, readMax)
  }
  for (const [at, candidate] of candidates.entries()) {
    if (at % candidatesPerBreath === 0) yield
    if (known.has(candidate.key) || !mayBeTerm(candidate)) continue
    if (best.push({ candidate, score: likelihood(candidate) }) >= 2 * readMax) cut()
  }
  cut()
  return best.map(({ candidate }) => candidate)
}

const likelihood = (candidate: Candidate): number =>
  scoreOf(candidate, strengthOf(candidate, { withLabel: null, fit: null }))

/** Kept while the glossary is the same: thousands of terms take some 40 ms. */
const keysOf = new WeakMap<CompiledGlossary, ReadonlySet<string>>()

function termKeys(app: App): ReadonlySet<string> {
  const { glossary } = app.rules.now()
  const known = keysOf.get(glossary)
  if (known !== undefined) return known
  const keys = new Set(readGlossary(app.store.main).map(({ source }) => keyOfName(source.replaceAll('*', ''))))
  keysOf.set(glossary, keys)
  return keys
}

/** Leaves out names that became terms since the study, and those of which somebody said that they are no terms. */
export function stillNames(app: App, names: readonly StudiedName[]): readonly StudiedName[] {
  freshen(app.store)
  const { main } = app.store
  const gone = new Set([...termKeys(app), ...[...allNotTerms(main)].map(({ key }) => key)])
  return names.filter(({ key }) => !gone.has(key))
}

/** Remembers which sources were met, in two megabytes. Rarely it takes a new one for a known one. */
class SeenSources {
  readonly #bits = new Uint8Array(1 << 21)

  /** Adds a source. True: it was not met before. */
  add(sourceHash: string): boolean {
    const place = Number.parseInt(sourceHash.slice(0, 6), 16)
    const [at, bit] = [place >>> 3, 1 << (place & 7)]
    const isNew = ((this.#bits[at] as number) & bit) === 0
    this.#bits[at] = (this.#bits[at] as number) | bit
    return isNew
  }
}
