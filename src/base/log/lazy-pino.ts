// pino, loaded at once when it is first asked for: its thirty files are a tenth of a start, and most starts say nothing.
// A line may be the last that a process says, so this can't wait as `import()` does. The build puts a `require` in the
// place of this file, which the bundler understands.
import { createRequire } from 'node:module'

/** pino itself. */
export const loadPino = (): typeof import('pino').pino =>
  createRequire(import.meta.url)('pino') as typeof import('pino').pino
