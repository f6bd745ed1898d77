// What is generated from the program's own tables: whole files, and blocks of the README between
// `<!-- generated:NAME -->` and `<!-- /generated -->`. A further table is one more member here.
import { readFileSync } from 'node:fs'
import { COMMANDS } from '../../src/cli/commands.ts'
import { LEAVES } from '../../src/config/schema.ts'
import { SETTING_NAMES, SETTINGS, allowedValues } from '../../src/domain/settings.ts'
import { markdownOf, type Result } from '../bench/report.ts'

type Make = () => string

/** Generated files by their path from the root of the repository. */
export const FILES: Readonly<Record<string, Make>> = {
  'config.example.json': exampleConfig,
}

/** Generated blocks of the README by the name in their mark. */
export const BLOCKS: Readonly<Record<string, Make>> = {
  configuration: () =>
    table(
      ['name', 'environment', 'default', 'values', 'meaning'],
      LEAVES.map((leaf) => [
        code(leaf.name),
        code(leaf.env),
        leaf.defaultValue === null ? 'none' : code(JSON.stringify(leaf.defaultValue)),
        leaf.expects + (leaf.unit === undefined ? '' : `, in ${leaf.unit}`),
        leaf.description + (leaf.isPath === true ? "; in a config file, relative to that file's folder" : ''),
      ]),
    ),
  commands: () =>
    table(
      ['command', 'what it does'],
      COMMANDS.map((command) => [code(`windrow ${command.name}`), command.summary]),
    ),
  settings: () =>
    table(
      ['name', 'default', 'values', 'meaning'],
      SETTING_NAMES.map((name) => [
        code(name),
        code(String(SETTINGS[name].default)),
        allowedValues(name),
        SETTINGS[name].meaning,
      ]),
    ),
  speed,
}

/** The result that `npm run bench -- --write` kept. */
function speed(): string {
  return markdownOf(JSON.parse(readFileSync(new URL('../bench/result.json', import.meta.url), 'utf8')) as Result)
}

/** Every value at its default, in the shape of a config file. */
function exampleConfig(): string {
  const root: Record<string, unknown> = {}
  for (const leaf of LEAVES) {
    const [first = '', second] = leaf.name.split('.')
    if (second === undefined) root[first] = leaf.defaultValue
    else root[first] = { ...(root[first] as object | undefined), [second]: leaf.defaultValue }
  }
  return `${JSON.stringify(root, null, 2)}\n`
}

function code(text: string): string {
  return `\`${text}\``
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}
