// Parts of files that an import leaves out: counted in a warning, listed in a report.
import type { LeftOut } from '../../domain/import-report.ts'
import type { GameText } from '../../../packages/formats/src/game-text.ts'
import { damageText, type WorkRefusal } from '../refused.ts'

/** What the reader of a file warns of. */
export const notesOf = (text: GameText): WorkRefusal[] =>
  text.warnings().map((damage) => ({ code: 'file_note', damage }))

export function skippedWarning(text: GameText): WorkRefusal[] {
  const skipped = text.skipped()
  const [first] = skipped
  if (first === undefined) return []
  const shards = skipped.filter(({ kind }) => kind === 'shard').length
  return [{ code: 'parts_left_out', shards, entries: skipped.length - shards, damage: first.damage }]
}

/** A warning that names files which gave the store rows before and now can't be read whole; those rows stay. */
export function keptWarning(text: GameText, known: () => readonly string[]): WorkRefusal[] {
  const unread = text.unread?.() ?? []
  const before = new Set(unread.length === 0 ? [] : known())
  const files = unread.filter((name) => before.has(name))
  if (files.length === 0) return []
  const named = `${files.slice(0, namedMax).join(', ')}${files.length > namedMax ? ', …' : ''}`
  return [{ code: 'files_unread', count: files.length, files: named }]
}

const namedMax = 5

export const optionOf = (slot: string): string => slot.replace('_', '-')

export function tellSkipped(text: GameText, slot: string, tell: ((left: LeftOut) => void) | null | undefined): void {
  if (tell === null || tell === undefined) return
  for (const { id, place, damage } of text.skipped()) {
    tell({ slot: optionOf(slot), rowId: id, change: 'skipped', place, reason: damageText(damage) })
  }
}
