// `windrow serve`, and windrow without any command.
import type { Runnable } from '../../command.ts'
import { runServer, serverOptions } from './run-server.ts'

export const command: Runnable = {
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
  run: (context) => runServer(context, !context.isNamed),
}
