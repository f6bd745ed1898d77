// Whether main and diff file are the right ones, by what they change: some are refused, others warned of.
import { dayOf } from '../../base/time.ts'
import { type AnySlot, readSlot, slotOfPair } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import { Refused, type WorkRefusal } from '../refused.ts'
import type { LoadedPair } from './further-pairs.ts'
import type { MergeReport } from './reveal-sources.ts'
import { isFile, type SourceInputs } from './slot-map.ts'

/** Without a confirmation, an import may retire this share of the rows, or this many if that is more. */
const retiredShareMax = 0.05
const retiredRowsMax = 100
/** Where fewer rows changed, nothing is concluded from them. */
const changedRowsMin = 100
/** From so many changed texts on, it can be told whether the file is a translated one. */
const carriedRowsMin = 20

interface Choices {
  readonly isOfAnotherGame: boolean
  readonly allowRetire: boolean
  readonly force: boolean
  /** Changed rows whose present source was another row's before, as in a list into which lines were inserted. */
  readonly moved: number
}

/** Throws for files that are surely or probably the wrong ones. */
export function guard(merged: MergeReport, request: Choices, inputs: SourceInputs): void {
  const lost = merged.rows.retired
  // If the files of a small game are given one by one, the second one takes away most of its texts.
  if (!request.allowRetire && request.isOfAnotherGame && lost * 2 > merged.visibleBefore)
    throw new Refused({ code: 'retires_most', lost, rows: merged.visibleBefore })
  if (!request.allowRetire && lost > retiredRowsMax && lost > merged.visibleBefore * retiredShareMax)
    throw new Refused({ code: 'looks_wrong', lost, rows: merged.visibleBefore })
  if (request.force) return
  for (const slot of ['main', 'diff'] as const) {
    const { changed, carried } = merged.carried[slot]
    const input = inputs[slot]
    if (!isFile(input) || changed < carriedRowsMin || carried * 2 <= changed) continue
    throw new Refused({ code: 'carries_translations', file: input.text.name, carried, changed })
  }
  const changed = merged.rows.changed - request.moved
  if (isMost(changed, merged)) throw new Refused({ code: 'changes_most', changed, rows: merged.visibleBefore })
}

/** More than half of the rows changed. Fewer may be lost: a large patch changes many texts, but removes few. */
const isMost = (changed: number, { visibleBefore }: MergeReport): boolean =>
  changed >= changedRowsMin && changed * 2 > visibleBefore

/** Warnings that a file may be the wrong one. */
export function doubts(merged: MergeReport, inputs: SourceInputs): WorkRefusal[] {
  const { rows, visibleBefore, carried } = merged
  const ofReference = (['main', 'diff'] as const).flatMap((slot) => {
    const [input, { changed, reference }] = [inputs[slot], carried[slot]]
    if (!isFile(input) || changed < carriedRowsMin || reference * 2 <= changed) return []
    return [{ code: 'looks_chinese', reference, changed, file: input.text.name } as const]
  })
  if (!isMost(rows.changed, merged) || ofReference.length > 0) return ofReference
  return [{ code: 'changed_most', changed: rows.changed, rows: visibleBefore }]
}

/** Warnings about diffs in the store that now lie over another main file than they were made for. */
export function keptDiffs(db: Database, first: SourceInputs, further: readonly LoadedPair[]): WorkRefusal[] {
  const warning = (slot: AnySlot, input: SourceInputs, option: string, empties: string): WorkRefusal[] => {
    const stored = readSlot(db, slot)
    if (!isFile(input.main) || input.diff !== null || stored === undefined) return []
    return [{ code: 'kept_diff', file: stored.fileName, date: dayOf(stored.importedAtMs), option, empties }]
  }
  return [
    ...warning('diff', first, '--diff', '--no-diff'),
    ...further.flatMap((each) => warning(slotOfPair(each.name, 'diff'), each, '--also', `--no-also ${each.name}_diff`)),
  ]
}
