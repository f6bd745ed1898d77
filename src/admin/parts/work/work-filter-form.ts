// The filter of work as a form and as links to jobs, and notes about faults in an address.
import { KIND_WORDS } from './draw-map.ts'
import { listPeople } from '../../../app/people/read-people.ts'
import { listImports } from '../../../app/upkeep/read-records.ts'
import { namesInUse } from '../../../app/work/count-facets.ts'
import { sizeOfPatch } from '../../../app/work/read-patch.ts'
import { Turn } from '../../../base/turn.ts'
import { termLengthMax } from '../../../domain/limits.ts'
import { SEARCH_FIELDS, type SearchField } from '../../../domain/vocabulary.ts'
import {
  type FilterFault,
  filterOfJob,
  type Job,
  JOB_NAMES,
  jobOf,
  NO_NAME,
  parsePatch,
  type parseWorkFilter,
  type PatchPart,
  type WorkFilter,
  writeJob,
  writeWorkFilter,
} from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { same, say, told, words } from '../../language/say.ts'
import type { Visit } from '../../visit.ts'
import { day, number } from '../../words.ts'
import { checked, opened, select } from '../fields.ts'
import { fieldsIn, textMax } from './bench-links.ts'
import { labelAsNamed, labelChoices } from './label-table.ts'
import { workNumbers } from './work-numbers.ts'

const LINES: Readonly<Record<Job, string>> = {
  untranslated: 'M3 13l1-4 7-7 3 3-7 7z',
  stale: 'M8 2a6 6 0 1 0 .1 0M8 5v3.5l2.5 1.5',
  drafts: 'M3 5h10v8H3zM8 5V2M6 8.5v1M10 8.5v1',
  proposals: 'M2 3h12v8H7l-3 3v-3H2z',
  invalid: 'M8 2l6.5 11.5h-13zM8 6.5v3M8 11.3v.4',
  rejected: 'M8 2a6 6 0 1 0 .1 0M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
}

/** A sign for each job of the workbench, drawn in the colour of its line (site.css). */
const jobIcon = (job: Job): Html =>
  html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${LINES[job]}"/></svg>`

/** The job of a filter, with its sign; other filters are lists of one's own. */
export function jobName(filter: WorkFilter): Html {
  const job = jobOf(filter)
  return job === null ? html`Rows of your choice` : html`${jobIcon(job)} ${JOB_WORDS[job]}`
}

export type AskedWork = ReturnType<typeof parseWorkFilter>

type Words<T extends string> = Readonly<Record<T, string>>
type Chosen = 'layer' | 'status' | 'freshness' | 'findings' | 'proposals' | 'fits' | 'game' | 'origin' | 'source'

const VALUE_WORDS: { readonly [M in Chosen]: Words<NonNullable<WorkFilter[M]>> } = {
  layer: words({
    any: 'any',
    leading: 'the text that counts',
    manual: 'manual',
    machine: 'machine',
    manual_only: 'manual, no machine',
    machine_only: 'machine, no manual',
    none: 'none yet',
  }),
  status: same('any', 'draft', 'reviewed', 'approved', 'rejected'),
  freshness: words({ any: 'any', current: 'not stale', fresh: 'fresh', unverified: 'unverified', stale: 'stale' }),
  findings: words({
    any: 'any',
    invalid: 'markup broken',
    valid: 'markup whole',
    doubt: 'with doubts from the checks',
    terms: 'a term is missing',
  }),
  proposals: words({ any: 'any', with: 'waiting', without: 'none', waived: 'checks waived' }),
  fits: words({ any: 'any', no: 'does not fit', unmarked: 'not marked' }),
  game: words({
    any: 'any',
    translated: 'a translation',
    manual: 'by people',
    machine: 'by machines',
    original: 'the original text',
  }),
  origin: words({
    human: 'a person',
    ai_api: 'the API',
    localized_file_import: 'a translated file',
    legacy_unknown: 'unknown',
  }),
  source: words({
    all: 'all',
    main: 'main file',
    diff: 'diff file',
    diff_only: 'only in the diff',
    diff_over_main: 'diff over main',
  }),
}
const JOB_WORDS: Words<Job> = words({
  untranslated: 'Untranslated',
  stale: 'Stale',
  drafts: 'Machine drafts',
  proposals: 'Proposals',
  invalid: 'Broken markup',
  rejected: 'Rejected',
})

const FIELD_WORDS: Words<SearchField> = words({
  source: 'source',
  reference: 'reference',
  translation: 'translations',
  id: 'ids',
})

/** One condition of the filter: its field, and what it asks for now. */
interface Condition {
  readonly name: string
  readonly label: string
  readonly field: Html
  /** Null: nothing is asked for. */
  readonly chosen: string | null
}

