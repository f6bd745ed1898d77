// `windrow install` and `windrow uninstall`: puts the team's texts into the game and takes them out, after a question.
import { checkFit, chooseOffer, installRelease, readOffers } from '../../../../packages/players/src/install-release.ts'
import { installTwins, planInstall } from '../../../app/game/install-twins.ts'
import {
  type GameFileState,
  installedFolder,
  type PlannedFile,
  uninstall as takeOut,
} from '../../../../packages/players/src/game-folder.ts'
import { isOfAnotherGame } from '../../../app/rules.ts'
import { steamBuild } from '../../../app/game/find-game.ts'
import { defaultLevel } from '../../../../packages/formats/src/container/default-level.ts'
import { agreed, ASKS_NOT } from '../../agreed.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import type { Progress } from '../../streams/progress.ts'
import { valueOf } from '../value-of.ts'
import { withStore } from '../../with-app.ts'
import { AS_LANGUAGE, asLanguageOf, folderOfAnotherGame, gameFolderOf } from './game-folder.ts'
import { configOption, SLUG, word } from '../../options.ts'

const BEFORE: Readonly<Record<GameFileState, string>> = {
  new: 'will be copied to a safe place, then replaced',
  untouched: "is the game's own file and will be replaced",
  ours: 'is an earlier export and will be replaced',
  changed: 'came since the last install (a patch, or the launcher): it will be copied to a safe place, then replaced',
  missing: 'does not exist yet and will be added',
}

const AFTER: Readonly<Record<GameFileState, string>> = {
  ours: 'is as it was before',
  untouched: "was already the game's own file",
  changed: 'came since the install (a patch, or the launcher) and is left as it is',
  missing: 'does not exist',
  new: 'is left as it is',
}

const repairWords =
  'When the launcher repairs or updates the game, its own files come back: install again (after an update, import them first).'

const documentOf = (folder: string, files: readonly { readonly name: string; readonly state: GameFileState }[]) => ({
  folder,
  files: files.map(({ name, state }) => ({ name, was: state })),
})

export const install: Runnable = {
  name: 'install',
  summary: 'Install the translated files into the game; its own files are kept',
  details: [
    'With ADDRESS, the site or feed of a team, it downloads and installs the release that is there; ' +
      'it needs no store, and connects to nothing else.',
    "The folder is --game, else that of the last install, else that of the imported files if they are the game's own, " +
      'else the only game found on this machine.',
    '--json prints {folder, files: [{name, was}], warnings}; was is new, untouched, ours, changed or missing. ' +
      'With ADDRESS also version and edition.',
  ],
  arguments: [{ value: word('ADDRESS'), summary: 'Site or feed of a release, https://…', isOptional: true }],
  options: [
    configOption('game'),
    { name: 'edition', summary: 'Which edition of the release', value: SLUG, defaultText: 'the only one' },
    {
      name: 'force',
      summary: 'Install even if the release was made for other files of the game, or is older than the last',
    },
    { name: 'stale', summary: 'Include stale translations whose markup still fits', excludes: ['edition', 'force'] },
    {
      ...AS_LANGUAGE,
      summary: 'Replace the files of this language of the game, for players who keep English',
      defaultText: 'that of the last install, else the imported one',
      excludes: ['edition', 'force'],
    },
    ASKS_NOT,
  ],
  examples: [
    'windrow install',
    'windrow install https://translations.example --edition english-items',
    'windrow install https://frogs.example --game "D:\\Steam\\steamapps\\common\\Frog Valley\\Mods"',
    'windrow install --game "D:\\Steam\\steamapps\\common\\Where Winds Meet\\Package\\HD\\oversea\\locale" --yes',
  ],
  run: (context, args) => {
    const address = args.optionalArgument('ADDRESS')
    return address === undefined ? installOwn(context, args) : installFrom(context, args, address)
  },
}

const TEST_WARNINGS = {
  known_issues: 'this release has known issues',
  unverified: 'the feed does not say that this release was tested in the game',
} as const

