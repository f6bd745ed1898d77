// The program's entry: passes its arguments to the command line and sets the exit code. Runs unbuilt on Node and Deno,
// and as the single executable. It first imports two files only: modules loaded before `keepCompiled` are compiled at
// every start.
import { availableParallelism } from 'node:os'
import { isSingleExecutable } from './runtime/assets.ts'
import { keepCompiled } from './runtime/compiled-code.ts'

// A command that does not finish must not look successful.
process.exitCode = 1
keepCompiled()
// Exports pack blocks on the thread pool, which has four threads by default; Node reads this at the pool's first use.
process.env['UV_THREADPOOL_SIZE'] ??= String(Math.max(4, availableParallelism()))
void main()

async function main(): Promise<void> {
  const argv = await givenArguments()
  const [{ runCli }, { systemWorld }, { holdWindow }, { endProcess }] = await Promise.all([
    import('./cli/cli.ts'),
    import('./cli/world.ts'),
    import('./runtime/window.ts'),
    import('./runtime/end-process.ts'),
  ])
  const world = systemWorld()
  const end = { isTold: false }
  const told = new Promise<void>((resolve) => {
    world.onSignal(() => {
      end.isTold = true
      resolve()
    })
  })
  const code = await runCli(argv, world)
  if (!end.isTold) await Promise.race([told, holdWindow(argv, code)])
  await endProcess(code, end.isTold)
}

/** Cluster children of the single executable have one more entry before them. */
async function givenArguments(): Promise<string[]> {
  // Only a forked process is connected to a parent; others need not load the module.
  const isChild = isSingleExecutable() && process.connected && (await import('node:cluster')).default.isWorker
  return process.argv.slice(isChild ? 3 : 2)
}
