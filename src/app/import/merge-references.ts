// Compares new reference files with the stored ones, writes the changed blocks where readers do not look, and later reveals
// them with new change times: the Chinese references, and official texts in other languages. References of retired rows are
// kept for their return.
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  GAME_LANGUAGES,
  type OfficialFault,
  officialFault,
  type OfficialName,
  officialNameOf,
  officialNameOfFile,
} from '../../domain/game-language.ts'
import { type AffectedRow, noCounts, type SlotCounts } from '../../domain/import-report.ts'
import {
  blockAhead,
  encodeReferences,
  officialShelf,
  type RawReference,
  rawReferenceIn,
  REFERENCE_SHELF,
  ROW_SHELF,
  type Shelf,
  storedBlock,
} from '../../store/change-rows.ts'
import {
  blockOf,
  officialSlot,
  type RawText,
  readRetiredId,
  readSlot,
  ROWS_PER_BLOCK,
  rowView,
  type RowView,
} from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { Aside, Switch } from '../../store/txn.ts'
import { Refused } from '../refused.ts'
import { eachBlock, StagedBlocks } from './staged-blocks.ts'
import { isFile, type Mapped, mapSlot, type SlotInput, type SourceInputs } from './slot-map.ts'

type Part = OfficialName['part']

interface MergedReferences {
  readonly counts: Readonly<Record<Part, SlotCounts>>
  readonly blocks: StagedBlocks
}

interface ReferenceOptions {
  readonly onUnknown: (part: Part, text: RawText, id: Uint8Array) => void
  readonly onProgress: (rowsDone: number, rowsTotal: number) => void
}

/** Writes changed blocks where readers do not look yet. `next`: the number behind the last row after this import. */
export async function mergeReferences(
  aside: Aside,
  shelf: Shelf,
  files: SourceInputs,
  next: number,
  { onUnknown, onProgress }: ReferenceOptions,
): Promise<MergedReferences> {
  const counts = { main: noCounts(), diff: noCounts() }
  const map = async (part: Part): Promise<Mapped> => {
    const input = files[part]
    if (!isFile(input)) return input
    const note = (text: RawText, id: Uint8Array): void => {
      counts[part].unknown++
      onUnknown(part, text, id)
    }
    counts[part].total = input.entries.count
    return await mapSlot(aside, input, { fileNumbers: [], newRows: null, known: next, onUnknown: note })
  }
  const maps = { main: await map('main'), diff: await map('diff') }
  const blocks = new StagedBlocks(shelf, next)
  const merge = (block: number): void => {
    const stored = storedBlock(aside.db, shelf, block)
    blocks.put(aside, block, stored, mergedBlock(aside, stored, block, maps, counts))
  }
  await eachBlock(aside, next, merge, onProgress)
  return { counts, blocks }
}

function mergedBlock(
  aside: Aside,
  old: Buffer | null,
  number: number,
  { main, diff }: { readonly main: Mapped; readonly diff: Mapped },
  counts: MergedReferences['counts'],
): Buffer | null {
  const after: (RawReference | null)[] = []
  for (let place = 0; place < ROWS_PER_BLOCK; place++) {
    const ordinal = number * ROWS_PER_BLOCK + place
    const before = rawReferenceIn(old, place)
    const reference = {
      main: slotBytes(aside, main, ordinal, before?.main ?? null, counts.main),
      diff: slotBytes(aside, diff, ordinal, before?.diff ?? null, counts.diff),
    }
    after.push(reference.main === null && reference.diff === null ? null : reference)
  }
  return encodeReferences(after)
}

function slotBytes(
  aside: Aside,
  map: Mapped,
  ordinal: number,
  before: Buffer | null,
  counts: SlotCounts,
): Buffer | null {
  if (map === null) return before
  // The text is copied, because 64 texts are collected and a view of the file would be overwritten.
  const given = map === 'empty' ? null : copyOf(map.textOf(ordinal))
  const isKept = given === null && before !== null && map !== 'empty' && isSkipped(aside, map, ordinal)
  const after = isKept ? before : given
  if (before === null && after === null) return null
  if (before === null) counts.added++
  else if (after === null) counts.retired++
  else counts[before.equals(after) ? 'unchanged' : 'changed']++
  return after
}

const copyOf = (text: RawText | null): Buffer | null => (text === null ? null : Buffer.from(text.bytes))

function isSkipped(aside: Aside, map: Exclude<Mapped, 'empty' | null>, ordinal: number): boolean {
  if (map.isSkipped === null) return false
  const number = blockOf(ordinal)
  // A row that this import retires is still in the stored block; its id is recorded when the import is revealed.
  const row =
    rowIn(blockAhead(aside, ROW_SHELF, number), ordinal) ?? rowIn(storedBlock(aside.db, ROW_SHELF, number), ordinal)
  const id = row?.rowId ?? readRetiredId(aside.db, ordinal)?.toString('hex')
  return id !== undefined && map.isSkipped(id, (row?.main ?? row?.diff)?.file ?? 0)
}

const rowIn = (block: Buffer | null, ordinal: number): RowView | null =>
  block === null ? null : rowView(block, ordinal)

