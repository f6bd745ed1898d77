// The filter of rows in the workbench, lists, links and `windrow export` (docs/filters.md#filters-of-work). `FIELDS` is the one
// table of what it may ask: the address, forms, faults, the parameters of API v2, facets and tests on a text follow it. A row matches
// if one current text (head) of the chosen layers meets all conditions on texts, and the row meets the rest. Service rows and rows
// without a source text never match.
import { nearestName } from '../../base/nearest-name.ts'
import { dayOf, isoTime } from '../../base/time.ts'
import { labelNameOf, NO_LABEL } from '../labels.ts'
import { termLengthMax } from '../limits.ts'
import { type Client, type Heads, isStale, type Row } from '../row.ts'
import { type Layer, ORIGINS, type RowState, SOURCE_FILTERS } from '../vocabulary.ts'
import { KINDS } from './kinds.ts'

/** This value matches texts without a model or provider. */
export const NO_NAME = '-'

/** What a text says of itself. */
export interface TextFacts {
  readonly status: string
  readonly model: string | null
  readonly provider: string | null
  readonly authorId: number | null
  readonly reviewerId: number | null
  readonly origin: string
  /** The program that wrote the text, as it is counted (`countedClient`). Null: the writer named none. */
  readonly client: Client | null
}
type Fact = (text: TextFacts) => string | number | null

type Taken = string | readonly string[]

interface Field<T> {
  /** The name of the address's parameter. */
  readonly name: string
  readonly takes: Taken
  /** The value that asks nothing. */
  readonly none: T
  /** Reads a value; undefined: it is not allowed. */
  readonly parse: (text: string) => T | undefined
  readonly write: (value: NonNullable<T>) => string
  /** True: the condition is one on a text, not on the row. */
  readonly isOfText?: true
  /** The condition is the value that a text has; rows are counted by it, and the index has a facet for each. Null: it has none. */
  readonly fact?: Fact
  /** True: few texts have a value, so the index lists those that have any. */
  readonly isSparse?: true
}

const oneOf = <const T extends string, const N extends T | null>(
  name: string,
  values: readonly T[],
  none: N,
): Field<T | N> => ({
  name,
  takes: values,
  none,
  parse: (text) => values.find((value) => value === text),
  write: String,
})

/** A text as it is sent, or as `read` reads it. */
const text = (
  name: string,
  takes: string,
  read: (text: string) => string | null = (sent) => sent,
): Field<string | null> => ({ name, takes, none: null, parse: (sent) => read(sent) ?? undefined, write: String })

const words = (name: string, takes: string): Field<string | null> =>
  text(name, takes, (sent) => (sent.trim() === '' || sent.length > termLengthMax ? null : sent.trim()))

const whole = (name: string, takes: string): Field<number | null> => ({
  name,
  takes,
  none: null,
  parse: (sent) => (/^[1-9]\d{0,8}$/.test(sent) ? Number(sent) : undefined),
  write: String,
})

const exact = (name: string): Field<string | null> => text(name, 'an exact name, or - for none')

/** A condition on a text, on a value of it if there is a `fact`. */
const ofText = <T extends string | number | null>(field: Field<T>, fact?: Fact): Field<T> => ({
  ...field,
  isOfText: true,
  ...(fact !== undefined && { fact }),
})

/** What the program that wrote the text said of itself. */
const ofClient = (
  field: Field<string | null>,
  read: (client: Client) => string | number | null | undefined,
): Field<string | null> => ({
  ...ofText(field, ({ client }) => {
    const value = client === null ? null : (read(client) ?? null)
    return value === NO_NAME ? null : value
  }),
  isSparse: true,
})

const dayMs = 24 * 60 * 60 * 1000

/** A field for a time, in milliseconds. */
const since: Field<number | null> = {
  name: 'since',
  takes: 'a day, 2026-11-20, or a time, 2026-11-20T08:30:00Z',
  none: null,
  parse(sent) {
    const ms = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(sent) ? Date.parse(sent) : Number.NaN
    return Number.isNaN(ms) || ms < 0 ? undefined : ms
  },
  write: (ms) => (ms % dayMs === 0 ? dayOf(ms) : isoTime(ms)),
}

