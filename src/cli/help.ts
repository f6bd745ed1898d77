// The text of `--help`, from the command table.
import type { ArgumentSpec, Command, OptionSpec } from './command.ts'
import { EXIT, EXIT_MEANINGS } from './failure.ts'
import { EVERYTHING, GLOBAL_OPTIONS, GROUPS, SECTIONS } from './options.ts'

const widthMax = 100
/** If the column of summaries would be narrower than this, each summary goes below what it is about. */
const summaryWidthMin = 30

/** The help about `topic`: a command, a group (`user`), '' for the overview, or `all`. `width` is that of the terminal. */
export function helpText(topic: string, commands: readonly Command[], width: number = widthMax): string {
  const within = Math.min(width, widthMax)
  const command = commands.find((candidate) => candidate.name === topic)
  const lines =
    command !== undefined
      ? commandHelp(command, within)
      : topic === '' || topic === EVERYTHING
        ? overview(commands, within, topic === EVERYTHING)
        : groupHelp(topic, commands, within)
  return `${lines.join('\n')}\n`
}

const EXITS = Object.keys(EXIT) as (keyof typeof EXIT)[]

/** An argument in a command's line, such as `[FILE…]`. */
export function argumentWord({ value, isOptional, isRepeatable }: ArgumentSpec): string {
  const word = `${value.placeholder}${isRepeatable === true ? '…' : ''}`
  return isOptional === true ? `[${word}]` : word
}

/** A command with its arguments, such as `windrow user role NAME ROLE`. */
export function usageOf(command: Command): string {
  const words = (command.arguments ?? []).map(argumentWord)
  const options = (command.options ?? []).map((option) => {
    const shown = optionWord(option)
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

function overview(commands: readonly Command[], width: number, isWhole: boolean): string[] {
  const summaries = new Map([
    ...commands.map(({ name, summary }) => [name, summary] as const),
    ...Object.entries(GROUPS),
  ])
  const rowsOf = (names: string): Row[] => names.split(' ').map((name) => [name, summaries.get(name) ?? ''])
  const sections = Object.entries(SECTIONS).flatMap(([title, names]) => {
    const [told = '', named = ''] = names.split(' | ')
    if (isWhole) return section(title, rowsOf(`${told} ${named}`), width)
    return [
      '',
      `${title}:`,
      ...columns(rowsOf(told), width),
      `  ${wrapped(`also: ${named.replaceAll(' ', ', ')}`, '        ', width)}`,
    ]
  })
  const options = GLOBAL_OPTIONS.map((option) => `--${option.name}`).join(', ')
  return [
    wrapped('windrow: translate a game with a team, AI agents and bots', '', width),
    '',
    wrapped('Usage: windrow [COMMAND] [OPTIONS]    (no command: serve)', '    ', width),
    ...sections,
    ...(isWhole ? wholeEnd(width) : ['', wrapped(`Everywhere: ${options}`, '    ', width)]),
    '',
    wrapped('windrow COMMAND --help shows one command, windrow help all shows every one.', '', width),
    wrapped('Docs, while windrow serves: http://127.0.0.1:8787/docs', '', width),
  ]
}

const wholeEnd = (width: number): string[] => [
  ...section('Everywhere', GLOBAL_OPTIONS.map(optionRow), width),
  ...section(
    'Exit codes',
    EXITS.map((name) => [String(EXIT[name]), EXIT_MEANINGS[name]]),
    width,
  ),
]

function groupHelp(group: string, commands: readonly Command[], width: number): string[] {
  const inGroup = commands.filter((command) => command.name.startsWith(`${group} `))
  return [
    wrapped(GROUPS[group] ?? group, '', width),
    '',
    'Commands:',
    ...columns(
      inGroup.map((command) => [command.name, command.summary]),
      width,
    ),
    '',
    wrapped(`windrow ${group} COMMAND --help shows the options of a command.`, '', width),
  ]
}

function commandHelp(command: Command, width: number): string[] {
  const { arguments: words = [], options = [], details = [] } = command
  return [
    `Usage: ${wrapped(usageOf(command), '         ', width)}`,
    '',
    wrapped(command.summary, '', width),
    ...details.flatMap((paragraph) => ['', wrapped(paragraph, '', width)]),
    ...section(
      'Arguments',
      words.map((word) => [word.value.placeholder, argumentSummary(word)]),
      width,
    ),
    ...section('Options', options.map(optionRow), width),
    ...section('Everywhere', GLOBAL_OPTIONS.map(optionRow), width),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
  ]
}

export function argumentSummary({ summary, value }: ArgumentSpec): string {
  return optionSummary({ name: '', summary, value })
}

type Row = readonly [string, string]

function section(title: string, rows: readonly Row[], width: number): string[] {
  return rows.length === 0 ? [] : ['', `${title}:`, ...columns(rows, width)]
}

const optionWord = ({ name, value }: OptionSpec): string =>
  `--${name}${value === undefined ? '' : ` ${value.placeholder}`}`

export const optionRow = (option: OptionSpec): Row => [optionWord(option), optionSummary(option)]

function columns(rows: readonly Row[], width: number): string[] {
  const left = Math.max(...rows.map(([name]) => name.length))
  const isNarrow = width - left - 4 < summaryWidthMin
  const indent = ' '.repeat(isNarrow ? 6 : left + 4)
  return rows.map(([name, summary]) =>
    isNarrow
      ? `  ${name}\n${indent}${wrapped(summary, indent, width)}`
      : `  ${name.padEnd(left)}  ${wrapped(summary, indent, width)}`,
  )
}

/** Breaks a text into lines of at most `width` columns, all but the first indented. */
function wrapped(text: string, indent: string, width: number): string {
  const room = Math.max(20, width - indent.length)
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ (?!\w+\])/)) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${indent}`)
}
