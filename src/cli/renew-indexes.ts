// Renews the indexes after an import, so that no later request waits for them. A process of lower priority that
// outlives the command makes a large search index: here it would add 2.1 s to the 6.6 s of processor time of an import
// of 1.18 million rows.
import type { App } from '../app/app.ts'
import { catchUp } from '../app/caught-up.ts'
import { learnLetters } from '../app/upkeep/learn-letters.ts'
import { SearchIndexer } from '../search/upkeep.ts'
import { runAlone } from '../base/slices.ts'
import { startBehind } from '../runtime/start-own.ts'
import type { CommandContext } from './command.ts'

/** So many segments take half a second. */
const segmentsHereMax = 8

/** An index that can't be written is no fault: lists and searches then read the texts. */
export async function renewIndexes({ config, signal }: CommandContext, app: App): Promise<void> {
  await catchUp(app)
  await learnLetters(app, runAlone).catch(() => false)
  const indexer = new SearchIndexer(app, runAlone)
  const isLarge = indexer.countToMake() > segmentsHereMax
  if (!isLarge || !startBehind(config.data, ['index', '--quiet'])) await indexer.renew(signal)
}
