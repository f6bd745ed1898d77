// Lists patches of the game, newest first, with the rows of each that need work and how many are handled.
import { ALL_WORK, TOUCHES } from '../../domain/work/work-filter.ts'
import { hasImportRows, type ImportRecord, imports, readImportRows } from '../../store/records.ts'
import { readUser } from '../../store/people.ts'
import type { App } from '../app.ts'
import { countTouched } from './count-facets.ts'
import { findWorkAtHand } from './find-work.ts'
import type { PatchSize } from '../../domain/import-report.ts'
import { sizeOfPatch } from './read-patch.ts'

export interface Patch {
  readonly record: ImportRecord
  readonly size: PatchSize
  /** The person who imported the patch; null: the command line. */
  readonly by: { readonly id: number; readonly name: string } | null
  /** How many rows the patch left to translate, and how many of these are handled; null: the import is too old to have a record of rows. */
  readonly work: { readonly rows: number; readonly handled: number } | null
}

interface PageOfPatches {
  readonly patches: readonly Patch[]
  /** The id below which the next page begins; null: no page follows. */
  readonly next: number | null
  readonly isSettled: boolean
}

/** So many imports are read for a page: many of them may have brought translations only. */
const lookedAtMax = 500

/** A page of patches. `before`: the id of an import; only earlier ones are listed. */
export async function listPatches(app: App, before: number | null, limit: number): Promise<PageOfPatches> {
  const work = await findWorkAtHand(app, ALL_WORK)
  const current = await findWorkAtHand(app, { ...ALL_WORK, layer: 'leading', freshness: 'current' }, 0)
  const patches: Patch[] = []
  const { isInLine: isSettled } = app.work.index
  let looked = 0
  let last = 0
  for (const record of imports(app.store.main, before ?? undefined)) {
    if (patches.length === limit || looked === lookedAtMax) return { patches, next: last, isSettled }
    looked++
    last = record.id
    const size = sizeOfPatch(record)
    if (size === null) continue
    patches.push({ record, size, by: personOf(app, record), work: countWork(record, size) })
  }
  return { patches, next: null, isSettled }

  function countWork({ id }: ImportRecord, { added, changed }: PatchSize): Patch['work'] {
    if (added + changed > 0 && !hasImportRows(app.store.main, id)) return null
    const touched = TOUCHES.map((touch) => readImportRows(app.store.main, id, touch))
    const countIn = (rows: typeof work): number => touched.reduce((sum, each) => sum + countTouched(each, rows), 0)
    return { rows: countIn(work), handled: countIn(current) }
  }
}

function personOf(app: App, { userId }: ImportRecord): Patch['by'] {
  const user = userId === null ? undefined : readUser(app.store.main, userId)
  return user === undefined ? null : { id: user.id, name: user.name }
}
