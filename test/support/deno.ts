// Where the registry's Deno lies: in the package of this platform. Its wrapper in node_modules/.bin does not hand on signals.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The Deno executable of node_modules. Throws when the package of this platform is not installed. */
export function denoExecutable(): string {
  const flavour = process.platform === 'linux' ? '-glibc' : ''
  const name = `@deno/${process.platform}-${process.arch}${flavour}`
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  return join(folder, process.platform === 'win32' ? 'deno.exe' : 'deno')
}
