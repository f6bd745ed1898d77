// Lets Node keep what it compiles: a start of the server reads hundreds of files, and stripping types and compiling them
// takes longer than everything else that a start does. Node checks each entry against the file it came from.
// The folder lies inside node_modules: whoever may write there could as well change the packages themselves. Where it can't
// be written, where Deno runs, and in the single executable, which is one file, nothing is kept.
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { isSingleExecutable } from './assets.ts'

/** Keeps compiled code from now on; call it before the rest of the program is loaded. */
export function keepCompiled(): void {
  if (isSingleExecutable() || process.versions['deno'] !== undefined) return
  nodeModule.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/windrow', import.meta.url)))
}

/** Writes what was compiled so far; without this Node does so when the process ends by itself. */
export function writeCompiled(): void {
  if (isSingleExecutable() || process.versions['deno'] !== undefined) return
  nodeModule.flushCompileCache()
}
