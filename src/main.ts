// argv → cli → exit code, nothing else. Runs unbuilt on Node and Deno, and as the single executable.
import cluster from 'node:cluster'
import { isSingleExecutable } from './runtime/assets.ts'
import { keepCompiled } from './runtime/compiled-code.ts'

// a command that never comes to its end must not look like a good one
process.exitCode = 1
keepCompiled()
void main(givenArguments())

/** Everything else is loaded from here on, so that what was compiled by an earlier start serves this one. */
async function main(argv: readonly string[]): Promise<void> {
  const [{ runCli }, { systemWorld }, { holdWindow }] = await Promise.all([
    import('./cli/cli.ts'),
    import('./cli/world.ts'),
    import('./runtime/window.ts'),
  ])
  const code = await runCli(argv, systemWorld())
  await holdWindow(argv, code)
  process.exit(code)
}

/** What stands after the program's name; cluster children of the single executable see one more entry before it. */
function givenArguments(): string[] {
  return process.argv.slice(isSingleExecutable() && cluster.isWorker ? 3 : 2)
}
