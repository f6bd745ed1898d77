// A program with the real command line and commands made for tests of its ends: signals, closed pipes, late faults.
// Started as a process of its own by test/unit/cli/process.test.ts.
import { runCli } from '../../src/cli/cli.ts'
import type { Command, Run } from '../../src/cli/command.ts'
import { Failure } from '../../src/cli/failure.ts'
import { systemWorld } from '../../src/cli/world.ts'

const forMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const untilAborted = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) await forMs(10)
}

const runs: Readonly<Record<string, Run>> = {
  serve: async ({ stdout, signal }) => {
    stdout.write('ready\n')
    await untilAborted(signal)
    stdout.write('closed\n')
  },
  work: async ({ stdout, signal }) => {
    stdout.write('ready\n')
    await untilAborted(signal)
    signal.throwIfAborted()
  },
  deaf: async ({ stdout }) => {
    stdout.write('ready\n')
    await forMs(600_000)
  },
  flood: async ({ stdout }) => {
    for (let line = 0; line < 20_000; line++) stdout.write(`${'x'.repeat(100)}\n`)
    await forMs(100)
    for (let line = 0; line < 20_000; line++) stdout.write(`${'x'.repeat(100)}\n`)
  },
  echo: async (context) => {
    const line = await context.readLine()
    context.answer({ line }, () => line)
  },
  late: async () => {
    setTimeout(() => {
      throw new Error('thrown late,\nfrom a timer')
    }, 10)
    await forMs(10_000)
  },
  rejected: async () => {
    void Promise.reject(new Error('nobody caught this'))
    await forMs(10_000)
  },
  failing: async () => {
    throw new Failure('the store is on the moon; bring it back')
  },
  config: async (context) => {
    const { config } = context
    context.answer(config, () => config.data)
  },
}

const commands = Object.entries(runs).map(([name, run]): Command => {
  const runsUntilSignal = name === 'serve' ? { runsUntilSignal: true as const } : {}
  return {
    name,
    summary: `Test ${name}`,
    examples: [`windrow ${name}`],
    ...runsUntilSignal,
    load: async () => ({ run }),
  }
})

process.exitCode = 1
void runCli(process.argv.slice(2), systemWorld(), commands).then((code) => process.exit(code))
