// Writes translated game files: the twin of each untouched file with the team's texts in it ("Game files", Writing; the
// command line, export). Both twins are written beside their targets and renamed only when all is good: both templates
// whole, made for one another, and not made by windrow. The digest of what was written is stored before it gets its name,
// so there is no translated file that import could take for the game's own. Reads one snapshot from beginning to end.
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ok, refuse, type Result } from '../base/result.ts'
import { assertPair, translateContainer } from '../formats/container-writer.ts'
import { openContainer } from '../formats/container-reader.ts'
import { DamagedFile } from '../formats/text-entry.ts'
import { syncFolder } from '../formats/whole-file.ts'
import { hasExportDigests, putExportDigest, readExportDigest } from '../store/audit.ts'
import { openSnapshot, type Snapshot } from '../store/snapshot.ts'
import { writeOrThrow } from '../store/write.ts'
import type { App } from './app.ts'
import { chooseGameTexts, type ExportCounts, type GameTextChoice } from './choose-game-text.ts'
import { contentDigest } from './content-digest.ts'
import { type ExportTarget, makeFolder, planTargets, type Refused, type TargetRequest } from './export-targets.ts'

export interface ExportGameFiles extends TargetRequest {
  /** Of zstd. */
  readonly level: number
  /** Also take stale heads whose markup still fits. */
  readonly allowStale: boolean
  readonly signal?: AbortSignal
  /** Entries done; the total is an estimate until the diff is read. */
  readonly onProgress?: (done: number, total: number) => void
}

export interface ExportedFile extends ExportTarget, ExportCounts {
  readonly entries: number
  /** Rows that the diff deletes; they stay as they are. */
  readonly deletionMarkers: number
  readonly sizeBytes: number
}

export interface ExportOutcome {
  readonly files: readonly ExportedFile[]
  readonly warnings: readonly string[]
}

const differingShareMax = 0.01
/** A file is ours when, of at least so many changed rows, more than half carry our texts. */
const changedRowsMin = 20

/** Exports one or two files. Refusals carry a sentence; on any of them, and on any fault, no target has changed. */
export async function exportGameFiles(app: App, request: ExportGameFiles): Promise<Result<ExportOutcome, Refused>> {
  const planned = await planTargets(request)
  if (!planned.ok) return planned
  let takeFolderAway = async (): Promise<void> => {}
  const snapshot = openSnapshot(app.store)
  try {
    const estimate = await estimateEntries(planned.value)
    takeFolderAway = await makeFolder(request.out)
    const outcome = await exportAll(app, snapshot, planned.value, request, estimate)
    if (!outcome.ok) await takeFolderAway()
    return outcome
  } catch (error) {
    await takeFolderAway()
    if (error instanceof DamagedFile) {
      return refuse({ message: `${error.message}; nothing was written: give the game's untouched file` })
    }
    throw error
  } finally {
    snapshot.close()
  }
}

/** Checks that the templates are containers made for one another; gives about how many entries they have. */
async function estimateEntries(targets: readonly ExportTarget[]): Promise<(done: number, bytes: number) => number> {
  const [main, diff] = await Promise.all(
    targets.map(async ({ slot, template }) =>
      openContainer(template, { role: slot === 'main' ? 'source' : 'diff', format: 'container' }),
    ),
  )
  if (main !== undefined && diff !== undefined) assertPair(main, diff)
  const bytes = (main?.sizeBytes ?? 0) + (diff?.sizeBytes ?? 0)
  if (diff === undefined) return (done) => Math.max(done, main?.totalEntries ?? 0)
  return (done, bytesRead) => (bytesRead === 0 ? done : Math.max(done, Math.round((done * bytes) / bytesRead)))
}

interface Written {
  readonly file: ExportedFile
  /** Where the twin lies until it gets its name. */
  readonly temporary: string
  readonly digest: string
  readonly isChanged: boolean
  readonly warnings: readonly string[]
}

async function exportAll(
  app: App,
  snapshot: Snapshot,
  targets: readonly ExportTarget[],
  request: ExportGameFiles,
  estimate: (done: number, bytes: number) => number,
): Promise<Result<ExportOutcome, Refused>> {
  const temporaries = targets.map(({ path }) => join(dirname(path), `.${basename(path)}.${process.pid}.windrow`))
  const written: Written[] = []
  let [entries, bytes] = [0, 0]
  try {
    for (const [at, target] of targets.entries()) {
      let fileBytes = 0
      const onProgress = (entriesOfFile: number, bytesOfFile: number): void => {
        fileBytes = bytesOfFile
        request.onProgress?.(entries + entriesOfFile, estimate(entries + entriesOfFile, bytes + bytesOfFile))
      }
      const one = await exportOne(app, snapshot, target, {
        ...request,
        temporary: temporaries[at] as string,
        onProgress,
      })
      if (!one.ok) return one
      written.push(one.value)
      entries += one.value.file.entries
      bytes += fileBytes
    }
    await recordDigests(app, written)
    for (const { temporary, file } of written) await rename(temporary, file.path)
    await syncFolder(request.out)
  } finally {
    await Promise.all(temporaries.map((temporary) => rm(temporary, { force: true })))
  }
  const files = written.map(({ file }) => file)
  const warnings = written.flatMap(({ file, warnings: odd }) => [...odd, ...differingWarning(file)])
  return ok({ files, warnings: [...warnings, ...missingDiffWarning(files)] })
}

type ExportOne = Omit<ExportGameFiles, 'onProgress'> & {
  readonly temporary: string
  readonly onProgress: (entries: number, bytes: number) => void
}

async function exportOne(
  app: App,
  snapshot: Snapshot,
  target: ExportTarget,
  { level, allowStale, signal, temporary, onProgress }: ExportOne,
): Promise<Result<Written, Refused>> {
  const choice = chooseGameTexts(snapshot, app.store.files, { slot: target.slot, allowStale })
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
    onProgress: (bytes) => onProgress(entries, bytes),
    ...(signal !== undefined && { signal }),
  })
  const { counts } = choice
  if (carriesOurTexts(choice) || (await isKnownExport(snapshot, target, counts))) {
    return refuse({
      message: `${target.template}: this is a translated file made by windrow; give the game's untouched file`,
    })
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
 * Whether windrow wrote the template. Costs a pass over the file, so it is asked only where entries differ: a file of ours
 * that was imported with --force is the store's own source, and in it none does.
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

/** An export that changes nothing equals the game's own file and must stay importable, so it leaves no digest. */
async function recordDigests(app: App, written: readonly Written[]): Promise<void> {
  const changed = written.filter(({ isChanged }) => isChanged)
  if (changed.length === 0) return
  await writeOrThrow(app.store, (txn) => {
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
    `${differing} entries of ${name} have another text than the store, or no row there, and keep it: import this file first (windrow import --${slot} ${name}), then export again`,
  ]
}

function missingDiffWarning(files: readonly ExportedFile[]): string[] {
  const overlaid = files.length === 1 ? (files[0]?.fallback.overlaid ?? 0) : 0
  if (overlaid === 0) return []
  return [`${overlaid} texts of the main file are replaced by the diff file that was imported: give it with --diff too`]
}
