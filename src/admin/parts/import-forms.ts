// The upload form, with the slots and options of `windrow import`, and the table of a report.
import { ALL_WORK, type WorkFilter, writeWorkFilter } from '../../domain/work/work-filter.ts'
import { FURTHER_NAME, OFFICIAL_NAME } from '../../app/game/game-files.ts'
import { isOfAnotherGame } from '../../app/rules.ts'
import { type Html, html, raw } from '../html.ts'
import { same, say, told, words } from '../language/say.ts'
import { HISTORY_FIELD } from '../import-spool.ts'
import type { ImportRecord } from '../../app/upkeep/read-records.ts'
import type { PatchSize } from '../../domain/import-report.ts'
import type { ImportRun } from '../../app/import/follow-import.ts'
import type { Refusal } from '../../app/refusal.ts'
import { tokenField } from '../layout.ts'
import { badge } from './fields.ts'
import { type Described, projectFacts } from './project-table.ts'
import { tellRun } from './telling.ts'
import type { Visit } from '../visit.ts'
import { number } from '../words.ts'
import { rowLink } from './work/bench-links.ts'

/** `names`: dropped files with such names go here (assets/drop.js). */
export const IMPORT_SLOTS = [
  { option: 'main', names: '_en(\\.|$)' },
  { option: 'diff', names: '_en_diff(\\.|$)' },
  { option: 'reference', names: '_zh_cn(\\.|$)' },
  { option: 'reference-diff', names: '_zh_cn_diff(\\.|$)' },
  { option: 'also', names: FURTHER_NAME, isMany: true },
  { option: 'official', names: OFFICIAL_NAME, isMany: true },
  { option: 'localized', names: '' },
  { option: 'localized-diff', names: '' },
] as const

export const SLOT_WORDS: Readonly<Record<(typeof IMPORT_SLOTS)[number]['option'], string>> = words({
  main: "The game's main file",
  diff: "The game's diff file",
  reference: 'The Chinese main file',
  'reference-diff': 'The Chinese diff file',
  also: 'Files of further pairs, such as translate_words_map_en__small',
  official: 'Main and diff files of other languages, to read beside the source',
  localized: 'A translated main file: becomes machine text',
  'localized-diff': 'A translated diff file: becomes machine text',
})

export const IMPORT_OPTIONS: Readonly<Record<string, string>> = words({
  'dry-run': 'Dry run: say what would happen and change nothing',
  'no-diff': 'There is no diff file any more: remove the old one',
  'allow-retire': 'Continue even if many rows lose their source',
  'skip-damaged': 'Import the rest of a damaged file',
  force: 'Accept a translated file as a source',
  overwrite: 'Translated files replace machine texts that came from a translated file',
  'overwrite-all': 'Translated files replace any machine text',
})

/** What another game's files are; each may be a folder. */
const KEYED_SLOTS = words({
  main: "The game's texts",
  diff: 'Files of a patch or mod on top of them',
  localized: 'Translated texts: become machine text',
})

/** The files of another game, from a page that may be the first. */
export const keyedFields = (): Html =>
  html`<p class="hint">A file or the whole folder of the game or mod: JSON, tables, PO, XLIFF, YAML, Ren'Py,
RPG Maker, Android and others; up to 1 GiB together.
Before anything is imported you see what windrow makes of each file.
The import replaces the earlier one: choose the same folder each time.</p>
<div class="grid">${Object.entries(KEYED_SLOTS).map(
    ([slot, label]) => html`<fieldset><legend>${label}</legend>
<label>One file <input type="file" name="${slot}"></label>
<label>Or a folder <input type="file" name="${slot}" webkitdirectory></label></fieldset>`,
  )}</div>`

/** The token is the first field, so that a form without it is refused before anything is stored. */
export const uploadForm = (
  visit: Visit,
): Html => html`<form method="post" action="/admin/imports" enctype="multipart/form-data" class="stack takes-files">${tokenField(visit)}
${isOfAnotherGame(visit.app) ? keyedFields() : gameFields()}
<details class="box"><summary>Options</summary><fieldset><legend class="hidden">Options</legend>
${Object.entries(IMPORT_OPTIONS).map(
  ([option, label]) => html`<label class="check"><input type="checkbox" name="${option}"> ${label}</label>`,
)}</fieldset>
</details>
<div class="savebar"><button class="primary">${
  isOfAnotherGame(visit.app) ? say`Upload` : say`Upload and import`
}</button></div></form>`

