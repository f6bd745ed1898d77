// Importing a game's files (decisions §3; command line, import): every file is read and checked to its end before the
// first write, main and diff go in as one transaction and the references as one more, so readers see the store before or
// after, never between. Expected refusals are `ImportRefused` with a sentence; damaged files throw `DamagedFile`.
import type { AffectedRow, SlotCounts } from '../domain/import-report.ts'
import { assertPair } from '../formats/container-writer.ts'
import type { FormatName, GameText, Role } from '../formats/game-text.ts'
import { openGameText } from '../formats/open-game-text.ts'
import { type ImportRecord, putImport, readExportDigest } from '../store/audit.ts'
import { type LongTxn, writeLong } from '../store/long-write.ts'
import { ordinalOf } from '../store/rows.ts'
import { putSlot, readSlot, type Slot } from '../store/ordinals.ts'
import type { App } from './app.ts'
import { type LoadedFile, loadSlot, readThrough } from './load-slot.ts'
import { mergeReferences, type ReferenceReport } from './merge-references.ts'
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
  /** Of a dry run: called while the store looks as it would afterwards, just before all is undone. */
  readonly beforeUndo?: () => Promise<void>
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
  const job: Job = { app, request, hooks, warnings: [], described: [] }
  const sources: Record<SourceSlot, SlotInput> = {
    main: await loadInput(job, 'main'),
    diff: await loadInput(job, 'diff'),
  }
  checkPair(job, 'main', sources.main, sources.diff)
  warnOfKeptDiff(job, sources.main)
  const hasSources = sources.main !== null || sources.diff !== null
  const { reference, reference_diff } = request.slots
  const hasReferences = reference !== null || reference_diff !== null
  // References are read once to see that they are whole and once more when the sources are in: by then the room that
  // the sources took is free again, and ids of rows that they brought are known.
  if (hasSources && hasReferences) await checkReferences(job)
  return await writeAll(job, hasSources ? sources : null, hasReferences)
}

interface Job {
  readonly app: App
  readonly request: ImportRequest
  readonly hooks: ImportHooks
  readonly warnings: string[]
  /** The files read so far, for the list of imports. */
  readonly described: ImportRecord['files'][number][]
}

type SourceSlot = 'main' | 'diff'
type ReferenceSlot = 'reference' | 'reference_diff'

async function openInput({ app, request }: Job, slot: Slot, path: string): Promise<GameText> {
  return await openGameText(path, {
    role: ROLE_OF[slot],
    skipDamaged: request.skipDamaged,
    isKnownId: (id) => ordinalOf(app.store.main, id) !== undefined,
    ...(request.format !== null && { format: request.format }),
    ...(ROLE_OF[slot] === 'reference' && { column: 'Chinese' }),
  })
}

async function loadInput(job: Job, slot: Slot): Promise<SlotInput> {
  const { app, request, hooks, warnings } = job
  const wanted = request.slots[slot]
  if (wanted === null || wanted === 'empty') return wanted
  const text = await openInput(job, slot, wanted.path)
  const file = await loadSlot(text, hooks.signal, progressOf(job, 'reading', text))
  warnings.push(...text.warnings(), ...text.skipped().map(({ reason }) => `left out: ${reason}`))
  if (!request.force && ROLE_OF[slot] !== 'reference' && readExportDigest(app.store.main, file.digest) !== undefined) {
    throw new ImportRefused(translatedFile(text.name))
  }
  job.described.push({ slot, fileName: text.name, sizeBytes: text.sizeBytes })
  return file
}

const progressOf =
  ({ hooks }: Job, doing: string, { name, totalEntries }: GameText) =>
  (count: number): void =>
    hooks.onProgress(`${doing} ${name}`, count, totalEntries === null ? undefined : Math.max(count, totalEntries))

async function checkReferences(job: Job): Promise<void> {
  const opened: Partial<Record<ReferenceSlot, GameText>> = {}
  for (const slot of ['reference', 'reference_diff'] as const) {
    const wanted = job.request.slots[slot]
    if (wanted === null || wanted === 'empty') continue
    const text = await openInput(job, slot, wanted.path)
    opened[slot] = text
    await readThrough(text, job.hooks.signal, progressOf(job, 'checking', text))
  }
  if (opened.reference !== undefined && opened.reference_diff !== undefined) {
    assertPair(opened.reference, opened.reference_diff)
  }
}

const translatedFile = (name: string): string =>
  `${name}: this is a translated file made by windrow; give the game's untouched file (--force imports it all the same)`

const isFile = (input: SlotInput): input is LoadedFile => input !== null && input !== 'empty'

/** An overlay belongs to the main file it was made for, be that given too or stored. */
function checkPair({ app }: Job, mainSlot: Slot, main: SlotInput, diff: SlotInput): void {
  if (!isFile(diff) || main === 'empty') return
  const stored = readSlot(app.store.main, mainSlot)
  if (isFile(main)) assertPair(main.text, diff.text)
  else if (stored !== undefined) assertPair({ name: stored.fileName, shardCount: stored.shardCount }, diff.text)
}

function warnOfKeptDiff({ app, request, warnings }: Job, main: SlotInput): void {
  const stored = readSlot(app.store.main, 'diff')
  if (!isFile(main) || request.slots.diff !== null || stored === undefined) return
  const date = new Date(stored.importedAtMs).toISOString().slice(0, 10)
  warnings.push(
    `the diff ${stored.fileName} imported on ${date} is kept and still lies over the new main file; give the new one with --diff, or --no-diff if the game has none`,
  )
}

