// Parses and writes a filter of work in an address (`?layer=machine&model=x`). Members without a value are left out. `job=NAME`
// means the filter of that name; other parameters override it.
import { dayOf, isoTime } from '../../base/time.ts'
import { termLengthMax } from '../limits.ts'
import { labelNameOf, NO_LABEL } from '../labels/label.ts'
import { ORIGINS } from '../vocabulary.ts'
import { parsePatch } from './patch.ts'
import {
  ALL_WORK,
  filterOfJob,
  type Job,
  JOB_NAMES,
  type WorkFilter,
  WORK_FINDINGS,
  WORK_FITS,
  WORK_FRESHNESS,
  WORK_GAME,
  WORK_LAYERS,
  WORK_PROPOSALS,
  WORK_SOURCES,
  WORK_STATUSES,
} from './work-filter.ts'

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
