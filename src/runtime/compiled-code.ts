// Lets Node cache compiled code: stripping types and compiling take most of a server's start. Node checks each entry
// against its file. The cache is inside node_modules: an account that can write there can change the packages anyway.
// No cache in a read-only folder, under Deno, and in the single executable.
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { isSingleExecutable } from './assets.ts'

/** Turns the cache on. It must be called before the rest of the program is loaded. */
export function keepCompiled(): void {
  if (isSingleExecutable() || process.versions['deno'] !== undefined) return
  nodeModule.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/windrow', import.meta.url)))
}

/** Writes the cache, which Node alone does only when the process ends by itself. */
export function writeCompiled(): void {
  if (isSingleExecutable() || process.versions['deno'] !== undefined) return
  nodeModule.flushCompileCache()
}
