// Tests of what `npm run build` makes: vitest run --config test/runtime/vitest.config.ts, after the build.
// They are apart from `npm test`, which must pass on a checkout that has built nothing.
import { defineConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'
import { hangMs } from '../support/hang.ts'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../../', import.meta.url)),
    include: ['test/runtime/*.packed.ts'],
    fileParallelism: false,
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
  },
})
