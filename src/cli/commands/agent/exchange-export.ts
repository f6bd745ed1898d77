// `windrow exchange export`: rows as a file for translators' tools.
import { resolve } from 'node:path'
import { counted } from '../../../base/numeral.ts'
import type { ExchangeFormat, RowState, SourceFilter } from '../../../domain/vocabulary.ts'
import { formatNamed } from '../../../../packages/translator/src/exchange/file-formats.ts'
import { giveOut } from '../../../../packages/translator/src/exchange/give-out.ts'
import { keepHeapSmall } from '../../../runtime/small-heap.ts'
import { versionInfo } from '../../../runtime/version.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { checkIsNew, withOutput } from '../../streams/output.ts'
import { withAgent } from '../../with-agent.ts'
import { filterTextOf } from '../work-filter-of.ts'

export async function run(context: CommandContext, args: ParsedArgs): Promise<void> {
  keepHeapSmall()
  const { signal, clock } = context
  const file = args.argument('FILE')
  const startMs = clock.monotonicMs()
  await withAgent(context, args, async (agent, local) => {
    const filter = filterTextOf(args, local?.app ?? null)
    const progress = context.progress('writing', undefined, 'rows')
    try {
      const rows = await withOutput(context, file, async (to) => {
        if (typeof to === 'string') checkIsNew(to, args.flag('force'))
        return await giveOut(agent, {
          format: (args.text('format') as ExchangeFormat | undefined) ?? formatNamed(file),
          to,
          rows: {
            state: (args.text('state') ?? 'all') as RowState,
            source: (args.text('source') ?? 'all') as SourceFilter,
            ...(filter !== undefined && { filter }),
          },
          nowMs: clock.nowMs(),
          generator: `windrow ${versionInfo().version}`,
          signal,
          onProgress: (done) => progress.update(done),
        })
      })
      progress.end()
      const path = file === '-' ? file : resolve(context.cwd, file)
      const seconds = Math.round(clock.monotonicMs() - startMs) / 1000
      context.answer({ rows, path, seconds }, () => `wrote ${counted(rows, 'row')} to ${path} in ${seconds} s`)
    } finally {
      progress.end()
    }
  })
}
