// `windrow doctor --game FOLDER`: what an import would take for what, without a store (docs/own-profile.md).
import { resolve } from 'node:path'
import { tryGame } from '../../../app/game/try-game.ts'
import { counted, numeral } from '../../../base/numeral.ts'
import { DEFAULT_SETTINGS, parseSetting, type SettingName, type Settings } from '../../../domain/settings.ts'
import { DamagedFile } from '../../../../packages/formats/src/damage.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { EXIT, Failure, Usage } from '../../failure.ts'
import { plainLine, tableLines } from '../../streams/lines.ts'
import { projectDocument, projectLines } from '../game-text/import-project.ts'
import { profileSettings } from '../profile-file.ts'
import { quoted } from './doctor-files.ts'

type Trial = Awaited<ReturnType<typeof tryGame>>

/** Kinds of tokens in the words of a person. */
const KINDS: Partial<Record<Trial['tokens'][number]['kind'], string>> = {
  printf: 'values in the order of the source',
  placeholder: 'values',
  brace: 'values in braces',
  percent: 'per cent signs',
  tag: 'tags',
  open: 'tokens that are closed',
  shut: 'what closes them',
  ordered: 'tokens that may not move',
  control: 'codes',
  plural: 'plurals',
  branch: 'up to the translator',
  effect: 'tokens that should stay',
  escape: 'escapes',
}

/** Exit 1 if something would be refused or changed. */
export async function doctorGame(context: CommandContext, args: ParsedArgs, game: string): Promise<number> {
  const [profile, language] = [args.text('profile'), args.text('target-language')]
  const wanted = {
    ...(profile === undefined ? {} : await profileSettings(context, profile)),
    ...(language !== undefined && { target_language: language }),
  }
  if (wanted.profile === 'where-winds-meet')
    throw new Usage('--game tries games that windrow does not know; for this one: windrow doctor FILE')
  const settings = { ...DEFAULT_SETTINGS, ...valuesOf(wanted) } as Settings
  const progress = context.progress('reading the folder', undefined, 'files')
  const trial = await tryGame(resolve(context.cwd, game), settings, (done, total) => progress.update(done, total))
    .catch((error: unknown) => {
      if (error instanceof DamagedFile) throw new Failure(error.message)
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Failure(`there is no ${game}; check the name`)
      throw error
    })
    .finally(() => progress.end())
  const command = commandOf(game, profile, language)
  const isGood = trial.refused.count + trial.changed.count + trial.lost.count === 0
  context.answer(documentOf(trial, command, isGood), () => linesOf(trial, command).map(plainLine))
  return isGood ? EXIT.done : EXIT.failed
}

const valuesOf = (typed: Readonly<Record<string, string>>): Partial<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(typed).map(([name, text]) => {
      const value = parseSetting(name as SettingName, text)
      if (value === null) throw new Usage(`--${name.replaceAll('_', '-')} can't be ${text}`)
      return [name, value]
    }),
  )

function commandOf(game: string, profile: string | undefined, language: string | undefined): string {
  const [named, main] = [quoted(profile ?? 'generic'), quoted(game)]
  return [
    `windrow import --profile ${named} --main ${main}`,
    ...(language === undefined ? [] : [`--target-language ${language}`]),
  ].join(' ')
}

const documentOf = ({ project, ...trial }: Trial, command: string, ok: boolean): object => {
  const { isLearnt, leftOut, ...others } = trial
  return {
    ok,
    ...others,
    learnt: isLearnt,
    left_out: leftOut,
    ...(project !== null && { project: projectDocument(project) }),
    command,
  }
}

function linesOf(trial: Trial, command: string): string[] {
  const { project, texts, markup, isLearnt, tokens, unread, translations, refused, leftOut, files, changed, lost } =
    trial
  const examples = (each: { readonly examples: readonly string[] }): string[] =>
    each.examples.map((example) => `    ${shortened(example)}`)
  const some = (each: Trial['unread'], one: string, many: string): string[] =>
    each.count === 0 ? [] : [`${counted(each.count, one, many)}:`, ...examples(each)]
  const whose = isLearnt ? 'learnt from the texts' : 'as the profile says'
  return [
    ...(project === null ? [`one file, ${counted(texts, 'text', 'texts')}`] : projectLines(project)),
    `markup: ${markup === '' ? 'none' : markup} (${whose})`,
    ...(tokens.length === 0
      ? ['tokens: none found']
      : tableLines(tokens, {
          tokens: ({ kind }) => `  ${KINDS[kind] ?? kind}`,
          times: ({ count }) => numeral(count),
          as: ({ examples: words }) => words.map(shortened).join('   '),
        })),
    ...some(
      unread,
      'text has something that looks like a token but is not one here',
      'texts have something that looks like a token but is not one here',
    ),
    ...(translations === 0
      ? []
      : [`existing translations: ${numeral(translations)}, ${numeral(refused.count)} refused`]),
    ...examples(refused),
    ...leftOut.map((line) => `left out: ${line}`),
    ...some(changed, 'file cannot be written as it is', 'files cannot be written as they are'),
    ...some(lost, 'text does not come back as it was written', 'texts do not come back as they were written'),
    ...(changed.count + lost.count > 0
      ? []
      : [
          `written again: ${counted(files, 'file', 'files')}, every byte outside the texts is the same, all texts come back`,
        ]),
    `next: ${command}${project?.targetLanguage === '' ? ' --target-language TAG' : ''}`,
  ]
}

const exampleMax = 100
const shortened = (text: string): string => (text.length > exampleMax ? `${text.slice(0, exampleMax)}…` : text)
