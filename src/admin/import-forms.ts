// The form of an upload and the table of a report: slots and options are those of `windrow import`.
import { html } from 'hono/html'
import { type Html, tokenField } from './layout.ts'
import type { Visit } from './visit.ts'
import { number } from './words.ts'

export const IMPORT_SLOTS = [
  { option: 'main', label: "The game's main file" },
  { option: 'diff', label: "The game's diff file" },
  { option: 'reference', label: 'The Chinese main file' },
  { option: 'reference-diff', label: 'The Chinese diff file' },
  { option: 'localized', label: 'A translated main file: becomes machine text' },
  { option: 'localized-diff', label: 'A translated diff file: becomes machine text' },
] as const

export const IMPORT_OPTIONS = [
  { option: 'dry-run', label: 'Dry run: say what would happen and change nothing' },
  { option: 'no-diff', label: 'There is no diff file any more: empty that slot' },
  { option: 'allow-retire', label: 'Go on when many rows would have no source left' },
  { option: 'skip-damaged', label: 'Import the rest of a damaged file' },
  { option: 'force', label: 'Take a translated file as a source all the same' },
  { option: 'overwrite', label: 'Translated files replace machine texts that came from a translated file' },
  { option: 'overwrite-all', label: 'Translated files replace any machine text' },
] as const

/** The token stands first: nothing of a form without it is stored. */
export const uploadForm = (
  visit: Visit,
): Html => html`<form method="post" action="/admin/imports" enctype="multipart/form-data" class="stack">${tokenField(visit)}
<p class="hint">Untouched game files (translate_words_map_…) or text dumps, recognised by their content; up to 1 GiB together. Each of the first four replaces what was there.</p>
<div class="grid">${IMPORT_SLOTS.map(({ option, label }) => html`<label>${label} <input type="file" name="${option}"></label>`)}</div>
<fieldset><legend>Options</legend>${IMPORT_OPTIONS.map(({ option, label }) => html`<label class="check"><input type="checkbox" name="${option}"> ${label}</label>`)}</fieldset>
<button class="primary">Upload and import</button></form>`

const wordsOf = (name: string): string =>
  name
    .replaceAll(/[_-]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

type Counts = Readonly<Record<string, number>>

/** Counts of a slot: rows in all, added, changed and so on. */
const isCounts = (value: unknown): value is Counts => typeof value === 'object' && value !== null && 'total' in value

/** The document that `import --json` prints, as tables. */
export function reportTable(report: Readonly<Record<string, unknown>>): Html {
  const warnings = Array.isArray(report['warnings']) ? report['warnings'].map(String) : []
  const members = Object.entries(report).filter(([name, value]) => name !== 'warnings' && value !== false)
  const lines = members
    .filter(([, value]) => !isCounts(value))
    .flatMap(([name, value]) => linesOf(wordsOf(name), value))
  return html`<h2>Report</h2>
${warnings.length === 0 ? '' : html`<ul class="findings">${warnings.map((warning) => html`<li class="warning">${warning}</li>`)}</ul>`}
${countsTable(members.filter((member): member is [string, Counts] => isCounts(member[1])))}
${
  lines.length === 0
    ? ''
    : html`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">What</th><th scope="col" class="number">Count</th></tr></thead>
<tbody>${lines.map(([name, value]) => html`<tr><th scope="row">${name}</th><td class="number">${value}</td></tr>`)}</tbody></table></div>`
}`
}

function countsTable(members: readonly (readonly [string, Counts])[]): Html {
  const first = members[0]
  if (first === undefined) return html``
  const columns = Object.keys(first[1])
  return html`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Texts</th>${columns.map((column) => html`<th scope="col" class="number">${wordsOf(column)}</th>`)}</tr></thead>
<tbody>${members.map(([name, counts]) => html`<tr><th scope="row">${wordsOf(name)}</th>${columns.map((column) => html`<td class="number">${number(counts[column] ?? 0)}</td>`)}</tr>`)}</tbody></table></div>`
}

function linesOf(name: string, value: unknown): (readonly [string, string])[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([part, inner]) => linesOf(`${name}: ${wordsOf(part)}`, inner))
  }
  return [[name, typeof value === 'number' ? number(value) : JSON.stringify(value)]]
}
