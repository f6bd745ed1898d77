// Imports a game's files (docs/rows.md#rows; docs/command-line.md#import): reads and checks all of them, writes
// where readers do not look, and reveals everything in one transaction. Throws `Refused`, and `DamagedFile` from the
// readers of files.
import { basename, dirname, resolve } from 'node:path'
import { namedFile } from '../../domain/game-language.ts'
import { viaImport } from '../../domain/revision.ts'
import { SOURCE_KINDS } from '../../domain/vocabulary.ts'
import { assertPair } from '../../../packages/formats/src/container/container-writer.ts'
import type { GameText, Role } from '../../../packages/formats/src/game-text.ts'
import type { KeyedRequest } from '../../../packages/formats/src/keyed/project.ts'
import { halvesOf, IdSet } from '../../../packages/formats/src/id-set.ts'
import { openGameText } from '../../../packages/formats/src/open-game-text.ts'
import {
  IMPORT,
  type ImportRecord,
  putImport,
  putImportRows,
  readExportDigest,
  upcomingId,
} from '../../store/records.ts'
import { putSlot, REFERENCE_SHELF, ROW_SHELF, writeAside } from '../../store/change-rows.ts'
import type { Database } from '../../store/store.ts'
import type { Aside, Switch } from '../../store/txn.ts'
import {
  type AnySlot,
  officialSlot,
  slotOfPair,
  ordinalOf,
  type RawText,
  readNextOrdinal,
  readSlot,
  type Slot,
  SLOTS,
} from '../../store/rows.ts'
import type { App } from '../app.ts'
import { keyedRequest, openingOf } from '../project.ts'
import { Refused, type WorkRefusal } from '../refused.ts'
import { isBeforeFirstFile, isOfAnotherGame } from '../rules.ts'
import { movedIn, planSources, type SourcePlan } from './plan-sources.ts'
import { followTexts, rememberKeyed, withoutFollowed } from './keyed-texts.ts'
import { assertMayImport } from './may-import.ts'
import { loadSlot, openSpools, type Spools } from './spooled-file.ts'
import { keptWarning, notesOf, optionOf, skippedWarning, tellSkipped } from './left-out.ts'
import {
  assertOfficial,
  type MergedOfficial,
  mergeOfficial,
  mergeReferences,
  officialCounts,
  type OfficialFile,
  type OfficialInput,
  officialInputs,
  planReferences,
  type ReferencePlan,
  revealReferences,
  tellReferences,
} from './merge-references.ts'
import { doubts, guard, keptDiffs } from './doubt-sources.ts'
import { loadPairs, numberedPairs, pairCounts, type LoadedPair, rememberPairs } from './further-pairs.ts'
import type { PairInput } from './merge-pairs.ts'
import { mergeSources } from './merge-sources.ts'
import type { ImportHooks, ImportReport, ImportRequest, SlotRequest } from './import-request.ts'
import { type MergeReport, revealSources } from './reveal-sources.ts'
import { isFile, type SlotInput, type SourceInputs } from './slot-map.ts'
import { StagedBlocks } from './staged-blocks.ts'
import { tellOtherSources, tellSources } from './tell-sources.ts'

const ROLE_OF: Readonly<Record<Slot, Role>> = {
  main: 'source',
  diff: 'diff',
  reference: 'reference',
  reference_diff: 'reference',
}

