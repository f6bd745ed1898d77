// `windrow index`: the indexes of work and of search are made now, for whoever does not want to wait for the server's upkeep.
import { catchUp } from '../../../app/caught-up.ts'
import { SearchIndexer } from '../../../app/rows/keep-search-index.ts'
import { runAlone } from '../../../app/slices.ts'
import { keepHeapSmall } from '../../../runtime/small-heap.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { withApp } from '../../with-app.ts'

export async function run(context: CommandContext, args: ParsedArgs): Promise<void> {
  keepHeapSmall()
  const startMs = context.clock.monotonicMs()
  await withApp(
    context,
    async (app) => {
      const indexer = new SearchIndexer(app, runAlone)
      const isMade =
        (await catchUp(app)) && (await indexer.renew(context.signal, args.flag('from-last') ? 'last' : 'first'))
      context.signal.throwIfAborted()
      if (!isMade)
        throw new Failure(
          'the indexes could not be written, so lists and searches read the texts themselves; free some space',
        )
      const seconds = Math.round(context.clock.monotonicMs() - startMs) / 1000
      context.answer({ seconds }, () => [`the indexes of work and of search are as the texts are, after ${seconds} s`])
    },
    { needsStore: true },
  )
}
