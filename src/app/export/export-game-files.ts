// Writes translated copies of game files (docs/game-files.md#writing; docs/command-line.md#export) from one snapshot. They are
// written beside their targets, and renamed only if both templates (untouched game files) were whole, belong together and were
// not made by windrow. The digest is stored before the rename, so that an import never takes a copy for the game's file.
import { basename } from 'node:path'
import { counted } from '../../base/numeral.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { assertPair, translateContainer } from '../../formats/container/container-writer.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import type { WorkFilter } from '../../domain/work/work-filter.ts'
import type { GameText } from '../../formats/game-text.ts'
import { countEntries, openContainer } from '../../formats/container/container-reader.ts'
import { DamagedFile } from '../../formats/damage.ts'
import { isHeld } from '../../base/held-files.ts'
import { behindLinks, removeLeftover, replaceFile, syncFolder } from '../../base/whole-file.ts'
import { hasExportDigests, putExportDigest, readExportDigest } from '../../store/records.ts'
import { openSnapshot, type Snapshot } from '../../store/view.ts'
import type { App } from '../app.ts'
import type { AnyRefusal } from '../refused.ts'
import { note } from '../change.ts'
import { chooseGameTexts, type ExportCounts, type GameTextChoice } from './choose-game-text.ts'
import { findWork } from '../work/find-work.ts'
import { headsAt, sourcesWarning } from '../undo/moment.ts'
import { contentDigest } from '../content-digest.ts'
import {
  clearLeftovers,
  type ExportTarget,
  heldTarget,
  makeFolder,
  partOf,
  planTargets,
  type TargetRequest,
} from './export-targets.ts'

