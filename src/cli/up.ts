// `windrow up`: serve, and first make an empty store worth looking at.
import { setUpSample } from '../app/set-up-sample.ts'
import { readAsset } from '../runtime/assets.ts'
import type { CommandContext } from './command.ts'
import { runServer } from './run-server.ts'

export async function run(context: CommandContext): Promise<void> {
  await runServer(context, async (app) => {
    const sample = await setUpSample(app, readAsset, context.signal)
    if (sample === null) {
      context.note(
        'the person named owner is no super admin; no key was made (windrow key create --user NAME makes one)',
      )
      return () => {}
    }
    const { key, secret } = sample
    return (url) => {
      if (secret === null) {
        context.stdout.write(
          `key ${key.prefix}… was shown before; windrow key regenerate ${key.prefix} gives a new one\n`,
        )
        return
      }
      context.stdout.write(`key ${secret}\n`)
      context.stdout.write(`try it:\n  curl -H 'X-API-Key: ${secret}' '${url}/api/v1/rows?limit=3&state=none'\n`)
    }
  })
}
