// `windrow check`: checks the whole store. Exit 1 and a list when something disagrees.
import { counted, numeral } from '../../../base/numeral.ts'
import { checkStore, repairStore, type StoreCheck, type Watching } from '../../../app/upkeep/check-store.ts'
import type { App } from '../../../app/app.ts'
import { lateTime } from '../../../app/late-times.ts'
import { otherServers } from '../../../app/servers.ts'
import { isoTime, parseTime } from '../../../base/time.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import { EXIT, Failure, Usage } from '../../failure.ts'
import { withStore } from '../../with-app.ts'
import { word } from '../../options.ts'

const shownMax = 1_000

export const command: Runnable = {
  name: 'check',
  summary: 'Verify every record, index and counter; exit 1 and a list if anything disagrees',
  options: [
    { name: 'repair', summary: 'Rebuild indexes and counters that disagree with the rows' },
    {
      name: 'repair-times',
      summary:
        "Set times in the future (from a clock that was ahead) to now; TODAY is today's date, to confirm the clock",
      value: word('TODAY'),
    },
  ],
  examples: ['windrow check', 'windrow check --json', 'windrow check --repair-times 2026-11-23'],
  run: (context, args) =>
    withStore(context, async (app) => {
      const { store } = app
      const untilMs = wordOnTimes(context, args, app)
      let report = await watched(context, 'checking', (watching) => checkStore(store, watching))
      let repair = { repaired: 0, timesTakenBack: 0 }
      if ((args.flag('repair') && report.total > 0) || untilMs !== null) {
        if (report.disagreements.some(({ table }) => table === 'store file')) {
          throw new Failure(
            `${linesOf(report).join('; ')}: a damaged file can't be repaired; windrow restore brings back a backup`,
          )
        }
        repair = await watched(context, 'repairing', (watching) => repairStore(store, watching, untilMs))
        report = await watched(context, 'checking again', (watching) => checkStore(store, watching))
      }
      answer(context, report, repair)
      return report.total === 0 ? EXIT.done : EXIT.failed
    }),
}

const dayMs = 24 * 60 * 60 * 1000

/** Confirms the present time. Against a clock that is behind, all times since then would be lost. */
function wordOnTimes(context: CommandContext, args: ParsedArgs, app: App): number | null {
  const said = args.text('repair-times')
  if (said === undefined) return null
  const nowMs = context.clock.nowMs()
  const today = isoTime(nowMs).slice(0, 10)
  const saidMs = parseTime(said)
  if (saidMs === null)
    throw new Usage(`--repair-times ${said} is not a date; write the date of today, such as ${today}`)
  if (Math.abs(saidMs + dayMs / 2 - nowMs) > dayMs)
    throw new Failure(`the clock of this machine says ${today}; set it right first (nothing was changed)`)
  const [other] = otherServers(app)
  if (other !== undefined)
    throw new Failure(`process ${other.pid} serves this store; end it and try again (nothing was changed)`)
  if (lateTime(app) !== null) return nowMs
  context.note('no time lies in the future')
  return null
}

async function watched<T>(
  context: CommandContext,
  label: string,
  work: (watching: Watching) => Promise<T>,
): Promise<T> {
  const progress = context.progress(label)
  const onStep: Watching['onStep'] = ({ part, done, total }) => {
    if (part === 'rows') progress.update(done, total ?? undefined)
  }
  return await work({ signal: context.signal, onStep }).finally(() => progress.end())
}

type Repair = Awaited<ReturnType<typeof repairStore>>

function answer(context: CommandContext, report: StoreCheck, { repaired, timesTakenBack }: Repair): void {
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
      times_taken_back: timesTakenBack,
      counted: Object.fromEntries(report.counted),
    },
    () => [
      ...(timesTakenBack > 0 ? [`set to now: ${numeral(timesTakenBack)}`] : []),
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
