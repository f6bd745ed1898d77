// pino, loaded on first use: its thirty files are a tenth of a start, and most starts log nothing. Synchronous, because
// `import()` would be too late for a last line. The build replaces this file with a `require` that the bundler understands.
import { createRequire } from 'node:module'

export const loadPino = (): typeof import('pino').pino =>
  createRequire(import.meta.url)('pino') as typeof import('pino').pino
