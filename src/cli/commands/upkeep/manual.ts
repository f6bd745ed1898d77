// `windrow manual`: prints the manual page.
import { versionInfo } from '../../../runtime/version.ts'
import type { Command, OptionSpec, Runnable } from '../../command.ts'
import { EXIT, EXIT_MEANINGS } from '../../failure.ts'
import { argumentSummary, optionRow, usageOf } from '../../help.ts'
import { GLOBAL_OPTIONS } from '../../options.ts'

/**
 * The manual page of windrow, windrow(1), from the command table: in the macros of man(7). `version` is that of the program.
 */
function manualPage(commands: readonly Command[], version: string): string {
  const exits = Object.keys(EXIT) as (keyof typeof EXIT)[]
  const lines = [
    `.TH WINDROW 1 "" "windrow ${plain(version)}"`,
    '.SH NAME',
    'windrow \\- a translation server for game text',
    '.SH SYNOPSIS',
    '.B windrow',
    '[COMMAND] [OPTIONS]',
    '.SH DESCRIPTION',
    'Without a command windrow serves.',
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH OPTIONS OF EVERY COMMAND',
    ...GLOBAL_OPTIONS.flatMap(optionLines),
    '.SH EXIT STATUS',
    ...exits.flatMap((name) => tagged(String(EXIT[name]), EXIT_MEANINGS[name])),
  ]
  return `${lines.join('\n')}\n`
}

/** Escapes a text, so that man reads none of its signs as a request. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replace(/^\./, '\\&.')
    .replaceAll(/[^\x20-\x7e]/gu, escaped)

const escaped = (sign: string): string =>
  `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

const tagged = (tag: string, text: string): string[] => ['.TP', `\\fB${plain(tag)}\\fR`, plain(text)]

const optionLines = (option: OptionSpec): string[] => tagged(...optionRow(option))

function commandLines(command: Command): string[] {
  const { summary, details = [], arguments: words = [], options = [], examples } = command
  return [
    `.SS ${plain(usageOf({ ...command, options: [] }))}`,
    plain(`${summary}.`),
    ...details.flatMap((paragraph) => ['.PP', plain(paragraph)]),
    ...words.flatMap((word) => tagged(word.value.placeholder, argumentSummary(word))),
    ...options.flatMap(optionLines),
    '.PP',
    '.nf',
    ...examples.map(plain),
    '.fi',
  ]
}

export const command: Runnable = {
  name: 'manual',
  summary: 'Print the manual page, windrow(1)',
  details: [
    'For man it goes to ~/.local/share/man/man1/windrow.1, or /usr/local/share/man/man1/windrow.1 for everybody.',
  ],
  examples: ['windrow manual > ~/.local/share/man/man1/windrow.1'],
  run: async (context, _args, commands) => {
    context.stdout.write(manualPage(commands, versionInfo().version))
  },
}
