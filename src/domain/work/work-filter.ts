// The filter of rows in the workbench, lists, links and `windrow export` (docs/filters.md#filters-of-work); `work-filter.ts`
// reads and writes it. A row matches if one current text (head) of the chosen layers meets all conditions on texts, and the row
// meets the rest. Service rows and rows without a source text never match.
import { dayOf, isoTime } from '../../base/time.ts'
import { labelNameOf, NO_LABEL } from '../labels.ts'
import { termLengthMax } from '../limits.ts'
import { type Heads, isStale, type Row } from '../row.ts'
import { type Layer, type Origin, ORIGINS, type RowState, SOURCE_FILTERS } from '../vocabulary.ts'

/** `leading` is the manual text, else the machine text. `manual_only` and `machine_only` are texts of rows without the other. */
export const WORK_LAYERS = ['any', 'leading', 'manual', 'manual_only', 'machine', 'machine_only', 'none'] as const
type WorkLayer = (typeof WORK_LAYERS)[number]

/** The decision of a person; `findings` tests whether the text still fits its source. */
export const WORK_STATUSES = ['any', 'draft', 'reviewed', 'approved', 'rejected'] as const
type WorkStatus = (typeof WORK_STATUSES)[number]

/** `current` means fresh or unverified. */
export const WORK_FRESHNESS = ['any', 'current', 'fresh', 'unverified', 'stale'] as const
export type WorkFreshness = (typeof WORK_FRESHNESS)[number]

/** Rows by pending proposals; `waived` rows have one for which checks were skipped. */
export const WORK_PROPOSALS = ['any', 'with', 'without', 'waived'] as const
type WorkProposals = (typeof WORK_PROPOSALS)[number]

/** Rows with an open mark that their text does not fit the game, or without one. */
export const WORK_FITS = ['any', 'no', 'unmarked'] as const
type WorkFits = (typeof WORK_FITS)[number]

/**
 * The text of an `invalid` row breaks the markup of its source; one with a `doubt` was taken by the gate with a warning; one of
 * `terms` lacks a term of the glossary, or that of the filter.
 */
export const WORK_FINDINGS = ['any', 'invalid', 'valid', 'doubt', 'terms'] as const
type WorkFindings = (typeof WORK_FINDINGS)[number]

/** The text that an export would put into the game. */
export const WORK_GAME = ['any', 'translated', 'manual', 'machine', 'original'] as const
export type WorkGame = (typeof WORK_GAME)[number]

/** The values of API v1, and rows of the main file that the diff replaces. */
export const WORK_SOURCES = [...SOURCE_FILTERS, 'diff_over_main'] as const
export type WorkSource = (typeof WORK_SOURCES)[number]

/** This value matches texts without a model or provider. */
export const NO_NAME = '-'

export interface WorkFilter {
  readonly layer: WorkLayer
  readonly status: WorkStatus
  readonly freshness: WorkFreshness
  /** An exact name, or `NO_NAME`; null: any. */
  readonly model: string | null
  /** An exact name, or `NO_NAME`; null: any. */
  readonly provider: string | null
  /** The name of the program that wrote the text, or `NO_NAME`; null: any. */
  readonly client: string | null
  /** An exact version, or `NO_NAME`; null: any. */
  readonly clientVersion: string | null
  /** The version of the client's prompt, or `NO_NAME`; null: any. */
  readonly prompt: string | null
  /** The number of a version of the brief, `<` and a number, or `NO_NAME`; null: any. */
  readonly brief: string | null
  /** The author of the text; null: any. */
  readonly authorId: number | null
  /** The person who approved or marked the text; null: any person, or none. */
  readonly reviewerId: number | null
  /** Null: any. */
  readonly origin: Origin | null
  readonly game: WorkGame
  readonly proposals: WorkProposals
  readonly fits: WorkFits
  readonly findings: WorkFindings
  readonly source: WorkSource
  /** In milliseconds; null: any time. */
  readonly changedSinceMs: number | null
  /** Rows of an import or a part of it, as written by patch.ts; null: any. */
  readonly patch: string | null
  /** The name of a label that the row has, or `NO_LABEL`; letter case does not count. Null: any. */
  readonly label: string | null
  /** A term of the glossary, or other words, that the source has; null: any. */
  readonly term: string | null
  /** Words that the text has in any form; null: any. */
  readonly has: string | null
  /** Words that the text has in no form; null: any. */
  readonly lacks: string | null
  /** The first row's position in the game, from 1; null: no bound. */
  readonly firstPlace: number | null
  readonly lastPlace: number | null
}

