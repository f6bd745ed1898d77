// `windrow import`: game files and dumps into the store, translations into the machine layer.
import { basename, resolve } from 'node:path'
import type { App } from '../../../app/app.ts'
import type { DescribedProject } from '../../../app/describe-project.ts'
import { catchUp } from '../../../app/caught-up.ts'
import { slotOfFile } from '../../../app/game/game-files.ts'
import type { FurtherRequest } from '../../../app/import/further-pairs.ts'
import { importGameFiles } from '../../../app/import/import-game-files.ts'
import { checkLocalized, importLocalized, type LocalizedImport } from '../../../app/import/import-localized.ts'
import type { ImportReport, ImportRequest, OfficialRequest, SlotRequest } from '../../../app/import/import-request.ts'
import type { LocalizedRow } from '../../../app/import/judge-localized.ts'
import { refusalOf, Refused, type WorkRefusal, workSentence } from '../../../app/refused.ts'
import { learnLetters } from '../../../app/upkeep/learn-letters.ts'
import { rowsOfPatch } from '../../../app/work/patch-rows.ts'
import { rememberRows } from '../../../app/writes/remember-rows.ts'
import { counted } from '../../../base/numeral.ts'
import { runAlone } from '../../../base/slices.ts'
import { namedFile, officialNameOf, officialNameOfFile, parseOfficialName } from '../../../domain/game-language.ts'
import type { AffectedRow, LeftOut } from '../../../domain/import-report.ts'
import { importTwinsMax } from '../../../domain/limits.ts'
import { type FormatName, FORMATS } from '../../../../packages/formats/src/game-text.ts'
import { keepHeapSmall } from '../../../runtime/small-heap.ts'
import { startBehind } from '../../../runtime/start-own.ts'
import { SearchIndexer } from '../../../search/upkeep.ts'
import type { CommandContext, ParsedArgs, Runnable, OptionSpec } from '../../command.ts'
import { Failure, Usage } from '../../failure.ts'
import { actingPerson } from '../../named-person.ts'
import { asFileRefused } from '../../refused-failure.ts'
import { withInputFiles, withReadableOptions } from '../../streams/input.ts'
import { type LineFile, openLineFile } from '../../streams/line-file.ts'
import { type OutputTarget, withOutput } from '../../streams/output.ts'
import { withApp } from '../../with-app.ts'
import { valueOf } from '../value-of.ts'
import { FILE, NAME, word } from '../../options.ts'
import { importSummary, isFirstImport } from './import-summary.ts'
import {
  answerProject,
  type ChosenGame,
  chooseProject,
  PROJECT_OPTIONS,
  projectDocument,
  tellProject,
} from './import-project.ts'

/** If the index needs more segments, another process makes them: so many take half a second here. */
const segmentsHereMax = 8

/**
 * Renews the indexes after an import, so that no later request waits for them. A process of lower priority that
 * outlives the command makes a large search index: here it would add 2.1 s to the 6.6 s of processor time of an import
 * of 1.18 million rows. An index that can't be written is no fault: lists and searches then read the texts.
 */
async function renewIndexes({ config, signal }: CommandContext, app: App): Promise<void> {
  await catchUp(app)
  await learnLetters(app, runAlone).catch(() => false)
  const indexer = new SearchIndexer(app, runAlone)
  const isLarge = indexer.countToMake() > segmentsHereMax
  if (!isLarge || !startBehind(config.data, ['index', '--quiet'])) await indexer.renew(signal)
}

function officialFile(given: string) {
  const [, name, path] = /^([a-z_\d]+(?:-diff)?)=(.+)$/s.exec(given) ?? []
  if (name !== undefined && path !== undefined) return { ...parseOfficialName(name), path }
  const named = officialNameOfFile(basename(given))
  if (named !== null) return { ...named, path: given }
  throw new Usage(
    `--official ${given}: the name does not say which language it is; write de=${given}, or de-diff=${given} for a diff`,
  )
}

/** The names by which `--called` calls these files, such as `official-de`. */
const calledOfficial = (args: ParsedArgs): readonly string[] =>
  args.texts('official').map((given) => `official-${officialNameOf(officialFile(given))}`)