const gameFields = (): Html =>
  html`<p class="hint">Untouched game files (translate_words_map_…) or text dumps, recognised by their content;
up to 1 GiB together. A file in one of the first four fields replaces the earlier one. Choose files, or drop them here together.</p>
<div class="grid">${IMPORT_SLOTS.map(
    ({ option, names, ...more }) =>
      html`<label>${SLOT_WORDS[option]} <input type="file" name="${option}"
data-names="${names}"${raw('isMany' in more ? ' multiple' : '')}></label>`,
  )}</div>`

export const mergeForm = (
  visit: Visit,
): Html => html`<form method="post" action="/admin/imports" enctype="multipart/form-data" class="stack takes-files">${tokenField(visit)}
<p class="hint">What a teammate's <code>windrow export --to FILE --with-history</code> wrote.
If only one of you changed a text, that text counts; if both did, the stronger one does, and the other becomes a proposal. Merging
twice changes nothing.</p>
<label>The history of the other store <input type="file" name="${HISTORY_FIELD}" required></label>
<label class="check"><input type="checkbox" name="dry-run" checked>
Dry run: say what would happen, with ten examples, and change nothing</label>
<button>Upload and merge</button></form>`

export const filesOf = (files: ImportRecord['files']): Html =>
  html`${files.map(({ slot, fileName }) => html`<span class="pair">${wordsOf(slot)} <strong>${fileName}</strong></span> `)}`

/** The size of an import, such as `268 new, 150 changed, 21 gone`; a dash if it had no source texts. */
export const sizeWords = (size: PatchSize | null): string =>
  size === null ? '–' : say`${number(size.added)} new, ${number(size.changed)} changed, ${number(size.retired)} gone`