export const ALL_WORK: WorkFilter = {
  layer: 'any',
  status: 'any',
  freshness: 'any',
  model: null,
  provider: null,
  client: null,
  clientVersion: null,
  prompt: null,
  brief: null,
  authorId: null,
  reviewerId: null,
  origin: null,
  game: 'any',
  proposals: 'any',
  fits: 'any',
  findings: 'any',
  source: 'all',
  changedSinceMs: null,
  patch: null,
  label: null,
  term: null,
  has: null,
  lacks: null,
  firstPlace: null,
  lastPlace: null,
}

/** Named filters, as changes to `ALL_WORK`. */
const JOBS = {
  untranslated: { layer: 'none', proposals: 'without' },
  stale: { layer: 'leading', freshness: 'stale' },
  drafts: { layer: 'machine_only', status: 'draft', freshness: 'current', findings: 'valid' },
  proposals: { proposals: 'with' },
  invalid: { layer: 'leading', findings: 'invalid' },
  rejected: { layer: 'leading', status: 'rejected' },
} as const satisfies Record<string, Partial<WorkFilter>>
export type Job = keyof typeof JOBS
export const JOB_NAMES = Object.keys(JOBS) as readonly Job[]

export const filterOfJob = (job: Job): WorkFilter => ({ ...ALL_WORK, ...JOBS[job] })

/** Each row is in exactly one class, by its leading text. */
const CLASSES = {
  manual_fresh: { layer: 'manual', freshness: 'current' },
  manual_stale: { layer: 'manual', freshness: 'stale' },
  machine_fresh: { layer: 'machine_only', freshness: 'current' },
  machine_stale: { layer: 'machine_only', freshness: 'stale' },
  none: { layer: 'none' },
} as const satisfies Record<string, Partial<WorkFilter>>
export type WorkClass = keyof typeof CLASSES
export const WORK_CLASSES = Object.keys(CLASSES) as readonly WorkClass[]

export function workClassOf({ sourceHash }: Pick<Row, 'sourceHash'>, { manual, machine }: Heads): WorkClass {
  const head = manual ?? machine
  if (head === null) return 'none'
  return `${manual === null ? 'machine' : 'manual'}_${isStale(head, sourceHash) ? 'stale' : 'fresh'}`
}

export const filterOfClass = (workClass: WorkClass): WorkFilter => ({ ...ALL_WORK, ...CLASSES[workClass] })

/** Unlike in API v1, service rows are in no state. */
const STATES: Readonly<Record<RowState, Partial<WorkFilter>>> = {
  all: {},
  none: CLASSES.none,
  machine: { layer: 'machine_only' },
  manual: { layer: 'manual' },
  stale: { freshness: 'stale' },
}

export const filterOfState = (state: RowState): WorkFilter => ({ ...ALL_WORK, ...STATES[state] })

const MEMBERS = Object.keys(ALL_WORK) as readonly (keyof WorkFilter)[]

export const isSameFilter = (a: WorkFilter, b: WorkFilter): boolean =>
  MEMBERS.every((member) => a[member] === b[member])

export const jobOf = (filter: WorkFilter): Job | null =>
  JOB_NAMES.find((job) => isSameFilter(filter, filterOfJob(job))) ?? null

/**
 * Gives 3 for `<3`, which asks for earlier versions and for texts that name none. Null: the filter asks for one
 * version, or none.
 */
export const briefBound = (brief: string | null): number | null =>
  brief?.startsWith('<') === true ? Number(brief.slice(1)) : null

/** `alone` limits texts to rows without one of the other layer. */
export const HEADS_OF_LAYER: Readonly<Record<WorkLayer, Readonly<Record<Layer, boolean | 'alone'>>>> = {
  any: { manual: true, machine: true },
  leading: { manual: true, machine: 'alone' },
  manual: { manual: true, machine: false },
  manual_only: { manual: 'alone', machine: false },
  machine: { manual: false, machine: true },
  machine_only: { manual: false, machine: 'alone' },
  none: { manual: false, machine: false },
}

/** Without conditions on texts, `any` includes rows without text. */
export const asksOfHeads = (filter: WorkFilter): boolean =>
  filter.status !== 'any' ||
  filter.freshness !== 'any' ||
  filter.findings !== 'any' ||
  filter.has !== null ||
  filter.lacks !== null ||
  filter.model !== null ||
  filter.provider !== null ||
  filter.client !== null ||
  filter.clientVersion !== null ||
  filter.prompt !== null ||
  filter.brief !== null ||
  filter.authorId !== null ||
  filter.reviewerId !== null ||
  filter.origin !== null