/** Pipes are copied first. `called`: names to record, by those of `calledOfficial`. */
async function withOfficial(
  context: CommandContext,
  args: ParsedArgs,
  called: ReadonlyMap<string, string>,
  work: (official: readonly OfficialRequest[]) => Promise<void>,
): Promise<void> {
  const files = args.texts('official').map(officialFile)
  const paths = Object.fromEntries(files.map(({ path }, at) => [String(at), path]))
  await withInputFiles(context, paths, (pathOf) =>
    work([
      ...files.map(({ path, ...of }, at) => {
        const name = called.get(`official-${officialNameOf(of)}`)
        return { ...of, file: { path: pathOf(String(at)) ?? path, ...(name !== undefined && { name }) } }
      }),
      ...emptied(args),
    ]),
  )
}

/** Languages whose official texts are to be removed: each with its main file and its diff. */
const emptied = (args: ParsedArgs): OfficialRequest[] =>
  args.texts('no-official').flatMap((name) => {
    const { language, part } = parseOfficialName(name)
    const parts = part === 'diff' ? (['diff'] as const) : (['main', 'diff'] as const)
    return parts.map((each) => ({ language, part: each, file: 'empty' as const }))
  })

/**
 * Whether a file's name says that it belongs to another option. Throws for a file of the first pair that is given in
 * another's place.
 */
function assertNamed(slots: ImportRequest['slots']): void {
  for (const [key, wanted] of Object.entries(slots)) {
    if (wanted === null || wanted === 'empty') continue
    const [slot, name] = [key.replace('_', '-'), wanted.name ?? basename(wanted.path)]
    const own = slotOfFile(name)
    if (own === slot || own.startsWith('__') || !/^translate_words_map_/i.test(name)) continue
    // Every name that tells nothing is one of a main file.
    if (own === 'main' && namedFile(name) === null) continue
    throw new Refused({ code: 'named_otherwise', name, own, slot })
  }
}

/** Counts of memory with the names of the report: `could_fill`, or `filled` and the number of the run. */
type MemoryCounts = Readonly<Record<string, number>>

/**
 * Fills the rows of an import from memory, or counts what it could fill, by the setting `memory`. New texts may fit any
 * row, so an import of translations looks at all rows. Null: the setting is off, or memory has nothing for these rows.
 */
async function memoryAfterImport(
  context: CommandContext,
  args: ParsedArgs,
  app: App,
  { sources, localized }: { readonly sources: { readonly number: number } | null; readonly localized: object | null },
): Promise<MemoryCounts | null> {
  const { memory } = app.rules.now().settings
  if (memory === 'off') return null
  const patch = sources === null || localized !== null ? null : String(sources.number)
  const done = valueOf(
    await rememberRows(app, actingPerson(app, args), {
      rows: patch === null ? null : await rowsOfPatch(app, patch),
      isDryRun: memory === 'suggest',
      twinRowsMax: importTwinsMax,
      run: runAlone,
      signal: context.signal,
    }),
  )
  const { number, filled, twins, unsought, left } = done
  if (memory === 'suggest') {
    if (filled === 0) return left.divided === 0 ? null : { could_fill: 0, twins, unsought, ...left }
    const only = patch === null ? '' : ` --filter 'patch=${patch}'`
    context.note(`memory has texts for ${counted(filled, 'row')}: windrow remember${only} fills them`)
    return { could_fill: filled, twins, unsought, ...left }
  }
  return { filled, twins, unsought, ...left, ...(number !== null && { run: number }) }
}

