// What is made from the texts behind an import, so that nobody waits for it later: the index of work here, a large search index in a
// process of its own, which goes on when the command has ended.
import type { App } from '../app/app.ts'
import { catchUp } from '../app/caught-up.ts'
import { SearchIndexer } from '../app/rows/keep-search-index.ts'
import { runAlone } from '../app/slices.ts'
import { startBehind } from '../runtime/start-own.ts'
import type { CommandContext } from './command.ts'

/** So many segments take half a second. */
const segmentsHereMax = 8

/** An index that can't be written is no fault: whoever asks looks into the texts. */
export async function renewIndexes({ config, signal }: CommandContext, app: App): Promise<void> {
  await catchUp(app)
  const indexer = new SearchIndexer(app, runAlone)
  if (indexer.countToMake() <= segmentsHereMax) await indexer.renew(signal)
  // Deno would ask its user whether another program may run: there it is left to the server, or to `windrow index`. A server begins
  // with the first rows.
  else if (process.versions['deno'] === undefined) startBehind(config.data, ['index', '--from-last', '--quiet'])
}
