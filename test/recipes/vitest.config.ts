// The recipes of docs/service.md and the completions of shells, with the programs they are for: vitest run --config
// test/recipes/vitest.config.ts, where those are there (Debian: nginx caddy logrotate systemd zsh fish).
import { defineConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'
import { hangMs } from '../support/hang.ts'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../../', import.meta.url)),
    include: ['test/recipes/*.recipe.ts'],
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
  },
})
