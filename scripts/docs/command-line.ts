// The command line: the rows of all commands, gathered from their files, and tables of commands and options.
import type { CommandSpec, OptionSpec } from '../../src/cli/command.ts'
import { LOADERS } from '../../src/cli/commands.ts'
import { EXIT, EXIT_MEANINGS } from '../../src/cli/failure.ts'
import { argumentWord, optionSummary } from '../../src/cli/help.ts'
import { GLOBAL_OPTIONS } from '../../src/cli/options.ts'
import { code, codes, table } from './markdown.ts'

const ROWS: readonly (readonly [name: string, row: CommandSpec])[] = await Promise.all(
  Object.entries(LOADERS).map(async ([name, load]) => [name, await load()] as const),
)
const COMMANDS = ROWS.map(([, row]) => row)

/** A line for each command; what it does is left out, since JSON knows no functions. */
export const rows = (): string =>
  `{\n${ROWS.map(([name, row]) => `${JSON.stringify(name)}: ${JSON.stringify(row)}`).join(',\n')}\n}\n`

export const commands = (): string =>
  table(
    ['command', 'what it does'],
    COMMANDS.map((command) => [code(callOf(command)), command.summary]),
  )

export const globalOptions = (): string => table(['option', 'meaning'], GLOBAL_OPTIONS.map(optionRow))

export const exitCodes = (): string =>
  table(
    ['code', 'meaning'],
    (Object.keys(EXIT) as (keyof typeof EXIT)[]).map((name) => [String(EXIT[name]), EXIT_MEANINGS[name]]),
  )

/** A table for every command that has options of its own; all those of `serve` and `up` are the configuration. */
export const options = (): string =>
  COMMANDS.filter((command) => ownOptionsOf(command).length > 0)
    .map(
      (command) =>
        `### windrow ${command.name}\n\n${table(['option', 'meaning'], ownOptionsOf(command).map(optionRow))}`,
    )
    .join('\n\n')

const ownOptionsOf = ({ options: all = [] }: CommandSpec): readonly OptionSpec[] =>
  all.some((option) => option.config === undefined) ? all : []

const callOf = ({ name, arguments: words = [] }: CommandSpec): string =>
  ['windrow', name, ...words.map(argumentWord)].join(' ')

function optionRow(option: OptionSpec): string[] {
  const { excludes = [], isRequired } = option
  const facts = [
    ...(isRequired === true ? ['required'] : []),
    ...(excludes.length > 0 ? [`not with ${codes(excludes.map((name) => `--${name}`))}`] : []),
  ]
  const meaning = optionSummary(option)
  const shown = `--${option.name}${option.value === undefined ? '' : ` ${option.value.placeholder}`}`
  return [code(shown), facts.length === 0 ? meaning : `${meaning}; ${facts.join('; ')}`]
}
