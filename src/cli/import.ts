// `windrow import`: game files and dumps into the store, and translated ones into the machine layer.
import { createWriteStream, openSync, renameSync, rmSync, type WriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import type { App } from '../app/app.ts'
import { importGameFiles, ImportRefused, type ImportReport, type SlotRequest } from '../app/import-game-files.ts'
import { checkLocalized, importLocalized, type LocalizedImport, type LocalizedRow } from '../app/import-localized.ts'
import type { AffectedRow, SlotCounts } from '../domain/import-report.ts'
import type { FormatName } from '../formats/game-text.ts'
import { DamagedFile } from '../formats/text-entry.ts'
import type { Slot } from '../store/ordinals.ts'
import { TooManyFiles } from '../store/rows.ts'
import type { CommandContext, ParsedArgs } from './command.ts'
import { Failure, Usage } from './failure.ts'
import { actingPerson } from './named-person.ts'
import { type OpenApp, withApp } from './with-app.ts'

export async function run(context: CommandContext, args: ParsedArgs): Promise<void> {
  const startMs = context.clock.monotonicMs()
  checkReport(args)
  await withApp(context, async (app) => {
    const report = openReport(args.text('report'))
    try {
      const { sources, localized } = await importAll(context, args, app, report)
      await report.keep()
      const seconds = Math.round(context.clock.monotonicMs() - startMs) / 1000
      const document = documentOf(sources, localized, seconds)
      for (const warning of document['warnings'] as string[]) context.warn(warning)
      if (sources?.hasCaptions === true || localized?.hasCaptions === true) noteCaptions(context, app)
      context.answer(document, () => linesOf(document, args.flag('dry-run')))
    } catch (error) {
      report.drop()
      throw sayable(error)
    }
  })
}

const FILE_OPTIONS = ['main', 'diff', 'reference', 'reference-diff', 'localized', 'localized-diff'] as const

interface Imported {
  readonly sources: ImportReport | null
  readonly localized: LocalizedImport | null
}

async function importAll(
  context: CommandContext,
  args: ParsedArgs,
  app: OpenApp['app'],
  report: ReportFile,
): Promise<Imported> {
  const progress = context.progress('import', undefined, 'rows')
  let shown = ''
  const onProgress = (what: string, done: number, total: number | undefined): void => {
    if (what !== shown) progress.begin(what, total)
    shown = what
    progress.update(done, total)
  }
  const format = (args.text('format') as FormatName | undefined) ?? null
  const slots = slotsOf(args)
  const hasSources = Object.values(slots).some((slot) => slot !== null)
  const [main, diff] = [args.text('localized'), args.text('localized-diff')]
  const userId = actingPerson(app, args)?.id ?? null
  const localizedRequest = {
    ...(main !== undefined && { main }),
    ...(diff !== undefined && { diff }),
    ...(format !== null && { format }),
    authorId: userId,
    overwrite: args.flag('overwrite'),
    overwriteAll: args.flag('overwrite-all'),
    skipDamaged: args.flag('skip-damaged'),
    dryRun: args.flag('dry-run'),
    signal: context.signal,
    onProgress: (done: number, total: number) => onProgress('writing translations', done, total),
    ...(report.onLocalized !== null && { report: report.onLocalized }),
  }
  const hasLocalized = main !== undefined || diff !== undefined
  try {
    // A damaged translation leaves the store as it was, so it is looked at before the game's own files are written.
    if (hasSources && hasLocalized) await checkLocalized(app, localizedRequest)
    const isDryRun = args.flag('dry-run')
    let localized: LocalizedImport | null = null
    const tryLocalized = async (): Promise<void> => {
      if (hasLocalized) localized = await importLocalized(app, localizedRequest)
    }
    const sources = hasSources
      ? await importGameFiles(
          app,
          {
            slots,
            format,
            isDryRun,
            allowRetire: args.flag('allow-retire'),
            skipDamaged: args.flag('skip-damaged'),
            force: args.flag('force'),
            userId,
          },
          // A dry run tries translations on the rows that the other files would make.
          { signal: context.signal, onRow: report.onRow, onProgress, beforeUndo: tryLocalized },
        )
      : null
    if (!isDryRun || !hasSources) await tryLocalized()
    return { sources, localized }
  } finally {
    progress.end()
  }
}

function slotsOf(args: ParsedArgs): Record<Slot, SlotRequest> {
  const slot = (option: string): SlotRequest => {
    const path = args.text(option)
    return path === undefined ? null : { path }
  }
  const emptiable = (option: string): SlotRequest => (args.flag(`no-${option}`) ? 'empty' : slot(option))
  return {
    main: slot('main'),
    diff: emptiable('diff'),
    reference: emptiable('reference'),
    reference_diff: emptiable('reference-diff'),
  }
}

const countsDocument = (counts: SlotCounts | null): Record<string, number> | undefined =>
  counts === null ? undefined : { ...counts }

/** The document of `--json`; members of files that were not given are left out. */
function documentOf(
  sources: ImportReport | null,
  localized: LocalizedImport | null,
  seconds: number,
): Record<string, unknown> {
  const heads = sources?.heads ?? null
  const document = {
    rows: countsDocument(sources?.rows ?? null),
    diff: countsDocument(sources?.diff ?? null),
    reference: countsDocument(sources?.reference ?? null),
    reference_diff: countsDocument(sources?.referenceDiff ?? null),
    changed_with_translation: heads?.changedWithTranslation,
    changed_cosmetic_only: heads?.changedCosmeticOnly,
    heads_now_stale: heads?.headsNowStale,
    heads_now_invalid: heads?.headsNowInvalid,
    localized: localized?.localized,
    warnings: [...(sources?.warnings ?? []), ...(localized?.warnings ?? [])],
    seconds,
  }
  return JSON.parse(JSON.stringify(document)) as Record<string, unknown>
}

function linesOf(document: Readonly<Record<string, unknown>>, isDryRun: boolean): string[] {
  const counts = (value: unknown): string =>
    Object.entries(value as Record<string, unknown>)
      .map(([name, count]) =>
        typeof count === 'object'
          ? counts(count)
          : `${name.replaceAll('_', ' ')} ${Number(count).toLocaleString('en')}`,
      )
      .join(', ')
  const lines = Object.entries(document).flatMap(([name, value]) => {
    const label = name.replaceAll('_', ' ')
    if (name === 'warnings' || name === 'seconds') return []
    return [
      typeof value === 'object' ? `${label}: ${counts(value)}` : `${label}: ${Number(value).toLocaleString('en')}`,
    ]
  })
  return [...lines, isDryRun ? 'dry run: nothing was changed' : `done in ${Number(document['seconds'])} s`]
}

function noteCaptions(context: CommandContext, app: App): void {
  const policy = app.rules.now().gate.captionPolicy
  const other = policy === 'keep' ? 'free' : 'keep'
  const meaning =
    policy === 'keep' ? 'captions of tags stay as in the source' : 'captions of tags are translated like text'
  context.note(
    `texts hold tags with captions; caption_policy is ${policy}: ${meaning} (windrow setting set caption_policy ${other} changes it)`,
  )
}

interface ReportFile {
  readonly onRow: ((row: AffectedRow) => void) | null
  readonly onLocalized: ((row: LocalizedRow) => void) | null
  keep(): Promise<void>
  drop(): void
}

/** The file of `--report`: written beside its name and put in place when the import is done. */
function openReport(path: string | undefined): ReportFile {
  if (path === undefined) return { onRow: null, onLocalized: null, keep: async () => {}, drop: () => {} }
  const temporary = `${path}.${process.pid}.tmp`
  const stream: WriteStream = createWriteStream(temporary, { fd: openReportFile(temporary, path) })
  const failed: { error?: Error } = {}
  stream.on('error', (error) => {
    failed.error = error
  })
  const onLine = (line: object): void => {
    stream.write(`${JSON.stringify(line)}\n`)
  }
  return {
    onLocalized: ({ rowId, isInvalid, ...row }) => onLine({ row_id: rowId, ...row, invalid: isInvalid }),
    onRow: (row) =>
      onLine({
        row_id: row.rowId,
        ordinal: row.ordinal,
        change: row.change,
        before: row.before,
        after: row.after,
        has_translation: row.hasTranslation,
        cosmetic_only: row.isCosmeticOnly,
        heads_now_stale: row.headsNowStale,
        heads_now_invalid: row.headsNowInvalid,
      }),
    async keep() {
      stream.end()
      if (failed.error === undefined) await finished(stream).catch(() => {})
      if (failed.error !== undefined) {
        throw new Failure(
          `the import is done, but its report could not be written: ${failed.error.message}; free some space`,
        )
      }
      renameSync(temporary, path)
    },
    drop() {
      stream.destroy()
      rmSync(temporary, { force: true })
    },
  }
}

/** The report replaces the file of its name, which must not be one of the game's. */
function checkReport(args: ParsedArgs): void {
  const report = args.text('report')
  if (report === undefined) return
  for (const option of FILE_OPTIONS) {
    const path = args.text(option)
    if (path === undefined || resolve(path) !== resolve(report)) continue
    throw new Usage(`--report and --${option} name the same file, ${path}; give the report a name of its own`)
  }
}

/** Opened before anything is imported: a report that can't be written is no surprise at the end. */
function openReportFile(temporary: string, path: string): number {
  try {
    return openSync(temporary, 'w')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Failure(`the report ${path} cannot be written (${code}); name a file in a folder that can be written to`)
  }
}

/** Expected ends of an import, as the command line says them. */
function sayable(error: unknown): unknown {
  if (error instanceof DamagedFile) {
    const hint = error.isSkippable ? '; --skip-damaged imports the rest' : ''
    return new Failure(`${error.message}; nothing was changed${hint}`)
  }
  if (error instanceof ImportRefused || error instanceof TooManyFiles) return new Failure(error.message)
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && path !== undefined) return new Failure(`there is no file ${path}; check the name`)
  if (code === 'EISDIR') return new Failure(`${path ?? 'one of the names'} is a folder; name a file`)
  if (code === 'EACCES') return new Failure(`${path ?? 'the file'} cannot be read; check its permissions`)
  return error
}
