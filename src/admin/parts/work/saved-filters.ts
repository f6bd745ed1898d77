// A person's saved filters: links, and forms to change them.
import { listSavedFilters } from '../../../app/work/saved-filters.ts'
import { filterNameLengthMax, savedFiltersMax } from '../../../domain/limits.ts'
import { type WorkFilter, writeWorkFilter } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import type { Visit } from '../../visit.ts'
import { hidden } from '../fields.ts'

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