// A patch of the game, as part of a filter of work: the rows that an import added or whose source it changed. Written as
// the number of the import, or with a part: `7`, `7.changed`.

/**
 * `added` rows are new or came back. `changed` rows have another source than before; of these, `confirmed` rows have the earlier
 * text for the current source too, `rewritten` rows another text.
 */
const PATCH_PARTS = ['added', 'changed', 'confirmed', 'rewritten'] as const
export type PatchPart = (typeof PATCH_PARTS)[number]

/** The import alone determines these parts; the other two depend on the current texts. */
export const TOUCHES = ['added', 'changed'] as const satisfies readonly PatchPart[]
export type Touch = (typeof TOUCHES)[number]

interface AskedPatch {
  readonly importId: number
  /** Null: all parts. */
  readonly part: PatchPart | null
}

/** Null: no patch. */
export function parsePatch(text: string): AskedPatch | null {
  const [, id, name] = /^([1-9]\d{0,8})(?:\.([a-z]+))?$/.exec(text) ?? []
  const part = PATCH_PARTS.find((each) => each === name) ?? null
  return id === undefined || (name !== undefined && part === null) ? null : { importId: Number(id), part }
}

export const writePatch = (importId: number, part: PatchPart | null): string =>
  part === null ? String(importId) : `${importId}.${part}`

// Parses and writes a filter of work in an address (`?layer=machine&model=x`). Members without a value are left out. `job=NAME`
// means the filter of that name; other parameters override it.

export interface FilterFault {
  readonly parameter: string
  readonly text: string
  readonly takes: Taken
}

type Taken = string | readonly string[]

export const faultText = ({ parameter, ...fault }: FilterFault): string => `${parameter} ${valueFault(fault)}`

/** `is "x"; it takes one of …`, to follow the parameter's name. */
export const valueFault = ({ text, takes }: Omit<FilterFault, 'parameter'>): string =>
  `is ${JSON.stringify(text)}; it takes ${typeof takes === 'string' ? takes : `one of ${takes.join(', ')}`}`

interface Parameter<M extends keyof WorkFilter> {
  readonly name: string
  readonly member: M
  readonly takes: Taken
  /** Returns undefined for a value that is not allowed. */
  readonly parse: (text: string) => WorkFilter[M] | undefined
  readonly write: (value: NonNullable<WorkFilter[M]>) => string
}

const oneOf = <M extends keyof WorkFilter>(
  name: string,
  member: M,
  values: readonly (WorkFilter[M] & string)[],
): Parameter<M> => ({
  name,
  member,
  takes: values,
  parse: (text) => values.find((value) => value === text),
  write: String,
})

const named = <M extends 'model' | 'provider' | 'client' | 'clientVersion' | 'prompt'>(
  member: M,
  name: string = member,
): Parameter<M> => ({
  name,
  member,
  takes: 'an exact name, or - for none',
  parse: (text) => text,
  write: String,
})

const numbered = <M extends 'authorId' | 'reviewerId' | 'firstPlace' | 'lastPlace'>(
  name: string,
  member: M,
  takes: string,
): Parameter<M> => ({
  name,
  member,
  takes,
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
  write: String,
})

const dayMs = 24 * 60 * 60 * 1000

const since: Parameter<'changedSinceMs'> = {
  name: 'since',
  member: 'changedSinceMs',
  takes: 'a day, 2026-11-20, or a time, 2026-11-20T08:30:00Z',
  parse(text) {
    const ms = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN
    return Number.isNaN(ms) || ms < 0 ? undefined : ms
  },
  write: (ms) => (ms % dayMs === 0 ? dayOf(ms) : isoTime(ms)),
}

const patch: Parameter<'patch'> = {
  name: 'patch',
  member: 'patch',
  takes: 'an import, 7, or a part of it: 7.added, 7.changed, 7.confirmed, 7.rewritten',
  parse: (text) => (parsePatch(text) === null ? undefined : text),
  write: String,
}

const label: Parameter<'label'> = {
  name: 'label',
  member: 'label',
  takes: 'a label, or - for rows without any',
  parse: (text) => (text === NO_LABEL ? text : (labelNameOf(text) ?? undefined)),
  write: String,
}

