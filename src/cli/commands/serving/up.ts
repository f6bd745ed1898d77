// `windrow up`: fills an empty store with the sample, then serves.
import { importSample, isEmptyStore, setUpOwner } from '../../../app/upkeep/set-up-sample.ts'
import type { App } from '../../../app/app.ts'
import { readAsset } from '../../../runtime/assets.ts'
import type { Runnable } from '../../command.ts'
import { runServer, serverOptions } from './run-server.ts'

export const command: Runnable = {
  name: 'up',
  summary: 'Start the server; first fill an empty store with sample texts, a super admin and an agent key',
  details: [
    'Prints the address, the key (once) and a ready curl line.',
    '--json prints one line: {"url", "key", "key_prefix", "setup_url"}; key is null when it was shown before.',
  ],
  options: [
    ...serverOptions,
    {
      name: 'demo',
      summary:
        "Serve a demonstration in a store of its own: a team's week with the sample game (default --data windrow-demo)",
      brings: { data: 'windrow-demo' },
    },
  ],
  examples: ['windrow up', 'windrow up --demo', 'windrow up --data try-out --port 0'],
  runsUntilSignal: true,
  async run(context, args, commands) {
    if (args.flag('demo')) await (await import('./demonstration.ts')).makeDemonstration(context, commands)
    const fill = async (app: App): Promise<void> => {
      if (isEmptyStore(app)) await importSample(app, readAsset, context.signal)
    }
    await runServer(context, true, fill, async (app) => {
      const owned = await setUpOwner(app)
      if (owned === null) {
        context.note(
          'the person named owner is not a super admin, so no key was made (windrow key create --user NAME makes one)',
        )
        return { lines: () => [], members: { key: null } }
      }
      const { key, secret } = owned
      const remedy = `windrow key regenerate ${key.prefix} gives a new one`
      const members = { key: secret, key_prefix: key.prefix }
      if (secret === null) {
        const line = `key ${key.prefix}… was shown before; ${remedy}`
        return { lines: () => [line], members }
      }
      const tryIt = (url: string): string =>
        `  ${curlLine(secret, `${url}/api/v1/rows?limit=3&state=none`, context.platform)}`
      return { lines: (url) => [`key ${secret}`, 'try it:', tryIt(url)], members, remedy }
    })
  },
}

/** A `curl` command for every shell: both of Windows take single quotes literally, and in one of them `curl` is another program. */
export const curlLine = (secret: string, url: string, platform: NodeJS.Platform): string =>
  platform === 'win32' ? `curl.exe -H "X-API-Key: ${secret}" "${url}"` : `curl -H 'X-API-Key: ${secret}' '${url}'`
