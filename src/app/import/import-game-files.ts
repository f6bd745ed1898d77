// Imports a game's files (docs/decisions.md#3-rows; docs/command-line.md#import): reads and checks all of them, writes
// where readers do not look, and reveals everything in one transaction. Throws `Refused`, and `DamagedFile` from the
// readers of files.
import { dayOf } from '../../base/time.ts'
import { dirname, resolve } from 'node:path'
import type { AffectedRow, LeftOut, SlotCounts } from '../../domain/reports/import-report.ts'
import { assertPair } from '../../formats/container/container-writer.ts'
import type { FormatName, GameText, Role } from '../../formats/game-text.ts'
import { halvesOf, IdSet } from '../../formats/id-set.ts'
import { openGameText } from '../../formats/open-game-text.ts'
import { type ImportRecord, putImport, putImportRows, readExportDigest } from '../../store/records.ts'
import { putSlot, writeAside } from '../../store/change-rows.ts'
import type { Database } from '../../store/store.ts'
import type { Aside, Switch } from '../../store/txn.ts'
import { ordinalOf, readNextOrdinal, readSlot, type Slot, SLOTS } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import { isOfAnotherGame } from '../rules.ts'
import { rememberKeyed } from './remember-keyed.ts'
import { assertMayImport } from './may-import.ts'
import { type LoadedFile, loadSlot } from './slots/load-slot.ts'
import { optionOf, skippedWarning, tellSkipped } from './left-out.ts'
import {
  type MergedReferences,
  mergeReferences,
  planReferences,
  type ReferencePlan,
  revealReferences,
  tellReferences,
} from './merge-references.ts'
import { BLOCK, mergeSources } from './merge-sources.ts'
import { planSources, type SourcePlan } from './plan-sources.ts'
import { type MergeReport, revealSources } from './reveal-sources.ts'
import type { SlotInput } from './slots/slot-map.ts'
import { tellSources } from './tell-sources.ts'
import { type Spools, openSpools } from './slots/spools.ts'

/** A file (`name`: by default the last part of its path), a slot to be emptied, or null for no change. */
export type SlotRequest = { readonly path: string; readonly name?: string } | 'empty' | null

export interface ImportRequest {
  readonly slots: Readonly<Record<Slot, SlotRequest>>
  readonly format: FormatName | null
  readonly isDryRun: boolean
  readonly allowRetire: boolean
  readonly skipDamaged: boolean
  /** Accepts a translated file as a source. */
  readonly force: boolean
  readonly userId: number | null
}

export interface ImportHooks {
  readonly signal: AbortSignal
  readonly onRow: ((row: AffectedRow) => void) | null
  readonly onLeftOut?: ((left: LeftOut) => void) | null
  readonly onProgress: (what: string, done: number, total: number | undefined) => void
  /** Called in a dry run while the store looks as after the import. */
  readonly beforeUndo?: () => Promise<void>
}

export interface ImportReport {
  /** The import's number, by which its rows are found. */
  readonly number: number
  readonly rows: SlotCounts | null
  readonly diff: SlotCounts | null
  readonly reference: SlotCounts | null
  readonly referenceDiff: SlotCounts | null
  readonly heads: MergeReport['heads'] | null
  readonly warnings: readonly string[]
  /** Some text has a tag with a caption, so the caption policy matters. */
  readonly hasCaptions: boolean
  /** What the setting `markup` became, because it was empty at the first import of a generic game; null: it stays. */
  readonly learntMarkup: string | null
}

const ROLE_OF: Readonly<Record<Slot, Role>> = {
  main: 'source',
  diff: 'diff',
  reference: 'reference',
  reference_diff: 'reference',
}

/** A smaller share, or fewer rows than the number below, may retire unconfirmed. */
const retiredShareMax = 0.05
const retiredRowsMax = 100
/** Fewer changed rows give no warning. */
const changedRowsMin = 100
/** So many changed texts show whether the file is a translated one. */
const carriedRowsMin = 20

export async function importGameFiles(app: App, request: ImportRequest, hooks: ImportHooks): Promise<ImportReport> {
  using spools = openSpools(app.store.folder)
  const inputs: Record<Slot, SlotInput> = { main: null, diff: null, reference: null, reference_diff: null }
  const job: Job = { app, request, hooks, spools, isGivenId: givenIds(inputs), warnings: [], described: [] }
  for (const slot of SLOTS) inputs[slot] = await loadInput(job, slot)
  checkPair(job, 'main', inputs.main, inputs.diff)
  checkPair(job, 'reference', inputs.reference, inputs.reference_diff)
  warnOfKeptDiff(job, inputs.main)
  const options = { isDryRun: request.isDryRun, signal: hooks.signal }
  return await writeAside(
    app.store,
    options,
    (aside) => planAll(job, aside, inputs),
    (txn, planned) => revealAll(job, txn, inputs, planned),
    hooks.onRow === null ? undefined : (planned, before) => tellAll(planned, before, hooks.onRow),
  )
}

