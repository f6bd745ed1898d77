// The filter of rows in the workbench, lists, links and `windrow export` (docs/decisions.md#filters-of-work); `work-address.ts`
// reads and writes it. A row matches if one current text (head) of the chosen layers meets all conditions on texts, and the row
// meets the rest. Service rows and rows without a source text never match.
import { type Heads, isStale, type Row } from '../row.ts'
import { type Layer, type Origin, type RowState, SOURCE_FILTERS } from '../vocabulary.ts'

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