async function writeAll(
  job: Job,
  sourceInputs: Record<SourceSlot, SlotInput> | null,
  hasReferences: boolean,
): Promise<ImportReport> {
  const { app, request, hooks } = job
  const options = { isDryRun: request.isDryRun, signal: hooks.signal }
  const outcome: Outcome = { sources: null, references: null, hasCaptions: false, importId: null, timeMs: null }

  const writeSources = async (txn: LongTxn): Promise<void> => {
    if (sourceInputs !== null) await putSources(job, txn, sourceInputs, outcome)
  }
  const writeReferences = async (txn: LongTxn, inputs: Record<ReferenceSlot, SlotInput>): Promise<void> => {
    await putReferences(job, txn, inputs, outcome)
  }
  const loadReferences = async (): Promise<Record<ReferenceSlot, SlotInput>> => {
    const inputs = {
      reference: await loadInput(job, 'reference'),
      reference_diff: await loadInput(job, 'reference_diff'),
    }
    checkPair(job, 'reference', inputs.reference, inputs.reference_diff)
    return inputs
  }

  if (request.isDryRun) {
    // In one, so that the references, and whatever the caller tries, meet the rows that the sources would make.
    await writeLong(app.store, options, async (txn) => {
      await writeSources(txn)
      if (hasReferences) await writeReferences(txn, await loadReferences())
      await hooks.beforeUndo?.()
    })
    return reportOf(job, outcome)
  }
  if (sourceInputs !== null) await writeLong(app.store, options, writeSources)
  if (hasReferences) {
    try {
      const inputs = await loadReferences()
      const again = outcome.timeMs === null ? options : { ...options, timeMs: outcome.timeMs }
      await writeLong(app.store, again, (txn) => writeReferences(txn, inputs))
    } catch (error) {
      if (sourceInputs === null) throw error
      const said = hooks.signal.aborted ? 'the import was interrupted' : (error as Error).message
      throw new ImportRefused(
        `${said}; main and diff are imported, the references are as they were: import the references again`,
      )
    }
  }
  return reportOf(job, outcome)
}

interface Outcome {
  sources: MergeReport | null
  references: ReferenceReport | null
  hasCaptions: boolean
  /** In the list of imports. */
  importId: number | null
  /** All rows that an import changes get one time. */
  timeMs: number | null
}

async function putSources(
  job: Job,
  txn: LongTxn,
  inputs: Record<SourceSlot, SlotInput>,
  outcome: Outcome,
): Promise<void> {
  const { app, request, hooks } = job
  const sources = await mergeSources(txn, inputs.main, inputs.diff, {
    captionPolicy: app.rules.now().gate.captionPolicy,
    onRow: hooks.onRow,
    onProgress: (done, total) => hooks.onProgress('writing rows', done, total),
  })
  outcome.sources = sources
  outcome.timeMs = txn.timeMs
  guard(sources, request, inputs)
  remember(txn, inputs)
  outcome.hasCaptions = Object.values(inputs).some((input) => isFile(input) && input.hasCaptions)
  // The texts are in the store now; the references need the room.
  inputs.main = null
  inputs.diff = null
  noteImport(job, txn, outcome)
}

async function putReferences(
  job: Job,
  txn: LongTxn,
  inputs: Record<ReferenceSlot, SlotInput>,
  outcome: Outcome,
): Promise<void> {
  const { hooks } = job
  outcome.hasCaptions ||= Object.values(inputs).some((input) => isFile(input) && input.hasCaptions)
  outcome.references = await mergeReferences(txn, inputs.reference, inputs.reference_diff, {
    onRow: hooks.onRow,
    onProgress: (done, total) => hooks.onProgress('writing references', done, total),
  })
  remember(txn, inputs)
  noteImport(job, txn, outcome)
}

/** Puts the import into the list; its second half replaces what the first one noted. */
function noteImport(job: Job, txn: LongTxn, outcome: Outcome): void {
  const report = { ...reportOf(job, outcome) }
  const { userId } = job.request
  outcome.importId = putImport(txn, { userId, files: job.described, report }, outcome.importId)
}

function reportOf({ request, warnings }: Job, { sources, references, hasCaptions }: Outcome): ImportReport {
  const { slots } = request
  return {
    rows: sources?.rows ?? null,
    diff: slots.diff === null ? null : (sources?.diff ?? null),
    reference: slots.reference === null ? null : (references?.reference ?? null),
    referenceDiff: slots.reference_diff === null ? null : (references?.referenceDiff ?? null),
    heads: sources?.heads ?? null,
    warnings,
    hasCaptions,
  }
}

function guard(merged: MergeReport, request: ImportRequest, inputs: Readonly<Record<SourceSlot, SlotInput>>): void {
  const lost = merged.rows.retired
  if (!request.allowRetire && lost > retiredRowsMax && lost > merged.visibleBefore * retiredShareMax) {
    throw new ImportRefused(
      `${lost} of ${merged.visibleBefore} rows would have no source left, so this looks like the wrong file; nothing was changed (--allow-retire imports it all the same)`,
    )
  }
  if (request.force) return
  for (const slot of ['main', 'diff'] as const) {
    const { changed, carried } = merged.carried[slot]
    const input = inputs[slot]
    if (!isFile(input) || changed < carriedRowsMin || carried * 2 <= changed) continue
    throw new ImportRefused(
      `${translatedFile(input.text.name)}: ${carried} of its ${changed} changed texts are translations of this store`,
    )
  }
}

function remember(txn: LongTxn, inputs: Readonly<Partial<Record<Slot, SlotInput>>>): void {
  for (const [slot, input] of Object.entries(inputs) as [Slot, SlotInput][]) {
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
