// `windrow stats`: row counts by state, source and layer, and revisions by provider and model.
import { readStoreStatistics, type StoreStatistics } from '../../../app/upkeep/store-statistics.ts'
import type { CommandContext } from '../../command.ts'
import { tableLines } from '../../screen/lines.ts'
import { withApp } from '../../with-app.ts'

export async function run(context: CommandContext): Promise<void> {
  await withApp(
    context,
    async ({ store }) => {
      const progress = context.progress('counting', undefined, 'revisions')
      const statistics = await readStoreStatistics(store, context.signal, (done) => progress.update(done)).finally(() =>
        progress.end(),
      )
      const { rows, retired, byState, bySource, byLayer, revisions } = statistics
      context.answer({ rows, retired, by_state: byState, by_source: bySource, by_layer: byLayer, revisions }, () =>
        linesOf(statistics),
      )
    },
    { needsStore: true },
  )
}

function linesOf({ rows, retired, byState, bySource, byLayer, revisions }: StoreStatistics): string[] {
  const counts = (of: Readonly<Record<string, number>>): string[][] =>
    Object.entries(of).map(([name, count]) => [name, String(count)])
  return [
    `rows ${rows}, retired ${retired}`,
    '',
    ...tableLines(['state', 'rows'], counts(byState)),
    '',
    ...tableLines(['source', 'rows'], counts(bySource)),
    '',
    ...tableLines(['layer', 'rows'], counts(byLayer)),
    '',
    ...tableLines(
      ['layer', 'origin', 'provider', 'model', 'revisions', 'heads'],
      revisions.map((count) => [
        count.layer,
        count.origin,
        count.provider ?? '-',
        count.model ?? '-',
        String(count.revisions),
        String(count.heads),
      ]),
    ),
  ]
}
