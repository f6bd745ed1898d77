// Rows and texts on lines, for models and shells:
//
//     # terms: gate = брам* | ворота
//     0102030405060708.9f86d081    Open the gate, %s!    [keep: %s]    [was: Open it, %s!]    [now: Відкрий, %s!]
//
// with tabs between the parts. In a text, a line break is \n, a CR \r, a tab \t and a backslash \\. A reply has the first part
// and the translation; parts in brackets are dropped. The label names the row, the source (first 8 characters of its hash) and,
// after another point, the machine text to replace. Reading is lenient where no text can be lost; unreadable lines are reported.
import { remarkMembers } from '../api-v2/cards.ts'
import { aboutTerm } from '../base/term-facts.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { type EarlierPair, shownShort } from '../domain/text/earlier-pairs.ts'
import type { AgentRow, AgentText, Term } from './agent.ts'

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const UNESCAPED: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r', '\\t': '\t' }

export const toLine = (text: string): string => text.replaceAll(/[\\\n\r\t]/g, (found) => ESCAPES[found] ?? found)
/** Undoes the escapes of a line. A backslash before any other character is kept. */
export const fromLine = (line: string): string => line.replaceAll(/\\[\\nrt]/g, (found) => UNESCAPED[found] ?? found)

const hashShown = 8

export function labelOf({ rowId, sourceHash, layers }: AgentRow): string {
  const revision = layers.machine?.revision ?? 0
  return `${rowId}.${sourceHash.slice(0, hashShown)}${revision === 0 ? '' : `.${revision}`}`
}

/** Adds the present machine text to a row's line, for a second reader. */
export const withText = (line: string, { layers: { machine } }: AgentRow): string =>
  machine === null ? line : `${line}\t[text: ${toLine(machine.text)}]`

export function rowLine(label: string, row: AgentRow, withReference: boolean): string {
  const { previous, reference } = row
  return [
    label,
    toLine(row.source),
    ...partOf('key', keyText(row)),
    ...remarkParts(row),
    ...partOf('keep', keepText(row)),
    ...(withReference && reference !== null ? [`[zh: ${toLine(reference)}]`] : []),
    ...officialParts(row),
    ...(previous?.source !== undefined && previous.source !== null ? [`[was: ${toLine(previous.source)}]`] : []),
    ...(previous === null ? [] : [`[now: ${toLine(previous.translation)}]`]),
  ].join('\t')
}

/** Parts such as `[de: …]`, one for each official text that came along with the row. */
export const officialParts = ({ official = [] }: AgentRow): readonly string[] =>
  official.map(({ language, text }) => `[${language}: ${toLine(text)}]`)

/** What must stand in a translation; '' if nothing must. */
export const keepText = ({ keep }: AgentRow): string =>
  Object.entries(keep)
    .map(([token, count]) => (count === 1 ? token : `${token} ×${count}`))
    .join(', ')

/** The row's key in the game, which tells what the text is for; for a PO entry only its context. '' where the source says it all. */
export const keyText = ({ key, source }: AgentRow): string =>
  key === null || key === source ? '' : (key.split('\u0004', 1)[0] ?? key)

const partOf = (name: string, text: string): readonly string[] => (text === '' ? [] : [`[${name}: ${toLine(text)}]`])

/** In a line, which many rows share a prompt with, a long comment is cut. */
const noteShown = 300
const placeShown = 80

function remarkParts({ remark }: AgentRow): readonly string[] {
  const { note = '', place = '', maxLength = null } = remark ?? {}
  return [
    ...partOf('note', shownShort(note, noteShown)),
    ...partOf('place', shownShort(place, placeShown)),
    ...(maxLength === null ? [] : [`[max: ${maxLength} letters]`]),
  ]
}

/** The line of glossary terms above the rows; null if the rows have none. */
export function termsLine(rows: readonly AgentRow[]): string | null {
  const terms = new Map(rows.flatMap((row) => row.terms.map((term) => [term.source, term] as const)))
  if (terms.size === 0) return null
  return `# terms: ${[...terms.values()].map(termText).join('; ')}`
}

/** An earlier translation, as an example for a model. */
const pairLine = ({ source, text }: EarlierPair): string =>
  `- ${toLine(shownShort(source))} = ${toLine(shownShort(text))}`

