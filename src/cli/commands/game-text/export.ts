// `windrow export`: the team's texts as translated game files or as a text dump.
import { counted } from '../../../base/numeral.ts'
import { resolve } from 'node:path'
import type { App } from '../../../app/app.ts'
import { EXPORT_FALLBACKS, type ExportCounts } from '../../../app/export/choose-game-text.ts'
import { editionsNamed } from '../../../app/editions/read-editions.ts'
import {
  exportEditions,
  type ExportedEdition,
  type ExportedFile,
  exportGameFiles,
  type ExportOutcome,
} from '../../../app/export/export-game-files.ts'
import { type DumpText, exportTexts } from '../../../app/export/export-texts.ts'
import { isOfAnotherGame } from '../../../app/rules.ts'
import { exportHistory } from '../../../app/merge/export-history.ts'
import { LAYERS, type RowState, type SourceFilter } from '../../../domain/vocabulary.ts'
import { defaultLevel } from '../../../../packages/formats/src/container/default-level.ts'
import type { WrittenFormat } from '../../../../packages/formats/src/text-writer.ts'
import { collectSeldom, keepHeapSmall } from '../../../runtime/small-heap.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import { Failure, Usage } from '../../failure.ts'
import { ALSO, AS_LANGUAGE, asLanguageOf, knownFolders, LEVEL } from './game-folder.ts'
import { momentOf } from '../revision-filter.ts'
import { exportSummary } from './export-summary.ts'
import { withReadableOptions } from '../../streams/input.ts'
import { type OutputTarget, withOutput } from '../../streams/output.ts'
import { valueOf } from '../value-of.ts'
import { filterOf } from '../work-filter-of.ts'
import { withStore } from '../../with-app.ts'
import { FILTER, TIMES, FILE, FOLDER, SLUG, TIME, ROW_STATE, SOURCE, word } from '../../options.ts'

