// The text of `--help`, from the command table.
import type { Command, OptionSpec } from './command.ts'
import { EXIT, EXIT_MEANINGS } from './failure.ts'
import { GLOBAL_OPTIONS, GROUPS } from './table/shared.ts'

/** `topic`: a command, a group (`user`), or '' for everything. */
export function helpText(topic: string, commands: readonly Command[]): string {
  const command = commands.find((candidate) => candidate.name === topic)
  const lines =
    command !== undefined ? commandHelp(command) : topic === '' ? overview(commands) : groupHelp(topic, commands)
  return `${lines.join('\n')}\n`
}

const EXITS = Object.keys(EXIT) as (keyof typeof EXIT)[]

/** `windrow user role NAME ROLE`. */
export function usageOf(command: Command): string {
  const words = (command.arguments ?? []).map(({ value, isOptional }) =>
    isOptional === true ? `[${value.placeholder}]` : value.placeholder,
  )
  const options = (command.options ?? []).map((option) => {
    const shown = `--${option.name}${option.value === undefined ? '' : ` ${option.value.placeholder}`}`
    return (option.isRequired === true ? shown : `[${shown}]`) + (option.isRepeatable === true ? '…' : '')
  })
  return ['windrow', command.name, ...words, ...options].join(' ')
}

export function optionSummary(option: OptionSpec): string {
  const { value } = option
  const facts: string[] = []
  if (value?.choices !== undefined) facts.push(value.choices.join(', '))
  if (value?.kind === 'integer' && value.max !== undefined) facts.push(`${value.min ?? 0} to ${value.max}`)
  if (value?.words !== undefined) facts.push(`or ${value.words.join(', ')}`)
  if (option.isRepeatable === true) facts.push('may be repeated')
  if (option.defaultText !== undefined) facts.push(`default ${option.defaultText}`)
  return facts.length === 0 ? option.summary : `${option.summary} (${facts.join('; ')})`
}

function overview(commands: readonly Command[]): string[] {
  const rows: [string, string][] = []
  for (const command of commands) {
    const [group = '', word] = command.name.split(' ')
    if (word === undefined) rows.push([command.name, command.summary])
    else if (!rows.some(([name]) => name === group)) rows.push([group, groupSummary(group, commands)])
  }
  return [
    'windrow: a translation server for game text',
    '',
    'Usage: windrow [COMMAND] [OPTIONS]    (no command: serve)',
    '',
    'Commands:',
    ...columns(rows),
    '',
    'Everywhere:',
    ...columns(GLOBAL_OPTIONS.map(optionRow)),
    '',
    'Exit codes:',
    ...columns(EXITS.map((name) => [String(EXIT[name]), EXIT_MEANINGS[name]])),
    '',
    'windrow COMMAND --help shows the options of a command.',
  ]
}

function groupSummary(group: string, commands: readonly Command[]): string {
  const words = commands.filter((command) => command.name.startsWith(`${group} `)).map(({ name }) => name.split(' ')[1])
  return `${GROUPS[group] ?? ''} (${words.join(', ')})`.trimStart()
}

function groupHelp(group: string, commands: readonly Command[]): string[] {
  const inGroup = commands.filter((command) => command.name.startsWith(`${group} `))
  return [
    GROUPS[group] ?? group,
    '',
    'Commands:',
    ...columns(inGroup.map((command) => [command.name, command.summary])),
    '',
    `windrow ${group} COMMAND --help shows the options of a command.`,
  ]
}

function commandHelp(command: Command): string[] {
  const { arguments: words = [], options = [], details = [] } = command
  return [
    `Usage: ${wrapped(usageOf(command), '         ')}`,
    '',
    command.summary,
    ...details.flatMap((paragraph) => ['', wrapped(paragraph, '')]),
    ...section(
      'Arguments',
      words.map((word) => [word.value.placeholder, argumentSummary(word)]),
    ),
    ...section('Options', options.map(optionRow)),
    ...section('Everywhere', GLOBAL_OPTIONS.map(optionRow)),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
  ]
}

function argumentSummary({ summary, value }: NonNullable<Command['arguments']>[number]): string {
  return optionSummary({ name: '', summary, value })
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  return rows.length === 0 ? [] : ['', `${title}:`, ...columns(rows)]
}

function optionRow(option: OptionSpec): [string, string] {
  return [`--${option.name}${option.value === undefined ? '' : ` ${option.value.placeholder}`}`, optionSummary(option)]
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${wrapped(right, ' '.repeat(width + 4))}`)
}

/** Wraps a text at 100 columns. */
function wrapped(text: string, indent: string): string {
  const width = Math.max(40, 100 - indent.length)
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ (?!\w+\])/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${indent}`)
}
