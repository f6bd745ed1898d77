// What `windrow import` is told of another game's files, and what it tells of a folder before that comes in
// (docs/another-game.md#a-project).
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Project } from '../../../../packages/formats/src/keyed/project.ts'
import type { App } from '../../../app/app.ts'
import type { DescribedProject } from '../../../app/describe-project.ts'
import type { ImportHooks } from '../../../app/import/import-request.ts'
import { projectOf } from '../../../app/project.ts'
import { isOfAnotherGame, rulesAhead } from '../../../app/rules.ts'
import { changeSetting } from '../../../app/upkeep/change-settings.ts'
import { becomeGame, holdsOnlySample, holdsSample, isNewStore } from '../../../app/upkeep/set-up-sample.ts'
import { counted, numeral } from '../../../base/numeral.ts'
import { allowedValues, parseSetting, type SettingName, type Settings } from '../../../domain/settings.ts'
import type { CommandContext, OptionSpec, ParsedArgs } from '../../command.ts'
import { Failure, Usage } from '../../failure.ts'
import { actingPerson } from '../../named-person.ts'
import { profileSettings } from '../profile-file.ts'
import { valueOrUsage } from '../value-of.ts'
import { word } from '../../options.ts'

const text = (name: string, placeholder: string, summary: string, defaultText?: string): OptionSpec => ({
  name,
  summary,
  value: word(placeholder),
  ...(defaultText !== undefined && { defaultText }),
})

/** Options that describe another game's files. They have the names of the settings that keep them. */
export const PROJECT_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'profile',
    summary:
      'Game of the new store: its name, generic for any other, or a file that describes it (docs/own-profile.md)',
    value: word('GAME'),
  },
  text(
    'markup',
    'NAMES',
    'What must stay in the texts of a generic game, such as printf,tags',
    'learnt from the texts of the first import',
  ),
  text('target-language', 'TAG', 'Language of the translations, such as uk'),
  text('source-language', 'TAG', 'Language that is translated from, where files or columns name several', 'guessed'),
  text(
    'only',
    'PATTERNS',
    "Files of another game's folder with texts, such as i18n/*.json or lang/{language}/*.txt",
    'guessed',
  ),
  text('skip', 'PATTERNS', 'Files of the folder that are left out'),
  text('keys', 'PATTERNS', 'Keys that are texts; !*.note leaves out'),
  text('key-column', 'NAME', 'Column of the keys in tables', 'guessed'),
  text('source-column', 'NAME', 'Column of the source in tables', 'guessed'),
  text('target-column', 'NAME', 'Column of the translation in tables', 'guessed'),
  { name: 'yes', summary: 'Import a folder as windrow describes it, without asking' },
  { name: 'describe', summary: "Show what windrow takes another game's files for, and stop" },
]

const KEPT: ReadonlyMap<string, string> = new Map(
  PROJECT_OPTIONS.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name.replaceAll('-', '_'), name] as const],
  ),
)

/** Settings with their values, of the profile and of options; an option goes before the profile. */
async function described(
  context: CommandContext,
  args: ParsedArgs,
): Promise<readonly (readonly [SettingName, string])[]> {
  const profile = args.text('profile')
  const ofProfile = profile === undefined ? {} : await profileSettings(context, profile)
  const ofOptions = [...KEPT].flatMap(([name, option]) => {
    const typed = args.text(option)
    return typed === undefined || option === 'profile' ? [] : [[name, typed] as const]
  })
  return Object.entries({ ...ofProfile, ...Object.fromEntries(ofOptions) }) as [SettingName, string][]
}

/** A folder is never one of Where Winds Meet, so nobody has to say whose it is. */
const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (there) => there.isDirectory(),
    () => false,
  )

export interface ChosenGame {
  /** The app by whose rules the files are read. */
  readonly app: App
  /** True: files that are not given leave with the sample. */
  readonly isOverSample: boolean
  /** What makes the store the other game's, in the transaction that takes the sample out; empty: it is the game's already. */
  readonly becoming: Pick<ImportHooks, 'onReveal'>
}

/**
 * Decides for which game a new store is and how its files lie, before the first one is read. One that holds only the sample is new, too;
 * it changes together with its rows, so that an import that fails or is declined leaves the sample.
 */
