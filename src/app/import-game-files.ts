// Importing a game's files (decisions §3; command line, import): every file is read and checked to its end before the
// first write, main and diff go in as one transaction and the references as one more, so readers see the store before or
// after, never between. Expected refusals are `ImportRefused` with a sentence; damaged files throw `DamagedFile`.
import type { AffectedRow, SlotCounts } from '../domain/import-report.ts'
import { assertPair } from '../formats/container-writer.ts'
import type { FormatName, Role } from '../formats/game-text.ts'
import { openGameText } from '../formats/open-game-text.ts'
import { type ImportRecord, putImport, readExportDigest } from '../store/audit.ts'
import { type LongTxn, writeLong } from '../store/long-write.ts'
import { ordinalOf } from '../store/rows.ts'
import { putSlot, readSlot, type Slot, SLOTS } from '../store/ordinals.ts'
import { hasCaptions } from '../domain/text/tokens.ts'
import type { App } from './app.ts'
import { type LoadedFile, loadSlot } from './load-slot.ts'
import { mergeReferences } from './merge-references.ts'
import { mergeSources, type MergeReport } from './merge-sources.ts'
import type { SlotInput } from './slot-map.ts'

export type SlotRequest = { readonly path: string } | 'empty' | null

export interface ImportRequest {
  readonly slots: Readonly<Record<Slot, SlotRequest>>
  readonly format: FormatName | null
  readonly isDryRun: boolean
  readonly allowRetire: boolean
  readonly skipDamaged: boolean
  /** Take a translated file as a source all the same. */
  readonly force: boolean
  /** Who imports; null: the command line. */
  readonly userId: number | null
}

export interface ImportHooks {
  readonly signal: AbortSignal
  readonly onRow: ((row: AffectedRow) => void) | null
  readonly onProgress: (what: string, done: number, total: number | undefined) => void
}

export interface ImportReport {
  readonly rows: SlotCounts | null
  readonly diff: SlotCounts | null
  readonly reference: SlotCounts | null
  readonly referenceDiff: SlotCounts | null
  readonly heads: MergeReport['heads'] | null
  readonly warnings: readonly string[]
  /** Some text holds a tag with a caption, so the caption policy matters. */
  readonly hasCaptions: boolean
}

/** The import will not be done as asked; the message says why and what to do. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}

const ROLE_OF: Readonly<Record<Slot, Role>> = {
  main: 'source',
  diff: 'diff',
  reference: 'reference',
  reference_diff: 'reference',
}

/** Lost rows below both bounds pass without a question. */
const retiredShareMax = 0.05
const retiredRowsMax = 100
/** A file is judged translated from this many changed texts on. */
const carriedRowsMin = 20

/** Imports the given files. Nothing is written unless everything can be. */
export async function importGameFiles(app: App, request: ImportRequest, hooks: ImportHooks): Promise<ImportReport> {
  const warnings: string[] = []
  const loaded = {} as Record<Slot, SlotInput>
  for (const slot of SLOTS) loaded[slot] = await loadInput(app, slot, request, hooks, warnings)
  checkPair(loaded.main, loaded.diff)
  checkPair(loaded.reference, loaded.reference_diff)
  warnOfKeptDiff(app, request, warnings)
  return await writeAll(app, request, hooks, loaded, warnings)
}

async function loadInput(
  app: App,
  slot: Slot,
  request: ImportRequest,
  hooks: ImportHooks,
  warnings: string[],
): Promise<SlotInput> {
  const wanted = request.slots[slot]
  if (wanted === null || wanted === 'empty') return wanted
  const text = await openGameText(wanted.path, {
    role: ROLE_OF[slot],
    skipDamaged: request.skipDamaged,
    isKnownId: (id) => ordinalOf(app.store.main, id) !== undefined,
    ...(request.format !== null && { format: request.format }),
    ...(ROLE_OF[slot] === 'reference' && { column: 'Chinese' }),
  })
  const expected = text.totalEntries ?? undefined
  const label = `reading ${text.name}`
  const file = await loadSlot(text, hooks.signal, (count) => hooks.onProgress(label, count, expected))
  warnings.push(...text.warnings().map((warning) => `${text.name}: ${warning}`))
  warnings.push(...text.skipped().map(({ place, reason }) => `${text.name}: left out ${place}: ${reason}`))
  if (!request.force && ROLE_OF[slot] !== 'reference' && readExportDigest(app.store.main, file.digest) !== undefined) {
    throw new ImportRefused(translatedFile(text.name))
  }
  return file
}

const translatedFile = (name: string): string =>
  `${name}: this is a translated file made by windrow; give the game's untouched file (--force imports it all the same)`

const isFile = (input: SlotInput): input is LoadedFile => input !== null && input !== 'empty'

function checkPair(main: SlotInput, diff: SlotInput): void {
  if (isFile(main) && isFile(diff)) assertPair(main.text, diff.text)
}