const slots: readonly OptionSpec[] = [
  { name: 'main', summary: "The game's main file", value: FILE },
  { name: 'diff', summary: "The game's diff file", value: FILE, excludes: ['no-diff'] },
  { name: 'reference', summary: 'The Chinese main file', value: FILE, excludes: ['no-reference'] },
  { name: 'reference-diff', summary: 'The Chinese diff file', value: FILE, excludes: ['no-reference-diff'] },
  {
    name: 'official',
    summary: "The game's file in another language, known by its name, or de=FILE, de-diff=FILE",
    value: word('FILE'),
    isRepeatable: true,
  },
  {
    name: 'also',
    summary: 'A file of a further pair, known by its name, such as translate_words_map_en__small',
    value: FILE,
    isRepeatable: true,
  },
  { name: 'localized', summary: 'A translated main file: becomes machine text', value: FILE },
  { name: 'localized-diff', summary: 'A translated diff file: becomes machine text', value: FILE },
  { name: 'no-diff', summary: 'Remove the stored diff file' },
  {
    name: 'no-also',
    summary: 'Remove a further pair (small) or its diff (small_diff)',
    value: word('PAIR'),
    isRepeatable: true,
  },
  { name: 'no-reference', summary: 'Remove the Chinese main file' },
  { name: 'no-reference-diff', summary: 'Remove the Chinese diff file' },
  {
    name: 'no-official',
    summary: 'Remove this language (de), or only its diff (de-diff)',
    value: word('LANGUAGE'),
    isRepeatable: true,
  },
]

export const command: Runnable = {
  name: 'import',
  summary: 'Read game text into the store',
  details: [
    'Files are game containers (translate_words_map_*) or text dumps (gzip or zstd compressed too), recognised by content.',
    `Formats: ${Object.values(FORMATS).join('; ')}. Of another game (--profile generic): JSON, tables, PO, XLIFF.`,
    'Main, diff, reference, reference diff, each --also and each --official are replaced as a whole. ' +
      'A damaged file or an interrupted import changes nothing.',
  ],
  needsOneOf: slots.map((slot) => slot.name),
  options: [
    ...slots,
    ...PROJECT_OPTIONS,
    {
      name: 'format',
      summary: 'Read the files as this format, whatever their content',
      value: word('FORMAT', Object.keys(FORMATS), 'format'),
      defaultText: 'recognised by content',
    },
    {
      name: 'called',
      summary: 'Name to record for the file of an option, if its name on disk means nothing',
      value: word('OPTION=NAME'),
      isRepeatable: true,
      defaultText: 'the name on disk',
    },
    { name: 'dry-run', summary: 'Show what would happen; changes nothing' },
    { name: 'report', summary: 'Write a line (JSONL) for each affected row', value: FILE },
    { name: 'allow-retire', summary: 'Continue even if many rows lose their source' },
    { name: 'skip-damaged', summary: 'Import the rest of a damaged container' },
    { name: 'force', summary: 'Accept a translated file as a source, or a file that looks like another one' },
    { name: 'overwrite', summary: 'Localized files replace any machine text that came from a localized file' },
    { name: 'overwrite-all', summary: 'Localized files replace any machine text' },
    { name: 'as', summary: 'Import as this person, with their rights, for the report and the revisions', value: NAME },
  ],
  examples: [
    'windrow import --main translate_words_map_en --diff translate_words_map_en_diff',
    'windrow import --main main.jsonl --no-diff --dry-run --json',
    'windrow import --also translate_words_map_en__small --also translate_words_map_en__small_diff',
    'windrow import --localized main.uk.jsonl',
    'windrow import --profile generic --main strings.json',
  ],
  async run(context, args) {
    keepHeapSmall()
    const startMs = context.clock.monotonicMs()
    checkReport(args)
    const importing = (target: OutputTarget | null): Promise<void> =>
      withReadableOptions(context, args, FILE_OPTIONS, (readable) =>
        withOfficial(context, args, namesOf(args), (official) =>
          importInto(context, readable, official, target, startMs),
        ),
      )
    const report = args.text('report')
    await (report === undefined ? importing(null) : withOutput(context, report, importing, 'the report'))
  },
}

