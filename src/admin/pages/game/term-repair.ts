// The page of a term: rows whose texts still have an earlier translation of it, and the ways to give them the present one.
import { countWork } from '../../../app/work/count-work.ts'
import type { GlossaryEntry } from '../../../domain/checks/glossary/glossary.ts'
import { termLengthMax } from '../../../domain/limits.ts'
import { writeWorkFilter } from '../../../domain/work/work-address.ts'
import { ALL_WORK, type WorkFilter } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import { select } from '../../parts/fields.ts'
import { inTarget } from '../../parts/texts.ts'
import { rowsPath } from '../../parts/work/work-numbers.ts'
import { query, type Visit } from '../../visit.ts'
import { counted } from '../../words.ts'

const earlierMax = 8
const separator = '|'

/** The translations that a change took away, for the address of the term's page; '': none. */
export const formsGone = (was: GlossaryEntry, now: GlossaryEntry): string =>
  was.forms
    .filter((form) => !form.includes('*') && !now.forms.includes(form))
    .slice(0, earlierMax)
    .join(separator)

/** Earlier translations are those in the address, or what the person writes. */
export async function repairSection(visit: Visit, entry: GlossaryEntry): Promise<Html> {
  const forms = entry.forms.filter((form) => !form.includes('*'))
  if (forms.length === 0) return html``
  const asked = query(visit, 'old')
  const earlier = [...new Set(asked.split(separator).map((form) => form.trim()))].filter((form) => form !== '')
  const found: Html[] = []
  for (const old of earlier.slice(0, earlierMax)) found.push(await oneEarlier(visit, entry, old, forms))
  return html`<section id="earlier"><h2>An earlier translation in the texts</h2>${found}
<form method="get" action="/admin/glossary/term#earlier" class="filters"><input type="hidden" name="source" value="${entry.source}"><input type="hidden" name="exact" value="${entry.caseSensitive ? '1' : '0'}">
<label>Other words that texts have for it <input name="old" dir="auto" value="${asked}" maxlength="${termLengthMax}" required></label><button>Find rows</button></form></section>`
}

async function oneEarlier(
  visit: Visit,
  { source }: GlossaryEntry,
  old: string,
  forms: readonly string[],
): Promise<Html> {
  const filter: WorkFilter = { ...ALL_WORK, term: source, has: old }
  const rows = await countWork(visit.app, filter)
  const link = html`<p${inTarget(visit.app.rules.now())}><bdi>${old}</bdi>: <a href="${rowsPath(filter, '/admin/bench')}">${counted(rows, 'row')}</a></p>`
  if (rows === 0) return link
  const choices = forms.map((form) => [form, form] as const)
  const ofModel = writeWorkFilter({ ...ALL_WORK, layer: 'machine_only', findings: 'terms', term: source })
  return html`<div class="box">${link}
<form method="post" action="/admin/bench/all" class="filters">${tokenField(visit)}<input type="hidden" name="at" value="${writeWorkFilter(filter).toString()}"><input type="hidden" name="find" value="${old}">
${select('by', say`Replace by`, choices, forms[0] ?? '')}<button name="all" value="renamed">Replace…</button></form>
<p class="hint">In the case and number that stand there; rows where these are not clear stay as they are. First you see how many texts it is, and all of it is undone in one step. Words beside it that agree with it stay as they are.</p>
<p class="hint">Or a model translates the machine texts anew: <code>windrow translate --endpoint URL --model NAME --filter "${ofModel.toString()}"</code></p></div>`
}
