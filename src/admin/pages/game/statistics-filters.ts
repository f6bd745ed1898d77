// What rows the numbers of the statistics count, as filters of work and addresses of lists.
import type { ModelTally } from '../../../domain/reports/tally.ts'
import type { Origin } from '../../../domain/vocabulary.ts'
import { ALL_WORK, NO_NAME, type WorkFilter, type WorkSource } from '../../../domain/work/work-filter.ts'
import { say } from '../../language/say.ts'

/** Parts of the file that add up to the first one, as columns. */
export const PARTS = ['all', 'main', 'diff_over_main', 'diff_only'] as const satisfies readonly WorkSource[]

export const inPart = (filter: WorkFilter, source: WorkSource): WorkFilter => ({ ...filter, source })

/** Texts of a person that stand now. */
export const ofPerson = (authorId: number): WorkFilter => ({ ...ALL_WORK, authorId })
export const reviewedBy = (reviewerId: number): WorkFilter => ({ ...ALL_WORK, reviewerId })

/** Texts of a model that are their row's machine text now; of those without a name by where they came from. */
export const ofModel = ({ provider, model, origin }: ModelTally): WorkFilter => ({
  ...ALL_WORK,
  layer: 'machine',
  provider: provider ?? NO_NAME,
  model: model ?? NO_NAME,
  // The tally took its text from a revision, so it is one of the origins.
  origin: provider === null && model === null ? (origin as Origin) : null,
})

const STATUS = { proposed: 'all', approved: 'approved', rejected: 'rejected' } as const

/** The list of a person's proposals. */
export const proposalsOf = (id: number, what: keyof typeof STATUS): string =>
  `/admin/proposals?status=${STATUS[what]}&author=${id}`

/** Provider and model as a table names them. */
export const modelName = ({ provider, model, origin }: ModelTally): readonly [provider: string, model: string] =>
  provider === null && model === null
    ? [origin === 'localized_file_import' ? say`localized file` : 'unknown', '']
    : [provider ?? '', model ?? '']
