// Limits of time are for what hangs: most of a test may be waiting for a program, which is late on a busy machine. That of
// hooks is for an emulated one, since vitest takes it from here only.
import { configDefaults, defineConfig } from 'vitest/config'
import { compileCache } from './test/support/compile-cache.ts'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 240_000,
    env: compileCache,
    setupFiles: ['test/support/strict.ts'],
    projects: [
      // The files of a worker share its process and loaded modules: no unit test changes what another sees.
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'whole', exclude: [...configDefaults.exclude, 'test/unit/**'] } },
    ],
  },
})
