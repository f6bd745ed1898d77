import { describe, expect, test } from 'vitest'
import { runCli } from '../../../src/cli/cli.ts'
import type { Command, CommandContext, ParsedArgs, Run } from '../../../src/cli/command.ts'
import { EXIT, Failure, Usage } from '../../../src/cli/failure.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { cliFolder } from '../../support/cli-folder.ts'
import { testWorld } from '../../support/cli-world.ts'
import type { TestWorld } from '../../support/cli-world.ts'

const { at, write } = cliFolder()

const command = (name: string, run: Run): Command => ({
  name,
  summary: `Does ${name}`,
  examples: [`windrow ${name}`],
  load: async () => ({ run }),
})

async function end(
  run: Run,
  argv: string[] = [],
  env: Record<string, string> = {},
): Promise<TestWorld['written'] & { code: number }> {
  const world = testWorld(at(), env)
  const code = await runCli(['work', ...argv], world, [command('work', run)])
  return { code, ...world.written }
}

describe('exit codes', () => {
  test('0 when the command returns, or its own number', async () => {
    expect((await end(async () => {})).code).toBe(0)
    expect((await end(async () => 1)).code).toBe(1)
  })

  test('1 for a failure, with one line on stderr, and a document on stdout under --json only', async () => {
    const run = async () => {
      throw new Failure('no such person: Olena;\nwindrow user list shows them')
    }
    const stderr = 'error: no such person: Olena; windrow user list shows them\n'
    for (const argv of [[], ['--quiet']]) expect(await end(run, argv)).toEqual({ code: 1, stdout: '', stderr })
    const json = await end(run, ['--json'])
    expect([json.code, json.stderr]).toEqual([1, stderr])
    expect(JSON.parse(json.stdout)).toEqual({
      error: { code: 'failed', message: 'no such person: Olena', hint: 'windrow user list shows them' },
    })
  })

  test('a failure may bring its own code, hint and exit: 75 says that the same command may succeed later', async () => {
    const run = async () => {
      throw new Failure('Others hold the rows.', { code: 'rate_limited', hint: 'Wait a minute.', exit: EXIT.tryAgain })
    }
    const json = await end(run, ['--json'])
    expect([json.code, json.stderr]).toEqual([75, 'error: Others hold the rows; wait a minute.\n'])
    expect(JSON.parse(json.stdout)).toEqual({
      error: { code: 'rate_limited', message: 'Others hold the rows.', hint: 'Wait a minute.' },
    })
  })

  test('wrong usage is a document too, even where the command line cannot be read', async () => {
    const { code, stdout } = await end(async () => {}, ['--json', '--nope'])
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { error: { code: 'usage' } }])
  })

  test('2 for wrong usage, from the parser or from the command', async () => {
    const run = async () => {
      throw new Usage('length_long_ratio must be a number from 1 to 100')
    }
    expect(await end(run)).toMatchObject({
      code: 2,
      stderr: 'error: length_long_ratio must be a number from 1 to 100\n',
    })
    expect(await end(run, ['--nope'])).toMatchObject({ code: 2, stdout: '' })
  })

  test('1 and one line for what nobody foresaw; the stack only when debugging', async () => {
    const run = async () => {
      throw new Error('no\nluck')
    }
    const plain = await end(run)
    expect(plain.code).toBe(1)
    expect(plain.stderr).toMatch(/^error: no luck \(this is a fault of windrow.*\n$/)
    const debugging = await end(run, [], { WINDROW_LOG_LEVEL: 'debug' })
    expect(debugging.stderr).toContain('\n    at ')
  })

  test('a fault of the system comes with what to do about it', async () => {
    const { code, stderr } = await end(async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    })
    expect([code, stderr]).toEqual([1, 'error: ENOSPC: no space left on device, write; free some space\n'])
  })

  test('a command module that does not load is a failure like any other', async () => {
    const world = testWorld(at())
    const broken: Command = { ...command('work', async () => {}), load: () => Promise.reject(new Error('not there')) }
    expect(await runCli(['work'], world, [broken])).toBe(1)
    expect(world.written.stderr).toContain('error: not there')
  })
})

