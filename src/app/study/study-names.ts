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
import { openSnapshot } from '../../store/view.ts'
import type { App } from '../app.ts'
import { readNames, type StudiedName } from './read-names.ts'

interface Study {
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
  const textOf = (text: string): string => bare(text, scan(text, app.rules.now().gate.captionPolicy))
  let seen = 0
  function* sources(): Generator<Source | null> {
    const met = new SeenSources()
    for (const block of scanRows(db, app.store.files, cellsOf('all', 'all'))) {
      for (const scanned of block) {
        if (++seen % rowsPerBreath === 0) yield null
        const row = scanned.row()
        if (row.isServiceRow) continue
        const source = sourceTextOf(row)
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
  const known = knownNames(db)
  const likely = book
    .all()
    .filter((candidate) => !known.has(candidate.key) && mayBeTerm(candidate))
    .sort((a, b) => likelihood(b) - likelihood(a))
    .slice(0, readMax)
  const names = yield* readNames(app, db, likely, textOf)
  return { names: names.sort((a, b) => b.score - a.score).slice(0, namesMax), rows: seen / passes }
}

const passes = 3
const likelihood = (candidate: Candidate): number =>
  scoreOf(candidate, strengthOf(candidate, { withLabel: null, fit: null }))

/** Terms of the glossary, and words that people said are none. */
function knownNames(db: Database): ReadonlySet<string> {
  const terms = readGlossary(db).map(({ source }) => keyOfName(source.replaceAll('*', '')))
  return new Set([...terms, ...[...allNotTerms(db)].map(({ key }) => key)])
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