export async function chooseProject(
  context: CommandContext,
  app: App,
  args: ParsedArgs,
  name: string | undefined,
): Promise<ChosenGame> {
  const said = await described(context, args)
  const main = args.text('main')
  const hasSample = main !== undefined && holdsSample(app)
  const isOverSample = hasSample && (args.flag('allow-retire') || holdsOnlySample(app))
  const path = main === undefined || !(hasSample || isNewStore(app)) ? null : resolve(context.cwd, main)
  const isGuessed = args.text('profile') === undefined && path !== null && (await isFolder(path))
  const wanted = isGuessed ? [['profile', 'generic'] as const, ...said] : said
  const saidOf = (name: SettingName): string | undefined => wanted.find(([each]) => each === name)?.[1]
  const before = app.rules.now().settings
  const source = saidOf('source_language') ?? before.source_language
  if (source !== '' && source === (saidOf('target_language') ?? before.target_language)) {
    throw new Usage(
      `source and target language are both ${source}; name the right one with --source-language or --target-language`,
    )
  }
  if (path !== null && saidOf('profile') === 'generic' && !isOfAnotherGame(app)) {
    const changed = settingsOf(wanted)
    const settings = { ...before, ...changed }
    if (hasSample && !isOverSample) {
      throw new Failure(
        'somebody wrote or proposed texts in the sample; nothing was changed (--allow-retire imports your game in its place)',
      )
    }
    await describe(context, app, path, { name, project: projectOf(settings) })
    if (isOverSample) {
      assertNoFormat(args)
      if (args.flag('dry-run')) throw new Usage(noDryRun)
      const by = actingPerson(app, args)?.user ?? null
      const becoming: ChosenGame['becoming'] = { onReveal: (txn) => void valueOrUsage(becomeGame(txn, by, changed)) }
      return { app: { ...app, rules: rulesAhead(app.rules, settings) }, isOverSample, becoming }
    }
  }
  for (const [setting, typed] of wanted) {
    if (parseSetting(setting, typed) === before[setting]) continue
    if (setting !== 'profile' && !isOfAnotherGame(app)) {
      const option = KEPT.get(setting) ?? 'profile'
      throw new Usage(`--${option} is for the files of another game; add --profile generic for a new store`)
    }
    if (args.flag('dry-run')) {
      const given = args.text('profile')
      const isOfFile =
        given !== saidOf('profile') && (setting === 'profile' || args.text(KEPT.get(setting) ?? '') === undefined)
      const first = isOfFile ? `profile ${given}` : `set ${setting} ${typed}`
      throw new Usage(`--dry-run changes nothing; first: windrow setting ${first}`)
    }
    valueOrUsage(await changeSetting(app, actingPerson(app, args), setting, typed))
  }
  if (isOfAnotherGame(app)) assertNoFormat(args)
  return { app, isOverSample, becoming: {} }
}

const noDryRun = "a dry run can't replace the sample by another game; --describe says what your files are taken for"

function assertNoFormat(args: ParsedArgs): void {
  if (args.text('format') === undefined) return
  throw new Usage('--format names formats of Where Winds Meet; the files of another game are recognised by content')
}

async function describe(
  context: CommandContext,
  app: App,
  path: string,
  as: { readonly name?: string | undefined; readonly project?: Project } = {},
): Promise<DescribedProject> {
  const { describeProject } = await import('../../../app/describe-project.ts')
  const progress = context.progress('reading the folder', undefined, 'files')
  const onFile = (done: number, total: number): void => progress.update(done, total)
  return await describeProject(app, path, { ...as, onFile }).finally(() => progress.end())
}

/** Tells of the main folder and asks, at the first import on a terminal. Null: no folder of another game is given. */
export async function tellProject(
  context: CommandContext,
  args: ParsedArgs,
  app: App,
): Promise<DescribedProject | null> {
  const main = args.text('main')
  if (main === undefined || !isOfAnotherGame(app)) return null
  const path = resolve(context.cwd, main)
  if (!(await isFolder(path))) return null
  const project = await describe(context, app, path)
  // The import refuses the folder, and says why.
  if (isUnclear(project)) return null
  if (!context.json) for (const line of projectLines(project)) context.note(line)
  const isAsked = context.canAsk && context.isTty && !context.json && !args.flag('yes') && !args.flag('dry-run')
  if (!isAsked || !project.isFirst) return project
  context.stderr.write('import these files? [Y/n] ')
  if (/^(?:y|yes|)$/i.test((await context.readLine()).trim())) return project
  throw new Failure(
    'nothing was imported; correct it with --source-language, --target-language, --only, --skip, --keys (windrow help import)',
  )
}

