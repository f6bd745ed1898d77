// Where Node keeps what it compiled for the hundreds of short processes of the tests: with it each starts in half the time.
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'windrow-compile-cache') }