const brief: Parameter<'brief'> = {
  name: 'brief',
  member: 'brief',
  takes: 'a version of the brief: 3; <3 for earlier ones and none; - for none',
  parse: (text) => (/^(?:-|<?[1-9]\d{0,3})$/.test(text) ? text : undefined),
  write: String,
}

const words = (member: 'term' | 'has' | 'lacks', takes: string): Parameter<typeof member> => ({
  name: member,
  member,
  takes,
  parse: (text) => (text.trim() === '' || text.length > termLengthMax ? undefined : text.trim()),
  write: String,
})

type AnyParameter = { [M in keyof WorkFilter]: Parameter<M> }[keyof WorkFilter]

/** In the order in which they are written. `source` is the part of the file. */
const WORK_PARAMETERS: readonly AnyParameter[] = [
  oneOf('layer', 'layer', WORK_LAYERS),
  oneOf('status', 'status', WORK_STATUSES),
  oneOf('freshness', 'freshness', WORK_FRESHNESS),
  oneOf('findings', 'findings', WORK_FINDINGS),
  named('model'),
  named('provider'),
  named('client'),
  named('clientVersion', 'client_version'),
  named('prompt'),
  brief,
  numbered('author', 'authorId', "a person's number"),
  numbered('reviewer', 'reviewerId', "a person's number"),
  oneOf('origin', 'origin', ORIGINS),
  oneOf('game', 'game', WORK_GAME),
  oneOf('proposals', 'proposals', WORK_PROPOSALS),
  oneOf('fits', 'fits', WORK_FITS),
  oneOf('source', 'source', WORK_SOURCES),
  since,
  patch,
  label,
  words('term', 'words of the source'),
  words('has', 'words that the text has'),
  words('lacks', 'words that it lacks'),
  numbered('from', 'firstPlace', 'a place in the game, from 1'),
  numbered('to', 'lastPlace', 'a place in the game, from 1'),
]

export const FILTER_PARAMETERS: readonly { readonly name: string; readonly takes: Taken }[] = [
  { name: 'job', takes: JOB_NAMES },
  ...WORK_PARAMETERS,
]

const WORK_PARAMETER_NAMES: readonly string[] = FILTER_PARAMETERS.map(({ name }) => name)

/** Empty and faulty values are ignored, and other parameters are left alone. */
export function parseWorkFilter(parameters: { get(name: string): string | null | undefined }): {
  readonly filter: WorkFilter
  readonly faults: readonly FilterFault[]
} {
  const faults: FilterFault[] = []
  const job = parameters.get('job') ?? ''
  const known = JOB_NAMES.find((name) => name === job)
  if (job !== '' && known === undefined) faults.push({ parameter: 'job', text: job, takes: JOB_NAMES })
  let filter = known === undefined ? ALL_WORK : filterOfJob(known)
  for (const { name, member, takes, parse } of WORK_PARAMETERS) {
    const text = parameters.get(name) ?? ''
    if (text === '') continue
    const value = parse(text)
    if (value === undefined) faults.push({ parameter: name, text, takes })
    else filter = { ...filter, [member]: value }
  }
  return { filter, faults }
}

/** Parses `layer=machine&model=x`; other names are faults. */
export function parseFilterText(
  text: string,
): { readonly filter: WorkFilter; readonly fault: null } | { readonly fault: string } {
  const parameters = new URLSearchParams(text)
  const unknown = [...parameters.keys()].find((name) => !WORK_PARAMETER_NAMES.includes(name))
  if (unknown !== undefined) {
    return { fault: `there is no parameter ${JSON.stringify(unknown)}; it takes ${WORK_PARAMETER_NAMES.join(', ')}` }
  }
  const { filter, faults } = parseWorkFilter(parameters)
  return faults.length > 0 ? { fault: faults.map(faultText).join('; ') } : { filter, fault: null }
}

export const isEmptyFilter = (text: string): boolean =>
  [...new URLSearchParams(text).values()].every((value) => value === '')

/** Returns no parameters for `ALL_WORK`. */
export function writeWorkFilter(filter: WorkFilter): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const parameter of WORK_PARAMETERS) {
    const { name, member } = parameter
    const value = filter[member]
    if (value === null || value === ALL_WORK[member]) continue
    parameters.set(name, (parameter.write as (value: unknown) => string)(value))
  }
  return parameters
}

export const writeJob = (job: Job): URLSearchParams => writeWorkFilter(filterOfJob(job))
