import { describe, expect, test } from 'vitest'
import { runCli } from '../../../src/cli/cli.ts'
import type { Command, CommandSpec } from '../../../src/cli/command.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { helpText } from '../../../src/cli/help.ts'
import { agentCommands } from '../../../src/cli/table/agent.ts'
import { exchangeCommands } from '../../../src/cli/table/exchange.ts'
import * as gameText from '../../../src/cli/table/game-text.ts'
import { keyCommands, userCommands } from '../../../src/cli/table/people.ts'
import {
  briefCommands,
  glossaryCommands,
  proposalCommands,
  rememberCommand,
  studyCommand,
  settingCommands,
  suggestionCommands,
} from '../../../src/cli/table/curation.ts'
import { labelCommands } from '../../../src/cli/table/labels.ts'
import * as program from '../../../src/cli/table/program.ts'
import { editionCommands, publishCommand, releaseCommands } from '../../../src/cli/table/releases.ts'
import { GLOBAL_OPTIONS, GROUPS } from '../../../src/cli/table/shared.ts'
import * as serving from '../../../src/cli/table/serving.ts'
import * as translation from '../../../src/cli/table/translation.ts'
import * as undo from '../../../src/cli/table/undo.ts'
import { webhookCommands } from '../../../src/cli/table/webhooks.ts'
import * as upkeep from '../../../src/cli/table/upkeep.ts'
import { STORE_SCHEMA } from '../../../src/store/schema-version.ts'
import { testWorld } from '../../support/cli-world.ts'

const groups = [
  agentCommands,
  exchangeCommands,
  userCommands,
  keyCommands,
  settingCommands,
  briefCommands,
  glossaryCommands,
  suggestionCommands,
  labelCommands,
  editionCommands,
  releaseCommands,
  [publishCommand],
  proposalCommands,
  webhookCommands,
]
const undoCommands = [rememberCommand, studyCommand, undo.logCommand, undo.revertCommand]
const specs: readonly CommandSpec[] = [
  serving,
  gameText,
  translation,
  ...groups,
  undoCommands,
  program,
  upkeep,
].flatMap((part) => Object.values(part) as readonly CommandSpec[])
const commands = specs.map((spec): Command => ({ ...spec, load: async () => ({ run: async () => {} }) }))

describe('the table', () => {
  test('every group says what it is about', () => {
    const inUse = COMMANDS.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : []))
    expect(Object.keys(GROUPS).toSorted()).toEqual([...new Set(inUse)].toSorted())
  })

  test('the table has these commands and no other', () => {
    const listed = `serve up shortcut import export install uninstall publish merge rows row search validate write translate compare mcp skill remember backup restore update verify upgrade-store index check check-texts consistency study stats doctor health completion manual openapi log revert
      claim: renew give-back; exchange: export import
      user: add list invite role state password reset-second-factor quota
      key: create list show regenerate deactivate activate adjust revoke limit
      setting: list get set; glossary: import export list; brief: show set list; suggestion: list approve reject
      label: list add remove try-rule add-rule remove-rule give take reset offers accept
      edition: add list remove; release: list withdraw
      proposal: list show approve reject; webhook: add list test on off remove`
    const singles = /^[^:]*?(?=\n)/.exec(listed)?.[0].split(' ') ?? []
    const grouped = [...listed.matchAll(/(\w+): ([\w -]+)/g)].flatMap(([, group, words]) =>
      (words ?? '')
        .trim()
        .split(' ')
        .map((word) => `${group} ${word}`),
    )
    expect(specs.map((spec) => spec.name).sort()).toEqual([...singles, ...grouped].sort())
  })

  test('names are unique, options of a command too, and none hides a global one', () => {
    expect(new Set(specs.map((spec) => spec.name)).size).toBe(specs.length)
    for (const spec of specs) {
      const names = [...GLOBAL_OPTIONS, ...(spec.options ?? [])].map((option) => option.name)
      expect(new Set(names).size, spec.name).toBe(names.length)
    }
  })

  test('what a row says about other options names options that it has', () => {
    for (const spec of specs) {
      const names = new Set((spec.options ?? []).map((option) => option.name))
      const mentioned = [...(spec.needsOneOf ?? []), ...(spec.options ?? []).flatMap((option) => option.excludes ?? [])]
      for (const name of mentioned) expect(names, spec.name).toContain(name)
    }
  })

  test('the program has no command without a row', () => {
    const known = specs.map((spec) => spec.name)
    for (const command of COMMANDS) expect(known).toContain(command.name)
  })
})

describe('help', () => {
  test('the overview names every command and group, and every global option', () => {
    const text = helpText('', commands)
    for (const name of [...specs.map((spec) => spec.name.split(' ')[0]), ...Object.keys(GROUPS)]) {
      expect(text).toMatch(new RegExp(`^  ${name} `, 'm'))
    }
    for (const option of GLOBAL_OPTIONS) expect(text).toContain(`--${option.name}`)
  })

  test.each(specs.map((spec) => [spec.name, spec] as const))(
    '%s: usage, arguments, options and an example',
    (name, spec) => {
      const text = helpText(name, commands)
      expect(text.replaceAll(/\s+/g, ' ')).toContain(`Usage: windrow ${name}`)
      for (const option of spec.options ?? []) expect(text).toMatch(new RegExp(`^  --${option.name}\\b`, 'm'))
      for (const word of spec.arguments ?? []) expect(text).toMatch(new RegExp(`^  ${word.value.placeholder} `, 'm'))
      expect(spec.examples.length).toBeGreaterThan(0)
      for (const example of spec.examples) expect(text).toContain(example)
    },
  )

  test.each([300, 100, 80, 50])('no line is wider than a terminal of %i columns, examples excepted', (width) => {
    const examples = new Set(
      specs.flatMap((spec) => spec.examples.flatMap((example) => example.split('\n').map((line) => line.trim()))),
    )
    for (const topic of ['', ...Object.keys(GROUPS), ...specs.map((spec) => spec.name)]) {
      const lines = helpText(topic, commands, width)
        .split('\n')
        .filter((line) => !examples.has(line.trim()))
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(Math.min(width, 100))
    }
  })

  test('a group lists its commands', () => {
    expect(helpText('key', commands)).toMatch(/^  key create +Make a key/m)
  })

  test('defaults, ranges and choices stand in the help', () => {
    const text = helpText('serve', commands)
    expect(text).toContain('(0 to 65535; default 8787)')
    expect(text).toContain('default 127.0.0.1')
    expect(helpText('export', commands)).toContain('(1 to 22; default 12)')
  })

  test('it goes to stdout and ends with 0', async () => {
    const world = testWorld('/')
    expect(await runCli(['import', '--help'], world, commands)).toBe(0)
    expect(world.written.stdout).toMatch(/^Usage: windrow import/)
    expect(world.written.stderr).toBe('')
  })
})

describe('--version', () => {
  test('prints version, commit, runtime and store schema', async () => {
    const world = testWorld('/')
    expect(await runCli(['--version'], world, commands)).toBe(0)
    expect(world.written.stdout).toMatch(
      /^windrow \d+\.\d+\.\d+ \(commit [0-9a-f]{12}, Node \d+.*, store schema \d+\)\n$/,
    )
  })

  test('and under --json one document', async () => {
    const world = testWorld('/')
    await runCli(['--version', '--json'], world, commands)
    expect(Object.keys(JSON.parse(world.written.stdout) as object)).toEqual([
      'version',
      'commit',
      'runtime',
      'store_schema',
    ])
    expect(world.written.stdout).toContain(`"store_schema": ${STORE_SCHEMA}`)
  })
})
