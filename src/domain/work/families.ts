// The families of facets by whose values rows are counted. Each is a parameter of a filter of work, so that each count has a list
// of its rows; `state` is one of API v2's lists only.
import { ROW_STATES } from '../vocabulary.ts'
import {
  ALL_WORK,
  FACTS,
  FILTER_PARAMETERS,
  filterOfState,
  isSameFilter,
  parseWorkFilter,
  type Touch,
  type WorkFilter,
  writePatch,
  writeWorkFilter,
} from './work-filter.ts'

/** Any values, in the index as `LAYER FAMILY VALUE`. */
const TEXT_FAMILIES: readonly string[] = FACTS.map(({ name }) => name)

const CHOICES = FILTER_PARAMETERS.flatMap(({ name, takes }) =>
  typeof takes === 'string' || name === 'job' || TEXT_FAMILIES.includes(name) ? [] : [{ name, values: takes }],
)

export const FAMILIES: readonly string[] = [
  'state',
  'patch',
  ...TEXT_FAMILIES,
  'label',
  ...CHOICES.map(({ name }) => name),
]

export type KindOfFamily = 'text' | 'label' | 'patch' | 'chosen'

export function kindOfFamily(family: string): KindOfFamily {
  if (family === 'patch' || family === 'label') return family
  return TEXT_FAMILIES.includes(family) ? 'text' : 'chosen'
}

/** Families of which a row may have several values, so rows with one value are counted by their other values too. */
const SEVERAL: readonly string[] = ['label', 'patch']

/** Whether the filter asks for one value of the family. */
export const isSetIn = (filter: WorkFilter, family: string): boolean =>
  !SEVERAL.includes(family) && writeWorkFilter(filter).has(family)

/** A value of a family, and the filters in all of which a row with the value is. */
interface Choice {
  readonly value: string
  readonly filters: readonly WorkFilter[]
}

/** The values of a family that has few and fixed ones, without the one that means any. */
export function choicesOf(filter: WorkFilter, family: string): readonly Choice[] {
  if (family === 'state') {
    const states = ROW_STATES.filter((state) => state !== 'all')
    return states.map((value) => ({ value, filters: [filter, filterOfState(value)] }))
  }
  const { values } = CHOICES.find(({ name }) => name === family) ?? { values: [] }
  return values.flatMap((value) => {
    const address = writeWorkFilter(filter)
    address.set(family, value)
    const { filter: chosen } = parseWorkFilter(address)
    return isSameFilter(chosen, filter) ? [] : [{ value, filters: [chosen] }]
  })
}

export type PatchState = 'all' | 'translated' | 'confirmed' | 'rewritten' | 'stale' | 'nothing'

export interface PatchFilter {
  readonly touch: Touch
  readonly state: PatchState
  readonly filter: WorkFilter
}

export const HANDLED: ReadonlySet<PatchState> = new Set(['translated', 'confirmed', 'rewritten'])

const STALE = { layer: 'leading', freshness: 'stale' } as const
const NOTHING = { layer: 'none' } as const

/** The filters for an import's patch and its parts, in the order of display. */
export function patchFilters(importId: number): readonly PatchFilter[] {
  const [added, changed] = [writePatch(importId, 'added'), writePatch(importId, 'changed')]
  const of = (touch: Touch, state: PatchState, asked: Partial<WorkFilter>): PatchFilter => ({
    touch,
    state,
    filter: { ...ALL_WORK, ...asked },
  })
  return [
    of('added', 'all', { patch: added }),
    of('added', 'translated', { patch: added, layer: 'leading', freshness: 'current' }),
    of('added', 'stale', { patch: added, ...STALE }),
    of('added', 'nothing', { patch: added, ...NOTHING }),
    of('changed', 'all', { patch: changed }),
    of('changed', 'confirmed', { patch: writePatch(importId, 'confirmed') }),
    of('changed', 'rewritten', { patch: writePatch(importId, 'rewritten') }),
    of('changed', 'stale', { patch: changed, ...STALE }),
    of('changed', 'nothing', { patch: changed, ...NOTHING }),
  ]
}
