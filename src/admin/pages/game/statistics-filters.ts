// The filters behind the numbers of the statistics.
import type { ModelTally } from '../../../domain/tally.ts'
import type { Origin } from '../../../domain/vocabulary.ts'
import { ALL_WORK, NO_NAME, type WorkFilter } from '../../../domain/work/work-filter.ts'
import { say } from '../../language/say.ts'

export const inPart = (filter: WorkFilter, source: WorkFilter['source']): WorkFilter => ({ ...filter, source })

export const ofPerson = (authorId: number): WorkFilter => ({ ...ALL_WORK, authorId })
export const reviewedBy = (reviewerId: number): WorkFilter => ({ ...ALL_WORK, reviewerId })

/** Current machine texts of a model; without a name, by their origin. */
export const ofModel = ({ provider, model, origin }: ModelTally): WorkFilter => ({
  ...ALL_WORK,
  layer: 'machine',
  provider: provider ?? NO_NAME,
  model: model ?? NO_NAME,
  // The tally's value comes from a revision, so it is an origin.
  origin: provider === null && model === null ? (origin as Origin) : null,
})

const STATUS = { proposed: 'all', approved: 'approved', rejected: 'rejected' } as const

export function proposalsOf(id: number, what: keyof typeof STATUS, label: string | null): string {
  const asked = { status: STATUS[what], author: String(id), ...(label !== null && { label }) }
  return `/admin/proposals?${new URLSearchParams(asked).toString()}`
}

export const modelName = ({ provider, model, origin }: ModelTally): readonly [provider: string, model: string] =>
  provider === null && model === null
    ? [origin === 'localized_file_import' ? say`localized file` : 'unknown', '']
    : [provider ?? '', model ?? '']
