// The tests that need no build and no browser, in two tiers (test/tiers.ts): `npm test` is the first two projects, `npm run test:all` all.
import { configDefaults, defineConfig } from 'vitest/config'
import { compileCache } from './test/support/compile-cache.ts'
import { hangMs } from './test/support/hang.ts'
import { PROOF, UNIT } from './test/tiers.ts'

export default defineConfig({
  test: {
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
    env: compileCache,
    // By itself vitest leaves a core free, which is half of a machine with two: the tests ran one after the other.
    maxWorkers: '100%',
    setupFiles: ['test/support/strict.ts', 'test/support/times.ts'],
    projects: [
      // The files of a worker share its process and loaded modules: no unit test changes what another sees.
      { extends: true, test: { name: 'unit', include: UNIT, isolate: false } },
      { extends: true, test: { name: 'proof', include: PROOF } },
      { extends: true, test: { name: 'rest', exclude: [...configDefaults.exclude, ...UNIT, ...PROOF] } },
    ],
  },
})
