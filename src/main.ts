// argv → cli → exit code, nothing else. Runs unbuilt on Node and Deno, and as the single executable.
// It imports two files at first and no more: what is loaded before `keepCompiled` is compiled anew at every start.
import { availableParallelism } from 'node:os'
import { isSingleExecutable } from './runtime/assets.ts'
import { keepCompiled } from './runtime/compiled-code.ts'

// a command that never comes to its end must not look like a good one
process.exitCode = 1
keepCompiled()
// an export packs its blocks on the thread pool, which has four threads whatever the machine has; read at its first use
process.env['UV_THREADPOOL_SIZE'] ??= String(Math.max(4, availableParallelism()))
void main()

/** Everything else is loaded from here on, so that what was compiled by an earlier start serves this one. */
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

/** What stands after the program's name; cluster children of the single executable see one more entry before it. */
async function givenArguments(): Promise<string[]> {
  // only a process that was forked has a line to another one; all others are spared the loading
  const isChild = isSingleExecutable() && process.connected && (await import('node:cluster')).default.isWorker
  return process.argv.slice(isChild ? 3 : 2)
}