describe('signals', () => {
  const interrupted = async (runsUntilSignal: boolean, run: Run) => {
    const world = testWorld(at())
    const plain = command('work', run)
    const row: Command = runsUntilSignal ? { ...plain, runsUntilSignal: true } : plain
    const ending = runCli(['work'], world, [row])
    await new Promise((resolve) => setTimeout(resolve, 10))
    world.raiseSignal()
    world.raiseSignal()
    return { code: await ending, ...world.written }
  }
  const untilAborted = ({ signal }: CommandContext): Promise<void> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve()))

  test('a command that stops because of one ends with 130', async () => {
    const { code, stderr } = await interrupted(false, async (context) => {
      await untilAborted(context)
      context.signal.throwIfAborted()
    })
    expect([code, stderr]).toEqual([130, 'error: interrupted; nothing was left half done, run it again\n'])
  })

  test('a command that had finished its work all the same ends with 0', async () => {
    expect((await interrupted(false, untilAborted)).code).toBe(0)
  })

  test('a server ends well, and a fault on its way down is still a fault', async () => {
    expect((await interrupted(true, untilAborted)).code).toBe(0)
    const failing = await interrupted(true, async (context) => {
      await untilAborted(context)
      throw new Failure('the store did not close; look at the log')
    })
    expect(failing.code).toBe(1)
  })

  test.each([
    [false, 'error: interrupted; nothing was left half done, run it again\n'],
    [true, 'error: stopped immediately; requests under way were cut off, but everything that was answered is saved\n'],
  ])('of a second one it ends at once, whatever it does; of the same one twice it does not', async (isServer, said) => {
    const time = { ms: 1_000 }
    const world = { ...testWorld(at()), clock: { nowMs: () => 0, monotonicMs: () => time.ms } }
    const deaf = command('work', () => new Promise(() => {}))
    let isEnded = false
    const ending = runCli(['work'], world, [isServer ? { ...deaf, runsUntilSignal: true } : deaf])
    void ending.then(() => (isEnded = true))
    await new Promise((resolve) => setTimeout(resolve, 10))
    world.raiseSignal()
    time.ms += 20
    world.raiseSignal()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect([isEnded, world.written.stderr]).toEqual([false, ''])
    time.ms += 600
    world.raiseSignal()
    world.raiseSignal()
    expect([await ending, world.written.stderr]).toEqual([130, said])
  })

  test('an exception that nobody caught ends the command with one line', async () => {
    const world = testWorld(at())
    const ending = runCli(['work'], world, [command('work', () => new Promise(() => {}))])
    await new Promise((resolve) => setTimeout(resolve, 10))
    world.raiseFault(new Error('thrown late'))
    expect(await ending).toBe(1)
    expect(world.written.stderr).toContain('error: thrown late')
  })
})

describe('the context', () => {
  const contextOf = async (argv: string[], env: Record<string, string> = {}) => {
    let seen: CommandContext | undefined
    let args: ParsedArgs | undefined
    const world = testWorld(at(), env)
    const keep: Run = async (context, given) => {
      seen = context
      args = given
      expect(context.config).toBe(context.loadedConfig.config)
    }
    const serve = COMMANDS.filter(({ name }) => name === 'serve')
    const kept = serve.map((command) => ({ ...command, load: async () => ({ run: keep }) }))
    const code = await runCli(argv, world, kept)
    return { code, world, context: seen, args }
  }

  test('options become configuration', async () => {
    const argv =
      '--host ::1 --port 0 --workers 2 --tls-cert c --tls-key k --allow-insecure-http --key-prefix abc_ --log-level debug'
    const { context } = await contextOf([
      ...argv.split(' '),
      '--trusted-proxy=10.0.0.0/8,::1',
      '--trusted-proxy=10.0.0.7',
      '--data=store',
    ])
    expect(context?.config).toMatchObject({
      host: '::1',
      port: 0,
      workers: 2,
      tls: { cert: at('c'), key: at('k') },
      allowInsecureHttp: true,
      keyPrefix: 'abc_',
      logLevel: 'debug',
      trustedProxy: ['10.0.0.0/8', '::1', '10.0.0.7'],
      data: at('store'),
    })
    expect(context?.loadedConfig.sources['tls.cert']).toEqual({ from: 'option', name: '--tls-cert' })
  })

  test('a wrong configuration is wrong usage, an unreadable one a failure', async () => {
    write('config.json', '{"prot": 1}')
    const unknown = await contextOf([])
    expect([unknown.code, unknown.world.written.stderr]).toEqual([
      2,
      `error: unknown member "prot" in ${at('config.json')} (did you mean port?)\n`,
    ])
    expect((await contextOf(['--config', 'missing.json'])).code).toBe(1)
    expect((await contextOf(['--key-prefix', 'WDR_'])).code).toBe(2)
  })

  test('an unknown variable is a warning, once, and --quiet silences it', async () => {
    const env = { WINDROW_PROT: '1' }
    expect((await contextOf([], env)).world.written.stderr).toBe(
      'warning: unknown environment variable WINDROW_PROT (did you mean WINDROW_PORT?); it has no effect\n',
    )
    expect((await contextOf(['--quiet'], env)).world.written.stderr).toBe('')
  })

  test('the answer is one JSON document or lines', async () => {
    const run: Run = async (context) => context.answer({ id: 1 }, () => ['id 1', 'done'])
    expect((await end(run)).stdout).toBe('id 1\ndone\n')
    expect(JSON.parse((await end(run, ['--json'])).stdout)).toEqual({ id: 1 })
  })

  test('an empty answer prints nothing', async () => {
    expect((await end(async (context) => context.answer([], () => []))).stdout).toBe('')
  })

  test('hints and warnings go to stderr unless --quiet', async () => {
    const run: Run = async (context) => {
      context.note('a hint')
      context.warn('a caution')
    }
    expect(await end(run)).toMatchObject({ stdout: '', stderr: 'a hint\nwarning: a caution\n' })
    expect(await end(run, ['--quiet'])).toMatchObject({ stdout: '', stderr: '' })
  })
})