export interface ReferencePlan extends MergedReferences {
  readonly ordinals: readonly number[]
}

/** Finds the rows of the game whose reference changes. `rows`: the rows as the import will leave them. */
export async function planReferences(
  aside: Aside,
  merged: MergedReferences,
  rows: StagedBlocks,
  next: number,
): Promise<ReferencePlan> {
  const { blocks } = merged
  const ordinals: number[] = []
  await eachBlock(aside, next, (number) => {
    const ofRows = blocks.isChanged(number) ? rows.ahead(aside, number) : null
    if (ofRows === null) return
    const [old, fresh] = [storedBlock(aside.db, REFERENCE_SHELF, number), blocks.ahead(aside, number)]
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const ordinal = number * ROWS_PER_BLOCK + place
      if (rowView(ofRows, ordinal) === null) continue
      if (!isSameReference(rawReferenceIn(old, place), rawReferenceIn(fresh, place))) ordinals.push(ordinal)
    }
  })
  return { ...merged, ordinals }
}

export async function revealReferences(txn: Switch, { blocks, ordinals }: ReferencePlan): Promise<void> {
  for (const ordinal of ordinals) txn.chunks.stamp(ordinal)
  await blocks.reveal(txn)
}

const blocksPerBreath = 32

export async function tellReferences(
  aside: Pick<Aside, 'ahead'>,
  before: Database,
  plan: ReferencePlan,
  onRow: (row: AffectedRow) => void,
): Promise<void> {
  let number = -1
  let [rows, old, fresh]: (Buffer | null)[] = []
  for (const ordinal of plan.ordinals) {
    if (number !== blockOf(ordinal)) {
      number = blockOf(ordinal)
      rows = blockAhead(aside, ROW_SHELF, number)
      old = storedBlock(before, REFERENCE_SHELF, number)
      fresh = plan.blocks.ahead(aside, number)
      if (number % blocksPerBreath === 0) await nextTurn()
    }
    const place = ordinal % ROWS_PER_BLOCK
    const texts = [old, fresh].map((block) => textIn(rawReferenceIn(block ?? null, place)))
    const row = rows === null || rows === undefined ? null : rowView(rows, ordinal)
    onRow(referenceChange(row?.rowId ?? '', ordinal, texts[0] ?? null, texts[1] ?? null))
  }
}

const textIn = (reference: RawReference | null): Buffer | null => reference?.diff ?? reference?.main ?? null

function isSameReference(before: RawReference | null, after: RawReference | null): boolean {
  if (((before?.diff ?? null) === null) !== ((after?.diff ?? null) === null)) return false
  const [a, b] = [textIn(before), textIn(after)]
  return a === null || b === null ? a === b : a.equals(b)
}

const referenceChange = (rowId: string, ordinal: number, before: Buffer | null, after: Buffer | null): AffectedRow => ({
  rowId,
  ordinal,
  change: 'reference',
  before: before?.toString() ?? null,
  after: after?.toString() ?? null,
  hasTranslation: false,
  isCosmeticOnly: false,
  headsNowStale: 0,
  headsNowInvalid: 0,
})

export interface OfficialFile extends OfficialName {
  readonly input: SlotInput
}

/** A language and what the import has for it; null: that part stays as it is. */
export interface OfficialInput extends SourceInputs {
  readonly language: string
}

export interface MergedOfficial extends OfficialInput, MergedReferences {}

/**
 * Throws for a language whose official texts the store does not keep, and for a part given twice. `mainName` is the
 * name of the main file, imported or stored.
 */
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

/** The given files, by language. Throws for an overlay whose main file is neither given nor stored. */
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

interface OfficialOptions {
  readonly onUnknown: (name: string, text: RawText, id: Uint8Array) => void
  readonly onProgress: (rowsDone: number, rowsTotal: number) => void
}

/**
 * The game's official texts in further languages, several in one import (docs/game-files.md#official-texts-in-other-languages): each is
 * compared, written aside and revealed like the Chinese. Rows get no new change time by them, because API v1 does not show them.
 */
export async function mergeOfficial(
  aside: Aside,
  inputs: readonly OfficialInput[],
  next: number,
  { onUnknown, onProgress }: OfficialOptions,
): Promise<MergedOfficial[]> {
  const merged: MergedOfficial[] = []
  for (const input of inputs) {
    const { language } = input
    const ofLanguage = await mergeReferences(aside, officialShelf(language), input, next, {
      onUnknown: (part, text, id) => onUnknown(officialNameOf({ language, part }), text, id),
      onProgress,
    })
    merged.push({ ...input, ...ofLanguage })
  }
  return merged
}

/** Counts of the files that were given, by name: `de` and `de-diff`. */
export const officialCounts = (merged: readonly MergedOfficial[]): Readonly<Record<string, SlotCounts>> =>
  Object.fromEntries(
    merged.flatMap((each) =>
      (['main', 'diff'] as const)
        .filter((part) => each[part] !== null)
        .map((part) => [officialNameOf({ language: each.language, part }), each.counts[part]]),
    ),
  )
