// The rows that a rule would label, before it is made. Reads all rows in slices, some microseconds a row.
import { type Run, runInSlices } from '../../base/slices.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { compileRule, patternsFault, type RuleText } from '../../domain/labels.ts'
import { RuleReader } from '../../store/indexes.ts'
import { rowView, takeVisible } from '../../store/rows.ts'
import type { App } from '../app.ts'
import type { LabelRefusal } from './change-labels.ts'

interface RuleTrial {
  readonly rows: number
  /** The first of these rows, in the order of the game. */
  readonly samples: readonly { readonly rowId: string; readonly source: string }[]
}

const rowsPerStep = 64
const samplesMax = 10

export async function tryRule(
  app: App,
  rule: RuleText,
  { run = runInSlices, signal }: { readonly run?: Run; readonly signal?: AbortSignal } = {},
): Promise<Result<RuleTrial, LabelRefusal>> {
  if (patternsFault(rule.patterns) !== null) return refuse({ code: 'label_patterns' })
  const matches = compileRule({ ...rule, patterns: rule.patterns.map((pattern) => pattern.normalize('NFC')) })
  const { policy } = app.labels.now()
  const samples: { rowId: string; source: string }[] = []
  let [rows, after] = [0, 0]
  const step = (): boolean => {
    const reader = new RuleReader(app.store, policy)
    const views = takeVisible(app.store.main, after, rowsPerStep, rowView)
    for (const view of views) {
      after = view.ordinal
      if (view.isServiceRow || view.source.start === view.source.end) continue
      const facts = reader.factsOf(view)
      if (!matches(facts)) continue
      rows++
      if (samples.length < samplesMax) samples.push({ rowId: view.rowId, source: facts.source()[0] ?? '' })
    }
    return views.length === rowsPerStep
  }
  await run(step, signal)
  return ok({ rows, samples })
}
