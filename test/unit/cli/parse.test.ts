import { describe, expect, test } from 'vitest'
import type { ParsedArgs } from '../../../src/cli/command.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { Usage } from '../../../src/cli/failure.ts'
import { type Invocation, parseCommandLine } from '../../../src/cli/parse.ts'

const commands = COMMANDS.filter(({ name }) => /^(?:serve$|import$|user |key |setting )/.test(name))
const parse = (...argv: string[]): Invocation => parseCommandLine(argv, commands)

function run(...argv: string[]): { name: string; args: ParsedArgs } {
  const invocation = parse(...argv)
  if (invocation.what !== 'run') throw new Error(`understood as ${invocation.what}`)
  return { name: invocation.command.name, args: invocation.args }
}

describe('which command is meant', () => {
  test('no command at all means serve, with or without options', () => {
    expect(run().name).toBe('serve')
    const { name, args } = run('--port', '0', '--data', 'store')
    expect(name).toBe('serve')
    expect(args.integer('port')).toBe(0)
    expect(args.text('data')).toBe('store')
  })

  test('global options stand before or after the command, and inside a group', () => {
    for (const argv of [
      ['--data', 'd', '--json', 'user', 'list'],
      ['user', 'list', '--json', '--data=d'],
      ['user', '--data', 'd', 'list', '--json'],
    ]) {
      const { name, args } = run(...argv)
      expect(name).toBe('user list')
      expect([args.text('data'), args.flag('json'), args.flag('quiet')]).toEqual(['d', true, false])
    }
  })

  test('the value of an option before the command is not taken for the command', () => {
    expect(run('--data', 'import', 'user', 'list').name).toBe('user list')
  })

  test.each([
    [['imprt'], 'unknown command imprt (did you mean import?)'],
    [['key', 'creat'], 'unknown command key creat (did you mean create?)'],
    [['frobnicate'], 'windrow --help lists the commands'],
    [['user'], 'needs one more word: user add, user list'],
  ])('%j is wrong usage', (argv, text) => {
    expect(() => parse(...argv)).toThrow(Usage)
    expect(() => parse(...argv)).toThrow(text)
  })

  test('--help and --version win over everything but an unknown command', () => {
    expect(parse('--help')).toEqual({ what: 'help', topic: '', json: false })
    expect(parse('import', '--help', '--nonsense')).toEqual({ what: 'help', topic: 'import', json: false })
    expect(parse('--help', 'key', 'create')).toEqual({ what: 'help', topic: 'key create', json: false })
    expect(parse('key', '-h')).toEqual({ what: 'help', topic: 'key', json: false })
    expect(parse('help', 'user', 'role')).toEqual({ what: 'help', topic: 'user role', json: false })
    expect(parse('help')).toEqual({ what: 'help', topic: '', json: false })
    for (const word of ['--version', '-v', '-V']) expect(parse(word)).toEqual({ what: 'version', json: false })
    expect(parse('--json', '--version')).toEqual({ what: 'version', json: true })
    expect(() => parse('imprt', '--help')).toThrow(Usage)
  })
})