interface Job {
  readonly app: App
  readonly request: ImportRequest
  readonly hooks: ImportHooks
  readonly spools: Spools
  readonly isGivenId: (id: string) => boolean
  readonly warnings: string[]
  readonly described: ImportRecord['files'][number][]
}

type SourceSlot = 'main' | 'diff'

/** Whether a source file of this import has the id. Call it when source files are read, before references. */
function givenIds(inputs: Readonly<Record<Slot, SlotInput>>): (id: string) => boolean {
  let ids: IdSet | null = null
  const gather = (): IdSet => {
    const gathered = new IdSet()
    for (const input of [inputs.main, inputs.diff]) {
      if (!isFile(input)) continue
      for (const place of input.entries.places()) {
        const id = input.entries.idAt(place)
        gathered.add(id.readUInt32BE(0), id.readUInt32BE(4))
      }
    }
    return gathered
  }
  return (id) => (ids ??= gather()).has(...halvesOf(id))
}

async function openInput(
  { app, request, isGivenId }: Job,
  slot: Slot,
  { path, name }: { readonly path: string; readonly name?: string },
): Promise<GameText> {
  return await openGameText(path, {
    ...(name !== undefined && { name }),
    isKeyed: isOfAnotherGame(app),
    role: ROLE_OF[slot],
    skipDamaged: request.skipDamaged,
    isKnownId: (id) => ordinalOf(app.store.main, id) !== undefined || (ROLE_OF[slot] === 'reference' && isGivenId(id)),
    ...(request.format !== null && { format: request.format }),
    ...(ROLE_OF[slot] === 'reference' && { column: 'Chinese' }),
  })
}

async function loadInput(job: Job, slot: Slot): Promise<SlotInput> {
  const { app, request, hooks, warnings } = job
  const wanted = request.slots[slot]
  if (wanted === null || wanted === 'empty') return wanted
  const text = await openInput(job, slot, wanted)
  const file = await loadSlot(text, job.spools.open(slot), hooks.signal, progressOf(job, 'reading', text))
  warnings.push(...text.warnings(), ...skippedWarning(text))
  tellSkipped(text, slot, hooks.onLeftOut)
  if (!request.force && ROLE_OF[slot] !== 'reference') {
    const ours = file.digests.findIndex((digest) => readExportDigest(app.store.main, digest) !== undefined)
    if (ours !== -1)
      throw new Refused({
        code: 'translated_file',
        file: text.keys === undefined ? text.name : (file.fileNames[ours] ?? text.name),
      })
  }
  const folder = wanted.name === undefined ? { folder: dirname(resolve(wanted.path)) } : {}
  job.described.push({ slot, fileName: text.name, sizeBytes: text.sizeBytes, ...folder })
  return file
}

const progressOf =
  ({ hooks }: Job, doing: string, { name, totalEntries }: GameText) =>
  (count: number): void =>
    hooks.onProgress(`${doing} ${name}`, count, totalEntries === null ? undefined : Math.max(count, totalEntries))

const isFile = (input: SlotInput): input is LoadedFile => input !== null && input !== 'empty'

/** A diff must belong to its main file, imported too or stored. */
function checkPair({ app }: Job, mainSlot: Slot, main: SlotInput, diff: SlotInput): void {
  if (!isFile(diff) || main === 'empty') return
  const stored = readSlot(app.store.main, mainSlot)
  if (isFile(main)) assertPair(main.text, diff.text)
  else if (stored !== undefined) assertPair({ name: stored.fileName, shardCount: stored.shardCount }, diff.text)
}

function warnOfKeptDiff({ app, request, warnings }: Job, main: SlotInput): void {
  const stored = readSlot(app.store.main, 'diff')
  if (!isFile(main) || request.slots.diff !== null || stored === undefined) return
  const date = dayOf(stored.importedAtMs)
  warnings.push(
    `the diff ${stored.fileName} imported on ${date} is kept and still lies over the new main file; give the new one with --diff, or --no-diff if the game has none`,
  )
}

interface Planned {
  readonly aside: Aside
  readonly sources: SourcePlan | null
  readonly references: ReferencePlan | null
}

async function planAll(job: Job, aside: Aside, inputs: Readonly<Record<Slot, SlotInput>>): Promise<Planned> {
  const { app, request, hooks } = job
  const { main, diff, reference, reference_diff } = inputs
  assertMayImport(aside, request.userId)
  const merged =
    main === null && diff === null
      ? null
      : await mergeSources(
          aside,
          { main, diff },
          (names, added) => app.store.files.numbersFor(names, added),
          (done, total) => hooks.onProgress('comparing rows', done, total),
        )
  const next = merged?.next ?? readNextOrdinal(aside.db)
  const references =
    reference === null && reference_diff === null
      ? null
      : await mergeReferences(aside, { reference, reference_diff }, next, {
          onUnknown: (slot, text, id) =>
            hooks.onLeftOut?.({
              slot: optionOf(slot),
              rowId: Buffer.from(id).toString('hex'),
              change: 'unknown',
              place: `entry ${text.number}`,
              reason: 'no row has this id',
            }),
          onProgress: (done, total) => hooks.onProgress('comparing references', done, total),
        })
  const sources =
    merged === null
      ? null
      : await planSources(aside, merged, {
          markup: app.rules.now().gate.markup,
          isDryRun: request.isDryRun,
          onProgress: (done, total) => hooks.onProgress('writing rows', done, total),
        })
  const isRemoved = (block: number): boolean => sources?.blocks[block] === BLOCK.removed
  return {
    aside,
    sources,
    references: references === null ? null : await planReferences(aside, references, isRemoved),
  }
}

