// Rows by label and state, for the page of labels and for statistics. Numbers and lists come from the same filters.
import { NO_LABEL } from '../../../domain/labels/label.ts'
import { writeWorkFilter } from '../../../domain/work/work-address.ts'
import { ALL_WORK, filterOfClass, WORK_CLASSES, type WorkFilter } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import type { Visit } from '../../visit.ts'
import { CLASS_WORDS } from '../../words.ts'
import { workNumbers } from './work-numbers.ts'

const ofLabel = (label: string): readonly WorkFilter[] =>
  [ALL_WORK, ...WORK_CLASSES.map(filterOfClass)].map((filter) => ({ ...filter, label }))

interface LabelTable {
  readonly table: Html
  /** A new rule is still finding its rows, so the table has no numbers yet. */
  readonly isCounting: boolean
}

/** The last line counts the rows without any label. */
export async function labelTable(visit: Visit, names: readonly string[]): Promise<LabelTable> {
  const lines = [...names, NO_LABEL].map((name) => ({ name, filters: ofLabel(name) }))
  const all = lines.flatMap(({ filters }) => filters)
  const numbers = await workNumbers(visit, all)
  const table = html`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Label</th><th scope="col" class="number">Rows</th>${WORK_CLASSES.map(
    (each) => html`<th scope="col" class="number">${CLASS_WORDS[each]}</th>`,
  )}<th scope="col">Work</th></tr></thead><tbody>${lines.map(
    ({ name, filters }) =>
      html`<tr><th scope="row"><bdi>${labelWords(name)}</bdi></th>${filters.map((filter) => html`<td class="number">${numbers.link(filter)}</td>`)}<td><a href="${benchOfLabel(name)}">Workbench<span class="hidden"> ${labelWords(name)}</span></a></td></tr>`,
  )}</tbody></table></div>`
  return { table, isCounting: all.some((filter) => numbers.of(filter) === null) }
}

const labelWords = (name: string): string => (name === NO_LABEL ? say`without a label` : name)

const benchOfLabel = (label: string): string => `/admin/bench?${writeWorkFilter({ ...ALL_WORK, label }).toString()}`
