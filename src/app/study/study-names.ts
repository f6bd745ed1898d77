// Finds the names in the sources that the glossary may want (docs/text-gate.md#names-that-are-no-terms-yet), in one snapshot and three
// passes over all rows' sources: runs of words are counted, the marked ones are kept, their uses are counted. Then the texts of the best are
// read, at most 64 of each. The memory it takes has a bound.
import { runAlone, runInSlices } from '../../base/slices.ts'
import { cellsOf } from '../../domain/cell.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { type Candidate, NameBook, RunSketch } from '../../domain/study/candidates.ts'
import { beginsSentence, signsIn } from '../../domain/study/name-signs.ts'
import { keyOfRun, type SourceWord, withoutArticle, wordsIn } from '../../domain/study/name-words.ts'
import { mayBeTerm, scoreOf, strengthOf } from '../../domain/study/termhood.ts'
import { bare } from '../../domain/text/bare.ts'
import { scan } from '../../domain/text/tokens.ts'
import { readGlossary } from '../../store/people.ts'
import { allNotTerms } from '../../store/records.ts'
import { scanRows } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import { freshen, openSnapshot } from '../../store/view.ts'
import type { App } from '../app.ts'
import { readNames, type StudiedName } from './read-names.ts'

export interface Study {
  readonly names: readonly StudiedName[]
  readonly rows: number
}

interface StudyNames {
  /** The process has no other work: no pauses. */
  readonly isAlone: boolean
  readonly signal: AbortSignal
  readonly onProgress: (rowsSeen: number) => void
}

export async function studyNames(app: App, request: StudyNames): Promise<Study> {
  const snapshot = openSnapshot(app.store)
  try {
    const work = lookThrough(app, snapshot.db, request)
    let found: Study | null = null
    const step = (): boolean => {
      const { done, value } = work.next()
      if (done === true) found = value
      return done !== true
    }
    await (request.isAlone ? runAlone : runInSlices)(step, request.signal)
    request.signal.throwIfAborted()
    return found as unknown as Study
  } finally {
    snapshot.close()
  }
}

/** The key under which a glossary's term or a word that is none is found. */
export const keyOfName = (name: string): string => keyOfRun(withoutArticle(wordsIn(name)))

const rowsPerBreath = 16
const charactersPerBreath = 4_000
/** Candidates whose texts are read, and names that are kept. */
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
  const known = termKeys(db)
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

const termKeys = (db: Database): ReadonlySet<string> =>
  new Set(readGlossary(db).map(({ source }) => keyOfName(source.replaceAll('*', ''))))

/** Without what became a term since the study, and what somebody said is none. */
export function stillNames(app: App, names: readonly StudiedName[]): readonly StudiedName[] {
  freshen(app.store)
  const { main } = app.store
  const gone = new Set([...termKeys(main), ...[...allNotTerms(main)].map(({ key }) => key)])
  return names.filter(({ key }) => !gone.has(key))
}

/** Whether a source was met before, in two megabytes; rarely it says so of a new one. */
class SeenSources {
  readonly #bits = new Uint8Array(1 << 21)

  /** True: it is new. */
  add(sourceHash: string): boolean {
    const place = Number.parseInt(sourceHash.slice(0, 6), 16)
    const [at, bit] = [place >>> 3, 1 << (place & 7)]
    const isNew = ((this.#bits[at] as number) & bit) === 0
    this.#bits[at] = (this.#bits[at] as number) | bit
    return isNew
  }
}