export interface ExportGameFiles extends TargetRequest {
  /** The compression level of zstd. */
  readonly level: number
  /** Also exports stale translations whose markup still fits. */
  readonly allowStale: boolean
  /** Exports translations as of the end of this millisecond; absent: current ones. */
  readonly atMs?: number
  /** Rows that do not match keep the template's text; absent: no limit. */
  readonly filter?: WorkFilter
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

export interface ExportedFile extends ExportTarget, ExportCounts {
  readonly entries: number
  /** Rows that the diff deletes. */
  readonly deletionMarkers: number
  readonly sizeBytes: number
}

export interface ExportOutcome {
  readonly files: readonly ExportedFile[]
  readonly warnings: readonly string[]
}

const differingShareMax = 0.01
/** A template with at least this many changed rows is windrow's own export if more than half contain our texts. */
const changedRowsMin = 20

/** Changes no target if it refuses or throws. */
export async function exportGameFiles(app: App, request: ExportGameFiles): Promise<Result<ExportOutcome, AnyRefusal>> {
  const planned = await planTargets(request)
  if (!planned.ok) return planned
  let takeFolderAway = async (): Promise<void> => {}
  const within = request.filter === undefined ? null : await findWork(app, request.filter)
  const snapshot = openSnapshot(app.store)
  try {
    const total = await countAll(planned.value)
    takeFolderAway = await makeFolder(request.out)
    const outcome = await exportAll(app, snapshot, planned.value, { ...request, within }, total)
    if (!outcome.ok) await takeFolderAway()
    return outcome
  } catch (error) {
    await takeFolderAway()
    if (!(error instanceof DamagedFile)) throw error
    const { damage } = error
    return refuse({ code: damage.where.at === 'file' ? 'damaged_file' : 'damaged_template', damage })
  } finally {
    snapshot.close()
  }
}

/** Checks that the templates belong together; returns the number of entries. */
async function countAll(targets: readonly ExportTarget[]): Promise<number> {
  const opened = new Map<ExportTarget['slot'], GameText>()
  let entries = 0
  for (const { slot, template } of targets) {
    const text = await openContainer(template, { role: slot === 'main' ? 'source' : 'diff', format: 'container' })
    opened.set(slot, text)
    // The index of a diff counts the entries of the whole game.
    entries += slot === 'main' ? (text.totalEntries ?? 0) : await countEntries(template)
  }
  const [main, diff] = [opened.get('main'), opened.get('diff')]
  if (main !== undefined && diff !== undefined) assertPair(main, diff)
  return entries
}

interface Written {
  readonly file: ExportedFile
  readonly temporary: string
  readonly digest: string
  readonly isChanged: boolean
  readonly warnings: readonly string[]
}

async function exportAll(
  app: App,
  snapshot: Snapshot,
  targets: readonly ExportTarget[],
  request: ExportGameFiles & { readonly within: RowSet | null },
  total: number,
): Promise<Result<ExportOutcome, AnyRefusal>> {
  // A target that is a link stays one; the file behind it is replaced.
  const places = await Promise.all(targets.map(({ path }) => behindLinks(path)))
  await clearLeftovers(places)
  const temporaries = places.map(partOf)
  const written: Written[] = []
  let entries = 0
  try {
    for (const [at, target] of targets.entries()) {
      const onProgress = (entriesOfFile: number): void => {
        const done = entries + entriesOfFile
        request.onProgress?.(done, Math.max(done, total))
      }
      const one = await exportOne(app, snapshot, target, {
        ...request,
        temporary: temporaries[at] as string,
        onProgress,
      })
      if (!one.ok) return one
      written.push(one.value)
      entries += one.value.file.entries
    }
    const held = await heldTarget(targets)
    if (held !== null) return refuse({ code: 'out_is_open', path: held })
    await recordDigests(app, written)
    const late = await giveNames(written, places)
    if (late !== null) return refuse(late)
    await syncFolder(request.out)
  } finally {
    await Promise.all(temporaries.map(removeLeftover))
  }
  const files = written.map(({ file }) => file)
  const warnings = written.flatMap(({ file, warnings: odd }) => [...odd, ...differingWarning(file)])
  const older = request.atMs === undefined ? null : sourcesWarning(app, request.atMs)
  return ok({ files, warnings: [...warnings, ...missingDiffWarning(files), ...(older === null ? [] : [older])] })
}

async function giveNames(written: readonly Written[], places: readonly string[]): Promise<AnyRefusal | null> {
  const given: string[] = []
  for (const [at, { temporary, file }] of written.entries()) {
    try {
      await replaceFile(temporary, places[at] as string)
    } catch (error) {
      if (!isHeld(error)) throw error
      const { path } = file
      return given.length === 0 ? { code: 'out_is_open', path } : { code: 'out_is_torn', path, given: given.join() }
    }
    given.push(file.path)
  }
  return null
}

type ExportOne = Omit<ExportGameFiles, 'onProgress'> & {
  readonly within: RowSet | null
  readonly temporary: string
  readonly onProgress: (entries: number) => void
}

async function exportOne(
  app: App,
  snapshot: Snapshot,
  target: ExportTarget,
  { level, allowStale, atMs, within, signal, temporary, onProgress }: ExportOne,
): Promise<Result<Written, AnyRefusal>> {
  const choice = chooseGameTexts(snapshot, app.store.files, {
    slot: target.slot,
    allowStale,
    headsOfThen: atMs === undefined ? null : headsAt(app, snapshot.db, atMs),
    within,
  })
  const twinDigest = contentDigest()
  let entries = 0
  const twin = await translateContainer({
    template: target.template,
    out: temporary,
    level,
    textOf: choice.textOf,
    onEntry: (id, _, written) => {
      entries++
      twinDigest.add(id, written)
    },
    onProgress: () => onProgress(entries),
    ...(signal !== undefined && { signal }),
  })
  const { counts } = choice
  if (carriesOurTexts(choice) || (await isKnownExport(snapshot, target, counts))) {
    return refuse({ code: 'template_translated', path: target.template })
  }
  const { deletionMarkers, sizeBytes } = twin
  return ok({
    file: { ...target, ...counts, entries: twin.entries, deletionMarkers, sizeBytes },
    temporary,
    digest: twinDigest.hex(),
    isChanged: twin.translated > 0,
    warnings: twin.warnings,
  })
}

const carriesOurTexts = ({ changed: { rows, carryingOurTexts } }: GameTextChoice): boolean =>
  rows >= changedRowsMin && carryingOurTexts * 2 > rows

/**
 * Whether windrow wrote the template. Costs a pass over the file, so it is asked only where entries differ: after an import with
 * --force our file is the source, and none differs.
 */
async function isKnownExport(
  { db }: Snapshot,
  { slot, template }: ExportTarget,
  { fallback }: ExportCounts,
): Promise<boolean> {
  if (fallback.template_differs === 0 || !hasExportDigests(db)) return false
  const digest = contentDigest()
  const text = await openContainer(template, { role: slot === 'main' ? 'source' : 'diff' })
  for await (const batch of text.entries()) for (const { id, text: ofEntry } of batch) digest.add(id, ofEntry)
  return readExportDigest(db, digest.hex()) !== undefined
}

/** Not called for an export without changes: that file equals the game's, which must stay importable. */
async function recordDigests(app: App, written: readonly Written[]): Promise<void> {
  const changed = written.filter(({ isChanged }) => isChanged)
  if (changed.length === 0) return
  await note(app, (txn) => {
    for (const { digest, file } of changed) {
      putExportDigest(txn, digest, { fileName: basename(file.path), exportedAtMs: txn.timeMs })
    }
  })
}

function differingWarning({ slot, template, entries, deletionMarkers, fallback }: ExportedFile): string[] {
  const differing = fallback.template_differs
  if (differing <= (entries - deletionMarkers) * differingShareMax) return []
  const name = basename(template)
  return [
    `${counted(differing, `entry of ${name} has`, `entries of ${name} have`)} another text than the store, or no row there, and ${differing === 1 ? 'keeps' : 'keep'} it: import this file first (windrow import --${slot} ${name}), then export again`,
  ]
}

function missingDiffWarning(files: readonly ExportedFile[]): string[] {
  const overlaid = files.length === 1 ? (files[0]?.fallback.overlaid ?? 0) : 0
  if (overlaid === 0) return []
  const texts = counted(overlaid, 'text of the main file is', 'texts of the main file are')
  return [`${texts} replaced by the diff file that was imported: give it with --diff too`]
}