/** Earlier translations, with the heading above them. */
export const likeLines = (pairs: readonly EarlierPair[]): readonly string[] =>
  pairs.length === 0 ? [] : ['# like texts, as they were translated:', ...pairs.map(pairLine)]

const termText = ({ source, forms, doNotTranslate, facts }: Term): string =>
  `${toLine(source)}${bracketed(aboutTerm(facts))} = ${[...(doNotTranslate ? ['(as it is)'] : []), ...forms].map(toLine).join(' | ')}`

const bracketed = (about: string): string => (about === '' ? '' : ` [${toLine(about)}]`)

const LABEL = /^([0-9a-fA-F]{16})(?:\.([0-9a-f]{8,64})(?:\.(\d{1,10}))?)?$/

export function parseLabel(label: string): Omit<AgentText, 'text'> | null {
  const parts = LABEL.exec(label.trim())
  if (parts === null) return null
  const [, rowId = '', sourceHash = null, revision] = parts
  return { rowId: rowId.toLowerCase(), sourceHash, replaces: revision === undefined ? null : Number(revision) }
}

/** A part in brackets of the row's line, which a model sent back with the translation. */
const NOTE = /^\[(?:keep|was|now|text|note|place|[a-z]{2,3}(?:_[a-z0-9]+)*): /

/** Reads one line, JSON or with tabs. Returns null for a comment or an empty line; a refusal is a sentence. */
export function parseTextLine(line: string): Result<AgentText, string> | null {
  if (line.trim() === '' || line.startsWith('#')) return null
  if (line.startsWith('{')) return parseJsonLine(line)
  const [label = '', text, ...more] = line.replace(/\r$/, '').split('\t')
  const named = parseLabel(label)
  if (named === null)
    return refuse('it does not begin with a row: give the first column of windrow rows, a tab and the text')
  if (text === undefined) return refuse('it has no tab: give the row, a tab and the text')
  if (more.some((part) => part !== '' && !NOTE.test(part)))
    return refuse('it has more than one text: write a tab as \\t')
  return ok({ ...named, text: fromLine(text) })
}

/** Reads a line of JSON. Other members are ignored, because the output of `windrow rows --jsonl` may be sent back whole. */
function parseJsonLine(line: string): Result<AgentText, string> {
  let json: Readonly<Record<string, unknown>>
  try {
    json = JSON.parse(line) as typeof json
  } catch {
    return refuse('it is not JSON; write one object on a line')
  }
  const { row_id: rowId, row, text, source_hash: hash, expected_revision: revision, fault } = json
  const named = typeof row === 'string' ? parseLabel(row) : typeof rowId === 'string' ? parseLabel(rowId) : null
  if (named === null) return refuse('it does not name a row: give row_id, 16 hex characters')
  if (typeof text !== 'string') return refuse('it has no text: add "text": "..."')
  if (hash !== undefined && !(typeof hash === 'string' && /^[0-9a-f]{8,64}$/.test(hash))) {
    return refuse('source_hash must be as windrow rows gave it')
  }
  if (fault !== undefined && typeof fault !== 'string')
    return refuse('fault must be the words of the present text that are wrong, or "" to keep it')
  const replaces = typeof revision === 'number' && Number.isSafeInteger(revision) ? revision : named.replaces
  const read = { ...named, text, sourceHash: hash ?? named.sourceHash, replaces }
  return ok(fault === undefined ? read : { ...read, fault })
}

export const rowDocument = (row: AgentRow): Readonly<Record<string, unknown>> => ({
  row_id: row.rowId,
  ...(row.key !== null && { key: row.key }),
  ...(row.remark !== null && { remark: remarkMembers(row.remark) }),
  source_hash: row.sourceHash,
  source_text: row.source,
  keep: row.keep,
  ...(row.isServiceRow && { is_service_row: true }),
  reference: row.reference,
  ...(row.maxLetters !== null && { max_letters: row.maxLetters }),
  ...(row.official !== undefined && {
    official: Object.fromEntries(row.official.map(({ language, text }) => [language, text])),
  }),
  terms: row.terms.map(({ source, forms, doNotTranslate, note, facts }) => ({
    source,
    forms,
    do_not_translate: doNotTranslate,
    note,
    ...facts,
  })),
  copies: row.copies,
  pending_proposals: row.pendingProposals,
  ...(row.layers.machine !== null && { expected_revision: row.layers.machine.revision }),
  layers: row.layers,
  previous: row.previous,
})
