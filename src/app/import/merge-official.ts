// The game's official texts in further languages, several in one import (docs/game-files.md#official-texts-in-other-languages): each
// is compared and written aside like the Chinese (merge-references.ts) and revealed with the rest. Rows get no new change time
// by them, because API v1 does not show them.
import {
  GAME_LANGUAGES,
  type OfficialFault,
  type OfficialName,
  officialFault,
  officialNameOf,
  officialNameOfFile,
} from '../../domain/game-language.ts'
import type { SlotCounts } from '../../domain/reports/import-report.ts'
import { putOfficialAside, removeOfficial, revealOfficial, storedOfficial } from '../../store/change-rows.ts'
import { officialSlot, type RawText, readSlot } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { Aside, Switch } from '../../store/txn.ts'
import { Refused } from '../refused.ts'
import { BLOCK } from './merge-pairs.ts'
import { mergeReferences, type Shelf } from './merge-references.ts'
import type { SlotInput } from './slots/slot-map.ts'

export interface OfficialFile extends OfficialName {
  readonly input: SlotInput
}

/** A language with what is given for it; null: that part stays. */
export interface OfficialInput {
  readonly language: string
  readonly main: SlotInput
  readonly diff: SlotInput
}

export interface MergedOfficial extends OfficialInput {
  readonly counts: Readonly<Record<'main' | 'diff', SlotCounts>>
  /** Numbers of changed blocks, as in `BLOCK`. */
  readonly blocks: Uint8Array
}

const blocksPerBreath = 32

/** Throws for what the store keeps no official texts of, and for a part given twice. `mainName`: of the main file, imported or stored. */
export function assertOfficial(names: readonly OfficialName[], isOtherGame: boolean, mainName: string | null): void {
  const source = officialNameOfFile(mainName ?? '')?.language ?? (isOtherGame ? null : 'en')
  if (names.length > 0 && mainName === null) throw new Refused({ code: 'official_without_rows' })
  const faultOf = (language: string): OfficialFault | null => officialFault(language, { isOtherGame, source })
  const seen = new Set<string>()
  for (const each of names) {
    const [name, { language }] = [officialNameOf(each), each]
    const fault = faultOf(language)
    if (fault === 'is_chinese') throw new Refused({ code: 'official_is_chinese' })
    if (fault === 'is_source') throw new Refused({ code: 'official_is_source', name: language })
    if (fault === 'unknown_language') {
      const known = GAME_LANGUAGES.filter((one) => faultOf(one) === null).join(', ')
      throw new Refused({ code: 'official_unknown', name: language, known })
    }
    if (seen.has(name)) throw new Refused({ code: 'official_twice', name })
    seen.add(name)
  }
}

/** Throws for an overlay without its main file, given or stored. */
export function officialInputs(db: Database, files: readonly OfficialFile[]): OfficialInput[] {
  const inputOf = (language: string, part: OfficialName['part']): SlotInput =>
    files.find((file) => file.language === language && file.part === part)?.input ?? null
  return [...new Set(files.map(({ language }) => language))].sort().map((language) => {
    const [main, diff] = [inputOf(language, 'main'), inputOf(language, 'diff')]
    const hasMain = main === null ? readSlot(db, officialSlot(language, 'main')) !== undefined : main !== 'empty'
    const keepsDiff = diff === null ? readSlot(db, officialSlot(language, 'diff')) !== undefined : diff !== 'empty'
    if (!hasMain && keepsDiff) throw new Refused({ code: 'official_diff_alone', name: language })
    return { language, main, diff }
  })
}

const shelfOf = (language: string): Shelf => ({
  stored: (db, block) => storedOfficial(db, language, block),
  putAside: (aside, block, bytes) => putOfficialAside(aside, language, block, bytes),
})

interface OfficialOptions {
  readonly onUnknown: (name: string, text: RawText, id: Uint8Array) => void
  readonly onProgress: (rowsDone: number, rowsTotal: number) => void
}

export async function mergeOfficial(
  aside: Aside,
  inputs: readonly OfficialInput[],
  next: number,
  { onUnknown, onProgress }: OfficialOptions,
): Promise<MergedOfficial[]> {
  const merged: MergedOfficial[] = []
  for (const input of inputs) {
    const { language, main, diff } = input
    const files = { reference: main, reference_diff: diff }
    const { reference, referenceDiff, blocks } = await mergeReferences(aside, shelfOf(language), files, next, {
      onUnknown: (slot, text, id) =>
        onUnknown(officialNameOf({ language, part: slot === 'reference' ? 'main' : 'diff' }), text, id),
      onProgress,
    })
    merged.push({ ...input, counts: { main: reference, diff: referenceDiff }, blocks })
  }
  return merged
}

export async function revealOfficials(txn: Switch, merged: readonly MergedOfficial[]): Promise<void> {
  for (const { language, blocks } of merged) {
    for (let number = 0; number < blocks.length; number++) {
      if (blocks[number] === BLOCK.removed) removeOfficial(txn, language, number)
      else if (blocks[number] === BLOCK.replaced) revealOfficial(txn, language, number)
      if (number % blocksPerBreath === 0) await txn.breathe()
    }
  }
}

/** Counts by name, `de` and `de-diff`, of the files that were given. */
export const officialCounts = (merged: readonly MergedOfficial[]): Readonly<Record<string, SlotCounts>> =>
  Object.fromEntries(
    merged.flatMap((each) =>
      (['main', 'diff'] as const)
        .filter((part) => each[part] !== null)
        .map((part) => [officialNameOf({ language: each.language, part }), each.counts[part]]),
    ),
  )
