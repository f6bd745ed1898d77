import { describe, expect, test } from 'vitest'
import { runCli } from '../../../src/cli/cli.ts'
import { COMMANDS, LOADERS } from '../../../src/cli/commands.ts'
import { helpText } from '../../../src/cli/help.ts'
import { EXIT } from '../../../src/cli/failure.ts'
import { GLOBAL_OPTIONS, GROUPS, SECTIONS } from '../../../src/cli/options.ts'
import { STORE_SCHEMA } from '../../../src/store/schema-version.ts'
import { testWorld } from '../../support/cli-world.ts'
import type { Json } from '../../support/v1-client.ts'

describe('the table', () => {
  test('every group says what it is about', () => {
    const inUse = COMMANDS.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : []))
    expect(Object.keys(GROUPS).toSorted(), 'GROUPS of src/cli/options.ts').toEqual([...new Set(inUse)].toSorted())
  })

  test.each(Object.entries(LOADERS))('%s: its row is that of its file', async (name, load) => {
    const { run: _run, ...row } = await load()
    const { load: _load, ...listed } = COMMANDS.find((command) => command.name === name) ?? expect.fail()
    expect(listed).toEqual(row)
  })

  test('names are unique, options of a command too, and none hides a global one', () => {
    expect(new Set(COMMANDS.map((spec) => spec.name)).size).toBe(COMMANDS.length)
    for (const spec of COMMANDS) {
      const names = [...GLOBAL_OPTIONS, ...(spec.options ?? [])].map((option) => option.name)
      expect(new Set(names).size, spec.name).toBe(names.length)
    }
  })

  test('what a row says about other options names options that it has', () => {
    for (const spec of COMMANDS) {
      const names = new Set((spec.options ?? []).map((option) => option.name))
      const mentioned = [...(spec.needsOneOf ?? []), ...(spec.options ?? []).flatMap((option) => option.excludes ?? [])]
      for (const name of mentioned) expect(names, spec.name).toContain(name)
    }
  })
})

describe('help', () => {
  test('the overview names every command and group, and every global option', () => {
    const text = helpText('all', COMMANDS)
    const words = [...new Set(COMMANDS.map((spec) => spec.name.split(' ')[0] ?? ''))]
    expect(words.toSorted(), 'SECTIONS of src/cli/options.ts').toEqual(
      Object.values(SECTIONS).join(' ').replaceAll('| ', '').split(' ').toSorted(),
    )
    for (const name of words) expect(text).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'))
    for (const option of GLOBAL_OPTIONS) expect(text).toContain(`--${option.name}`)
    for (const code of Object.values(EXIT)) expect(text).toMatch(new RegExp(`^  ${code} `, 'm'))
  })

  test('without a topic it fits a screen, names every command, and says where the rest is', () => {
    const text = helpText('', COMMANDS, 80)
    expect(text.split('\n').length).toBeLessThanOrEqual(50)
    for (const name of Object.values(SECTIONS).join(' ').replaceAll('| ', '').split(' '))
      expect(text).toMatch(new RegExp(`[ ,]${name}[,\\s]`))
    for (const option of GLOBAL_OPTIONS) expect(text).toContain(`--${option.name}`)
    expect(text).toContain('windrow help all')
  })

  test('windrow help all: every command, also as data', async () => {
    const [told, data] = [testWorld('/'), testWorld('/')]
    expect([await runCli(['help', 'all'], told), await runCli(['help', 'all', '--json'], data)]).toEqual([0, 0])
    expect(told.written.stdout).toBe(helpText('all', COMMANDS))
    const { commands, exit_codes: codes }: Json = JSON.parse(data.written.stdout)
    expect(commands).toHaveLength(COMMANDS.length)
    const write = commands.find(({ name }: Json) => name === 'write')
    expect(write.options[0]).toMatchObject({ name: 'model', required: true })
    expect(codes.map(({ code }: Json) => code)).toEqual([0, 1, 2, 3, 75, 130])
  })

  test.each(COMMANDS.map((spec) => [spec.name, spec] as const))(
    '%s: usage, arguments, options and an example',
    (name, spec) => {
      const text = helpText(name, COMMANDS)
      expect(text.replaceAll(/\s+/g, ' ')).toContain(`Usage: windrow ${name}`)
      for (const option of spec.options ?? []) expect(text).toMatch(new RegExp(`^  --${option.name}\\b`, 'm'))
      for (const word of spec.arguments ?? []) expect(text).toMatch(new RegExp(`^  ${word.value.placeholder} `, 'm'))
      expect(spec.examples.length).toBeGreaterThan(0)
      for (const example of spec.examples) expect(text).toContain(example)
    },
  )

  test.each([300, 100, 80, 50])('no line is wider than a terminal of %i columns, examples excepted', (width) => {
    const examples = new Set(
      COMMANDS.flatMap((spec) => spec.examples.flatMap((example) => example.split('\n').map((line) => line.trim()))),
    )
    for (const topic of ['', ...Object.keys(GROUPS), ...COMMANDS.map((spec) => spec.name)]) {
      const lines = helpText(topic, COMMANDS, width)
        .split('\n')
        .filter((line) => !examples.has(line.trim()))
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(Math.min(width, 100))
    }
  })

  test('a group lists its commands', () => {
    expect(helpText('key', COMMANDS)).toMatch(/^  key create +Make a key/m)
  })

  test('defaults, ranges and choices stand in the help', () => {
    const text = helpText('serve', COMMANDS)
    expect(text).toContain('(0 to 65535; default 8787)')
    expect(text).toContain('default 127.0.0.1')
    expect(helpText('export', COMMANDS)).toContain('(1 to 22; default 12)')
  })

  test('it goes to stdout and ends with 0', async () => {
    const world = testWorld('/')
    expect(await runCli(['import', '--help'], world)).toBe(0)
    expect(world.written.stdout).toMatch(/^Usage: windrow import/)
    expect(world.written.stderr).toBe('')
  })
})

describe('--version', () => {
  test('prints version, commit, runtime and store schema', async () => {
    const world = testWorld('/')
    expect(await runCli(['--version'], world)).toBe(0)
    expect(world.written.stdout).toMatch(
      /^windrow \d+\.\d+\.\d+ \(commit [0-9a-f]{12}, Node \d+.*, store schema \d+\)\n$/,
    )
  })

  test('and under --json one document', async () => {
    const world = testWorld('/')
    await runCli(['--version', '--json'], world)
    expect(Object.keys(JSON.parse(world.written.stdout) as object)).toEqual([
      'version',
      'commit',
      'runtime',
      'store_schema',
    ])
    expect(world.written.stdout).toContain(`"store_schema": ${STORE_SCHEMA}`)
  })
})