async function importInto(
  context: CommandContext,
  args: ParsedArgs,
  official: readonly OfficialRequest[],
  reportTo: OutputTarget | null,
  startMs: number,
): Promise<void> {
  const importing = async (app: App): Promise<void> => {
    const name = namesOf(args).get('main')
    if (args.flag('describe')) return await answerProject(context, args, app, name)
    const game = await chooseProject(context, app, args, name)
    const report = openReport(reportTo)
    try {
      const { sources, localized, project } = await importAll(context, args, official, game, report)
      if (game.becoming.onReveal !== undefined) context.note('your game replaces the sample')
      await report.keep()
      const isDryRun = args.flag('dry-run')
      const memory = isDryRun ? null : await memoryAfterImport(context, args, app, { sources, localized })
      const seconds = Math.round(context.clock.monotonicMs() - startMs) / 1000
      // A main folder was told before, and its translations are in it.
      const isTold = project !== null && args.text('localized') === undefined ? isOfFolder : () => false
      const document: Record<string, unknown> = {
        ...documentOf({ sources, localized, memory, seconds, isTold }),
        ...(project !== null && { project: projectDocument(project) }),
      }
      for (const warning of document['warnings'] as string[]) context.warn(warning)
      if (typeof sources?.learntMarkup === 'string') context.note(markupNote(sources.learntMarkup))
      if (sources?.hasCaptions === true && isFirstImport(document)) noteCaptions(context, app)
      context.answer(document, () => importSummary(document, { isDryRun, isOverSample: game.isOverSample }))
      if (!isDryRun) await renewIndexes(context, app)
    } catch (error) {
      report.drop()
      throw error
    }
  }
  await withApp(context, (app) =>
    importing(app).catch((error: unknown) => {
      throw asFileRefused(error)
    }),
  )
}

const FILE_OPTIONS = ['main', 'diff', 'reference', 'reference-diff', 'localized', 'localized-diff'] as const

async function importAll(
  context: CommandContext,
  args: ParsedArgs,
  official: readonly OfficialRequest[],
  { app, isOverSample, becoming }: ChosenGame,
  report: ReportFile,
): Promise<{
  readonly sources: ImportReport | null
  readonly localized: LocalizedImport | null
  readonly project: DescribedProject | null
}> {
  const project = await tellProject(context, args, app)
  const progress = context.progress('import', undefined, 'rows')
  let shown = ''
  const onProgress = (what: string, done: number, total: number | undefined): void => {
    if (what !== shown) progress.begin(what, total)
    shown = what
    progress.update(done, total)
  }
  const format = (args.text('format') as FormatName | undefined) ?? null
  const names = namesOf(args)
  const slots = slotsOf(args, names, isOverSample)
  if (app.rules.now().settings.profile !== 'generic' && !args.flag('force')) assertNamed(slots)
  const further = { files: furtherFiles(args, names), emptied: args.texts('no-also') }
  const hasFurther = further.files.length + further.emptied.length + official.length > 0
  const hasSources = hasFurther || Object.values(slots).some((slot) => slot !== null)
  const files = localizedFiles(args, names, project)
  const userId = actingPerson(app, args)?.user.id ?? null
  const localizedRequest = {
    ...files,
    ...(format !== null && { format }),
    authorId: userId,
    overwrite: args.flag('overwrite'),
    overwriteAll: args.flag('overwrite-all'),
    skipDamaged: args.flag('skip-damaged'),
    dryRun: args.flag('dry-run'),
    signal: context.signal,
    onProgress: (done: number, total: number) => onProgress('writing translations', done, total),
    ...(report.onLocalized !== null && { report: report.onLocalized }),
    ...(report.onLeftOut !== null && { onLeftOut: report.onLeftOut }),
  }
  const hasLocalized = files.main !== undefined || files.diff !== undefined
  try {
    // Before the game's files are written, so that a damaged translation changes nothing.
    const translations =
      hasSources && hasLocalized ? await checkLocalized(app, localizedRequest) : new Map<string, string>()
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
            official,
            further,
            format,
            isDryRun,
            allowRetire: args.flag('allow-retire') || isOverSample,
            skipDamaged: args.flag('skip-damaged'),
            force: args.flag('force'),
            userId,
            translations,
            ...(project !== null && { sourceLanguage: project.sourceLanguage }),
          },
          // A dry run tries translations on the rows that the other files would make.
          { ...report, ...becoming, signal: context.signal, onProgress, beforeUndo: tryLocalized },
        )
      : null
    if (!isDryRun || !hasSources) await (sources === null ? tryLocalized() : afterSources(context, tryLocalized))
    return { sources, localized, project }
  } finally {
    progress.end()
  }
}

