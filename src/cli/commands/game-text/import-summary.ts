// What `windrow import` says when it is done: the report of `--json` in a player's words. Zeros are left out; the words of the numbers
// that have none here are their names.
import { counted, numeral } from '../../../base/numeral.ts'
import type { SlotCounts } from '../../../domain/import-report.ts'

type Counts = Readonly<Record<string, unknown>>

/** Of a file of the game: what happened to its texts. */
const OF_TEXTS: Readonly<Record<string, string>> = {
  added: 'new',
  changed: 'changed',
  retired: 'gone from the game',
  back: 'back again',
  unchanged: 'as before',
  unknown: 'of unknown ids',
}

/** Of translations that were taken in: why some were left out. */
const OF_TRANSLATIONS: Readonly<Record<string, string>> = {
  same_text: 'there already',
  already_filled: 'left out, because their row has a text',
  diff_priority: 'left out, because the diff file replaces the text',
  source_equal: 'the same as the source',
  empty: 'empty',
  deleted: 'gone from the game',
  too_long: 'too long',
  control_characters: 'with control characters',
  unknown: 'of unknown ids',
}

const LINES: Readonly<Record<string, (count: number) => string>> = {
  changed_with_translation: (n) => `${counted(n, 'changed text has', 'changed texts have')} a translation`,
  changed_cosmetic_only: (n) => `${counted(n, 'of them changed', 'of them changed')} in form only`,
  heads_now_stale: (n) => `${counted(n, 'translation is', 'translations are')} stale now, because the source changed`,
  heads_now_invalid: (n) =>
    `${counted(n, 'translation breaks', 'translations break')} a rule now: windrow check-texts lists them`,
  texts_followed: (n) => `${counted(n, 'translation', 'translations')} moved along with their text`,
}

const NO_LINES: ReadonlySet<string> = new Set(['warnings', 'warning_facts', 'seconds', 'import', 'markup', 'project'])

interface How {
  readonly isDryRun: boolean
  /** The sample's texts leave, which is said by itself. */
  readonly isOverSample: boolean
}

/** Lines for people. `document`: the report of `--json`. */
export function importSummary(document: Counts, { isDryRun, isOverSample }: How): string[] {
  const { official = {}, ...others } = document
  const languages = Object.entries(official as Counts).map(([name, of]): [string, unknown] => [`official ${name}`, of])
  const lines = [...languages, ...Object.entries(others)].flatMap(([name, value]) =>
    lineOf(name, isOverSample ? withoutGone(value) : value),
  )
  if (isDryRun) return [...lines, 'dry run: nothing was changed']
  const number = document['import']
  const back = number === undefined ? '' : `; windrow revert --import ${Number(number)} takes the translations back`
  return [...lines, `done in ${Number(document['seconds'])} s${back}`, ...nextStep(document)]
}

/** 0: nothing else is there to say. */
function withoutGone(value: unknown): unknown {
  const { retired, ...counts } = (typeof value === 'object' ? value : {}) as Counts
  if (retired === undefined) return value
  return counts['total'] === 0 ? 0 : counts
}

function lineOf(name: string, value: unknown): string[] {
  if (NO_LINES.has(name) || value === 0) return []
  if (typeof value === 'number') return [LINES[name]?.(value) ?? `${named(name)}: ${numeral(value)}`]
  const counts = value as Counts
  if (name === 'localized') return [translationsLine(counts)]
  if (typeof counts['total'] === 'number') return [textsLine(name === 'rows' ? '' : `${fileOf(name)}: `, counts)]
  return [`${named(name)}: ${told(counts, {}).join(', ')}`]
}

const named = (name: string): string => name.replaceAll('_', ' ')

/** The name of a language stays: `pt_br`. */
const fileOf = (name: string): string => (name.startsWith('official ') ? name : named(name))

function textsLine(file: string, { total, ...counts }: Counts): string {
  const size = counted(Number(total), 'text')
  const parts = told(counts, OF_TEXTS)
  const only = Object.entries(counts).find(([, count]) => count !== 0 && count === total)
  const all = only === undefined ? undefined : OF_TEXTS[only[0]]
  if (parts.length === 1 && all !== undefined) return `${file}${size}, all ${all}`
  return parts.length === 0 ? `${file}${size}` : `${file}${size}: ${parts.join(', ')}`
}

/** That none was invalid is said, too: whoever brings in people's work wants to read that none of it was refused. */
const translationsLine = ({ written, invalid, ...counts }: Counts): string =>
  [
    `${counted(Number(written), 'translation')} taken in, invalid ${numeral(Number(invalid))}`,
    ...told(counts, OF_TRANSLATIONS),
  ].join(', ')

function told(counts: Counts, words: Readonly<Record<string, string>>): string[] {
  return Object.entries(counts).flatMap(([name, count]) => {
    if (typeof count === 'object') return told(count as Counts, words)
    return count === 0 ? [] : [`${numeral(Number(count))} ${words[name] ?? named(name)}`]
  })
}

/** What to do next: told after the first import, and after one that has left work. */
function nextStep(document: Counts): string[] {
  if (isFirstImport(document))
    return ['next: windrow serve opens the site to translate on; windrow export writes the files for the game']
  if (!document['heads_now_stale']) return []
  return ['next: update what is stale, on the site (windrow serve) or with a model (windrow translate)']
}

export function isFirstImport({ rows }: Counts): boolean {
  const { total = 0, added } = (rows ?? {}) as Partial<SlotCounts>
  return total > 0 && added === total
}
