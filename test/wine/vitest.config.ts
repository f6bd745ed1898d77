// What only Windows can show, as far as Wine shows it: vitest run --config test/wine/vitest.config.ts, after the build and
// test/wine/prepare, with WINEPREFIX and WINDROW_PROGRAM as .ci/run sets them.
import { defineConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'
import { hangMs } from '../support/hang.ts'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../../', import.meta.url)),
    include: ['test/wine/*.wine.ts'],
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
  },
})
