// `windrow check`: is everything in the store as it should be? Exit 1 and a list when something disagrees.
import { counted, numeral } from '../../../base/numeral.ts'
import { checkStore, type StoreCheck, type Watching } from '../../../app/upkeep/check-store.ts'
import { repairStore } from '../../../app/upkeep/repair-store.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { EXIT, Failure } from '../../failure.ts'
import { withApp } from '../../with-app.ts'

const shownMax = 1_000

export async function run(context: CommandContext, args: ParsedArgs): Promise<number> {
  return await withApp(
    context,
    async ({ store }) => {
      let report = await watched(context, 'checking', (watching) => checkStore(store, watching))
      let repaired = 0
      if (args.flag('repair') && report.total > 0) {
        if (report.disagreements.some(({ table }) => table === 'store file')) {
          throw new Failure(
            `${linesOf(report).join('; ')}: a damaged file can't be repaired; windrow restore brings back a backup`,
          )
        }
        repaired = (await watched(context, 'repairing', (watching) => repairStore(store, watching))).repaired
        report = await watched(context, 'checking again', (watching) => checkStore(store, watching))
      }
      answer(context, report, repaired)
      return report.total === 0 ? EXIT.done : EXIT.failed
    },
    { needsStore: true },
  )
}

async function watched<T>(
  context: CommandContext,
  label: string,
  work: (watching: Watching) => Promise<T>,
): Promise<T> {
  const progress = context.progress(label)
  try {
    const onStep: Watching['onStep'] = ({ part, done, total }) => {
      if (part === 'rows') progress.update(done, total ?? undefined)
    }
    return await work({ signal: context.signal, onStep })
  } finally {
    progress.end()
  }
}

function answer(context: CommandContext, report: StoreCheck, repaired: number): void {
  const { disagreements, total } = report
  const count = (table: string): number => report.counted.get(table) ?? 0
  context.answer(
    {
      ok: total === 0,
      disagreements: disagreements.map(({ table, at, problem, isRepairable }) => ({
        table,
        at,
        problem,
        repairable: isRepairable,
      })),
      total,
      repaired,
      counted: Object.fromEntries(report.counted),
    },
    () => [
      ...(repaired > 0 ? [`repaired: ${repaired}`] : []),
      ...(total === 0
        ? [
            `everything agrees: ${counted(count('row'), 'row')} (and ${numeral(count('retired'))} retired), ` +
              `${counted(count('revision'), 'revision')}, ${counted(count('proposal'), 'proposal')}, ` +
              `${counted(count('user'), 'person', 'people')}, ${counted(count('key'), 'key')}`,
          ]
        : linesOf(report)),
    ],
  )
  if (total === 0) return
  const advice = report.isRepairable
    ? 'windrow check --repair rebuilds them from the rows'
    : report.disagreements.some(({ isRepairable }) => isRepairable)
      ? 'windrow check --repair rebuilds indexes and counters; for the rest, windrow restore brings back a backup'
      : 'windrow restore brings back a backup'
  context.stderr.write(`error: ${counted(total, 'disagreement')} found; ${advice}\n`)
}

function linesOf({ disagreements, total }: StoreCheck): string[] {
  const lines = disagreements.slice(0, shownMax).map(({ table, at, problem }) => `${table}, ${at}: ${problem}`)
  return total > lines.length ? [...lines, `… and ${total - lines.length} more`] : lines
}
