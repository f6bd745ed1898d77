// Rows of the command table: the server.
import type { CommandSpec } from '../command.ts'
import { LEAVES } from '../../config/schema.ts'
import { configOption } from './shared.ts'

const serverOptions = LEAVES.filter((leaf) => leaf.name !== 'data' && leaf.hasNoOption !== true).map((leaf) =>
  configOption(leaf.name),
)

export const serve: CommandSpec = {
  name: 'serve',
  summary: 'Start the server (also without any command)',
  details: [
    'Prints one line with its address when it is ready. SIGINT and SIGTERM end it: requests under way are answered first.',
    '--json prints one line when it is ready: {"url", "setup_url"}; setup_url is null when a super admin has a password.',
  ],
  options: serverOptions,
  examples: [
    'windrow',
    'windrow serve --port 9000',
    'windrow serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem',
  ],
  runsUntilSignal: true,
}

export const shortcut: CommandSpec = {
  name: 'shortcut',
  summary: "Add windrow to this system's menu",
  details: [
    'The entry starts the executable without arguments in the folder of windrow-data: a link in the start menu of Windows, a .desktop file with its icon on Linux, windrow.command in ~/Applications on macOS.',
    'At the login it starts windrow serve --no-open: a link in the Startup folder of Windows, a .desktop file in ~/.config/autostart, an agent of launchd.',
    '--json prints {path, program, folder}, with --remove {path, removed}.',
  ],
  options: [
    { name: 'at-login', summary: 'Start the server at each login instead, without opening a browser' },
    { name: 'remove', summary: 'Take the entry away' },
  ],
  examples: ['windrow shortcut', 'windrow shortcut --at-login', 'windrow shortcut --at-login --remove'],
}

export const up: CommandSpec = {
  name: 'up',
  summary: 'Start the server; first fill an empty store with sample texts, a super admin and an agent key',
  details: [
    'Prints the address, the key (once) and a ready curl line.',
    '--json prints one line: {"url", "key", "key_prefix", "setup_url"}; key is null when it was shown before.',
  ],
  options: serverOptions,
  examples: ['windrow up', 'windrow up --data try-out --port 0'],
  runsUntilSignal: true,
}