/** The name of a count in words: `headsNowStale` becomes `heads now stale`. */
export const wordsOf = (name: string): string => {
  const [, language] = /^official[-_](.+)$/.exec(name) ?? []
  if (language !== undefined) return `${told('official')} ${language}`
  const [, pair] = /^(?:pair_|__)(.+)$/.exec(name) ?? []
  if (pair !== undefined) return `${wordsOf('further_pair')} ${pair.replace(/_diff$/, ' diff')}`
  return told(
    name
      .replaceAll(/[_-]/g, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase(),
  )
}

/** Links to the changed rows, without service rows and removed ones. */
export function rowsOfImport(atMs: number): Html {
  const since = (filter: Partial<WorkFilter>): string =>
    `/admin/rows?${writeWorkFilter({ ...ALL_WORK, ...filter, changedSinceMs: atMs }).toString()}`
  return html`<p class="links">Rows changed by this import or later: <a href="${since({})}">all</a>
<a href="${since({ layer: 'none' })}">without a text</a>
<a href="${since({ freshness: 'stale' })}">with a stale text</a>
<a href="${since({ findings: 'invalid' })}">with a text that breaks the markup</a></p>`
}

/** True: the import wrote translations, and can be taken back. The next import replaces what one of the game's own files did. */
export const wroteTexts = ({ report }: ImportRecord): boolean => 'localized' in report || 'merge' in report

export const takeBackLink = (number: number): Html =>
  html`<p class="links"><a href="/admin/undo?import=${number}">Take back import ${number}</a> first shows how many texts it is, with
examples.</p>`

type Counts = Readonly<Record<string, number>>

const isCounts = (value: unknown): value is Counts => typeof value === 'object' && value !== null && 'total' in value

export function reportTable(report: Readonly<Record<string, unknown>>): Html {
  // Those of an earlier version are sentences.
  const warnings = [report['warning_facts'] ?? report['warnings'] ?? []]
    .flat()
    .map((each) => (typeof each === 'string' ? each : tellRun({ refusal: each as Refusal, message: null })))
  const examples = Array.isArray(report['examples']) ? (report['examples'] as readonly Example[]) : []
  const isShownElsewhere = (name: string): boolean =>
    ['warnings', 'warning_facts', 'examples', 'import', 'project'].includes(name)
  const { official, ...others } = report
  const languages = Object.entries((official ?? {}) as Counts).map(
    ([name, counts]) => [`official-${name}`, counts] as const,
  )
  const members = [...Object.entries(others), ...languages].filter(
    ([name, value]) => !isShownElsewhere(name) && value !== false,
  )
  const lines = members
    .filter(([, value]) => !isCounts(value))
    .flatMap(([name, value]) => linesOf(wordsOf(name), value))
    .concat(members.flatMap(([name, value]) => otherSources(name, value)))
  return html`<h2>Report</h2>
${report['project'] === undefined ? '' : projectFacts(report['project'] as Described)}
${warnings.length === 0 ? '' : html`<ul class="findings">${warnings.map((warning) => html`<li class="warning">${warning}</li>`)}</ul>`}
${countsTable(members.filter((member): member is [string, Counts] => isCounts(member[1])))}
${
  lines.length > 0 &&
  html`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">What</th>
<th scope="col" class="number">How many</th></tr></thead>
<tbody>${lines.map(([name, value]) => html`<tr><th scope="row">${name}</th><td class="number">${value}</td></tr>`)}</tbody></table></div>`
}
${examples.length === 0 ? '' : examplesTable(examples)}`
}

/** Keys that a further pair has with another text than their rows. */
const otherSources = (name: string, value: unknown): [string, string][] =>
  isCounts(value) && (value['other_sources'] ?? 0) > 0
    ? [[`${wordsOf(name)}: ${wordsOf('other_sources')}`, number(value['other_sources'] ?? 0)]]
    : []

/** An item of `examples` in `merge --dry-run --json`. */
interface Example {
  readonly row_id: string
  readonly layer: string
  readonly change: string
  readonly before: string | null
  readonly after: string | null
  readonly proposed: readonly string[]
}

const examplesTable = (examples: readonly Example[]): Html =>
  html`<h2>Examples</h2><div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">Row</th>
<th scope="col">Now current</th><th scope="col">Afterwards</th><th scope="col">Waiting as a proposal</th></tr></thead>
<tbody>${examples.map(
    ({ row_id, layer, before, after, proposed }) =>
      html`<tr><th scope="row">${rowLink(row_id)} ${told(layer)}</th>
<td data-label="Now current">${before ?? '—'}</td>
<td data-label="Afterwards">${after === before ? say`stays` : (after ?? '—')}</td>
<td data-label="Waiting as a proposal">${
        proposed.length === 0 ? '—' : html`${proposed.map((text) => html`<p>${text}</p>`)}`
      }</td></tr>`,
  )}</tbody></table></div>`

function countsTable(members: readonly (readonly [string, Counts])[]): Html {
  const first = members[0]
  if (first === undefined) return html``
  const columns = Object.keys(first[1])
  return html`<div class="scroll" tabindex="0"><table><thead>
<tr><th scope="col">Texts</th>${columns.map((column) => html`<th scope="col" class="number">${wordsOf(column)}</th>`)}</tr>
</thead>
<tbody>${members.map(
    ([name, counts]) =>
      html`<tr><th scope="row">${wordsOf(name)}</th>${columns.map(
        (column) => html`<td class="number">${number(counts[column] ?? 0)}</td>`,
      )}</tr>`,
  )}</tbody>
</table></div>`
}

function linesOf(name: string, value: unknown): (readonly [string, string])[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([part, inner]) => linesOf(`${name}: ${wordsOf(part)}`, inner))
  }
  return [[name, typeof value === 'number' ? number(value) : told(JSON.stringify(value))]]
}

export const RUN_WORDS: Readonly<Record<ImportRun['state'], string>> = same('waiting', 'running', 'done', 'failed')

export const runBadge = ({ state, isDryRun, waiting }: ImportRun): Html =>
  html`${
    waiting !== undefined && state === 'done'
      ? badge('pending', say`waits for you`)
      : badge(state === 'failed' ? 'rejected' : state === 'done' ? 'approved' : 'pending', RUN_WORDS[state])
  }${isDryRun ? html` ${badge('', say`dry run`)}` : ''}`