/** `any` means no condition in a form; in an address `layer=any` asks for all work. */
const unasked = (value: string): string => (value === 'any' ? '' : value)

async function conditionsOf(visit: Visit, filter: WorkFilter): Promise<readonly Condition[]> {
  const written = writeWorkFilter(filter)
  const among = (
    name: string,
    label: string,
    choices: readonly (readonly [string, string])[],
    value = written.get(name) ?? '',
  ): Condition => ({
    name,
    label,
    field: select(name, label, choices, value),
    chosen: written.has(name) ? (choices.find(([each]) => each === value)?.[1] ?? value) : null,
  })
  const choice = (name: Chosen, label: string): Condition =>
    among(name, label, Object.entries(VALUE_WORDS[name]), filter[name] ?? '')
  const people = listPeople(visit.app).map(({ id, name }) => [String(id), name] as const)
  const person = (name: string, label: string): Condition => among(name, label, [['', say`anybody`], ...people])
  const names = await readNames(visit)
  const named = (name: NamedFamily, label: string): Condition =>
    among(name, label, nameChoices(names[name], written.get(name) ?? ''))
  const typed = (name: string, label: string, about: Html, longest?: number): Condition => ({
    name,
    label,
    field: html`<label>${label} <input name="${name}" value="${written.get(name)?.slice(0, longest) ?? ''}" ${about}></label>`,
    chosen: written.get(name),
  })
  const wordsField = (name: string, label: string): Condition =>
    typed(name, label, html`dir="auto" maxlength="${termLengthMax}"`)
  const place = (name: string, label: string): Condition =>
    typed(name, label, html`inputmode="numeric" pattern="[1-9][0-9]*" maxlength="9" size="7"`)
  const layers = Object.entries(VALUE_WORDS.layer).map(([value, words]) => [unasked(value), words] as const)
  const labels = labelChoices(visit, filter.label)
  return [
    among('layer', say`Text`, layers, unasked(filter.layer)),
    choice('status', say`Status`),
    choice('freshness', say`Freshness`),
    choice('findings', say`Checks`),
    choice('fits', say`Does it fit?`),
    choice('proposals', say`Proposals`),
    person('author', say`Author`),
    ...(labels === null ? [] : [among('label', say`Label`, labels, labelAsNamed(visit, filter.label))]),
    named('model', say`Model`),
    named('provider', say`Provider`),
    named('client', say`Client`),
    choice('source', say`Part`),
    among('kind', say`Kind`, [['', say`any`], ...Object.entries(KIND_WORDS)]),
    among('patch', say`Import`, patchChoices(visit, filter)),
    typed('since', say`Changed since`, html`type="date"`, 10),
    choice('game', say`In the game`),
    person('reviewer', say`Reviewer`),
    among('origin', say`Comes from`, [['', say`anywhere`], ...Object.entries(VALUE_WORDS.origin)]),
    named('client_version', say`Client's version`),
    named('prompt', say`Prompt's version`),
    wordsField('term', say`Term in the source`),
    wordsField('has', say`Text has`),
    wordsField('lacks', say`Text lacks`),
    typed('brief', say`Version of the brief`, html`maxlength="5" size="5" pattern="-|<?[1-9][0-9]{0,3}"`),
    place('from', say`Places from`),
    place('to', say`to`),
  ]
}

interface Asked {
  readonly path: string
  readonly filter: WorkFilter
  readonly parameters: URLSearchParams
  /** True: nothing is folded. */
  readonly isOpen?: boolean
}

/** One line to search by; all else is behind *More*, and what is chosen there stands as chips (`chosenLine`). */
export async function filterForm(visit: Visit, { path, filter, parameters, isOpen = false }: Asked): Promise<Html> {
  const fields = fieldsIn(parameters)
  return html`<form method="get" action="${path}" class="filters" role="search"><label class="grow"><span class="hidden">Search</span>
<input type="search" name="q" value="${parameters.get('q') ?? ''}" maxlength="${textMax}" data-key="/"
placeholder="words in any order, &quot;a phrase&quot;, the beginning of an id"></label><button>Show</button>
<details class="more"${opened(isOpen)}><summary>More</summary><div class="row">
<fieldset><legend>in</legend>${SEARCH_FIELDS.map(
    (each) =>
      html`<label class="check"><input type="checkbox" name="in" value="${each}"${checked(fields.has(each))}> ${FIELD_WORDS[each]}</label>`,
  )}<label class="check"><input type="checkbox" name="whole" value="1"${checked(parameters.get('whole') === '1')}> whole words</label>
</fieldset>${(await conditionsOf(visit, filter)).map(({ field }) => field)}</div></details></form>`
}

