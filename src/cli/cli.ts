// Runs a command line and gives its exit code. Every end of a command is here; a command module only returns or throws.
import { checkPaths, type Invocation, parseCommandLine } from './parse.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { createContext } from './context.ts'
import { EXIT, Failure } from './failure.ts'
import { interruptedBy, reportFailure, type Reporting } from './report-failure.ts'
import type { World } from './world.ts'

/** How long a command may clean up after a signal. The store needs no such time. */
const endGraceMs = 5_000
/** A second signal within this time counts as the first one: npm and terminals may deliver one twice. */
const sameSignalMs = 300
/** How long output that was written before a signal may still be read. */
const flushGraceMs = 500

export async function runCli(
  argv: readonly string[],
  world: World,
  commands: readonly Command[] = COMMANDS,
): Promise<number> {
  const reported = (fault: unknown): number => reportFailure(fault, world, reportingOf(argv, world))
  const interrupted = Promise.withResolvers<void>()
  world.onSignal(interrupted.resolve)
  const code = await invoke(argv, world, commands, reported).catch(reported)
  const flushed = world.flush().then(() => code, reported)
  // Output that is never read would delay the end forever.
  const givenUp = interrupted.promise.then(() => forMs(flushGraceMs)).then(() => EXIT.interrupted)
  return await Promise.race([flushed, givenUp])
}

const forMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

async function invoke(
  argv: readonly string[],
  world: World,
  commands: readonly Command[],
  reported: (fault: unknown) => number,
): Promise<number> {
  const invocation = parseCommandLine(argv, commands)
  if (invocation.what === 'run') {
    checkPaths(invocation.command, invocation.args, world.platform)
    return await runCommand(invocation, world, commands, reported)
  }
  if (invocation.what === 'help') world.stdout.write(await helpFor(invocation, commands, world))
  else world.stdout.write((await import('./version.ts')).versionText(invocation.json))
  return EXIT.done
}

async function helpFor(
  { topic, json }: { topic: string; json: boolean },
  commands: readonly Command[],
  { isStdoutTty, columns }: World,
): Promise<string> {
  if (json) return (await import('./table-document.ts')).tableText(topic, commands)
  return (await import('./help.ts')).helpText(topic, commands, isStdoutTty ? columns : undefined)
}

async function runCommand(
  { command, args, isNamed }: Extract<Invocation, { what: 'run' }>,
  world: World,
  commands: readonly Command[],
  reported: (fault: unknown) => number,
): Promise<number> {
  const abort = new AbortController()
  const cutShort = Promise.withResolvers<number>()
  const serverEnd = new Failure(
    'stopped immediately; requests under way were cut off, but everything that was answered is saved',
  )
  const endNow = (): void => {
    isOver = true
    cutShort.resolve(reported(interruptedBy(command.runsUntilSignal === true ? serverEnd : null)))
  }
  let grace: NodeJS.Timeout | undefined
  let firstMs = 0
  let isOver = false
  world.onSignal(() => {
    if (isOver) return
    const nowMs = world.clock.monotonicMs()
    if (!abort.signal.aborted) {
      firstMs = nowMs
      grace = setTimeout(endNow, endGraceMs)
      abort.abort()
    } else if (nowMs - firstMs >= sameSignalMs) endNow()
  })
  world.onFault((fault) => cutShort.resolve(reported(fault)))
  try {
    const { run } = await command.load()
    const context = createContext(world, command, args, abort.signal, isNamed)
    return (await Promise.race([run(context, args, commands), cutShort.promise])) ?? EXIT.done
  } catch (error) {
    const fault = error instanceof Failure ? error : (await import('./refused-failure.ts')).asRefused(error)
    if (!abort.signal.aborted) throw fault
    if (command.runsUntilSignal === true && fault === abort.signal.reason) return EXIT.done
    if (command.runsUntilSignal === true) throw fault
    return reported(interruptedBy(fault))
  } finally {
    clearTimeout(grace)
    isOver = true
  }
}

/** Whether failures are reported as JSON and with details. It reads the raw words, because the command line may be unreadable. */
function reportingOf(argv: readonly string[], world: World): Reporting {
  const options = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  const asksForDetails = /--log-level[= ](debug|trace)/.test(argv.join(' '))
  return {
    isJson: options.includes('--json'),
    isPlain: options.includes('--no-color'),
    isDebugging: asksForDetails || /^(debug|trace)$/.test(world.env['WINDROW_LOG_LEVEL'] ?? ''),
  }
}