/** The fields of a filter, in the order in which they are written. */
const FIELDS = {
  /** `leading` is the manual text, else the machine text. `manual_only` and `machine_only` are texts of rows without the other. */
  layer: oneOf('layer', ['any', 'leading', 'manual', 'manual_only', 'machine', 'machine_only', 'none'], 'any'),
  /** The decision of a person; `findings` tests whether the text still fits its source. */
  status: ofText(oneOf('status', ['any', 'draft', 'reviewed', 'approved', 'rejected'], 'any'), ({ status }) => status),
  /** `current` means fresh or unverified. */
  freshness: ofText(oneOf('freshness', ['any', 'current', 'fresh', 'unverified', 'stale'], 'any')),
  /**
   * The text of an `invalid` row breaks the markup of its source; one with a `doubt` was taken by the gate with a warning; one of
   * `terms` lacks a term of the glossary, or that of the filter.
   */
  findings: ofText(oneOf('findings', ['any', 'invalid', 'valid', 'doubt', 'terms'], 'any')),
  model: ofText(exact('model'), ({ model }) => model ?? NO_NAME),
  provider: ofText(exact('provider'), ({ provider }) => provider ?? NO_NAME),
  client: ofClient(exact('client'), ({ name }) => name),
  clientVersion: ofClient(exact('client_version'), ({ version }) => version),
  prompt: ofClient(exact('prompt'), ({ prompt }) => prompt),
  brief: ofClient(
    text('brief', 'a version of the brief: 3; <3 for earlier ones and none; - for none', (sent) =>
      /^(?:-|<?[1-9]\d{0,3})$/.test(sent) ? sent : null,
    ),
    ({ brief }) => brief,
  ),
  authorId: ofText(whole('author', "a person's number"), ({ authorId }) => authorId),
  /** Who approved or marked the text. */
  reviewerId: ofText(whole('reviewer', "a person's number"), ({ reviewerId }) => reviewerId),
  origin: ofText(oneOf('origin', ORIGINS, null), ({ origin }) => origin),
  /** The text that an export would put into the game. */
  game: oneOf('game', ['any', 'translated', 'manual', 'machine', 'original'], 'any'),
  /** Rows by pending proposals; `waived` rows have one for which checks were skipped. */
  proposals: oneOf('proposals', ['any', 'with', 'without', 'waived'], 'any'),
  /** Rows with an open mark that their text does not fit the game, or without one. */
  fits: oneOf('fits', ['any', 'no', 'unmarked'], 'any'),
  /** The part of the file: the values of API v1, and rows of the main file that the diff replaces. */
  source: oneOf('source', [...SOURCE_FILTERS, 'diff_over_main'], 'all'),
  changedSinceMs: since,
  /** Rows of an import or a part of it, as `writePatch` writes it. */
  patch: text('patch', 'an import, 7, or a part of it: 7.added, 7.changed, 7.confirmed, 7.rewritten', (sent) =>
    parsePatch(sent) === null ? null : sent,
  ),
  /** The name of a label that the row has, or `NO_LABEL`; letter case does not count. */
  label: text('label', 'a label, or - for rows without any', (sent) => (sent === NO_LABEL ? sent : labelNameOf(sent))),
  /** How the source looks: a name, a sentence, a question (kinds.ts). */
  kind: oneOf('kind', KINDS, null),
  /** A term of the glossary, or other words, that the source has. */
  term: words('term', 'words of the source'),
  /** Words that the text has in any form. */
  has: ofText(words('has', 'words that the text has')),
  /** Words that the text has in no form. */
  lacks: ofText(words('lacks', 'words that it lacks')),
  /** The first row's position in the game, from 1. */
  firstPlace: whole('from', 'a place in the game, from 1'),
  lastPlace: whole('to', 'a place in the game, from 1'),
}

type Member = keyof typeof FIELDS

/** A filter of rows. Null, `any` and the `all` of `source` ask nothing. */
export type WorkFilter = { readonly [M in Member]: (typeof FIELDS)[M]['none'] }

const ALL_FIELDS = Object.entries(FIELDS) as readonly (readonly [Member, Field<WorkFilter[Member]>])[]

export const ALL_WORK = Object.fromEntries(
  ALL_FIELDS.map(([member, { none }]) => [member, none]),
) as unknown as WorkFilter

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

/** The filter for each state of API v1's row list; unlike there, service rows are in no state. */
const STATES: Readonly<Record<RowState, Partial<WorkFilter>>> = {
  all: {},
  none: CLASSES.none,
  machine: { layer: 'machine_only' },
  manual: { layer: 'manual' },
  stale: { freshness: 'stale' },
}

export const filterOfState = (state: RowState): WorkFilter => ({ ...ALL_WORK, ...STATES[state] })

export const isSameFilter = (a: WorkFilter, b: WorkFilter): boolean =>
  ALL_FIELDS.every(([member]) => a[member] === b[member])

export const jobOf = (filter: WorkFilter): Job | null =>
  JOB_NAMES.find((job) => isSameFilter(filter, filterOfJob(job))) ?? null

/**
 * Gives 3 for `<3`, which asks for earlier versions and for texts that name none. Null: the filter asks for one
 * version, or none.
 */
