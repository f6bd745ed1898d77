// Numbers of rows that link to those rows; number and list come from the same filter.
import type { App } from '../../../app/app.ts'
import { countsAtOnce } from '../../../app/work/count-work.ts'
import { type WorkFilter, writeWorkFilter } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import type { Visit } from '../../visit.ts'
import { number } from '../../words.ts'

export interface WorkNumbers {
  /** The number of rows in a filter. Null: they are still being counted. */
  of(filter: WorkFilter): number | null
  /** A number that links to its rows. `words` follow it inside the link. */
  link(filter: WorkFilter, words?: string, page?: string): Html
}

const written = (filter: WorkFilter): string => writeWorkFilter(filter).toString()

/** `layer=any` has no condition but leaves out rows without work. */
export const rowsPath = (filter: WorkFilter, page = '/admin/rows'): string =>
  `${page}?${written(filter) || 'layer=any'}`

async function countsOf(app: App, whose: number | null, filters: readonly WorkFilter[]): Promise<WorkNumbers['of']> {
  const counts = await countsAtOnce(app, whose, filters)
  const known = new Map(filters.map((filter, at) => [written(filter), counts?.[at] ?? null]))
  return (filter) => known.get(written(filter)) ?? null
}

/** While the index is first made, links have no numbers. `lists`: the page that they lead to. */
export async function workNumbers(
  { app, user }: Visit,
  filters: readonly WorkFilter[],
  lists = '/admin/rows',
): Promise<WorkNumbers> {
  const of = await countsOf(app, user.id, filters)
  return {
    of,
    link(filter, words = '', page = lists) {
      const rows = of(filter)
      if (rows === 0 && words === '') return html`0`
      const shown = rows === null ? words || '…' : words === '' ? number(rows) : say`${number(rows)} ${words}`
      return html`<a href="${rowsPath(filter, page)}">${shown}</a>`
    },
  }
}

/** Numbers for visitors who may not see the rows. */
export async function publicNumbers(app: App, filters: readonly WorkFilter[]): Promise<WorkNumbers> {
  const of = await countsOf(app, null, filters)
  return { of, link: (filter) => html`${number(of(filter) ?? 0)}` }
}
