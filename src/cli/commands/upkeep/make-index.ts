// `windrow index`: the search index is made now, for whoever does not want to wait for the server's upkeep.
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
      const isMade = await new SearchIndexer(app, runAlone).renew(
        context.signal,
        args.flag('from-last') ? 'last' : 'first',
      )
      context.signal.throwIfAborted()
      if (!isMade) throw new Failure('the search index could not be written; searches read the texts without it')
      const seconds = Math.round(context.clock.monotonicMs() - startMs) / 1000
      context.answer({ seconds }, () => [`the search index is as the texts are, after ${seconds} s`])
    },
    { needsStore: true },
  )
}