export const briefBound = (brief: string | null): number | null =>
  brief?.startsWith('<') === true ? Number(brief.slice(1)) : null

/** Which layers' texts each value looks at. `alone`: a text counts only where the row has none of the other layer. */
export const HEADS_OF_LAYER: Readonly<Record<WorkFilter['layer'], Readonly<Record<Layer, boolean | 'alone'>>>> = {
  any: { manual: true, machine: true },
  leading: { manual: true, machine: 'alone' },
  manual: { manual: true, machine: false },
  manual_only: { manual: 'alone', machine: false },
  machine: { manual: false, machine: true },
  machine_only: { manual: false, machine: 'alone' },
  none: { manual: false, machine: false },
}

/** The conditions that are values of a text, in the order in which they are listed: `status` comes last. */
export const FACTS = ALL_FIELDS.flatMap(([member, field]) =>
  field.fact === undefined ? [] : [{ ...field, member, fact: field.fact }],
).toSorted((a, b) => Number(a.name === 'status') - Number(b.name === 'status'))

/** The facts that the filter sets to one value. A bound of `brief` is not one value. */
export const factsAsked = (filter: WorkFilter): typeof FACTS =>
  FACTS.filter(
    ({ member, none }) => filter[member] !== none && !(member === 'brief' && briefBound(filter.brief) !== null),
  )

/** Whether the filter has conditions on texts. Without any, `any` includes rows without text. */
export const asksOfHeads = (filter: WorkFilter): boolean =>
  ALL_FIELDS.some(([member, { isOfText, none }]) => isOfText === true && filter[member] !== none)

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
  /** The part of the patch; null: all of it. */
  readonly part: PatchPart | null
}

/** The patch that a text names; null: none. */
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

export const faultText = ({ parameter, ...fault }: FilterFault): string => `${parameter} ${valueFault(fault)}`

/** What is wrong with a parameter's value, in words that follow its name: `is "x"; it takes one of …`. */
export const valueFault = ({ text, takes }: Omit<FilterFault, 'parameter'>): string =>
  `is ${JSON.stringify(text)}; it takes ${typeof takes === 'string' ? takes : `one of ${takes.join(', ')}`}`

export const FILTER_PARAMETERS: readonly { readonly name: string; readonly takes: Taken }[] = [
  { name: 'job', takes: JOB_NAMES },
  ...Object.values(FIELDS),
]

const PARAMETER_NAMES: readonly string[] = FILTER_PARAMETERS.map(({ name }) => name)

/** Reads a filter from parameters. Empty and faulty values are ignored, and other parameters are left alone. */
export function parseWorkFilter(parameters: { get(name: string): string | null | undefined }): {
  readonly filter: WorkFilter
  readonly faults: readonly FilterFault[]
} {
  const faults: FilterFault[] = []
  const job = parameters.get('job') ?? ''
  const known = JOB_NAMES.find((name) => name === job)
  if (job !== '' && known === undefined) faults.push({ parameter: 'job', text: job, takes: JOB_NAMES })
  let filter = known === undefined ? ALL_WORK : filterOfJob(known)
  for (const [member, { name, takes, parse }] of ALL_FIELDS) {
    const text = parameters.get(name) ?? ''
    if (text === '') continue
    const value = parse(text)
    if (value === undefined) faults.push({ parameter: name, text, takes })
    else filter = { ...filter, [member]: value }
  }
  return { filter, faults }
}

/** Reads a filter such as `layer=machine&model=x`; here other names are faults. */
export function parseFilterText(
  text: string,
): { readonly filter: WorkFilter; readonly fault: null } | { readonly fault: string } {
  const parameters = new URLSearchParams(text)
  const unknown = [...parameters.keys()].find((name) => !PARAMETER_NAMES.includes(name))
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, PARAMETER_NAMES)
    const hint = nearest === null ? '' : ` (did you mean ${nearest}?)`
    return { fault: `there is no parameter ${JSON.stringify(unknown)}${hint}; it takes ${PARAMETER_NAMES.join(', ')}` }
  }
  const { filter, faults } = parseWorkFilter(parameters)
  return faults.length > 0 ? { fault: faults.map(faultText).join('; ') } : { filter, fault: null }
}

export const isEmptyFilter = (text: string): boolean =>
  [...new URLSearchParams(text).values()].every((value) => value === '')

/** The parameters of a filter's address; for `ALL_WORK` there are none. */
export function writeWorkFilter(filter: WorkFilter): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [member, { name, none, write }] of ALL_FIELDS) {
    const value = filter[member]
    if (value !== null && value !== none) parameters.set(name, write(value))
  }
  return parameters
}

export const writeJob = (job: Job): URLSearchParams => writeWorkFilter(filterOfJob(job))
