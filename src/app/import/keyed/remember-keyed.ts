// What an import keeps of a game whose texts have keys: the keys, and at the first import the markup that the texts seem to have.
import { MarkupLearner } from '../../../domain/text/learn-markup.ts'
import { putSetting, readSettings } from '../../../store/people.ts'
import { putRowKey } from '../../../store/records.ts'
import { readSlot } from '../../../store/rows.ts'
import type { Txn } from '../../../store/txn.ts'
import { hexOf, textOf } from '../raw-row.ts'
import type { LoadedFile } from '../slots/load-slot.ts'

/** Call it before the slots are remembered. `translations`: by row id. Returns the markup that was learnt; null: none was asked for. */
export function rememberKeyed(
  txn: Txn,
  sources: readonly LoadedFile[],
  translations: ReadonlyMap<string, string>,
): string | null {
  for (const { text } of sources) for (const [id, key] of text.keys?.() ?? []) putRowKey(txn, id, key)
  const { profile, markup } = readSettings(txn.db)
  const isFirst = readSlot(txn.db, 'main') === undefined && readSlot(txn.db, 'diff') === undefined
  if (profile === 'where-winds-meet' || markup !== '' || !isFirst) return null
  const learner = new MarkupLearner()
  for (const { entries } of sources) {
    for (const place of entries.places())
      learner.add(textOf(entries.textAt(place)), translations.get(hexOf(entries.idAt(place))) ?? null)
  }
  putSetting(txn, 'markup', learner.markup())
  return learner.markup()
}
