// `windrow up`: fills an empty store with the sample, then serves.
import { setUpSample } from '../../../app/upkeep/set-up-sample.ts'
import { readAsset } from '../../../runtime/assets.ts'
import type { CommandContext } from '../../command.ts'
import { runServer } from './run-server.ts'

export async function run(context: CommandContext): Promise<void> {
  await runServer(context, true, async (app) => {
    const sample = await setUpSample(app, readAsset, context.signal)
    if (sample === null) {
      context.note(
        'the person named owner is no super admin; no key was made (windrow key create --user NAME makes one)',
      )
      return { lines: () => [], members: { key: null } }
    }
    const { key, secret } = sample
    const members = { key: secret, key_prefix: key.prefix }
    if (secret === null) {
      const line = `key ${key.prefix}… was shown before; windrow key regenerate ${key.prefix} gives a new one`
      return { lines: () => [line], members }
    }
    const tryIt = (url: string): string =>
      `  ${curlLine(secret, `${url}/api/v1/rows?limit=3&state=none`, context.platform)}`
    return { lines: (url) => [`key ${secret}`, 'try it:', tryIt(url)], members }
  })
}

/** Works in every shell: both of Windows take single quotes literally, and `curl` is another program in one of them. */
export const curlLine = (secret: string, url: string, platform: NodeJS.Platform): string =>
  platform === 'win32' ? `curl.exe -H "X-API-Key: ${secret}" "${url}"` : `curl -H 'X-API-Key: ${secret}' '${url}'`
