// The registry's Deno, in the package of this platform, and windrow on it. Its wrapper in node_modules/.bin does not hand on signals.
import { createRequire } from 'node:module'
import { devNull, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { denoPermissions } from '../../src/runtime/start-own.ts'

/** The Deno executable of node_modules. Throws when the package of this platform is not installed. */
export function denoExecutable(): string {
  const flavour = process.platform === 'linux' ? '-glibc' : ''
  const name = `@deno/${process.platform}-${process.arch}${flavour}`
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  return join(folder, process.platform === 'win32' ? 'deno.exe' : 'deno')
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The program on Deno with the permissions that docs/operations.md prints, which may write in `writes`, and these further ones. */
export const denoLine = (
  further: readonly string[] = ['--allow-net', '--allow-run'],
  writes: readonly string[] = [tmpdir(), devNull],
): readonly string[] => [
  denoExecutable(),
  'run',
  '--no-prompt',
  ...denoPermissions(root, { writes }),
  ...further,
  join(root, 'src', 'main.ts'),
]
