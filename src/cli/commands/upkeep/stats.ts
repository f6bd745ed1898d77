// `windrow stats`: row counts by state, source and layer, revisions by provider and model, and what models cost; letters that the
// game may lack.
import type { App } from '../../../app/app.ts'
import {
  findUnseenLetters,
  readStoreStatistics,
  type StoreStatistics,
  type UnseenLetter,
} from '../../../app/upkeep/store-statistics.ts'
import type { CommandContext, Runnable } from '../../command.ts'
import { tableLines } from '../../streams/lines.ts'
import { withStore } from '../../with-app.ts'
import { labelledRows } from '../work-filter-of.ts'
import { boughtHere, boughtLines } from '../agent/bought.ts'
import { LABEL } from '../../options.ts'

export const command: Runnable = {
  name: 'stats',
  summary: 'Print row counts by state, source and layer, revisions by provider and model, and what models cost',
  options: [
    LABEL,
    { name: 'letters', summary: 'Also the letters of translations that no official text of the game has' },
  ],
  examples: ['windrow stats', 'windrow stats --json', 'windrow stats --label kind:item', 'windrow stats --letters'],
  run: (context, args) =>
    withStore(context, async (app) => {
      const among = await labelledRows(app, args)
      const progress = context.progress('counting', undefined, 'revisions')
      const statistics = await readStoreStatistics(
        app.store,
        context.signal,
        (done) => progress.update(done),
        among,
      ).finally(() => progress.end())
      const letters = args.flag('letters') ? await unseenLetters(context, app) : undefined
      const bought = await boughtHere(context)
      const { rows, retired, byState, bySource, byLayer, revisions, official } = statistics
      const document = {
        rows,
        retired,
        by_state: byState,
        by_source: bySource,
        by_layer: byLayer,
        revisions,
        official,
        bought,
      }
      context.answer(
        { ...document, letters: letters?.map(({ rowId, ...facts }) => ({ ...facts, row_id: rowId })) },
        () => [
          ...linesOf(statistics),
          ...(bought === null ? [] : boughtLines(bought)),
          ...(letters === undefined ? [] : lettersLines(letters)),
        ],
      )
    }),
}

async function unseenLetters(context: CommandContext, app: App): Promise<readonly UnseenLetter[]> {
  const progress = context.progress('reading letters', undefined, 'rows')
  const onRows = (done: number): void => progress.update(done)
  return await findUnseenLetters(app, context.signal, onRows).finally(() => progress.end())
}

const lettersLines = (letters: readonly UnseenLetter[]): string[] =>
  letters.length === 0
    ? ['', 'every letter of the translations appears in an official text of the game']
    : [
        '',
        'letters that no imported official text has; check whether the game shows them',
        ...tableLines(letters, {
          letter: ({ letter }) => letter,
          code: ({ code }) => code,
          rows: ({ rows }) => rows,
          'first row': ({ rowId }) => rowId,
        }),
      ]

function linesOf({ rows, retired, byState, bySource, byLayer, revisions, official = {} }: StoreStatistics): string[] {
  const counts = (what: string, of: Readonly<Record<string, number>>, unit = 'rows'): string[] =>
    tableLines(Object.entries(of), { [what]: ([name]) => name, [unit]: ([, count]) => count })
  return [
    retired === null ? `rows ${rows}` : `rows ${rows}, retired ${retired}`,
    '',
    ...counts('state', byState),
    '',
    ...counts('source', bySource),
    '',
    ...counts('layer', byLayer),
    '',
    ...tableLines(revisions, {
      layer: ({ layer }) => layer,
      origin: ({ origin }) => origin,
      provider: ({ provider }) => provider ?? '-',
      model: ({ model }) => model ?? '-',
      revisions: (count) => count.revisions,
      heads: ({ heads }) => heads,
    }),
    ...(Object.keys(official).length === 0 ? [] : ['', ...counts('official text', official, 'entries')]),
  ]
}
