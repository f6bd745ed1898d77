// Progress on a patch of the game: its rows by state of their texts, each state a filter of work.
import { type Touch, writePatch } from './patch.ts'
import { ALL_WORK, type WorkFilter } from './work-filter.ts'

export type PatchState = 'all' | 'translated' | 'confirmed' | 'rewritten' | 'stale' | 'nothing'

export interface PatchFilter {
  readonly touch: Touch
  readonly state: PatchState
  readonly filter: WorkFilter
}

export const HANDLED: ReadonlySet<PatchState> = new Set(['translated', 'confirmed', 'rewritten'])

const STALE = { layer: 'leading', freshness: 'stale' } as const
const NOTHING = { layer: 'none' } as const

/** In the order of display. */
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
