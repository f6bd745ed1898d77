// Reads labels: all with their rules, the rows of one by state, and whether a filter's label exists.
import type { Turn } from '../../base/turn.ts'
import { foldLabel, NO_LABEL } from '../../domain/labels.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import {
  ALL_WORK,
  filterOfClass,
  WORK_CLASSES,
  type WorkClass,
  type WorkFilter,
} from '../../domain/work/work-filter.ts'
import type { Label, LabelRule } from '../../store/records.ts'
import type { App } from '../app.ts'
import { isMade } from '../caught-up.ts'
import { findWorkAtHand } from '../work/find-work.ts'
import { countLabels } from '../work/count-labels.ts'

interface LabelWithRules extends Label {
  readonly rules: readonly LabelRule[]
}

/** All labels with their rules, sorted by name. */
export function listLabels(app: App): LabelWithRules[] {
  const { labels, rulesOf } = app.labels.now()
  const sorted = labels.toSorted((a, b) => (foldLabel(a.name) < foldLabel(b.name) ? -1 : 1))
  return sorted.map((label) => ({ ...label, rules: rulesOf.get(label.id) ?? [] }))
}

interface LabelsPage {
  /** The labels of this page. `rows`: how many rows in each state have the label; null: a new rule is still finding its rows. */
  readonly labels: readonly (LabelWithRules & { readonly rows: CountsOfLabel | null })[]
  /** The `after` of the next page; null: this is the last. */
  readonly next: number | null
}

/** A page of labels with their counts of rows, sorted by id. */
export async function listLabelCounts(app: App, after: number, limit: number, turn: Turn): Promise<LabelsPage> {
  const { labels, rulesOf } = app.labels.now()
  const later = labels.filter(({ id }) => id > after)
  const shown = later.slice(0, limit)
  const counts = isMade(app, true) ? await countsOf(app, shown, turn) : null
  return {
    labels: shown.map((label, at) => ({ ...label, rules: rulesOf.get(label.id) ?? [], rows: counts?.[at] ?? null })),
    next: later.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** How many rows of each state have each label. Waits until the rules have found their rows. */
export async function countsOf(app: App, labels: readonly Pick<Label, 'name'>[], turn: Turn): Promise<CountsOfLabel[]> {
  const [first, ...others] = await Promise.all(
    WORK_CLASSES.map((state) => findWorkAtHand(app, filterOfClass(state), 0)),
  )
  if (first === undefined) throw new Error('broken assumption: there are states')
  const names = labels.map(({ name }) => name)
  const { counts } = await countLabels(app, names, [first, ...others], turn)
  return counts.map((of) => Object.fromEntries(WORK_CLASSES.map((state, at) => [state, of[at]])) as CountsOfLabel)
}

/** The label's name as it is stored, whatever the case of `name`. Undefined: there is no such label. */
export const labelNamed = (app: App, name: string): string | undefined =>
  app.labels.now().byName.get(foldLabel(name))?.name

/** A sentence about a filter whose label does not exist, so that it finds no row; null: the label exists, or none is asked for. */
export function unknownLabelIn(app: App, { label }: WorkFilter): string | null {
  if (label === null || label === NO_LABEL || labelNamed(app, label) !== undefined) return null
  return `there is no label ${JSON.stringify(label)}; look at the list of labels (windrow label list)`
}

/** The rows with the label; null: no label is asked for. A row that changed a moment ago may be there, or missing, as before. */
export const rowsOfLabel = async (app: App, label: string | null): Promise<RowSet | null> =>
  label === null ? null : await findWorkAtHand(app, { ...ALL_WORK, label })

type CountsOfLabel = Readonly<Record<WorkClass, number>>
