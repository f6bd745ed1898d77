// The search index behind a large import: two processes make it, one from each end, where the machine has a core for both.
import { availableParallelism } from 'node:os'
import type { App } from '../app/app.ts'
import { SearchIndexer } from '../app/rows/keep-search-index.ts'
import { runAlone } from '../app/slices.ts'
import { startOwn } from '../runtime/start-own.ts'
import type { CommandContext } from './command.ts'

/** Below so many segments the other process would begin when most is done. */
const segmentsForTwo = 8

/** Makes what is missing or out of date. An index that can't be written is no fault: searches read the texts without it. */
export async function renewSearchIndex({ config, signal }: CommandContext, app: App): Promise<void> {
  const indexer = new SearchIndexer(app, runAlone)
  const other = isForTwo(indexer) ? startOwn(config.data, ['index', '--from-last', '--quiet']) : null
  const stop = (): void => void other?.child.kill()
  signal.addEventListener('abort', stop)
  await indexer.renew(signal)
  // What it could not do is done; it makes at most one segment that is there already.
  await other?.ended
  signal.removeEventListener('abort', stop)
}

/** Deno would ask its user whether another program may run. */
const isForTwo = (indexer: SearchIndexer): boolean =>
  process.versions['deno'] === undefined && availableParallelism() > 1 && indexer.countToMake() >= segmentsForTwo
