// The registry's Deno, in the package of this platform: its wrapper in node_modules/.bin does not hand on signals.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DENO_SYSTEM } from '../../src/runtime/own-program.ts'

/** The Deno executable of node_modules. Throws when the package of this platform is not installed. */
export function denoExecutable(): string {
  const flavour = process.platform === 'linux' ? '-glibc' : ''
  const name = `@deno/${process.platform}-${process.arch}${flavour}`
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  return join(folder, process.platform === 'win32' ? 'deno.exe' : 'deno')
}

/**
 * windrow under Deno, never with `-A`: what it asks of the system is held to the list of docs/operations.md#deno. Files, connections
 * and programs are free, because tests keep them in folders and on ports of their own.
 */
export function denoLine(): readonly string[] {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const free = ['--allow-read', '--allow-write', '--allow-env', '--allow-net', '--allow-run']
  const held = [`--allow-sys=${DENO_SYSTEM}`, `--allow-ffi=${join(root, 'node_modules', '@lmdb')}`]
  return [denoExecutable(), 'run', '--no-prompt', ...free, ...held, join(root, 'src', 'main.ts')]
}