/** The files with translations: those of the options, else the game's own folder, if people's translations already lie in it. */
function localizedFiles(args: ParsedArgs, names: ReadonlyMap<string, string>, project: DescribedProject | null) {
  const [given, diff] = [args.text('localized'), args.text('localized-diff')]
  const isOwn = given === undefined && diff === undefined && project !== null && project.target.done > 0
  const main = isOwn ? args.text('main') : given
  const [mainName, diffName] = [names.get(isOwn ? 'main' : 'localized'), names.get('localized-diff')]
  return {
    ...(main !== undefined && { main }),
    ...(diff !== undefined && { diff }),
    ...(mainName !== undefined && { mainName }),
    ...(diffName !== undefined && { diffName }),
    ...(project !== null && { places: project.places }),
    onlyEmpty: isOwn,
  }
}

/** Imports the game's files, then does what depends on them. The files are imported even if the translations fail. */
async function afterSources(context: CommandContext, importThem: () => Promise<void>): Promise<void> {
  try {
    await importThem()
  } catch (error) {
    if (context.signal.aborted) throw new Refused({ code: 'translations_interrupted' })
    const why = refusalOf(error) ?? ({ code: 'fault', message: (error as Error).message } as const)
    throw new Refused({ code: 'translations_left_out', why })
  }
}

function namesOf(args: ParsedArgs): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const text of args.texts('called')) {
    const [, option = '', name = ''] = /^([a-z0-9_-]+)=(.+)$/s.exec(text) ?? []
    const isGiven = FILE_OPTIONS.some((each) => each === option) && args.text(option) !== undefined
    const isFurther = args.texts('also').some((path) => basename(path) === option)
    if (!isGiven && !isFurther && !calledOfficial(args).includes(option)) {
      throw new Usage(
        `--called ${text}: write OPTION=NAME, with the option that gives a file, such as main=words.jsonl`,
      )
    }
    names.set(option, name)
  }
  return names
}

/** The files of `--also`, each with the name that `--called` says it had on disk. */
const furtherFiles = (args: ParsedArgs, names: ReadonlyMap<string, string>): FurtherRequest['files'] =>
  args.texts('also').map((path) => {
    const name = names.get(basename(path))
    return { path, ...(name !== undefined && { name }) }
  })

/** `isOverSample`: files that are not given leave with it. */
function slotsOf(args: ParsedArgs, names: ReadonlyMap<string, string>, isOverSample: boolean): ImportRequest['slots'] {
  const slot = (option: string): SlotRequest => {
    const path = args.text(option)
    const name = names.get(option)
    if (path === undefined) return isOverSample ? 'empty' : null
    return { path, ...(name !== undefined && { name }) }
  }
  const emptiable = (option: string): SlotRequest => (args.flag(`no-${option}`) ? 'empty' : slot(option))
  return {
    main: slot('main'),
    diff: emptiable('diff'),
    reference: emptiable('reference'),
    reference_diff: emptiable('reference-diff'),
  }
}

const pairsDocument = (pairs: ImportReport['pairs']): Record<string, unknown> =>
  Object.fromEntries(
    pairs.flatMap(({ name, main, diff, shared, others }) => [
      [`pair_${name}`, { ...main, shared, other_sources: others }],
      [`pair_${name}_diff`, diff ?? undefined],
    ]),
  )

interface Done {
  readonly sources: ImportReport | null
  readonly localized: LocalizedImport | null
  readonly memory: MemoryCounts | null
  readonly seconds: number
  readonly isTold: (warning: WorkRefusal) => boolean
}

const isOfFolder = (warning: WorkRefusal): boolean =>
  warning.code === 'file_note' && ['files_unknown', 'links_left', 'files_damaged'].includes(warning.damage.problem)