export const command: Runnable = {
  name: 'export',
  summary: 'Write translated game files, or a text dump',
  details: [
    '--main FILE, --diff FILE or both with --out DIR write translated copies of untouched game files under the same names.',
    'Only entries whose text equals the imported one are translated; others are counted as overlaid (the diff ' +
      'replaces them) or template_differs (import these files first). One of --also with another source than its row gets ' +
      'a translation of exactly this text, else it is counted as other_source.',
    '--to FILE writes one text per row. main and diff read back with the import option of that name, the others with ' +
      '--localized; rows without that text are left out. An existing FILE is replaced, but never a game file.',
    '--json of game files: layers {manual, machine} and fallback {untranslated, stale, rejected, invalid, ' +
      'not_approved, too_long, control_characters, outside_filter, outside_edition, overlaid, other_source, ' +
      'template_differs} count entries of all files; files lists slot, pair (of further ones), template, path, entries, ' +
      'deletion_markers, layers, fallback, size_bytes of each; warnings, seconds. Of a dump: rows, path, format, ' +
      'warnings, seconds. With --with-history: rows, revisions, proposals, labels, path, seconds.',
    '--edition writes each edition into a folder of DIR with its name, all in one pass. ' +
      'Its --json has editions {edition, same_as, layers, fallback, files} in place of layers, fallback and files.',
    '--with-history writes every text ever written, with its author and what it replaced, the proposals, and the ' +
      'labels with their rules; windrow merge imports it into another store.',
    TIMES,
  ],
  needsOneOf: ['main', 'diff', 'also', 'to'],
  options: [
    { name: 'main', summary: 'Untouched main file, the template', value: FILE, excludes: ['to'] },
    { name: 'diff', summary: 'Untouched diff file, the template', value: FILE, excludes: ['to'] },
    { ...ALSO, excludes: ['to'] },
    { name: 'out', summary: 'Folder for the translated files', value: FOLDER, excludes: ['to'] },
    { name: 'stale', summary: 'Include stale translations whose markup still fits', excludes: ['to'] },
    { name: 'force', summary: 'Replace files that exist in --out, but never the template itself' },
    { ...LEVEL, summary: 'zstd level of game containers', excludes: ['to'] },
    { ...AS_LANGUAGE, excludes: ['to'] },
    {
      ...FILTER,
      summary:
        'Translate (with --to: write) only rows of this filter: as in an address of the site, or the name of a saved one',
      excludes: ['at'],
    },
    {
      name: 'edition',
      summary: 'Write this edition; repeat for more',
      value: SLUG,
      isRepeatable: true,
      excludes: ['to'],
    },
    { name: 'at', summary: 'Write the translations as they were at that time, with the present sources', value: TIME },
    { name: 'to', summary: 'Text dump to write', value: FILE },
    {
      name: 'format',
      summary: 'Format of the text dump',
      value: word('FORMAT', ['jsonl', 'tsv', 'csv'], 'format'),
      defaultText: 'jsonl',
      excludes: ['main', 'diff'],
    },
    {
      name: 'text',
      summary: 'Which text of a row: the one for the game, a source, or a layer',
      value: word('TEXT', ['game', 'main', 'diff', 'manual', 'machine'], 'text'),
      defaultText: 'game',
      excludes: ['main', 'diff'],
    },
    {
      name: 'state',
      summary: 'Only rows in this state',
      value: ROW_STATE,
      defaultText: 'all',
      excludes: ['main', 'diff'],
    },
    {
      name: 'source',
      summary: 'Only rows of this source',
      value: SOURCE,
      defaultText: 'all',
      excludes: ['main', 'diff'],
    },
    {
      name: 'with-history',
      summary: 'Write all revisions and proposals, for windrow merge in another store',
      excludes: ['main', 'diff', 'format', 'text', 'state', 'source', 'at', 'filter'],
    },
  ],
  examples: [
    'windrow export --main translate_words_map_en --diff translate_words_map_en_diff --out translated',
    'windrow export --main translate_words_map_en --out editions --edition ukrainian --edition english-items',
    'windrow export --to translated.jsonl',
    "windrow export --to reviewed.jsonl --filter 'layer=machine&status=reviewed'",
    'windrow export --to before.jsonl --at 2026-11-21T14:30Z',
    'windrow export --to manual.tsv --format tsv --text manual',
    'windrow export --to team.jsonl --with-history',
  ],
  async run(context, args) {
    const isOfGameFiles =
      args.text('main') !== undefined || args.text('diff') !== undefined || args.texts('also').length > 0
    if (isOfGameFiles && args.text('out') === undefined) {
      throw new Usage('--main, --diff and --also need --out DIR, the folder for the translated files')
    }
    if (args.flag('with-history') && args.text('to') === undefined) {
      throw new Usage('--with-history needs --to FILE, the file for the history')
    }
    const atMs = momentOf(context, args)
    const then = atMs === null ? {} : { atMs }
    keepHeapSmall()
    collectSeldom()
    const startMs = context.clock.monotonicMs()
    const seconds = (): number => Math.round(context.clock.monotonicMs() - startMs) / 1000
    try {
      await withStore(context, (app) =>
        isOfGameFiles
          ? withReadableOptions(context, args, ['main', 'diff'], (readable) =>
              twins(context, readable, app, then, seconds),
            )
          : withOutput(context, args.text('to') ?? '', (to) =>
              args.flag('with-history')
                ? history(context, args, app, to, seconds)
                : dump(context, args, app, to, then, seconds),
            ),
      )
    } catch (error) {
      const { code, path } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' && path !== undefined) throw new Failure(`there is no ${path}; check the name`, { code })
      throw error
    }
  },
}

type Then = { readonly atMs?: number }

