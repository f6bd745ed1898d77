// The document of `--help --json`: the command table for programs.
import type { ArgumentSpec, Command, OptionSpec, ValueSpec } from './command.ts'
import { EXIT, EXIT_MEANINGS } from './failure.ts'
import { usageOf } from './help.ts'
import { EVERYTHING, GLOBAL_OPTIONS } from './options.ts'

/** The command table as JSON. `topic`: a group or command, or '' for all. */
export function tableText(topic: string, commands: readonly Command[]): string {
  const isShown = ({ name }: Command): boolean => ['', EVERYTHING, name].includes(topic) || name.startsWith(`${topic} `)
  const document = {
    commands: commands.filter(isShown).map(commandDocument),
    global_options: GLOBAL_OPTIONS.map(optionDocument),
    exit_codes: Object.entries(EXIT).map(([name, code]) => ({
      code,
      meaning: EXIT_MEANINGS[name as keyof typeof EXIT],
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function commandDocument(command: Command): object {
  const { name, summary, details = [], arguments: words = [], options = [], needsOneOf, examples } = command
  return {
    name,
    summary,
    usage: usageOf(command),
    details,
    arguments: words.map(argumentDocument),
    options: options.map(optionDocument),
    ...(needsOneOf !== undefined && { needs_one_of: needsOneOf }),
    examples,
    runs_until_signal: command.runsUntilSignal === true,
  }
}

const argumentDocument = ({ summary, value, isOptional }: ArgumentSpec): object => ({
  ...valueDocument(value),
  summary,
  required: isOptional !== true,
})

function optionDocument({ name, summary, value, ...option }: OptionSpec): object {
  return {
    name,
    summary,
    ...(value !== undefined && valueDocument(value)),
    required: option.isRequired === true,
    repeatable: option.isRepeatable === true,
    ...(option.excludes !== undefined && { excludes: option.excludes }),
    ...(option.defaultText !== undefined && { default: option.defaultText }),
  }
}

const valueDocument = ({ kind, placeholder, choices, min, max, words }: ValueSpec): object => ({
  type: kind,
  placeholder,
  ...(choices !== undefined && { choices }),
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
  ...(words !== undefined && { words }),
})
