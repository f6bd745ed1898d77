// The filter of work used by the workbench, lists, links and `windrow export` (docs/decisions.md#filters-of-work), read
// and written by `work-address.ts`. A row is in a filter if one head of the chosen layers meets all conditions on
// heads, and the row meets the rest. Service rows and rows without a source text are never in one.
import { type Heads, isStale, type Row } from '../row.ts'
import { type Origin, SOURCE_FILTERS } from '../vocabulary.ts'

/**
 * The heads that a filter looks at. `leading`: the manual text, else the machine text. `machine_only`: the machine text
 * of rows without a manual one.
 */
export const WORK_LAYERS = ['any', 'leading', 'manual', 'machine', 'machine_only', 'none'] as const
type WorkLayer = (typeof WORK_LAYERS)[number]

/** As decided by a person; `findings` tests whether the text still fits its source. */
export const WORK_STATUSES = ['any', 'draft', 'reviewed', 'approved', 'rejected'] as const
type WorkStatus = (typeof WORK_STATUSES)[number]

/** `current`: fresh or unverified. */
export const WORK_FRESHNESS = ['any', 'current', 'fresh', 'unverified', 'stale'] as const
export type WorkFreshness = (typeof WORK_FRESHNESS)[number]

/** Pending proposals of the row. `waived`: one of them has waived checks. */
export const WORK_PROPOSALS = ['any', 'with', 'without', 'waived'] as const
type WorkProposals = (typeof WORK_PROPOSALS)[number]

/** `invalid`: the text breaks the markup of its source. */
export const WORK_FINDINGS = ['any', 'invalid', 'valid'] as const
type WorkFindings = (typeof WORK_FINDINGS)[number]

/** What an export would put into the game now. */
export const WORK_GAME = ['any', 'translated', 'manual', 'machine', 'original'] as const
export type WorkGame = (typeof WORK_GAME)[number]

/** The parts of API v1, and rows of the main file that the diff overlays. */
export const WORK_SOURCES = [...SOURCE_FILTERS, 'diff_over_main'] as const
export type WorkSource = (typeof WORK_SOURCES)[number]

/** As a model or provider: the text has none. */
export const NO_NAME = '-'

export interface WorkFilter {
  readonly layer: WorkLayer
  readonly status: WorkStatus
  readonly freshness: WorkFreshness
  /** Exact, or `NO_NAME`; null: any. */
  readonly model: string | null
  /** Exact, or `NO_NAME`; null: any. */
  readonly provider: string | null
  /** The author of the text; null: any. */
  readonly authorId: number | null
  /** Who approved or marked the text; null: any, or none. */
  readonly reviewerId: number | null
  /** Null: any. */
  readonly origin: Origin | null
  readonly game: WorkGame
  readonly proposals: WorkProposals
  readonly findings: WorkFindings
  /** The part of the file. */
  readonly source: WorkSource
  /** The row changed at this time or later, in milliseconds; null: any time. */
  readonly changedSinceMs: number | null
  /** Rows of an import, or of a part of it, as patch.ts writes it; null: any. */
  readonly patch: string | null
  /** First and last place in the game's order, from 1; null: no bound. */
  readonly firstPlace: number | null
  readonly lastPlace: number | null
}

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

/** Named filters for everyday work, as changes to `ALL_WORK`. */
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

/** Every row of work is in exactly one, by its leading text. */
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

const MEMBERS = Object.keys(ALL_WORK) as readonly (keyof WorkFilter)[]

export const isSameFilter = (a: WorkFilter, b: WorkFilter): boolean =>
  MEMBERS.every((member) => a[member] === b[member])

/** Null: the filter is not a job's. */
export const jobOf = (filter: WorkFilter): Job | null =>
  JOB_NAMES.find((job) => isSameFilter(filter, filterOfJob(job))) ?? null

/** `alone`: machine heads of rows without a manual one. */
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

/** Without conditions on heads, `any` includes rows without a text. */
export const asksOfHeads = (filter: WorkFilter): boolean =>
  filter.status !== 'any' ||
  filter.freshness !== 'any' ||
  filter.findings !== 'any' ||
  filter.model !== null ||
  filter.provider !== null ||
  filter.authorId !== null ||
  filter.reviewerId !== null ||
  filter.origin !== null
