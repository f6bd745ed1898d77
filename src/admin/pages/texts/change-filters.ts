// Saves, renames and deletes a person's filters.
import { deleteFilter, renameFilter, saveFilter } from '../../../app/work/saved-filters.ts'
import { parseWorkFilter } from '../../../domain/work/work-address.ts'
import { changeRefusedPage } from '../../parts/refusals.ts'
import { saidOf, statusOf } from '../../parts/refusal-status.ts'
import { FILTERED_PAGES } from '../../parts/work/saved-filters.ts'
import { field, goTo, oneOf, type Visit } from '../../visit.ts'

const DOES = {
  save: (visit: Visit) =>
    saveFilter(
      visit.app,
      visit.actor,
      field(visit, 'name'),
      parseWorkFilter(new URLSearchParams(field(visit, 'at'))).filter,
    ),
  rename: (visit: Visit) => renameFilter(visit.app, visit.actor, field(visit, 'was'), field(visit, 'name')),
  delete: (visit: Visit) => deleteFilter(visit.app, visit.actor, field(visit, 'was')),
} as const

export async function changeFilters(visit: Visit): Promise<Response> {
  const what = oneOf(field(visit, 'do'), Object.keys(DOES) as (keyof typeof DOES)[])
  const done = await DOES[what](visit)
  if (!done.ok) return await changeRefusedPage(visit, saidOf(done.refusal), statusOf(done.refusal))
  const page = oneOf(field(visit, 'page'), Object.keys(FILTERED_PAGES) as (keyof typeof FILTERED_PAGES)[])
  const at = field(visit, 'at')
  return goTo(
    visit,
    at === '' ? FILTERED_PAGES[page] : `${FILTERED_PAGES[page]}?${new URLSearchParams(at).toString()}`,
    `filter-${what}`,
  )
}
