// Parts of files that an import leaves out: counted in a warning, listed in a report.
import { counted, numeral } from '../../base/numeral.ts'
import type { LeftOut } from '../../domain/import-report.ts'
import type { GameText } from '../../../packages/formats/src/game-text.ts'

export function skippedWarning(text: GameText): string[] {
  const skipped = text.skipped()
  const [first] = skipped
  if (first === undefined) return []
  const shards = skipped.filter(({ kind }) => kind === 'shard').length
  const [inShards, inEntries] = [shown(shards, 'shard'), shown(skipped.length - shards, 'entry', 'entries')]
  return [
    `${text.name}: left out ${inShards} and ${inEntries}, the first: ${first.reason} (--report names all of them)`,
  ]
}

/** A warning that names files which gave the store rows before and now can't be read whole; those rows stay. */
export function keptWarning(text: GameText, known: () => readonly string[]): string[] {
  const unread = text.unread?.() ?? []
  const before = new Set(unread.length === 0 ? [] : known())
  const files = unread.filter((name) => before.has(name))
  if (files.length === 0) return []
  const named = `${files.slice(0, namedMax).join(', ')}${files.length > namedMax ? ', …' : ''}`
  return [
    `${counted(files.length, 'file that gave texts before', 'files that gave texts before')} can't be read completely ` +
      `now (${named}): the missing texts stay as they were; repair the files and import again`,
  ]
}

const namedMax = 5

const shown = (count: number, one: string, many = `${one}s`): string => `${numeral(count)} ${count === 1 ? one : many}`

export const optionOf = (slot: string): string => slot.replace('_', '-')

export function tellSkipped(text: GameText, slot: string, tell: ((left: LeftOut) => void) | null | undefined): void {
  if (tell === null || tell === undefined) return
  for (const { id, place, reason } of text.skipped()) {
    tell({ slot: optionOf(slot), rowId: id, change: 'skipped', place, reason })
  }
}