function settingsOf(described: readonly (readonly [SettingName, string])[]): Partial<Settings> {
  const read = described.map(([name, typed]) => {
    const value = parseSetting(name, typed)
    if (value === null)
      throw new Usage(`--${KEPT.get(name) ?? 'profile'} can't be ${typed}; it takes ${allowedValues(name)}`)
    return [name, value] as const
  })
  return Object.fromEntries(read)
}

const isUnclear = ({ unclear, untargeted }: DescribedProject): boolean => unclear.length + untargeted.length > 0

/** Answers with what the files of `--main` would be taken for. `name`: how the files are called, where their path says nothing. */
export async function answerProject(
  context: CommandContext,
  args: ParsedArgs,
  app: App,
  name: string | undefined,
): Promise<void> {
  const wanted = settingsOf(await described(context, args))
  if (!isOfAnotherGame(app) && wanted.profile !== 'generic') {
    throw new Usage('--describe is for the files of another game; add --profile generic for a new store')
  }
  const asked = projectOf({ ...app.rules.now().settings, ...wanted })
  const main = args.text('main')
  if (main === undefined) throw new Usage('--describe needs --main, the file or folder to look at')
  const path = resolve(context.cwd, main)
  const project = await describe(context, app, path, { name, project: asked })
  context.answer({ project: wholeDocument(project) }, () => projectLines(project))
}

const nameOf = (tag: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag

/** Why a file was left out, as words for one file and for several. */
const WHY: Readonly<Record<DescribedProject['left'][number]['why'], readonly [string, string]>> = {
  language: ['file of another language', 'files of other languages'],
  manifest: ['manifest', 'manifests'],
  data: ['file without texts', 'files without texts'],
  no_language: ['file beside those that name their language', 'files beside those that name their language'],
  only: ['file outside of the patterns (only)', 'files outside of the patterns (only)'],
  skip: ['file by a pattern (skip)', 'files by patterns (skip)'],
  damaged: ['damaged file', 'damaged files'],
  unknown: ['file of an unknown kind', 'files of an unknown kind'],
  link: ['link', 'links'],
}

const languagesShownMax = 6

/** Which language has what, and what is left out; or why an import refuses the folder. */
export function projectLines(project: DescribedProject): string[] {
  const { sourceLanguage, targetLanguage, source, target, left, unclear, untargeted } = project
  if (unclear.length > 0) return [`source: not clear (${unclear.join(', ')}); name it with --source-language`]
  if (untargeted.length > 0) return [`translation: no file for it, only ${untargeted.join(', ')}`]
  const files = counted(source.files, 'file', 'files')
  const texts = counted(source.texts, 'text', 'texts')
  const isTo = target.first !== source.first
  const to = isTo ? `; ${source.first} becomes ${target.first}` : ''
  const unsaid =
    'translation: no language given (--target-language TAG), so translations would go into the source files'
  const said = targetLanguage === '' ? unsaid : nameOf(targetLanguage)
  return [
    `${sourceLanguage === '' ? 'source' : nameOf(sourceLanguage)}: ${files}, ${texts}, the first is ${source.first}`,
    targetLanguage === ''
      ? said
      : `${said}: ${counted(target.files, 'file', 'files')}, ${numeral(target.done)} done${to}`,
    ...left.map(({ why, files: count, languages, first }) => {
      const [one, many] = WHY[why]
      const shown = languages.slice(0, languagesShownMax).join(', ')
      const named = `${shown}${languages.length > languagesShownMax ? `, … (${numeral(languages.length)} languages)` : ''}`
      const which = languages.length > 0 ? named : count > 1 ? `${first}, …` : first
      return `left out: ${counted(count, one, many)} (${which})`
    }),
  ]
}

/** What was found in a folder, as a document for `--json`. */
export const projectDocument = ({ sourceLanguage, targetLanguage, source, target, left }: DescribedProject) => ({
  source_language: sourceLanguage,
  target_language: targetLanguage,
  source,
  target,
  left_out: left,
})

/** What `--describe --json` prints: the site makes its table of it. */
const wholeDocument = (project: DescribedProject) => ({
  ...projectDocument(project),
  files: project.taken,
  files_left_out: project.leftOut,
  tables: project.tables,
  damage: project.damage,
  languages: project.languages,
  unclear: project.unclear,
  untargeted: project.untargeted,
})