/** Shows the editions of the feed and installs one of them. */
async function installFrom(context: CommandContext, args: ParsedArgs, address: string): Promise<void> {
  const { data } = context.config
  const offers = valueOf(await readOffers(address, context.signal))
  for (const { slug, label, version, description, sizeBytes } of offers) {
    const words = [label, description].filter((each) => each !== '').join(': ')
    context.note(`  ${slug}  ${version}, ${megabytes(sizeBytes)}  ${words}`)
  }
  const offer = valueOf(chooseOffer(offers, args.text('edition') ?? null))
  const folder = offer.isFolder ? folderOfAnotherGame(context) : gameFolderOf(context, null)
  valueOf(await checkFit(data, folder, offer, args.flag('force')))
  const build = steamBuild(folder)
  const { state, note } = offer.test
  const warnings = [
    ...(state === 'verified' ? [] : [[TEST_WARNINGS[state], note].filter((each) => each !== '').join(': ')]),
    ...(offer.madeFrom.length > 0 ? [] : ['the feed does not say for which files of the game it was made']),
    ...(build === null || offer.gameBuild === null || build === offer.gameBuild
      ? []
      : [`it was made for build ${offer.gameBuild} of the game, and Steam has installed build ${build}`]),
  ]
  for (const warning of warnings) context.warn(warning)
  await agreed(context, args, `Put ${offer.slug} ${offer.version} into ${folder}?`)
  const steps = progressOfSteps(context)
  const watching = { signal: context.signal, onProgress: steps.update }
  const installed = await installRelease(data, folder, offer, watching).finally(steps.end)
  const { files, delta } = valueOf(installed)
  const { version, slug: edition } = offer
  const downloadedBytes = (delta ?? offer).sizeBytes
  const document = { version, edition, ...documentOf(folder, files), downloaded_bytes: downloadedBytes, warnings }
  context.answer(document, () => [
    ...files.map(({ name }) => `${name} is translated now`),
    ...(delta === null
      ? []
      : [`only what changed since ${delta.fromVersion} was downloaded: ${megabytes(delta.sizeBytes)}`]),
    'windrow uninstall brings back what was there before',
  ])
  context.note('When the game is repaired or updated, its own files are back: install again.')
}

/** A progress bar for each step, counted in bytes. */
function progressOfSteps(context: CommandContext) {
  let [name, bar] = ['', null as Progress | null]
  return {
    update(this: void, step: string, done: number, total: number): void {
      if (step !== name) {
        bar?.end()
        bar = context.progress(step, Math.ceil(total / bytesOfKilo), 'KB')
        name = step
      }
      bar?.update(Math.floor(done / bytesOfKilo))
    },
    end: (): void => bar?.end(),
  }
}

const bytesOfKilo = 1_000
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

const installOwn = (context: CommandContext, args: ParsedArgs): Promise<void> =>
  withStore(context, async (app) => {
    const folder = isOfAnotherGame(app) ? folderOfAnotherGame(context) : gameFolderOf(context, app)
    const planned: readonly PlannedFile[] = valueOf(await planInstall(app, folder, asLanguageOf(args).asLanguage))
    context.note(`in ${folder}:`)
    for (const { name, state } of planned) context.note(`  ${name} ${BEFORE[state]}`)
    await agreed(context, args, 'Put the translated files there?')
    const progress = context.progress('translating', undefined, 'rows')
    const installed = await installTwins(app, folder, planned, {
      level: defaultLevel,
      allowStale: args.flag('stale'),
      signal: context.signal,
      onProgress: (done, total) => progress.update(done, total),
    }).finally(() => progress.end())
    const { warnings } = valueOf(installed)
    for (const warning of warnings) context.warn(warning)
    context.answer({ ...documentOf(folder, planned), warnings }, () => [
      ...planned.map(({ name }) => `${name} is translated now`),
      'windrow uninstall brings the untouched files back',
    ])
    context.note(repairWords)
  })

export const uninstall: Runnable = {
  name: 'uninstall',
  summary: "Restore the game's own files, byte for byte",
  details: [
    'Files that a patch or the launcher has replaced are left alone.',
    '--json prints {folder, files: [{name, was}], kept}; was is ours (put back), untouched, changed or missing.',
  ],
  options: [ASKS_NOT],
  examples: ['windrow uninstall', 'windrow uninstall --yes'],
  async run(context, args) {
    const { data } = context.config
    await agreed(context, args, `Put the game's own files back into ${valueOf(installedFolder(data))}?`)
    const { folder, files, kept } = valueOf(await takeOut(data))
    context.answer({ ...documentOf(folder, files), kept }, () => [
      ...files.map(({ name, state }) => `${name} ${AFTER[state]}`),
      ...(kept === null ? [] : [`the untouched files of the install stay in ${kept}`]),
    ])
  },
}