/** The report for `--json`, without members for files that were not given. */
function documentOf({ sources, localized, memory, seconds, isTold }: Done): Record<string, unknown> {
  const heads = sources?.heads ?? null
  // A folder that holds its translations is read twice.
  const all = [...(sources?.warnings ?? []), ...(localized?.warnings ?? [])].filter((each) => !isTold(each))
  const warnings = new Map(all.map((each) => [workSentence(each), each]))
  const document = {
    rows: sources?.rows ?? undefined,
    diff: sources?.diff ?? undefined,
    reference: sources?.reference ?? undefined,
    reference_diff: sources?.referenceDiff ?? undefined,
    official: Object.keys(sources?.official ?? {}).length === 0 ? undefined : sources?.official,
    ...pairsDocument(sources?.pairs ?? []),
    changed_with_translation: heads?.changedWithTranslation,
    changed_cosmetic_only: heads?.changedCosmeticOnly,
    heads_now_stale: heads?.headsNowStale,
    heads_now_invalid: heads?.headsNowInvalid,
    texts_followed: sources?.followed || undefined,
    localized: localized?.localized,
    memory: memory ?? undefined,
    import: localized?.number ?? undefined,
    markup: sources?.learntMarkup ?? undefined,
    warnings: [...warnings.keys()],
    warning_facts: warnings.size === 0 ? undefined : [...warnings.values()],
    seconds,
  }
  return JSON.parse(JSON.stringify(document)) as Record<string, unknown>
}

function markupNote(markup: string): string {
  return markup === ''
    ? 'no placeholders or tags were found; windrow setting set markup NAMES names those that translations must keep'
    : `translations must keep placeholders and tags: ${markup} (windrow setting set markup NAMES changes that)`
}

function noteCaptions(context: CommandContext, app: App): void {
  const { settings, gate } = app.rules.now()
  const { caption_policy: policy } = settings
  if (gate.markup !== policy) return
  const other = policy === 'keep' ? 'free' : 'keep'
  const meaning = policy === 'keep' ? 'translations keep them as in the source' : 'they are translated like any text'
  context.note(
    `some tags hold words for players; ${meaning} (windrow setting set caption_policy ${other} changes this)`,
  )
}

interface ReportFile extends Pick<LineFile, 'keep' | 'drop'> {
  readonly onRow: ((row: AffectedRow) => void) | null
  readonly onLocalized: ((row: LocalizedRow) => void) | null
  readonly onLeftOut: ((left: LeftOut) => void) | null
}

function openReport(target: OutputTarget | null): ReportFile {
  if (target === null) return { onRow: null, onLocalized: null, onLeftOut: null, keep: async () => {}, drop: () => {} }
  const lines = openLineFile(target)
  const onLine = (line: object): void => lines.write(JSON.stringify(line))
  return {
    onLocalized: ({ rowId, isInvalid, findings, ...row }) =>
      onLine({ row_id: rowId, ...row, invalid: isInvalid, ...(isInvalid && { findings }) }),
    onLeftOut: ({ rowId, ...left }) => onLine({ row_id: rowId, ...left }),
    onRow: (row) =>
      onLine({
        row_id: row.rowId,
        ordinal: row.ordinal,
        change: row.change,
        ...(row.pair !== undefined && { pair: row.pair }),
        before: row.before,
        after: row.after,
        has_translation: row.hasTranslation,
        cosmetic_only: row.isCosmeticOnly,
        heads_now_stale: row.headsNowStale,
        heads_now_invalid: row.headsNowInvalid,
      }),
    keep: () =>
      lines.keep().catch((error: unknown) => {
        const { message } = error as Error
        throw new Failure(`the import is done, but its report could not be written: ${message}; free some space`)
      }),
    drop: () => lines.drop(),
  }
}

/** Refuses a report's name that is a game file, because the report replaces a file of that name. */
function checkReport(args: ParsedArgs): void {
  const report = args.text('report')
  if (report === undefined) return
  const files = [
    ...FILE_OPTIONS.map((option) => [option, args.text(option)] as const),
    ...args.texts('official').map((given) => ['official', officialFile(given).path] as const),
    ...args.texts('also').map((path) => ['also', path] as const),
  ]
  for (const [option, path] of files) {
    if (path === undefined || resolve(path) !== resolve(report)) continue
    throw new Usage(`--report and --${option} name the same file, ${path}; give the report a name of its own`)
  }
}