describe('options', () => {
  test('a value follows its option or an equals sign; it may be empty or begin with one dash', () => {
    expect(run('import', '--main', '-', '--report=a=b').args.text('report')).toBe('a=b')
    expect(run('import', '--main', '-').args.text('main')).toBe('-')
    expect(run('key', 'create', '--user', 'a', '--name=').args.text('name')).toBe('')
    expect(run('key', 'create', '--user', 'a', '--name=--x').args.text('name')).toBe('--x')
  })

  test('a repeatable option keeps all its values in order, another one may be given once', () => {
    const { args } = run('key', 'create', '--user', 'a', '--grant', 'translations:propose', '--grant=rows:read')
    expect(args.texts('grant')).toEqual(['translations:propose', 'rows:read'])
    expect(args.texts('deny')).toEqual([])
    expect(() => parse('import', '--main', 'a', '--main', 'b')).toThrow('--main is given twice')
  })

  test('an option that starts with no- is one of its own and contradicts its opposite', () => {
    const { args } = run('import', '--no-diff')
    expect([args.flag('no-diff'), args.text('diff')]).toEqual([true, undefined])
    expect(() => parse('import', '--diff', 'x', '--no-diff')).toThrow('--diff and --no-diff contradict each other')
  })

  test.each([
    [['serve', '--prot', '1'], 'unknown option --prot (did you mean --port?)'],
    [['--datta', 'x'], 'unknown option --datta (did you mean --data?)'],
    [['serve', '-x'], 'unknown option -x'],
    [
      ['serve', '--body-timeout=5'],
      '--body-timeout is not an option: set body_timeout in the config file, or WINDROW_BODY_TIMEOUT',
    ],
    [['serve', '--'.concat('port')], '--port needs a value: --port N'],
    [['import', '--main', '--diff', 'x'], '--main needs a value: --main FILE'],
    [['import', '--dry-run=yes', '--main', 'x'], '--dry-run takes no value'],
    [['serve', '--port', '65536'], '--port must be a whole number from 0 to 65535, not 65536'],
    [['serve', '--port', '-1'], '--port must be a whole number from 0 to 65535, not -1'],
    [['serve', '--port', '1e3'], '--port must be a whole number'],
    [['serve', '--port='], '--port must be a whole number'],
    [['serve', '--log-level', 'loud'], '--log-level takes one of: silent, error'],
    [['key', 'create'], 'windrow key create needs --user NAME'],
    [['key', 'create', '--user', 'a', '--grant', 'rows:raed'], 'unknown ability rows:raed (did you mean rows:read?)'],
    [['key', 'create', '--user', 'a', '--requests-per-minute', '0'], 'from 1 to 1000000'],
    [['import'], 'needs at least one of: --main'],
    [['import', '--format', 'xml', '--main', 'a'], 'unknown format xml'],
  ])('%j is wrong usage', (argv, text) => {
    expect(() => parse(...argv)).toThrow(Usage)
    expect(() => parse(...argv)).toThrow(text)
  })

  test('a number or one of the words beside it', () => {
    const limits = run('key', 'limit', '3', '--show-info', 'default', '--user-translate-text=0').args
    expect(limits.integerOrWord('show-info')).toBe('default')
    expect(limits.integerOrWord('user-translate-text')).toBe(0)
    expect(limits.integerOrWord('ai-translated-text')).toBeUndefined()
    expect(limits.argument('KEY')).toBe('3')
  })

  test('asking for an option that the command has not is a fault of ours', () => {
    expect(() => run('user', 'list').args.flag('port')).toThrow('has no option --port')
  })
})

describe('arguments', () => {
  test('they are taken in order and checked', () => {
    const { args } = run('user', 'role', 'Olena', 'moderator')
    expect([args.argument('NAME'), args.argument('ROLE')]).toEqual(['Olena', 'moderator'])
    expect(run('user', 'quota', 'Olena', '0').args.integerOrWordArgument('ROWS')).toBe(0)
    expect(run('user', 'quota', 'Olena', 'default').args.integerOrWordArgument('ROWS')).toBe('default')
  })

  test('after -- everything is an argument', () => {
    expect(run('user', 'role', '--json', '--', '--help', 'user').args.argument('NAME')).toBe('--help')
  })

  test.each([
    [['user', 'role', 'Olena', 'moderater'], 'unknown role moderater (did you mean moderator?)'],
    [
      ['user', 'state', 'Olena', 'gone'],
      'unknown state gone; STATE takes one of: active, blocked, deactivated, deleted',
    ],
    [['user', 'quota', 'Olena', 'x'], 'ROWS must be a whole number from 0 to 1000000000 or "default", not x'],
    [['setting', 'get', 'daily_row_quot'], 'unknown setting daily_row_quot (did you mean daily_row_quota?)'],
    [['user', 'role', 'Olena'], 'windrow user role needs ROLE'],
    [['user', 'list', 'Olena'], 'windrow user list takes no arguments; "Olena" is too much'],
  ])('%j is wrong usage', (argv, text) => {
    expect(() => parse(...argv)).toThrow(Usage)
    expect(() => parse(...argv)).toThrow(text)
  })
})
