// Labels beside numbers: the condition that rows have one, as a field and in an address, and rows by label and state as a table.
import { labelNamed, listLabels } from '../../../app/labels/read-labels.ts'
import { NO_LABEL } from '../../../domain/labels.ts'
import {
  ALL_WORK,
  filterOfClass,
  parseWorkFilter,
  WORK_CLASSES,
  type WorkFilter,
  writeWorkFilter,
} from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { barList, behind } from '../charts.ts'
import { query, type Visit } from '../../visit.ts'
import { CLASS_WORDS } from '../../words.ts'
import { type Choices, select } from '../fields.ts'
import { workNumbers } from './work-numbers.ts'

/** The labels to choose from, as in an address. Null in a game without labels. */
export function labelChoices({ app }: Visit, label: string | null): Choices | null {
  const names = listLabels(app).map(({ name }) => name)
  if (names.length === 0 && label === null) return null
  const isKnown = label === null || label === NO_LABEL || labelNamed(app, label) !== undefined
  return [
    ['', say`any`],
    [NO_LABEL, say`without a label`],
    ...names.map((name) => [name, name] as const),
    ...(isKnown ? [] : [[label, say`${label} (no such label)`] as const]),
  ]
}

export function labelChoice(visit: Visit, label: string | null): Html {
  const choices = labelChoices(visit, label)
  return choices === null ? html`` : select('label', say`Label`, choices, labelAsNamed(visit, label))
}

/** A label is asked for in any case of its letters. */
export const labelAsNamed = ({ app }: Visit, label: string | null): string =>
  label === null || label === NO_LABEL ? (label ?? '') : (labelNamed(app, label) ?? label)

/** Null: none, or not a possible name of a label. */
export const askedLabel = (visit: Visit): string | null =>
  parseWorkFilter({ get: (name) => (name === 'label' ? query(visit, name) : null) }).filter.label

const ofLabel = (label: string): readonly WorkFilter[] =>
  [ALL_WORK, ...WORK_CLASSES.map(filterOfClass)].map((filter) => ({ ...filter, label }))

/**
 * Rows by label and state: a bar for each label, and the table behind them, whose last line counts the rows without any
 * label. Numbers and lists come from the same filters. `isCounting`: a new rule is still finding its rows, so there are no
 * numbers yet.
 */
export async function labelTable(visit: Visit, names: readonly string[]) {
  const lines = [...names, NO_LABEL].map((name) => ({ name, filters: ofLabel(name) }))
  const all = lines.flatMap(({ filters }) => filters)
  const numbers = await workNumbers(visit, all)
  const table = html`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Label</th>
<th scope="col" class="number">Rows</th>${WORK_CLASSES.map(
    (each) => html`<th scope="col" class="number">${CLASS_WORDS[each]}</th>`,
  )}<th scope="col">Work</th></tr></thead><tbody>${lines.map(
    ({ name, filters }) =>
      html`<tr><th scope="row"><bdi>${labelWords(name)}</bdi></th>${filters.map(
        (filter) => html`<td class="number">${numbers.link(filter)}</td>`,
      )}<td><a href="${benchOfLabel(name)}">Workbench<span class="hidden"> ${labelWords(name)}</span></a></td></tr>`,
  )}</tbody></table></div>`
  const bars = lines
    .filter(({ name }) => name !== NO_LABEL)
    .map(({ name, filters: [, ...byClass] }) => ({
      name: html`<a href="${benchOfLabel(name)}"><bdi>${name}</bdi></a>`,
      values: byClass.map((filter) => numbers.of(filter) ?? 0),
    }))
  const series = WORK_CLASSES.map((kind) => ({ kind, name: CLASS_WORDS[kind] }))
  const picture = html`${barList(say`Rows by label`, series, bars)}${behind(table)}`
  return { picture, isCounting: all.some((filter) => numbers.of(filter) === null) }
}

const labelWords = (name: string): string => (name === NO_LABEL ? say`without a label` : name)

export const benchOfLabel = (label: string): string =>
  `/admin/bench?${writeWorkFilter({ ...ALL_WORK, label }).toString()}`
