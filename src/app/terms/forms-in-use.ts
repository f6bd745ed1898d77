// Forms of a term that the store's own texts have and the glossary does not accept: words that begin as the term's translation
// does, in translations of rows whose source has the term. The most frequent come first.
import { compileEntry, type GlossaryEntry } from '../../domain/checks/glossary.ts'
import { matchForms } from '../../domain/checks/glossary-forms.ts'
import { bestOf } from '../../domain/memory/recall.ts'
import { runsLike } from '../../../packages/language/src/renamer.ts'
import { eachWithWords } from '../../search/search-rows.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { settingsOf } from '../rules.ts'

interface FormInUse {
  /** The form as it stands in texts, in lower case. */
  readonly form: string
  /** How many of the texts have it. */
  readonly texts: number
}

const rowsMax = 300
const formsMax = 20

/** Looks at the texts of the first 300 rows that have the term. Null: no search can run now. */
export async function formsInUse(
  app: App,
  personId: number,
  entry: GlossaryEntry,
  left: AbortSignal,
): Promise<readonly FormInUse[] | null> {
  using place = app.searches.enterIfIdle(personId)
  if (place === null) return null
  const signal = AbortSignal.any([left, place.ended])
  const texts = await textsWith(app, entry.source, signal)
  return signal.aborted ? null : unacceptedIn(texts, entry, settingsOf(app).target_language)
}

async function textsWith(app: App, source: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const texts = new Set<string>()
  const { main, files } = app.store
  const note = (ordinal: number): void => {
    const row = readRow(main, files, ordinal)
    const best = row === null ? null : bestOf(readHeads(main, ordinal), row.sourceHash)
    if (best !== null) texts.add(best.head.text)
  }
  await eachWithWords(app, source, { limit: rowsMax }, note, signal)
  return texts
}

function unacceptedIn(texts: Iterable<string>, entry: GlossaryEntry, language: string): FormInUse[] {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const runs = entry.forms.flatMap((form) => runsLike(form, text)).map((run) => run.toLowerCase())
    for (const run of new Set(runs)) counts.set(run, (counts.get(run) ?? 0) + 1)
  }
  const isAccepted = acceptedBy(entry, language)
  return [...counts]
    .filter(([form]) => !isAccepted(form))
    .map(([form, count]) => ({ form, texts: count }))
    .sort((a, b) => b.texts - a.texts)
    .slice(0, formsMax)
}

/** A test whether the glossary accepts a form, by the matcher that the text gate uses. */
function acceptedBy(entry: GlossaryEntry, language: string): (text: string) => boolean {
  const term = { compiled: compileEntry(entry, language), start: 0, end: entry.source.length }
  return (text) => matchForms([term], text, []).some(({ isPresent }) => isPresent)
}
