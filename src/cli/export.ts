// `windrow export`: the team's texts out again, as translated game files or as a text dump.
import { resolve } from 'node:path'
import type { App } from '../app/app.ts'
import { EXPORT_FALLBACKS, type ExportCounts } from '../app/choose-game-text.ts'
import { exportGameFiles, type ExportedFile, type ExportOutcome } from '../app/export-game-files.ts'
import { type DumpText, exportTexts } from '../app/export-texts.ts'
import type { RowState, SourceFilter } from '../domain/vocabulary.ts'
import { LAYERS } from '../domain/vocabulary.ts'
import { defaultLevel } from '../formats/container-writer.ts'
import type { WrittenFormat } from '../formats/text-writer.ts'
import type { CommandContext, ParsedArgs } from './command.ts'
import { Failure, Usage } from './failure.ts'
import { tableLines } from './lines.ts'
import { valueOf, withApp } from './with-app.ts'

export async function run(context: CommandContext, args: ParsedArgs): Promise<void> {
  const main = args.text('main')
  if (main !== undefined && args.text('out') === undefined) {
    throw new Usage('--main needs --out DIR, the folder for the translated files')
  }
  const startMs = context.clock.monotonicMs()
  const seconds = (): number => Math.round(context.clock.monotonicMs() - startMs) / 1000
  try {
    await withApp(
      context,
      (app) => (main === undefined ? dump(context, args, app, seconds) : twins(context, args, app, main, seconds)),
      { needsStore: true },
    )
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && path !== undefined) throw new Failure(`there is no ${path}; check the name`)
    throw error
  }
}

async function twins(
  context: CommandContext,
  args: ParsedArgs,
  app: App,
  main: string,
  seconds: () => number,
): Promise<void> {
  const inCwd = (path: string): string => resolve(context.cwd, path)
  const diff = args.text('diff')
  const progress = context.progress('translating', undefined, 'rows')
  try {
    const outcome = valueOf(
      await exportGameFiles(app, {
        main: inCwd(main),
        diff: diff === undefined ? null : inCwd(diff),
        out: inCwd(args.text('out') ?? '.'),
        force: args.flag('force'),
        level: args.integer('level') ?? defaultLevel,
        allowStale: args.flag('stale'),
        signal: context.signal,
        onProgress: (done, total) => progress.update(done, total),
      }),
    )
    progress.end()
    for (const warning of outcome.warnings) context.warn(warning)
    context.answer(twinsDocument(outcome, seconds()), () => twinsLines(outcome, seconds()))
  } finally {
    progress.end()
  }
}

const sumOf = (files: readonly ExportedFile[]): ExportCounts => {
  const sum = (counts: readonly Readonly<Record<string, number>>[], name: string): number =>
    counts.reduce((total, count) => total + (count[name] ?? 0), 0)
  const layers = files.map((file) => file.layers)
  const fallbacks = files.map((file) => file.fallback)
  return {
    layers: Object.fromEntries(LAYERS.map((name) => [name, sum(layers, name)])) as ExportCounts['layers'],
    fallback: Object.fromEntries(
      EXPORT_FALLBACKS.map((name) => [name, sum(fallbacks, name)]),
    ) as ExportCounts['fallback'],
  }
}

function twinsDocument({ files, warnings }: ExportOutcome, seconds: number): unknown {
  return {
    ...sumOf(files),
    files: files.map(({ slot, template, path, entries, deletionMarkers, layers, fallback, sizeBytes }) => ({
      slot,
      template,
      path,
      entries,
      deletion_markers: deletionMarkers,
      layers,
      fallback,
      size_bytes: sizeBytes,
    })),
    warnings,
    seconds,
  }
}

function twinsLines({ files }: ExportOutcome, seconds: number): string[] {
  const all = sumOf(files)
  const shown = (count: number): string => count.toLocaleString('en-US')
  const row = (label: string, count: (counts: ExportCounts) => number): string[] => [
    label,
    ...files.map((file) => shown(count(file))),
  ]
  const layers = LAYERS.map((layer) => row(`from the ${layer} layer`, (counts) => counts.layers[layer]))
  const reasons = EXPORT_FALLBACKS.filter((reason) => all.fallback[reason] > 0)
  const kept = reasons.map((reason) => row(`original: ${reason}`, (counts) => counts.fallback[reason]))
  const deleted = ['deleted by the diff', ...files.map(({ deletionMarkers }) => shown(deletionMarkers))]
  const hasDeleted = files.some(({ deletionMarkers }) => deletionMarkers > 0)
  return [
    ...tableLines(['rows', ...files.map(({ slot }) => slot)], [...layers, ...kept, ...(hasDeleted ? [deleted] : [])]),
    ...files.map(({ path }) => `wrote ${path}`),
    `done in ${seconds} s`,
  ]
}

async function dump(context: CommandContext, args: ParsedArgs, app: App, seconds: () => number): Promise<void> {
  const to = resolve(context.cwd, args.text('to') ?? '')
  const format = (args.text('format') ?? 'jsonl') as WrittenFormat
  const progress = context.progress('writing', undefined, 'rows')
  try {
    const { rows, warnings } = valueOf(
      await exportTexts(app, {
        to,
        format,
        text: (args.text('text') ?? 'game') as DumpText,
        state: (args.text('state') ?? 'all') as RowState,
        source: (args.text('source') ?? 'all') as SourceFilter,
        signal: context.signal,
        onProgress: (done) => progress.update(done),
      }),
    )
    progress.end()
    for (const warning of warnings) context.warn(warning)
    context.answer({ rows, path: to, format, warnings, seconds: seconds() }, () => [
      `wrote ${rows.toLocaleString('en-US')} rows to ${to} (${format}) in ${seconds()} s`,
    ])
  } finally {
    progress.end()
  }
}
