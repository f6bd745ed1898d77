// The context of a command. The configuration is loaded on first use.
import { loadConfig, type LoadedConfig } from '../config/load.ts'
import type { Command, CommandContext, OptionSpec, ParsedArgs } from './command.ts'
import { Failure, Usage } from './failure.ts'
import { createProgress, type Sink } from './streams/progress.ts'
import { startHome } from './store-home.ts'
import { GLOBAL_OPTIONS } from './options.ts'
import { plainLine, plainText } from './streams/lines.ts'
import { paintFor } from './streams/terminal.ts'
import { writeAll } from './streams/write-all.ts'
import type { World } from './world.ts'

const NOWHERE: Sink = { write: () => {} }

export function createContext(
  world: World,
  command: Command,
  args: ParsedArgs,
  signal: AbortSignal,
  isNamed: boolean,
): CommandContext {
  const json = args.flag('json')
  const quiet = args.flag('quiet')
  const say = (text: string, before = ''): void => {
    if (!quiet) world.stderr.write(`${before}${plainText(text)}\n`)
  }
  const paint = paintFor(world, args.flag('no-color'))
  const warn = (text: string): void => say(text, paint('warning', 'warning: '))
  let answers: Sink = world.stdout
  let loaded: LoadedConfig | null = null
  const load = (): LoadedConfig => {
    if (loaded !== null) return loaded
    loaded = configOf(world, command, args, isNamed)
    for (const warning of loaded.warnings) warn(warning)
    return loaded
  }
  return {
    get config() {
      return load().config
    },
    get loadedConfig() {
      return load()
    },
    env: world.env,
    cwd: world.cwd,
    program: world.program,
    clock: world.clock,
    random: world.random,
    stdout: world.stdout,
    stderr: world.stderr,
    get stdin() {
      return world.stdin
    },
    writeOut: world.writeOut,
    takeStdout: () => {
      answers = quiet ? NOWHERE : world.stderr
    },
    isTty: world.isTty,
    isStdoutTty: world.isStdoutTty,
    paint,
    isNamed,
    launch: world.launch,
    setTitle: world.setTitle,
    platform: world.platform,
    json,
    quiet,
    signal,
    answer: (document, lines) => {
      const text = plainText(json ? JSON.stringify(document, null, 2) : textOf(lines()))
      if (text !== '') answers.write(`${text}\n`)
    },
    deliver: (text) => deliver(world, text, signal),
    data: (text) => void world.stdout.write(world.isStdoutTty ? plainText(text) : text),
    note: (text) => say(text),
    next: (text) => (world.isTty ? say(`next: ${text}`) : undefined),
    warn,
    progress: (label, total, unit, isSlow) =>
      createProgress({
        label,
        total,
        unit,
        isSlow,
        stderr: world.stderr,
        isTty: world.isTty,
        columns: world.columns,
        isQuiet: quiet,
        clock: world.clock,
      }),
    readLine: () => world.readLine(),
    canAsk: world.ask !== null,
    readSecret: (what, isTwice = false) => readSecret(world, signal, what, isTwice),
  }
}

async function readSecret(world: World, signal: AbortSignal, what: string, isTwice: boolean): Promise<string> {
  if (world.ask === null) return await world.readLine()
  const prompts = isTwice ? [`${what}: `, `${what}, again: `] : [`${what}: `]
  const [first = '', again = first] = await world.ask(prompts, signal)
  if (again !== first) throw new Failure('the two are not the same, so nothing was changed; try again')
  return first
}

async function deliver(world: World, text: string, signal: AbortSignal): Promise<string | null> {
  // A terminal gets it through the stream, because Windows' console shows other letters for bytes written directly.
  if (world.isStdoutTty) world.stdout.write(text)
  else if (world.isStdoutNowhere()) return 'standard output goes nowhere'
  else
    try {
      await writeAll(world.writeOut, Buffer.from(text), signal)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return `standard output can't be written (${code ?? message})`
    }
  return null
}

const textOf = (lines: string | readonly string[]): string =>
  typeof lines === 'string' ? lines : lines.map(plainLine).join('\n')

function configOf(world: World, command: Command, args: ParsedArgs, isNamed: boolean): LoadedConfig {
  const options: Record<string, unknown> = {}
  for (const option of [...GLOBAL_OPTIONS, ...(command.options ?? [])]) {
    if (option.config !== undefined) options[option.config] = optionValue(args, option) ?? options[option.config]
    if (option.brings !== undefined && args.flag(option.name))
      for (const [name, value] of Object.entries(option.brings)) options[name] ??= value
  }
  const { env, cwd, platform } = world
  const home = isNamed || options['data'] !== undefined ? cwd : startHome(world)
  const result = loadConfig({ options, configFile: args.text('config'), env, cwd, home, platform })
  if (result.ok) return result.value
  const { isUsage, message } = result.refusal
  throw isUsage ? new Usage(message) : new Failure(message)
}

function optionValue(args: ParsedArgs, option: OptionSpec): unknown {
  const { name, value } = option
  if (value === undefined) return args.flag(name) ? true : undefined
  if (value.kind === 'integer') return args.integer(name)
  if (option.isRepeatable !== true) return args.text(name)
  const texts = args.texts(name)
  return texts.length === 0 ? undefined : texts.flatMap((text) => text.split(','))
}