async function twins(
  context: CommandContext,
  args: ParsedArgs,
  app: App,
  then: Then,
  seconds: () => number,
): Promise<void> {
  const inCwd = (path: string): string => resolve(context.cwd, path)
  const [main, diff] = [args.text('main'), args.text('diff')]
  const isKeyed = isOfAnotherGame(app)
  const progress = context.progress(
    isKeyed ? 'reading the folder' : 'translating',
    undefined,
    isKeyed ? 'files' : 'rows',
  )
  const end = (): void => progress.end()
  const request = {
    main: main === undefined ? null : inCwd(main),
    diff: diff === undefined ? null : inCwd(diff),
    also: args.texts('also').map(inCwd),
    out: inCwd(args.text('out') ?? '.'),
    force: args.flag('force'),
    level: args.integer('level') ?? defaultLevel,
    allowStale: args.flag('stale'),
    ...asLanguageOf(args),
    ...then,
    ...filterOf(app, args),
    signal: context.signal,
    onFile: (done: number, total: number) => progress.update(done, total),
    onProgress: (done: number, total: number) => {
      if (isKeyed && done === 1) progress.begin('writing', total)
      progress.update(done, total)
    },
  }
  const tell = (
    { warnings, isSame }: Omit<ExportOutcome, 'files'>,
    document: object,
    lines: readonly string[],
  ): void => {
    for (const warning of warnings) context.warn(warning)
    const told = { ...document, unchanged: isSame, warnings, seconds: seconds() }
    context.answer(told, () => [...lines, `done in ${seconds()} s`])
  }
  const slugs = args.texts('edition')
  if (slugs.length > 0) {
    const editions = valueOf(editionsNamed(app, slugs))
    const made = valueOf(await exportEditions(app, { ...request, editions }).finally(end))
    const lines = made.editions.flatMap((edition) => editionLines(edition, made.isSame))
    return tell(made, { editions: made.editions.map(editionDocument) }, lines)
  }
  const outcome = valueOf(await exportGameFiles(app, request).finally(end))
  const { files } = outcome
  tell(outcome, filesDocument(files), exportSummary(files, sumOf(files), outcome.isSame))
  const folder = knownFolders(context, app)[0]
  if (folder === undefined) context.next(`copy the files in ${args.text('out')} into the game, over its own`)
  else {
    const copied = files.map(({ path }) => path).join(' and ')
    const orInstall = ', or let windrow do it and keep the untouched files: windrow install'
    context.note(`into the game: copy ${copied} to ${folder}${args.text('as-language') === undefined ? orInstall : ''}`)
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

const filesDocument = (files: readonly ExportedFile[]) => ({
  ...sumOf(files),
  files: files.map(({ slot, pair, template, path, entries, deletionMarkers, layers, fallback, sizeBytes }) => ({
    slot,
    ...(pair !== '' && { pair }),
    template,
    path,
    entries,
    deletion_markers: deletionMarkers,
    layers,
    fallback,
    size_bytes: sizeBytes,
  })),
})

const editionDocument = ({ edition, files, sameAs }: ExportedEdition) => ({
  edition: edition.slug,
  same_as: sameAs,
  ...filesDocument(files),
})

const editionLines = ({ edition, files, sameAs }: ExportedEdition, isSame: boolean): string[] => [
  `${edition.slug}: ${edition.label}`,
  ...exportSummary(files, sumOf(files), isSame),
  ...(sameAs === null ? [] : [`the same bytes as ${sameAs}`]),
]

async function history(
  context: CommandContext,
  args: ParsedArgs,
  app: App,
  to: OutputTarget,
  seconds: () => number,
): Promise<void> {
  const path = typeof to === 'string' ? to : args.text('to')
  const progress = context.progress('writing', undefined, 'rows')
  const onProgress = (done: number): void => progress.update(done)
  const exported = await exportHistory(app, { to, signal: context.signal, onProgress }).finally(() => progress.end())
  const counts = valueOf(exported)
  context.answer({ ...counts, path, seconds: seconds() }, () => [
    `wrote ${counted(counts.rows, 'row')} with ${counted(counts.revisions, 'revision')} and ` +
      `${counted(counts.proposals, 'proposal')}${counts.labels === 0 ? '' : `, and ${counted(counts.labels, 'label')},`} ` +
      `to ${path} in ${seconds()} s`,
  ])
}

async function dump(
  context: CommandContext,
  args: ParsedArgs,
  app: App,
  to: OutputTarget,
  then: Then,
  seconds: () => number,
): Promise<void> {
  const path = typeof to === 'string' ? to : args.text('to')
  const format = (args.text('format') ?? 'jsonl') as WrittenFormat
  const progress = context.progress('writing', undefined, 'rows')
  const exported = await exportTexts(app, {
    to,
    format,
    text: (args.text('text') ?? 'game') as DumpText,
    state: (args.text('state') ?? 'all') as RowState,
    source: (args.text('source') ?? 'all') as SourceFilter,
    ...then,
    ...filterOf(app, args),
    signal: context.signal,
    onProgress: (done) => progress.update(done),
  }).finally(() => progress.end())
  const { rows, warnings } = valueOf(exported)
  for (const warning of warnings) context.warn(warning)
  context.answer({ rows, path, format, warnings, seconds: seconds() }, () => [
    `wrote ${counted(rows, 'row')} to ${path} (${format}) in ${seconds()} s`,
  ])
}
