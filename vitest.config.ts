// The tests that need no build and no browser.
import { configDefaults, defineConfig } from 'vitest/config'
import { compileCache } from './test/support/compile-cache.ts'
import { hangMs } from './test/support/hang.ts'

export default defineConfig({
  test: {
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
    env: compileCache,
    setupFiles: ['test/support/strict.ts'],
    projects: [
      // The files of a worker share its process and loaded modules: no unit test changes what another sees.
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'whole', exclude: [...configDefaults.exclude, 'test/unit/**'] } },
    ],
  },
})
