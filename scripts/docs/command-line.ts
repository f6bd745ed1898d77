// Tables of the command line: commands, options of each, options of all.
import type { Command, OptionSpec } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { EXIT, EXIT_MEANINGS } from '../../src/cli/failure.ts'
import { optionSummary } from '../../src/cli/help.ts'
import { GLOBAL_OPTIONS } from '../../src/cli/table/shared.ts'
import { code, codes, table } from './markdown.ts'

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

const ownOptionsOf = ({ options: all = [] }: Command): readonly OptionSpec[] =>
  all.some((option) => option.config === undefined) ? all : []

function callOf({ name, arguments: words = [] }: Command): string {
  const shown = words.map(({ value, isOptional }) =>
    isOptional === true ? `[${value.placeholder}]` : value.placeholder,
  )
  return ['windrow', name, ...shown].join(' ')
}

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
