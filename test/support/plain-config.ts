// The configuration of a process that nobody told anything, on a port that the system picks.
import { join } from 'node:path'
import { loadConfig } from '../../src/config/load.ts'
import type { Config } from '../../src/config/schema.ts'

export function plainConfig(): Config {
  // A folder that is not there holds no config file.
  const cwd = join(import.meta.dirname, 'no-such-folder')
  const loaded = loadConfig({ options: { port: 0 }, env: {}, cwd, platform: 'linux' })
  if (!loaded.ok) throw new Error(loaded.refusal.message)
  return loaded.value.config
}
