// Term lists of other tools, in JSON (docs/command-line.md#glossary): those of LinguaGacha and AiNiee, of ParaTranz, and a plain
// object of terms and translations. A term that comes more than once has all its translations.
import type { TermListName } from '../base/term-facts.ts'
import { DamagedFile, damagedLine, type Problem } from './damage.ts'
import type { GlossaryRow } from './glossary-row.ts'
import { quoted } from './text-entry.ts'

interface Members {
  readonly term: string
  readonly translation: string
  readonly note: string
  readonly caseSensitive: string
}

const TERM_LISTS: Readonly<Record<TermListName, Members>> = {
  linguagacha: { term: 'src', translation: 'dst', note: 'info', caseSensitive: 'case_sensitive' },
  paratranz: { term: 'term', translation: 'translation', note: 'note', caseSensitive: 'caseSensitive' },
}

export const isTermList = (text: string): boolean => /^\s*[[{]/.test(text)

/** `file`: a name for messages. Throws DamagedFile. */
export function parseTermList(text: string, file: string): GlossaryRow[] {
  const rows = new Map<string, GlossaryRow>()
  for (const [at, entry] of entriesOf(text, file).entries()) {
    const row = rowOf(entry, (problem) => damagedEntry(file, at + 1, problem))
    const key = `${row.caseSensitive} ${row.source}`
    const same = rows.get(key)
    rows.set(key, same === undefined ? row : { ...same, forms: [...new Set([...same.forms, ...row.forms])] })
  }
  return [...rows.values()]
}

type Entry = Readonly<Record<string, unknown>>

const damagedEntry = (file: string, entry: number, problem: Problem): DamagedFile =>
  new DamagedFile({ file, where: { at: 'entry', entry }, ...problem })

function entriesOf(text: string, file: string): readonly Entry[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw damagedLine(file, 1, { problem: 'element_no_json', found: quoted((error as Error).message) })
  }
  if (Array.isArray(value)) return value as readonly Entry[]
  return Object.entries(value as object).map(([term, translation]) => ({ src: term, dst: translation as unknown }))
}

function rowOf(entry: Entry, fault: (problem: Problem) => DamagedFile): GlossaryRow {
  const names = Object.values(TERM_LISTS).find(({ term }) => typeof entry?.[term] === 'string')
  if (names === undefined) throw fault({ problem: 'no_term' })
  const textOf = (name: string): string => {
    const value = entry[name] ?? ''
    if (typeof value !== 'string')
      throw fault({ problem: 'text_member', member: name, found: quoted(JSON.stringify(value)) })
    return value.trim()
  }
  const source = textOf(names.term)
  if (source === '') throw fault({ problem: 'no_term' })
  if (entry['regex'] === true) throw fault({ problem: 'term_pattern', found: quoted(source) })
  const translation = textOf(names.translation)
  return {
    source,
    forms: translation === '' ? [] : [translation],
    caseSensitive: entry[names.caseSensitive] === true,
    doNotTranslate: translation === source,
    note: textOf(names.note),
  }
}

/** As the tool reads it. A term without a translation is left out; of several forms the first goes, stars taken away. */
export function formatTermList(rows: Iterable<GlossaryRow>, tool: TermListName): string {
  const { term, translation, note, caseSensitive } = TERM_LISTS[tool]
  const entries = [...rows].flatMap((row) => {
    const form = row.doNotTranslate ? row.source : row.forms[0]?.replaceAll('*', '')
    if (form === undefined) return []
    const about = [row.facts?.meaning, row.facts?.kind, row.facts?.gender, row.note].filter(Boolean).join('; ')
    const extra = tool === 'linguagacha' ? { regex: false } : {}
    return [{ [term]: row.source, [translation]: form, [note]: about, ...extra, [caseSensitive]: row.caseSensitive }]
  })
  return `${JSON.stringify(entries, null, 2)}\n`
}
