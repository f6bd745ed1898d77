// Reads a patch of the game and its progress.
import type { Whose } from '../../base/turn.ts'
import { countIn, type PatchSize, patchSizeOf } from '../../domain/import-report.ts'
import { HANDLED, type PatchFilter, patchFilters } from '../../domain/work/families.ts'
import { hasImportRows, type ImportRecord } from '../../store/records.ts'
import type { App } from '../app.ts'
import { listImports } from '../upkeep/read-records.ts'
import { countsAtOnce } from './count-work.ts'

export const sizeOfPatch = ({ report }: ImportRecord): PatchSize | null => patchSizeOf(report)

interface PatchProgress {
  readonly states: readonly (PatchFilter & { readonly rows: number })[]
  /** How many rows the patch left to translate; `handled`: how many of them have a translation. */
  readonly rows: number
  readonly handled: number
}

/** Reads a patch. `unknown`: its import is too old to have a record of rows. `counting`: ask again in a moment. */
export async function readPatch(
  app: App,
  whose: Whose,
  importId: number,
): Promise<PatchProgress | 'unknown' | 'counting'> {
  if (!hasImportRows(app.store.main, importId)) return 'unknown'
  const filters = patchFilters(importId)
  const counts = await countsAtOnce(
    app,
    whose,
    filters.map(({ filter }) => filter),
  )
  if (counts === null) return 'counting'
  const states = filters.map((each, at) => ({ ...each, rows: counts[at] ?? 0 }))
  const sumOf = (isMeant: (each: PatchFilter) => boolean): number =>
    states.filter(isMeant).reduce((sum, { rows }) => sum + rows, 0)
  return {
    states,
    rows: sumOf(({ state }) => state === 'all'),
    handled: sumOf(({ state }) => HANDLED.has(state)),
  }
}

const importsLookedAt = 30

/** The latest import that changed a game that was already there; null: none of the recent imports did. */
export function latestPatch(app: App): { readonly record: ImportRecord; readonly size: PatchSize } | null {
  for (const record of listImports(app, importsLookedAt)) {
    const size = sizeOfPatch(record)
    if (size !== null && size.added + size.changed > 0) return isFirst(record) ? null : { record, size }
  }
  return null
}

function isFirst({ report }: ImportRecord): boolean {
  const rows = report['rows']
  return typeof rows === 'object' && rows !== null && countIn(rows, 'added') === countIn(rows, 'total')
}
