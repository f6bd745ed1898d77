// argv → exit code. Every end of a command goes through here: done, failed (one line that says what to do), wrong
// usage, interrupted. A command module only returns or throws.
import type { Command, ParsedArgs } from './command.ts'
import { COMMANDS } from './commands.ts'
import { createContext } from './context.ts'
import { EXIT, Failure, Usage } from './failure.ts'
import { parseCommandLine } from './parse.ts'
import type { World } from './world.ts'

/** What an interrupted command has to clean up; the store needs nothing, its transactions are whole or absent. */
const interruptedGraceMs = 5_000

/** Does what the arguments after the program's name say; resolves with the exit code once all output is written. */
export async function runCli(
  argv: readonly string[],
  world: World,
  commands: readonly Command[] = COMMANDS,
): Promise<number> {
  const reported = (fault: unknown): number => report(fault, world, isDebugging(argv, world))
  const code = await invoke(argv, world, commands, reported).catch(reported)
  return await world.flush().then(() => code, reported)
}

async function invoke(
  argv: readonly string[],
  world: World,
  commands: readonly Command[],
  reported: (fault: unknown) => number,
): Promise<number> {
  const invocation = parseCommandLine(argv, commands)
  if (invocation.what === 'run') return await runCommand(invocation.command, invocation.args, world, reported)
  if (invocation.what === 'help') world.stdout.write((await import('./help.ts')).helpText(invocation.topic, commands))
  else world.stdout.write((await import('./version.ts')).versionText(invocation.json))
  return EXIT.done
}

async function runCommand(
  command: Command,
  args: ParsedArgs,
  world: World,
  reported: (fault: unknown) => number,
): Promise<number> {
  const abort = new AbortController()
  const cutShort = Promise.withResolvers<number>()
  let grace: NodeJS.Timeout | undefined
  world.onSignal(() => {
    // terminals and npm may deliver a signal twice: only the first counts, and none kills a command on its way out
    if (abort.signal.aborted) return
    abort.abort()
    if (command.runsUntilSignal === true) return
    grace = setTimeout(() => cutShort.resolve(interrupted(world)), interruptedGraceMs)
  })
  world.onFault((fault) => cutShort.resolve(reported(fault)))
  try {
    const { run } = await command.load()
    const context = createContext(world, command, args, abort.signal)
    return (await Promise.race([run(context, args), cutShort.promise])) ?? EXIT.done
  } catch (fault) {
    if (!abort.signal.aborted) throw fault
    if (command.runsUntilSignal === true && fault === abort.signal.reason) return EXIT.done
    if (command.runsUntilSignal === true) throw fault
    return interrupted(world, fault)
  } finally {
    clearTimeout(grace)
  }
}

function interrupted(world: World, fault?: unknown): number {
  const said = fault instanceof Failure ? fault.message : 'interrupted; nothing was left half done, run it again'
  world.stderr.write(`error: ${oneLine(said)}\n`)
  return EXIT.interrupted
}

/** Says on stderr, in one line, what went wrong; gives the exit code. */
function report(fault: unknown, world: World, isDebugging: boolean): number {
  world.stderr.write(`error: ${oneLine(textOf(fault))}\n`)
  if (isDebugging && fault instanceof Error && fault.stack !== undefined) world.stderr.write(`${fault.stack}\n`)
  return fault instanceof Usage ? EXIT.usage : EXIT.failed
}

/** What to do about the faults of a system that a command did not foresee. */
const remedies: Readonly<Record<string, string>> = {
  ENOENT: 'check the name',
  ENOTDIR: 'check the name',
  EISDIR: 'name a file, not a folder',
  EACCES: 'check the permissions',
  EPERM: 'check the permissions',
  EROFS: 'choose a place that can be written',
  ENOSPC: 'free some space',
  EDQUOT: 'free some space',
  EMFILE: 'raise the limit of open files (ulimit -n)',
}

function textOf(fault: unknown): string {
  if (fault instanceof Failure || fault instanceof Usage) return fault.message
  const { message, code } =
    fault instanceof Error ? (fault as NodeJS.ErrnoException) : { message: String(fault), code: '' }
  const remedy = remedies[code ?? '']
  if (remedy !== undefined) return `${message}; ${remedy}`
  return `${message || 'unforeseen fault'} (a fault of windrow; WINDROW_LOG_LEVEL=debug shows where, please report it)`
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ')
}

function isDebugging(argv: readonly string[], world: World): boolean {
  const asked = /--log-level[= ](debug|trace)/.test(argv.join(' '))
  return asked || /^(debug|trace)$/.test(world.env['WINDROW_LOG_LEVEL'] ?? '')
}
