// What a command is handed: the world, the common options, and the configuration when it is first asked for.
import { loadConfig } from '../config/load.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Command, CommandContext, ParsedArgs } from './command.ts'
import { Failure, Usage } from './failure.ts'
import { createProgress } from './progress.ts'
import { GLOBAL_OPTIONS } from './table/shared.ts'
import type { World } from './world.ts'

/** Makes the context of one call. */
export function createContext(world: World, command: Command, args: ParsedArgs, signal: AbortSignal): CommandContext {
  const json = args.flag('json')
  const quiet = args.flag('quiet')
  const say = (text: string): void => {
    if (!quiet) world.stderr.write(`${text}\n`)
  }
  const warn = (text: string): void => say(`warning: ${text}`)
  let loaded: LoadedConfig | null = null
  const load = (): LoadedConfig => {
    if (loaded !== null) return loaded
    loaded = configOf(world, command, args)
    loaded.warnings.forEach(warn)
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
    clock: world.clock,
    random: world.random,
    stdout: world.stdout,
    stderr: world.stderr,
    isTty: world.isTty,
    json,
    quiet,
    signal,
    answer: (document, lines) => {
      const text = json ? JSON.stringify(document, null, 2) : [lines()].flat().join('\n')
      if (text !== '') world.stdout.write(`${text}\n`)
    },
    note: say,
    warn,
    progress: (label, total, unit) =>
      createProgress({
        label,
        total,
        unit,
        stderr: world.stderr,
        isTty: world.isTty,
        isQuiet: quiet,
        clock: world.clock,
      }),
    readLine: () => world.readLine(),
  }
}

function configOf(world: World, command: Command, args: ParsedArgs): LoadedConfig {
  const options: Record<string, unknown> = {}
  for (const option of [...GLOBAL_OPTIONS, ...(command.options ?? [])]) {
    if (option.config !== undefined) options[option.config] = optionValue(args, option)
  }
  const { env, cwd } = world
  const result = loadConfig({ options, configFile: args.text('config'), env, cwd })
  if (result.ok) return result.value
  const { isUsage, message } = result.refusal
  throw isUsage ? new Usage(message) : new Failure(message)
}

function optionValue(args: ParsedArgs, option: NonNullable<Command['options']>[number]): unknown {
  const { name, value } = option
  if (value === undefined) return args.flag(name) ? true : undefined
  if (value.kind === 'integer') return args.integer(name)
  if (option.isRepeatable !== true) return args.text(name)
  const texts = args.texts(name)
  return texts.length === 0 ? undefined : texts.flatMap((text) => text.split(','))
}
