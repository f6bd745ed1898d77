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
import { say, told, words } from '../../language/say.ts'
import type { Visit } from '../../visit.ts'
import { day, number } from '../../words.ts'
import { checked, opened, select } from '../fields.ts'
import { fieldsIn, textMax } from './bench-links.ts'
import { labelChoice } from './label-table.ts'
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

/** The values of fields with few ones. */
const VALUE_WORDS: { readonly [M in Chosen]: Words<NonNullable<WorkFilter[M]>> } = {
  layer: words({
    any: 'any',
    leading: 'the one that counts',
    manual: 'manual',
    machine: 'machine',
    manual_only: 'manual, no machine',
    machine_only: 'machine, no manual',
    none: 'none yet',
  }),
  status: words({
    any: 'any',
    draft: 'draft',
    reviewed: 'reviewed',
    approved: 'approved',
    rejected: 'rejected',
  }),
  freshness: words({
    any: 'any',
    current: 'not stale',
    fresh: 'fresh',
    unverified: 'unverified',
    stale: 'stale',
  }),
  findings: words({
    any: 'any',
    invalid: 'markup broken',
    valid: 'markup whole',
    doubt: 'doubted by the checks',
    terms: 'a term is missing',
  }),
  proposals: words({
    any: 'any',
    with: 'waiting',
    without: 'none',
    waived: 'checks waived',
  }),
  fits: words({
    any: 'any',
    no: 'does not fit',
    unmarked: 'not marked',
  }),
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

/** The fields of a search form. */
export function searchFields(asked: URLSearchParams): Html {
  const fields = fieldsIn(asked)
  return html`<label class="grow">Search <input type="search" name="q" value="${asked.get('q') ?? ''}"
maxlength="${textMax}" data-key="/" placeholder="words in any order, &quot;a phrase&quot;, the beginning of an id"></label>
<label class="check"><input type="checkbox" name="whole" value="1"${checked(asked.get('whole') === '1')}> whole words</label>
<fieldset><legend>in</legend>${SEARCH_FIELDS.map(
    (each) =>
      html`<label class="check"><input type="checkbox" name="in" value="${each}"${checked(fields.has(each))}> ${FIELD_WORDS[each]}</label>`,
  )}</fieldset>`
}

/** `any` means no condition in a form; in an address `layer=any` asks for all work. */
const unasked = (value: string): string => (value === 'any' ? '' : value)

/** The others are folded while empty. */
const ALWAYS_SHOWN = ['layer', 'status', 'freshness', 'findings', 'fits', 'proposals', 'author', 'label']

export async function workFields(visit: Visit, filter: WorkFilter): Promise<Html> {
  const written = writeWorkFilter(filter)
  const asked = (name: string): string => written.get(name) ?? ''
  const choice = (name: Chosen, label: string): Html =>
    select(name, label, Object.entries(VALUE_WORDS[name]), filter[name] ?? '')
  const people = listPeople(visit.app).map(({ id, name }) => [String(id), name] as const)
  const person = (name: string, label: string): Html =>
    select(name, label, [['', say`anybody`], ...people], asked(name))
  const names = await readNames(visit)
  const named = (name: NamedFamily, label: string): Html => nameChoice(name, label, names[name], asked(name))
  const wordsField = (name: string, label: string): Html =>
    html`<label>${label} <input name="${name}" dir="auto" value="${asked(name)}" maxlength="${termLengthMax}"></label>`
  const place = (name: string, label: string): Html =>
    html`<label>${label} <input name="${name}" value="${asked(name)}" inputmode="numeric" pattern="[1-9][0-9]*"
maxlength="9" size="7"></label>`
  const layers = Object.entries(VALUE_WORDS.layer).map(([value, words]) => [unasked(value), words] as const)
  return html`${select('layer', say`Text`, layers, unasked(filter.layer))}
${choice('status', say`Status`)}
${choice('freshness', say`Freshness`)}
${choice('findings', say`Checks`)}
${choice('fits', say`Does it fit?`)}${choice('proposals', say`Proposals`)}
${person('author', say`Author`)}
${labelChoice(visit, filter.label)}
<details class="more"${opened([...written.keys()].some((name) => !ALWAYS_SHOWN.includes(name)))}><summary>More</summary><div class="row">
${named('model', say`Model`)} ${named('provider', say`Provider`)}
${named('client', say`Client`)}
${choice('source', say`Part`)}
${select('kind', say`Kind`, [['', say`any`], ...Object.entries(KIND_WORDS)], asked('kind'))}
${patchField(visit, filter)}
<label>Changed since <input type="date" name="since" value="${asked('since').slice(0, 10)}"></label>
${choice('game', say`In the game`)}
${person('reviewer', say`Reviewer`)}
${select('origin', say`Comes from`, [['', say`anywhere`], ...Object.entries(VALUE_WORDS.origin)], asked('origin'))}
${named('client_version', say`Client's version`)} ${named('prompt', say`Prompt's version`)}
${wordsField('term', say`Term in the source`)} ${wordsField('has', say`Text has`)} ${wordsField('lacks', say`Text lacks`)}
<label>Version of the brief <input name="brief" value="${asked('brief')}" maxlength="5" size="5" placeholder="any"
pattern="-|<?[1-9][0-9]{0,3}"></label>
${place('from', say`Places from`)} ${place('to', say`to`)}</div></details>`
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
function nameChoice(family: NamedFamily, label: string, all: readonly string[], asked: string): Html {
  const shown = new Set([...all.filter((name) => name !== NO_NAME).slice(0, namesShown), asked])
  const names = [...shown].filter((name) => name !== '' && name !== NO_NAME)
  const choices = [
    ['', say`any`] as const,
    [NO_NAME, say`none named`] as const,
    ...names.map((name) => [name, name] as const),
  ]
  return select(family, label, choices, asked)
}

const patchesShown = 12

function patchField({ app }: Visit, { patch }: WorkFilter): Html {
  const imports = listImports(app, patchesShown).filter((record) => sizeOfPatch(record) !== null)
  const choices = imports.map(({ id, atMs }) => [String(id), `${id}: ${day(atMs)}`] as const)
  const isListed = patch === null || choices.some(([id]) => id === patch)
  return select(
    'patch',
    say`Import`,
    [['', say`any`], ...choices, ...(isListed ? [] : [[patch, patchWords(patch)] as const])],
    patch ?? '',
  )
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
export async function jobLinks(visit: Visit, path: string, filter: WorkFilter): Promise<Html> {
  const numbers = await workNumbers(visit, JOB_NAMES.map(filterOfJob))
  const current = jobOf(filter)
  return html`<nav class="jobs" aria-label="Jobs">${JOB_NAMES.map((job) => {
    const rows = numbers.of(filterOfJob(job))
    return html`<a class="${job}" href="${path}?${writeJob(job).toString()}"${
      job === current ? html` aria-current="page"` : ''
    }>${jobIcon(job)}<span>${JOB_WORDS[job]}</span>${rows === null ? '' : html`<b>${number(rows)}</b>`}</a> `
  })}</nav>`
}

/** Links to other jobs under an empty list. */
export async function jobsLeft(visit: Visit, path: string, filter: WorkFilter): Promise<Html> {
  const numbers = await workNumbers(visit, JOB_NAMES.map(filterOfJob))
  const current = jobOf(filter)
  const left = JOB_NAMES.filter((job) => job !== current && numbers.of(filterOfJob(job)) !== 0)
  if (left.length === 0) return html``
  return html`<p>Go on with:</p>${left.map((job) => {
    const rows = numbers.of(filterOfJob(job))
    return html`<p><a href="${path}?${writeJob(job).toString()}">${JOB_WORDS[job]}</a> ${rows === null ? '' : number(rows)}</p>`
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
    : html`<div class="note" role="status">Left aside: ${faults.map((fault) => html`${tellFault(fault)}. `)}</div>`
