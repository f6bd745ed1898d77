// Tests of the site in a real Chromium: vitest run --config test/e2e/vitest.config.ts. Apart from `npm test`, which needs
// no browser. The browser is the package's own (Linux x64), or the one that WINDROW_CHROMIUM or Debian names.
import { defineConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'
import { hangMs } from '../support/hang.ts'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../../', import.meta.url)),
    include: ['test/e2e/*.browser.ts'],
    globalSetup: ['test/e2e/browser-file.ts'],
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
  },
})