async function revealAll(
  job: Job,
  txn: Switch,
  inputs: Readonly<Record<Slot, SlotInput>>,
  planned: Planned,
): Promise<ImportReport> {
  const { request, hooks } = job
  assertMayImport(txn, request.userId)
  const sources = planned.sources === null ? null : await revealSources(txn, planned.sources)
  if (sources !== null) {
    guard(sources, request, inputs)
    job.warnings.push(...doubts(sources, inputs))
  }
  if (planned.references !== null) await revealReferences(txn, planned.references)
  const learntMarkup = rememberKeyed(txn, [inputs.main, inputs.diff].filter(isFile))
  remember(txn, inputs)
  const report = { ...reportOf(job, sources, planned.references, inputs), learntMarkup }
  const number = putImport(txn, { userId: request.userId, files: job.described, report: { ...report } })
  if (sources !== null) putImportRows(txn, number, sources.touched)
  if (request.isDryRun) await hooks.beforeUndo?.()
  return { number, ...report }
}

/** Reports every affected row, after the last transaction, which decides their fate. */
async function tellAll(
  { aside, sources, references }: Planned,
  before: Database,
  onRow: ImportHooks['onRow'],
): Promise<void> {
  if (onRow === null) return
  if (sources !== null) await tellSources(aside, before, sources, onRow)
  if (references !== null) await tellReferences(aside, before, references, onRow)
}

function reportOf(
  { request: { slots }, warnings }: Job,
  sources: MergeReport | null,
  references: MergedReferences | null,
  inputs: Readonly<Record<Slot, SlotInput>>,
): Omit<ImportReport, 'number' | 'learntMarkup'> {
  return {
    rows: sources?.rows ?? null,
    diff: slots.diff === null ? null : (sources?.diff ?? null),
    reference: slots.reference === null ? null : (references?.reference ?? null),
    referenceDiff: slots.reference_diff === null ? null : (references?.referenceDiff ?? null),
    heads: sources?.heads ?? null,
    warnings,
    hasCaptions: Object.values(inputs).some((input) => isFile(input) && input.hasCaptions),
  }
}

function guard(merged: MergeReport, request: ImportRequest, inputs: Readonly<Record<SourceSlot, SlotInput>>): void {
  const lost = merged.rows.retired
  if (!request.allowRetire && lost > retiredRowsMax && lost > merged.visibleBefore * retiredShareMax)
    throw new Refused({ code: 'looks_wrong', lost, rows: merged.visibleBefore })
  if (request.force) return
  for (const slot of ['main', 'diff'] as const) {
    const { changed, carried } = merged.carried[slot]
    const input = inputs[slot]
    if (!isFile(input) || changed < carriedRowsMin || carried * 2 <= changed) continue
    throw new Refused({ code: 'carries_translations', file: input.text.name, carried, changed })
  }
}

/** Warnings that a file may be the wrong one. */
function doubts(
  { rows, visibleBefore, carried }: MergeReport,
  inputs: Readonly<Record<SourceSlot, SlotInput>>,
): string[] {
  const ofReference = (['main', 'diff'] as const).flatMap((slot) => {
    const [input, { changed, reference }] = [inputs[slot], carried[slot]]
    if (!isFile(input) || changed < carriedRowsMin || reference * 2 <= changed) return []
    return [
      `${reference} of the ${changed} texts that ${input.text.name} changes are those of the stored reference: is it the reference file? Import the game's own file again if so`,
    ]
  })
  const isMost = rows.changed >= changedRowsMin && rows.changed * 2 > visibleBefore
  if (!isMost || ofReference.length > 0) return ofReference
  return [`${rows.changed} of ${visibleBefore} rows have another source now: is this the right file of the right game?`]
}

function remember(txn: Switch, inputs: Readonly<Record<Slot, SlotInput>>): void {
  for (const [slot, input] of Object.entries(inputs) as [Slot, SlotInput][]) {
    if (input === 'empty') putSlot(txn.db, slot, null)
    else if (input !== null) {
      const { text, entries } = input
      putSlot(txn.db, slot, {
        fileName: text.name,
        importedAtMs: txn.timeMs,
        entries: entries.count,
        shardCount: text.shardCount,
      })
    }
  }
}
