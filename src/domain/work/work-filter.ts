// The one filter of work: what the workbench, lists, links and `windrow export` ask of rows
// (docs/decisions.md#filters-of-work). It is a plain value; `work-address.ts` reads it from an address and writes it there. A
// row is in a filter when one head of the layers asked for fits everything asked of a head, and the row fits the rest. Work
// never holds service rows, nor rows without a source text: nobody can do anything about them.
import { type Heads, isStale, type Row } from '../row.ts'
import { type Origin, SOURCE_FILTERS } from '../vocabulary.ts'

/**
 * Which heads a filter looks at. `leading` is the text that counts: the manual one, else the machine one; `machine_only`
 * is the machine text of rows without a manual one.
 */
export const WORK_LAYERS = ['any', 'leading', 'manual', 'machine', 'machine_only', 'none'] as const
type WorkLayer = (typeof WORK_LAYERS)[number]

/** The status that somebody gave; whether the text still fits its source is asked by `findings`. */
export const WORK_STATUSES = ['any', 'draft', 'reviewed', 'approved', 'rejected'] as const
type WorkStatus = (typeof WORK_STATUSES)[number]

/** `current` is everything but stale: fresh and unverified. */
export const WORK_FRESHNESS = ['any', 'current', 'fresh', 'unverified', 'stale'] as const
export type WorkFreshness = (typeof WORK_FRESHNESS)[number]

/** Pending proposals of the row; `waived` has one whose checks were waived. */
export const WORK_PROPOSALS = ['any', 'with', 'without', 'waived'] as const
type WorkProposals = (typeof WORK_PROPOSALS)[number]

/** `invalid`: the text breaks the markup of its source. */
export const WORK_FINDINGS = ['any', 'invalid', 'valid'] as const
type WorkFindings = (typeof WORK_FINDINGS)[number]

/** What an export would put into the game now: a text, whose, or the original text. */
export const WORK_GAME = ['any', 'translated', 'manual', 'machine', 'original'] as const
export type WorkGame = (typeof WORK_GAME)[number]

/** The parts of API v1, and rows of the main file that the diff overlays. */
export const WORK_SOURCES = [...SOURCE_FILTERS, 'diff_over_main'] as const
export type WorkSource = (typeof WORK_SOURCES)[number]

/** In place of a model or provider: the text has none. */
export const NO_NAME = '-'

export interface WorkFilter {
  readonly layer: WorkLayer
  readonly status: WorkStatus
  readonly freshness: WorkFreshness
  /** Exact, or `NO_NAME`; null: any. */
  readonly model: string | null
  /** Exact, or `NO_NAME`; null: any. */
  readonly provider: string | null
  /** The person who wrote the text; null: anybody. */
  readonly authorId: number | null
  /** The person who approved the text, or marked it; null: anybody or nobody. */
  readonly reviewerId: number | null
  /** Where the text came from; null: from anywhere. */
  readonly origin: Origin | null
  readonly game: WorkGame
  readonly proposals: WorkProposals
  readonly findings: WorkFindings
  /** The part of the file. */
  readonly source: WorkSource
  /** The row changed at this time or later, in milliseconds; null: at any time. */
  readonly changedSinceMs: number | null
  /** Rows of an import, or of a part of it, as patch.ts writes it; null: of any. */
  readonly patch: string | null
  /** The first and the last place in the game's own order, from 1; null: from the beginning, to the end. */
  readonly firstPlace: number | null
  readonly lastPlace: number | null
}

/** All work there is. */
export const ALL_WORK: WorkFilter = {
  layer: 'any',
  status: 'any',
  freshness: 'any',
  model: null,
  provider: null,
  authorId: null,
  reviewerId: null,
  origin: null,
  game: 'any',
  proposals: 'any',
  findings: 'any',
  source: 'all',
  changedSinceMs: null,
  patch: null,
  firstPlace: null,
  lastPlace: null,
}

/** Jobs that people do every day, by name: what they narrow of `ALL_WORK`. */
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

/** Work by the text that counts: every row of work is in exactly one of these. */
const CLASSES = {
  manual_fresh: { layer: 'manual', freshness: 'current' },
  manual_stale: { layer: 'manual', freshness: 'stale' },
  machine_fresh: { layer: 'machine_only', freshness: 'current' },
  machine_stale: { layer: 'machine_only', freshness: 'stale' },
  none: { layer: 'none' },
} as const satisfies Record<string, Partial<WorkFilter>>
export type WorkClass = keyof typeof CLASSES
export const WORK_CLASSES = Object.keys(CLASSES) as readonly WorkClass[]

/** The class of a row of work. */
export function workClassOf({ sourceHash }: Pick<Row, 'sourceHash'>, { manual, machine }: Heads): WorkClass {
  const head = manual ?? machine
  if (head === null) return 'none'
  return `${manual === null ? 'machine' : 'manual'}_${isStale(head, sourceHash) ? 'stale' : 'fresh'}`
}

export const filterOfClass = (workClass: WorkClass): WorkFilter => ({ ...ALL_WORK, ...CLASSES[workClass] })

const MEMBERS = Object.keys(ALL_WORK) as readonly (keyof WorkFilter)[]

export const isSameFilter = (a: WorkFilter, b: WorkFilter): boolean =>
  MEMBERS.every((member) => a[member] === b[member])

/** The job that a filter is, or null. */
export const jobOf = (filter: WorkFilter): Job | null =>
  JOB_NAMES.find((job) => isSameFilter(filter, filterOfJob(job))) ?? null

/** For each choice of layer: whose heads may fit. `alone`: the machine's, where there is no manual one. */
export const HEADS_OF_LAYER: Readonly<
  Record<WorkLayer, { readonly manual: boolean; readonly machine: boolean | 'alone' }>
> = {
  any: { manual: true, machine: true },
  leading: { manual: true, machine: 'alone' },
  manual: { manual: true, machine: false },
  machine: { manual: false, machine: true },
  machine_only: { manual: false, machine: 'alone' },
  none: { manual: false, machine: false },
}

/** Whether anything is asked of a head; without it, `any` holds rows without a text too. */
export const asksOfHeads = (filter: WorkFilter): boolean =>
  filter.status !== 'any' ||
  filter.freshness !== 'any' ||
  filter.findings !== 'any' ||
  filter.model !== null ||
  filter.provider !== null ||
  filter.authorId !== null ||
  filter.reviewerId !== null ||
  filter.origin !== null
