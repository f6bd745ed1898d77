// `windrow index`: makes the indexes of work and of search now, before the server's upkeep does.
import { catchUp } from '../../../app/caught-up.ts'
import { SearchIndexer } from '../../../search/upkeep.ts'
import { runAlone } from '../../../base/slices.ts'
import { keepHeapSmall } from '../../../runtime/small-heap.ts'
import type { Runnable } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { withStore } from '../../with-app.ts'

export const command: Runnable = {
  name: 'index',
  summary: 'Build the indexes that are missing now (a running server does this by itself)',
  details: [
    'After a large import it runs by itself. It can be interrupted at any point: lists and searches give the same ' +
      'answers with the indexes and without.',
  ],
  options: [],
  examples: ['windrow index', 'windrow index --data other-data'],
  async run(context) {
    keepHeapSmall()
    const startMs = context.clock.monotonicMs()
    await withStore(context, async (app) => {
      const { searchIndex } = app
      searchIndex.takeOver()
      const isMade = (await catchUp(app)) && (await new SearchIndexer(app, runAlone).renew(context.signal))
      context.signal.throwIfAborted()
      const isTakenOver = !isMade && searchIndex.isTakenOver
      if (!isMade && !isTakenOver)
        throw new Failure(
          'the indexes could not be written, so lists and searches read the texts themselves; free some space',
        )
      const seconds = Math.round(context.clock.monotonicMs() - startMs) / 1000
      const end = isTakenOver
        ? 'another windrow is building the rest of the indexes'
        : `the indexes are up to date (${seconds} s)`
      context.answer({ seconds }, () => [end])
    })
  },
}
