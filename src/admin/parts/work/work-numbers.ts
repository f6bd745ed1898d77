// Numbers of rows that are links to exactly these rows. Both come from the one filter of work, so they cannot disagree.
import type { App } from '../../../app/app.ts'
import { countsAtOnce } from '../../../app/work/count-work.ts'
import { writeWorkFilter } from '../../../domain/work/work-address.ts'
import type { WorkFilter } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import type { Visit } from '../../visit.ts'
import { number } from '../../words.ts'

export interface WorkNumbers {
  /** Null: they are being counted. */
  of(filter: WorkFilter): number | null
  /** The number as a link to the rows; `words` stand behind it, inside the link. */
  link(filter: WorkFilter, words?: string): Html
}

const written = (filter: WorkFilter): string => writeWorkFilter(filter).toString()

/** Where the rows of a filter are listed; `layer=any` asks nothing, and says that rows of no work are not meant. */
export const rowsPath = (filter: WorkFilter): string => `/admin/rows?${written(filter) || 'layer=any'}`

async function countsOf(app: App, whose: number | null, filters: readonly WorkFilter[]): Promise<WorkNumbers['of']> {
  const counts = await countsAtOnce(app, whose, filters)
  const known = new Map(filters.map((filter, at) => [written(filter), counts?.[at] ?? null]))
  return (filter) => known.get(written(filter)) ?? null
}

/** Counts the rows of filters at once. While the index is being made there are links, but no numbers in them. */
export async function workNumbers({ app, user }: Visit, filters: readonly WorkFilter[]): Promise<WorkNumbers> {
  const of = await countsOf(app, user.id, filters)
  return {
    of,
    link(filter, words = '') {
      const rows = of(filter)
      if (rows === 0 && words === '') return html`0`
      const shown = rows === null ? words || '…' : words === '' ? number(rows) : say`${number(rows)} ${words}`
      return html`<a href="${rowsPath(filter)}">${shown}</a>`
    },
  }
}

/** The same for those who may not see the rows. */
export async function publicNumbers(app: App, filters: readonly WorkFilter[]): Promise<WorkNumbers> {
  const of = await countsOf(app, null, filters)
  return { of, link: (filter) => html`${number(of(filter) ?? 0)}` }
}
