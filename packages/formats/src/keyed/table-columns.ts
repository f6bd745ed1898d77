// Which columns of a table have keys, sources and translations, by its header (docs/another-game.md#tables-of-several-languages). Pure.
import { closestTo, languageOf, spelledAs } from './language-names.ts'
import type { Project } from './project.ts'

// Names of columns, in small letters without blanks and `_`; the first one that is there.
const KEYS = ['key', 'keys', 'stringid', 'textid', 'stringkey', 'id', 'name', 'identifier', 'term', 'label']
const SOURCES = ['text', 'source', 'english', 'en', 'value', 'string', 'original', 'sourcetext', 'sourcestring']
const TARGETS = ['target', 'translation', 'translated', 'translatedtext', 'targettext']
const CONTEXTS = ['context']
/** Of Godot, for texts of one key that mean different things; then the first column may be text and key. */
const MEANING = '?context'
/** What is said beside a text: comments, places, and how long it may be. */
const NOTES = /(?:comments?|notes?|desc(?:ription)?|hints?|instructions?)$/
const PLACES = /^(?:locations?|files?|filename|sourcefile|screen|references?)$/
const MAX_LENGTHS = /^(?:max(?:imum)?(?:length|len|chars?|characters)|char(?:acter)?limit|lengthlimit)$/
/** Words that are tags of languages, too. */
const NO_LANGUAGES = new Set([...KEYS, 'no', 'is', 'to', 'as', 'or', 'type', 'desc'])

export const KEY_NAMES = KEYS.join(', ')
export const SOURCE_NAMES = SOURCES.join(', ')

export interface Columns {
  readonly key: number
  /** With the source, the key of a row without one, as in Weblate's tables. -1: there is no such column. */
  readonly context: number
  /** Before the key, if it says anything. −1: there is no such column. */
  readonly meaning: number
  readonly source: number
  /** Where translations go; the column of sources, if the table has one language. */
  readonly target: number
  readonly beside: Readonly<Record<'notes' | 'places' | 'maxLength', readonly number[]>>
  /** The header of a target column that has to be added; null: it is there. */
  readonly added: string | null
  /** Why translations cannot be written. */
  readonly fault: 'target_unsaid' | 'target_absent' | null
  /** Of the columns of other languages, as the header spells them. */
  readonly languages: readonly string[]
}

type Asked = Pick<Project, 'sourceLanguage' | 'targetLanguage' | 'keyColumn' | 'sourceColumn' | 'targetColumn'>

interface Column {
  readonly at: number
  readonly name: string
  readonly language: string
}

/** Null: it is no header of keyed texts. */
export function columnsOf(header: readonly string[], asked: Asked): Columns | null {
  const plain = header.map((name) => name.trim().toLowerCase().replaceAll(/[\s_]/g, ''))
  const at = (...names: readonly string[]): number =>
    names.map((name) => plain.indexOf(name.toLowerCase().replaceAll(/[\s_]/g, ''))).find((found) => found !== -1) ?? -1
  const languages = header.flatMap((cell, place): Column[] => {
    const language = NO_LANGUAGES.has(plain[place] ?? '') ? null : languageOf(cell)
    return language === null ? [] : [{ at: place, name: cell.trim(), language }]
  })
  const isBlankKey = plain[0] === '' && languages.length > 0
  const isItsKey = asked.keyColumn === '' && languages[0]?.at === 0 && plain.includes(MEANING)
  const key = asked.keyColumn === '' ? (isBlankKey || isItsKey ? 0 : at(...KEYS)) : at(asked.keyColumn)
  const ofLanguage = (wanted: string): number => closestTo(wanted, languages)?.at ?? -1
  const firstOf = (...places: readonly number[]): number =>
    places.find((place) => place !== -1 && (isItsKey || place !== key)) ?? -1
  const named = asked.sourceColumn === '' ? -1 : at(asked.sourceColumn)
  const translated = ofLanguage(asked.targetLanguage)
  const source = firstOf(
    named,
    isItsKey ? 0 : -1,
    ofLanguage(asked.sourceLanguage),
    at(...SOURCES),
    ofLanguage('en'),
    ...languages.map((column) => column.at).filter((place) => place !== translated),
    translated,
  )
  if (key === -1 || source === -1 || (asked.sourceColumn !== '' && named === -1)) return null
  const target =
    asked.targetColumn === ''
      ? firstOf(translated === source ? -1 : translated, at(...TARGETS))
      : at(asked.targetColumn)
  const others = languages.filter((column) => column.at !== source && column.at !== key)
  const besides = (pattern: RegExp): number[] =>
    plain.flatMap((name, place) => (pattern.test(name) && ![key, source, target].includes(place) ? [place] : []))
  const columns = {
    key,
    context: at(...CONTEXTS),
    meaning: at(MEANING),
    source,
    beside: { notes: besides(NOTES), places: besides(PLACES), maxLength: besides(MAX_LENGTHS) },
    languages: others.map(({ name }) => name),
  }
  if (target !== -1 && target !== source) return { ...columns, target, added: null, fault: null }
  const sample = languages.find((column) => column.at === source)
  const isOne = sample === undefined || translated === source || asked.targetColumn !== ''
  if (asked.targetColumn !== '' && target === -1) return { ...columns, target, added: null, fault: 'target_absent' }
  if (isOne || (others.length === 0 && !growsByColumns(plain, header))) {
    return { ...columns, target: source, added: null, fault: null }
  }
  if (asked.targetLanguage === '') return { ...columns, target: -1, added: null, fault: 'target_unsaid' }
  if (!growsByColumns(plain, header)) return { ...columns, target: -1, added: null, fault: 'target_absent' }
  return { ...columns, target: header.length, added: spelledAs(sample.name, asked.targetLanguage), fault: null }
}

/** Godot, Unity and I2 take each column whose header names a language. */
const growsByColumns = (plain: readonly string[], header: readonly string[]): boolean =>
  plain[0] === '' ||
  plain[0] === 'keys' ||
  plain.includes(MEANING) ||
  header.some((name) => /\([\w-]+\)\s*$/.test(name) && languageOf(name) !== null) ||
  (plain.includes('type') && plain.includes('desc'))