function warnOfKeptDiff(app: App, { slots }: ImportRequest, warnings: string[]): void {
  const stored = readSlot(app.store.main, 'diff')
  if (slots.main === null || slots.main === 'empty' || slots.diff !== null || stored === undefined) return
  const date = new Date(stored.importedAtMs).toISOString().slice(0, 10)
  warnings.push(
    `the diff ${stored.fileName} imported on ${date} is kept and still lies over the new main file; give the new one with --diff, or --no-diff if the game has none`,
  )
}

async function writeAll(
  app: App,
  request: ImportRequest,
  hooks: ImportHooks,
  loaded: Record<Slot, SlotInput>,
  warnings: readonly string[],
): Promise<ImportReport> {
  const hasSources = loaded.main !== null || loaded.diff !== null
  const hasReferences = loaded.reference !== null || loaded.reference_diff !== null
  const hasDiff = loaded.diff !== null
  const given = { reference: loaded.reference !== null, referenceDiff: loaded.reference_diff !== null }
  const files = filesOf(loaded)
  let captions = false
  let sources: MergeReport | null = null
  let references: { reference: SlotCounts; referenceDiff: SlotCounts } | null = null
  const options = { isDryRun: request.isDryRun, signal: hooks.signal }

  const report = (): ImportReport => ({
    rows: sources?.rows ?? null,
    diff: sources !== null && hasDiff ? sources.diff : null,
    reference: references !== null && given.reference ? references.reference : null,
    referenceDiff: references !== null && given.referenceDiff ? references.referenceDiff : null,
    heads: sources?.heads ?? null,
    warnings,
    hasCaptions: captions,
  })
  const writeSources = async (txn: LongTxn): Promise<void> => {
    if (!hasSources) return
    sources = await mergeSources(txn, loaded.main, loaded.diff, {
      captionPolicy: app.rules.now().gate.captionPolicy,
      onRow: hooks.onRow,
      onProgress: (done, total) => hooks.onProgress('writing rows', done, total),
    })
    guard(sources, request, loaded)
    remember(txn, loaded, ['main', 'diff'])
    captions = [loaded.main, loaded.diff].some((input) => isFile(input) && holdsCaptions(input))
    // The texts are in the store now; the references need the room.
    loaded.main = null
    loaded.diff = null
    if (!hasReferences) putImport(txn, { userId: request.userId, files, report: { ...report() } })
  }
  const writeReferences = async (txn: LongTxn): Promise<void> => {
    if (!hasReferences) return
    references = await mergeReferences(txn, loaded.reference, loaded.reference_diff, {
      onRow: hooks.onRow,
      onProgress: (done, total) => hooks.onProgress('writing references', done, total),
    })
    remember(txn, loaded, ['reference', 'reference_diff'])
    putImport(txn, { userId: request.userId, files, report: { ...report() } })
  }

  if (request.isDryRun) {
    // In one, so that the references meet the rows that the sources would make.
    await writeLong(app.store, options, async (txn) => {
      await writeSources(txn)
      await writeReferences(txn)
    })
  } else {
    if (hasSources) await writeLong(app.store, options, writeSources)
    if (hasReferences) await writeLong(app.store, options, writeReferences)
  }
  return report()
}

function guard(merged: MergeReport, request: ImportRequest, loaded: Readonly<Record<Slot, SlotInput>>): void {
  const lost = merged.rows.retired
  if (!request.allowRetire && lost > retiredRowsMax && lost > merged.visibleBefore * retiredShareMax) {
    throw new ImportRefused(
      `${lost} of ${merged.visibleBefore} rows would have no source left, so this looks like the wrong file; nothing was changed (--allow-retire imports it all the same)`,
    )
  }
  const { changedTexts, carriedTexts } = merged
  if (!request.force && changedTexts >= carriedRowsMin && carriedTexts * 2 > changedTexts) {
    const file = [loaded.main, loaded.diff].find(isFile)
    throw new ImportRefused(
      `${translatedFile(file?.text.name ?? 'the file')}: ${carriedTexts} of its ${changedTexts} changed texts are translations of this store`,
    )
  }
}

function remember(txn: LongTxn, loaded: Readonly<Record<Slot, SlotInput>>, slots: readonly Slot[]): void {
  for (const slot of slots) {
    const input = loaded[slot]
    if (input === 'empty') putSlot(txn.db, slot, null)
    else if (input !== null) {
      const { text, slot: entries } = input
      putSlot(txn.db, slot, {
        fileName: text.name,
        importedAtMs: txn.timeMs,
        entries: entries.count,
        shardCount: text.shardCount,
      })
    }
  }
}

const filesOf = (loaded: Readonly<Record<Slot, SlotInput>>): ImportRecord['files'] =>
  SLOTS.flatMap((slot) => {
    const input = loaded[slot]
    return isFile(input) ? [{ slot, fileName: input.text.name, sizeBytes: input.text.sizeBytes }] : []
  })

function holdsCaptions({ slot }: LoadedFile): boolean {
  for (let at = 0; at < slot.count; at++) {
    const bytes = slot.bytesAt(at)
    if (bytes.includes(0x3c) && hasCaptions(bytes.toString('utf8'))) return true
  }
  return false
}
