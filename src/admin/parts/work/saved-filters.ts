// A person's saved filters: links, and forms to change them.
import * as z from 'zod'
import { listSavedFilters, deleteFilter, renameFilter, saveFilter } from '../../../app/work/saved-filters.ts'
import { filterNameLengthMax, savedFiltersMax } from '../../../domain/limits.ts'
import { type WorkFilter, writeWorkFilter, parseWorkFilter } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import { type Visit, goTo } from '../../visit.ts'
import { hidden } from '../fields.ts'
import { form, takes } from '../../form.ts'

/** The person's filters as links. */
export function savedLinks(visit: Visit, filter: WorkFilter): Html {
  const saved = listSavedFilters(visit.app, visit.user.id)
  const now = writeWorkFilter(filter).toString()
  if (saved.length === 0) return html``
  return html`<nav class="jobs" aria-label="Your filters">${saved.map(
    ({ name, address }) =>
      html`<a href="/admin/bench?${address}"${address === now ? html` aria-current="page"` : ''}>${name}</a> `,
  )}</nav>`
}

/** Forms that save the present filter, and change the saved ones. */
export function savedFilters(visit: Visit, filter: WorkFilter): Html {
  const saved = listSavedFilters(visit.app, visit.user.id)
  const now = writeWorkFilter(filter).toString()
  const form = (fields: Html): Html =>
    html`<form method="post" action="/admin/filters" class="row">
${tokenField(visit)}${hidden({ at: now })}${fields}</form>`
  const nameField = (label: string, value: string): Html =>
    html`<label>${label} <input name="name" value="${value}" required maxlength="${filterNameLengthMax}" 
size="20" autocomplete="off"></label>`
  return html`<details class="choose"><summary>Your filters</summary>${
    now === '' || saved.length >= savedFiltersMax
      ? ''
      : form(html`${nameField(say`Save this filter as`, '')}<button name="do" value="save">Save</button>`)
  }${saved.map(({ name }) =>
    form(
      html`${hidden({ was: name })}${nameField(say`Name`, name)}<button name="do" value="rename">Rename</button>
<button class="danger" name="do" value="delete">Delete<span class="hidden"> ${name}</span></button>`,
    ),
  )}<p class="hint">Only you see them. <code>windrow export --to FILE --filter NAME</code> uses them, too.</p></details>`
}

const FIELDS = z.object({
  do: takes.choiceOr(['save', 'rename', 'delete']),
  name: takes.text,
  /** The filter's name before. */
  was: takes.text,
  at: takes.text,
})
type Sent = z.output<typeof FIELDS>

const DOES = {
  save: ({ app, actor }: Visit, { name, at }: Sent) =>
    saveFilter(app, actor, name, parseWorkFilter(new URLSearchParams(at)).filter),
  rename: ({ app, actor }: Visit, { was, name }: Sent) => renameFilter(app, actor, was, name),
  delete: ({ app, actor }: Visit, { was }: Sent) => deleteFilter(app, actor, was),
} as const

export const changeFilters = form(FIELDS, async (visit: Visit, sent) => {
  const done = await DOES[sent.do](visit, sent)
  if (!done.ok) return done
  const query = new URLSearchParams(sent.at).toString()
  return goTo(visit, sent.at === '' ? '/admin/bench' : `/admin/bench?${query}`, `filter-${sent.do}`)
})