export async function importGameFiles(app: App, request: ImportRequest, hooks: ImportHooks): Promise<ImportReport> {
  using spools = openSpools(app.store.folder)
  const inputs: Record<Slot, SlotInput> = { main: null, diff: null, reference: null, reference_diff: null }
  const job: Job = { app, request, hooks, spools, isGivenId: givenIds(inputs), warnings: [], described: [] }
  const wanted = request.official ?? []
  assertOfficial(wanted, isOfAnotherGame(app), mainNameOf(job))
  for (const slot of SLOTS) inputs[slot] = await loadInput(job, slot, ROLE_OF[slot], request.slots[slot])
  const further = await loadPairs(app.store.main, request.further, {
    main: mainNameOf(job),
    files: [inputs.main, inputs.diff].filter(isFile),
    load: (slot, role, file) => loadInput(job, slot, role, file),
  })
  const files: OfficialFile[] = []
  for (const { file, ...name } of wanted)
    files.push({ ...name, input: await loadInput(job, officialSlot(name.language, name.part), 'reference', file) })
  const official = officialInputs(app.store.main, files)
  checkPair(job, 'main', inputs.main, inputs.diff)
  checkPair(job, 'reference', inputs.reference, inputs.reference_diff)
  for (const { language, main, diff } of official) checkPair(job, officialSlot(language, 'main'), main, diff)
  for (const { name, main, diff } of further) checkPair(job, slotOfPair(name, 'main'), main, diff)
  job.warnings.push(...keptDiffs(app.store.main, inputs, further))
  const options = {
    isDryRun: request.isDryRun,
    signal: hooks.signal,
    assertMay: assertMayImport(request.userId),
  }
  return await writeAside(
    app.store,
    options,
    (aside) => planAll(job, aside, inputs, { official, further }),
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
  readonly warnings: WorkRefusal[]
  readonly described: ImportRecord['files'][number][]
}

/** Tells whether a source file of this import has a row id. Call it when source files are read, before references. */
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

function mainNameOf({ app, request: { slots } }: Job): string | null {
  const { main } = slots
  if (main === null || main === 'empty') return readSlot(app.store.main, 'main')?.fileName ?? null
  return main.name ?? basename(main.path)
}

async function openInput(
  { app, request, isGivenId }: Job,
  slot: AnySlot,
  role: Role,
  { path, name }: { readonly path: string; readonly name?: string },
): Promise<GameText> {
  return await openGameText(path, {
    ...(name !== undefined && { name }),
    ...openingOf(app),
    role,
    keyed: keyedOf(app, slot),
    skipDamaged: request.skipDamaged,
    isKnownId: (id) => ordinalOf(app.store.main, id) !== undefined || (role === 'reference' && isGivenId(id)),
    ...(request.format !== null && { format: request.format }),
    ...((slot === 'reference' || slot === 'reference_diff') && { column: 'Chinese' }),
  })
}

/** How a file of a game with keys is read: one of official texts in its own language. */
function keyedOf(app: App, slot: AnySlot): KeyedRequest {
  const asked = keyedRequest(app)
  const [, language] = /^official_([a-z_\d]+?)(?:_diff)?$/.exec(slot) ?? []
  if (language === undefined) return asked
  return { ...asked, project: { ...asked.project, targetLanguage: language.replaceAll('_', '-'), targetColumn: '' } }
}

async function loadInput(job: Job, slot: AnySlot, role: Role, wanted: SlotRequest): Promise<SlotInput> {
  const { app, request, hooks, warnings } = job
  if (wanted === null || wanted === 'empty') return wanted
  const text = await openInput(job, slot, role, wanted)
  const known = { targetLanguage: app.rules.now().settings.target_language, nameOf: app.store.files.nameOf }
  const file = await loadSlot(text, job.spools.open(slot), known, hooks.signal, progressOf(job, 'reading', text))
  warnings.push(...notesOf(text), ...skippedWarning(text), ...keptWarning(text, () => app.store.files.all()))
  tellSkipped(text, slot, hooks.onLeftOut)
  if (!request.force && role !== 'reference') {
    const ours = file.digests.findIndex((digest) => readExportDigest(app.store.main, digest) !== undefined)
    if (ours !== -1)
      throw new Refused({
        code: 'translated_file',
        file: text.keys === undefined ? text.name : (file.fileNames[ours] ?? text.name),
      })
    const { texts, others } = file.letters
    // Letters decide only while the store is empty; later the file is compared with the store's own texts (`guard`).
    if (isBeforeFirstFile(app) && file.letters.areTranslated(mayBeInOtherLetters(job)))
      throw new Refused({ code: 'looks_translated', file: text.name, others, texts })
  }
  const folder = wanted.name === undefined ? { folder: dirname(resolve(wanted.path)) } : {}
  job.described.push({ slot, fileName: text.name, sizeBytes: text.sizeBytes, ...folder })
  return file
}

/** True: the main file is called Russian or Thai, so its letters are no sign of a translation. Null: another game, in any language. */
const mayBeInOtherLetters = (job: Job): boolean | null =>
  isOfAnotherGame(job.app) ? null : ['ru', 'th'].includes(namedFile(mainNameOf(job) ?? '')?.language ?? '')

const progressOf =
  ({ hooks }: Job, doing: string, { name, totalEntries }: GameText) =>
  (count: number): void =>
    hooks.onProgress(`${doing} ${name}`, count, totalEntries === null ? undefined : Math.max(count, totalEntries))

/** Throws unless the diff belongs to its main file, which is imported too or stored. */
function checkPair({ app }: Job, mainSlot: AnySlot, main: SlotInput, diff: SlotInput): void {
  if (!isFile(diff) || main === 'empty') return
  const stored = readSlot(app.store.main, mainSlot)
  if (isFile(main)) assertPair(main.text, diff.text)
  else if (stored !== undefined) assertPair({ name: stored.fileName, shardCount: stored.shardCount }, diff.text)
}

interface Planned {
  readonly aside: Aside
  readonly sources: SourcePlan | null
  readonly references: ReferencePlan | null
  readonly official: readonly MergedOfficial[]
  readonly pairs: readonly PairInput[]
}

interface Beside {
  readonly official: readonly OfficialInput[]
  readonly further: readonly LoadedPair[]
}
type Inputs = Readonly<Record<Slot, SlotInput>>

async function planAll(job: Job, aside: Aside, inputs: Inputs, { official, further }: Beside): Promise<Planned> {
  const { app, request, hooks } = job
  const { main, diff, reference, reference_diff } = inputs
  const pairs = numberedPairs(aside.db, further)
  const merged =
    main === null && diff === null && further.length === 0
      ? null
      : await mergeSources(
          aside,
          { main, diff, pairs },
          (names, added) => app.store.files.numbersFor(names, added),
          (done, total) => hooks.onProgress('comparing rows', done, total),
        )
  const next = merged?.next ?? readNextOrdinal(aside.db)
  const onUnknown = (slot: string, text: RawText, id: Uint8Array): void =>
    hooks.onLeftOut?.({
      slot: optionOf(slot),
      rowId: Buffer.from(id).toString('hex'),
      change: 'unknown',
      place: `entry ${text.number}`,
      reason: 'no row has this id',
    })
  const references =
    reference === null && reference_diff === null
      ? null
      : await mergeReferences(aside, REFERENCE_SHELF, { main: reference, diff: reference_diff }, next, {
          onUnknown: (part, text, id) => onUnknown(part === 'main' ? 'reference' : 'reference_diff', text, id),
          onProgress: (done, total) => hooks.onProgress('comparing references', done, total),
        })
  const sources =
    merged === null
      ? null
      : await planSources(aside, merged, {
          markup: app.rules.now().gate.markup,
          isKeyed: isOfAnotherGame(app),
          isDryRun: request.isDryRun,
          onProgress: (done, total) => hooks.onProgress('writing rows', done, total),
        })
  const rows = sources?.blocks ?? new StagedBlocks(ROW_SHELF, next)
  return {
    aside,
    sources,
    pairs,
    references: references === null ? null : await planReferences(aside, references, rows, next),
    official: await mergeOfficial(aside, official, next, {
      onUnknown,
      onProgress: (done, total) => hooks.onProgress('comparing official texts', done, total),
    }),
  }
}

async function revealAll(job: Job, txn: Switch, inputs: Inputs, planned: Planned): Promise<ImportReport> {
  const { request, hooks } = job
  const sources = planned.sources === null ? null : await revealSources(txn, planned.sources)
  if (sources !== null) {
    const doubted = { main: fileOf(planned, inputs, 'main'), diff: fileOf(planned, inputs, 'diff') }
    const moved = movedIn(planned.sources?.changed ?? null)
    guard(sources, { ...request, isOfAnotherGame: isOfAnotherGame(job.app), moved }, doubted)
    job.warnings.push(...doubts(sources, doubted))
  }
  if (planned.references !== null) await revealReferences(txn, planned.references)
  for (const { blocks } of planned.official) await blocks.reveal(txn)
  const given = sourcesOf(planned, inputs).filter(isFile)
  const changed = planned.sources?.changed ?? null
  hooks.onReveal?.(txn)
  const learntMarkup = rememberKeyed(txn, given, changed, request)
  const followed =
    changed === null
      ? null
      : await followTexts(txn, changed, {
          sources: given,
          markup: job.app.rules.now().gate.markup,
          via: viaImport(upcomingId(txn.db, IMPORT)),
        })
  remember(txn, [
    ...SLOTS.map((slot) => [slot, inputs[slot]] as const),
    ...planned.official.flatMap((each) =>
      SOURCE_KINDS.map((part) => [officialSlot(each.language, part), each[part]] as const),
    ),
    ...planned.pairs.flatMap((each) =>
      SOURCE_KINDS.map((part) => [slotOfPair(each.pair.name, part), each[part]] as const),
    ),
  ])
  rememberPairs(txn.db, planned.pairs)
  const heads = sources === null ? null : followed === null ? sources.heads : withoutFollowed(sources.heads, followed)
  const report = {
    ...reportOf(job, sources, planned, inputs),
    heads,
    learntMarkup,
    ...(followed !== null && { followed: followed.rows }),
  }
  const number = putImport(txn, { userId: request.userId, files: job.described, report: { ...report } })
  if (sources !== null) putImportRows(txn, number, sources.touched)
  if (request.isDryRun) await hooks.beforeUndo?.()
  return { number, ...report }
}

const sourcesOf = ({ pairs }: Pick<Planned, 'pairs'>, { main, diff }: SourceInputs): readonly SlotInput[] => [
  main,
  diff,
  ...pairs.flatMap((pair) => [pair.main, pair.diff]),
]

/** The first pair's file of this import if it has one, else the file of a further pair. */
const fileOf = ({ pairs }: Planned, inputs: SourceInputs, slot: 'main' | 'diff'): SlotInput =>
  [inputs[slot], ...pairs.map((pair) => pair[slot])].find(isFile) ?? null

/** Reports every affected row. Runs after the last transaction, because only that decides what becomes of a row. */
async function tellAll(
  { aside, sources, references }: Planned,
  before: Database,
  onRow: ImportHooks['onRow'],
): Promise<void> {
  if (onRow === null) return
  if (sources !== null) await tellSources(aside, before, sources, onRow)
  if (sources !== null) await tellOtherSources(aside, sources, onRow)
  if (references !== null) await tellReferences(aside, before, references, onRow)
}

function reportOf(
  { request: { slots }, warnings }: Job,
  sources: MergeReport | null,
  { references, official, pairs }: Planned,
  inputs: Readonly<Record<Slot, SlotInput>>,
): Omit<ImportReport, 'number' | 'heads' | 'learntMarkup'> {
  return {
    rows: sources?.rows ?? null,
    diff: slots.diff === null ? null : (sources?.diff ?? null),
    reference: slots.reference === null ? null : (references?.counts.main ?? null),
    referenceDiff: slots.reference_diff === null ? null : (references?.counts.diff ?? null),
    official: officialCounts(official),
    pairs: pairCounts(pairs, sources?.pairs ?? []),
    warnings,
    hasCaptions: [...Object.values(inputs), ...sourcesOf({ pairs }, inputs)].some(
      (input) => isFile(input) && input.hasCaptions,
    ),
  }
}

function remember(txn: Switch, inputs: readonly (readonly [AnySlot, SlotInput])[]): void {
  for (const [slot, input] of inputs) {
    if (input === 'empty') putSlot(txn.db, slot, null)
    else if (isFile(input)) {
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
