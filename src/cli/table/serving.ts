// Rows of the command table: the server.
import type { CommandSpec } from '../command.ts'
import { LEAVES } from '../../config/schema.ts'
import { configOption } from './shared.ts'

const serverOptions = LEAVES.filter((leaf) => leaf.name !== 'data').map((leaf) => configOption(leaf.name))

export const serve: CommandSpec = {
  name: 'serve',
  summary: 'Start the server (also without any command)',
  details: [
    'Prints one line with its address when it is ready. SIGINT and SIGTERM end it: requests under way are answered first.',
  ],
  options: serverOptions,
  examples: [
    'windrow',
    'windrow serve --port 9000',
    'windrow serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem',
  ],
  runsUntilSignal: true,
}

export const up: CommandSpec = {
  name: 'up',
  summary: 'Start the server; first fill an empty store with sample texts, a super admin and an agent key',
  details: ['Prints the address, the key (once) and a ready curl line.'],
  options: serverOptions,
  examples: ['windrow up', 'windrow up --data try-out --port 0'],
  runsUntilSignal: true,
}
