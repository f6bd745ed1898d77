// Saves, renames and deletes a person's filters.
import * as z from 'zod'
import { deleteFilter, renameFilter, saveFilter } from '../../../app/work/saved-filters.ts'
import { parseWorkFilter } from '../../../domain/work/work-filter.ts'
import { changeRefusedPage } from '../../parts/refusals.ts'
import { saidOf, statusOf } from '../../parts/refusal-status.ts'
import { form, takes } from '../../form.ts'
import { goTo, type Visit } from '../../visit.ts'

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
  if (!done.ok) return await changeRefusedPage(visit, saidOf(done.refusal), statusOf(done.refusal))
  const query = new URLSearchParams(sent.at).toString()
  return goTo(visit, sent.at === '' ? '/admin/bench' : `/admin/bench?${query}`, `filter-${sent.do}`)
})