/** What the filter asks for, each with a link to the list without it. */
export async function chosenLine(visit: Visit, { path, filter, parameters }: Asked): Promise<Html> {
  const chosen = (await conditionsOf(visit, filter)).filter((each) => each.chosen !== null)
  if (chosen.length === 0) return html``
  const without = (name: string): string => {
    const left = writeWorkFilter(filter)
    left.delete(name)
    for (const each of ['q', 'whole', 'in']) for (const value of parameters.getAll(each)) left.append(each, value)
    return `${path}?${left.toString() || 'layer=any'}`
  }
  return html`<p class="chosen">${chosen.map(
    ({ name, label, chosen: value }) =>
      html`<a class="chip" href="${without(name)}" title="${say`Take this condition away`}">${label}: <bdi>${value}</bdi>
<span aria-hidden="true">×</span></a> `,
  )}</p>`
}

const NAMED = ['model', 'provider', 'client', 'client_version', 'prompt'] as const
type NamedFamily = (typeof NAMED)[number]

/** One family after the other, because each reads all pieces of the index. */
async function readNames({ app, user }: Visit): Promise<Readonly<Record<NamedFamily, readonly string[]>>> {
  const turn = new Turn(user.id)
  const names: [NamedFamily, readonly string[]][] = []
  for (const family of NAMED) names.push([family, await namesInUse(app, family, turn)])
  return Object.fromEntries(names) as Record<NamedFamily, readonly string[]>
}

const namesShown = 200

/** Choices of the names in use; texts without one are asked for as `NO_NAME`. */
function nameChoices(all: readonly string[], asked: string): readonly (readonly [string, string])[] {
  const shown = new Set([...all.filter((name) => name !== NO_NAME).slice(0, namesShown), asked])
  const names = [...shown].filter((name) => name !== '' && name !== NO_NAME)
  return [['', say`any`], [NO_NAME, say`none named`], ...names.map((name) => [name, name] as const)]
}

const patchesShown = 12

function patchChoices({ app }: Visit, { patch }: WorkFilter): readonly (readonly [string, string])[] {
  const imports = listImports(app, patchesShown).filter((record) => sizeOfPatch(record) !== null)
  const choices = imports.map(({ id, atMs }) => [String(id), `${id}: ${day(atMs)}`] as const)
  const isListed = patch === null || choices.some(([id]) => id === patch)
  return [['', say`any`], ...choices, ...(isListed ? [] : [[patch, patchWords(patch)] as const])]
}

const PART_WORDS: Words<PatchPart> = words({
  added: 'new rows',
  changed: 'changed rows',
  confirmed: 'confirmed rows',
  rewritten: 'rows translated again',
})

function patchWords(patch: string): string {
  const asked = parsePatch(patch)
  return asked?.part == null ? patch : `${asked.importId}: ${PART_WORDS[asked.part]}`
}

/** Counted at once; without numbers while the index is first made. */
export async function jobLinks(visit: Visit, filter: WorkFilter): Promise<Html> {
  const numbers = await workNumbers(visit, JOB_NAMES.map(filterOfJob))
  const current = jobOf(filter)
  return html`<nav class="jobs" aria-label="Jobs">${JOB_NAMES.map((job) => {
    const rows = numbers.of(filterOfJob(job))
    return html`<a class="${job}" href="/admin/bench?${writeJob(job).toString()}"${
      job === current ? html` aria-current="page"` : ''
    }>${jobIcon(job)}<span>${JOB_WORDS[job]}</span>${rows === null ? '' : html`<b>${number(rows)}</b>`}</a> `
  })}</nav>`
}

export async function jobsLeft(visit: Visit, filter: WorkFilter): Promise<Html> {
  const numbers = await workNumbers(visit, JOB_NAMES.map(filterOfJob))
  const current = jobOf(filter)
  const left = JOB_NAMES.filter((job) => job !== current && numbers.of(filterOfJob(job)) !== 0)
  if (left.length === 0) return html``
  return html`<p>Continue with:</p>${left.map((job) => {
    const rows = numbers.of(filterOfJob(job))
    return html`<p><a href="/admin/bench?${writeJob(job).toString()}">${JOB_WORDS[job]}</a> ${rows === null ? '' : number(rows)}</p>`
  })}`
}

const tellFault = ({ parameter, text, takes }: FilterFault): string => {
  const found = JSON.stringify(text)
  return typeof takes === 'string'
    ? say`${parameter} is ${found}; it takes ${told(takes)}`
    : say`${parameter} is ${found}; it takes one of ${takes.join(', ')}`
}

export const faultNotes = (faults: readonly FilterFault[]): Html =>
  faults.length === 0
    ? html``
    : html`<div class="note" role="status">Ignored: ${faults.map((fault) => html`${tellFault(fault)}. `)}</div>`
