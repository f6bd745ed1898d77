// argv → command line → exit code, nothing else. Runs unbuilt on Node and Deno, and as the single executable.
import cluster from 'node:cluster'
import { runCli } from './cli/cli.ts'
import { systemWorld } from './cli/world.ts'
import { isSingleExecutable } from './runtime/assets.ts'
import { holdWindow } from './runtime/window.ts'

// a command that never comes to its end must not look like a good one
process.exitCode = 1
const argv = givenArguments()
void runCli(argv, systemWorld()).then(async (code) => {
  await holdWindow(argv, code)
  process.exit(code)
})

/** What stands after the program's name; cluster children of the single executable see one more entry before it. */
function givenArguments(): string[] {
  return process.argv.slice(isSingleExecutable() && cluster.isWorker ? 3 : 2)
}
