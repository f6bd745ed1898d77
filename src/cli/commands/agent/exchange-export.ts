// `windrow exchange export`: rows as a file for translators' tools.
import { resolve } from 'node:path'
import { counted } from '../../../base/numeral.ts'
import { type ExchangeFormat, type RowState, type SourceFilter, EXCHANGE_FORMATS } from '../../../domain/vocabulary.ts'
import { formatNamed } from '../../../../packages/translator/src/exchange/file-formats.ts'
import { giveOut } from '../../../../packages/translator/src/exchange/give-out.ts'
import { keepHeapSmall } from '../../../runtime/small-heap.ts'
import { versionInfo } from '../../../runtime/version.ts'
import type { Runnable } from '../../command.ts'
import { checkIsNew, withOutput } from '../../streams/output.ts'
import { withAgent } from '../../with-agent.ts'
import { filterTextOf } from '../work-filter-of.ts'
import { WHERE, as } from './agent-options.ts'
import { FILE, FILTER, ROW_STATE, SOURCE, word } from '../../options.ts'

export const command: Runnable = {
  name: 'exchange export',
  summary:
    'Write rows as a PO or XLIFF file for Poedit, Weblate, OmegaT, memoQ and other tools, or as JSON for ParaTranz',
  details: [
    'An entry has the row id (msgctxt, or the id of a trans-unit), the source and the text that would go into the game; ' +
      'tokens, terms and the Chinese text are comments. Machine drafts, and texts that are stale or would not go into the ' +
      'game, are marked fuzzy.',
    'Keep the comment that begins with windrow: it tells windrow exchange import what was changed.',
    WHERE,
    '--json: {rows, path, seconds}.',
  ],
  arguments: [{ value: FILE, summary: 'File to write; - for standard output' }],
  options: [
    { ...FILTER, excludes: ['state', 'source'] },
    { name: 'state', summary: 'Only rows in this state', value: ROW_STATE, defaultText: 'all' },
    { name: 'source', summary: 'Only rows of this source', value: SOURCE, defaultText: 'all' },
    {
      name: 'format',
      summary: 'Of the file',
      value: word('FORMAT', EXCHANGE_FORMATS, 'format'),
      defaultText: 'xliff for .xlf and .xliff, paratranz for .json, else po',
    },
    { name: 'force', summary: 'Replace a file that exists' },
    as,
  ],
  examples: [
    'windrow exchange export stale.po --state stale --as Olena',
    'windrow exchange export items.json --state none --as Olena',
    "windrow exchange export items.po --filter 'label=kind:item' --as Olena",
  ],
  async run(context, args) {
    keepHeapSmall()
    const { signal, clock } = context
    const file = args.argument('FILE')
    const startMs = clock.monotonicMs()
    await withAgent(context, args, async (agent, local) => {
      const filter = filterTextOf(args, local?.app ?? null)
      const progress = context.progress('writing', undefined, 'rows')
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
      }).finally(() => progress.end())
      const path = file === '-' ? file : resolve(context.cwd, file)
      const seconds = Math.round(clock.monotonicMs() - startMs) / 1000
      context.answer({ rows, path, seconds }, () => `wrote ${counted(rows, 'row')} to ${path} in ${seconds} s`)
    })
  },
}
