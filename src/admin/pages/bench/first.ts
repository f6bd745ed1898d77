// A newcomer's first minute: one real sentence with a like text, and who will look at the translation. The workbench takes it.
import { listPeople } from '../../../app/people/read-people.ts'
import { findFirstSentence } from '../../../app/team/first-steps.ts'
import { pairOf } from '../../../app/terms/find-like.ts'
import { Turn } from '../../../base/turn.ts'
import { hasPermission } from '../../../domain/access.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page, tokenField } from '../../layout.ts'
import { hidden } from '../../parts/fields.ts'
import { createDifferences, inSource, inTarget, rowsFor, sourceInLine, targetInLine } from '../../parts/texts.ts'
import { goTo, may, query, type Visit } from '../../visit.ts'

/** Somebody who will review the text; null: nobody else does yet. */
const reviewerOf = ({ app, user }: Visit): string | null =>
  listPeople(app).find(
    ({ id, role, state }) => id !== user.id && state === 'active' && hasPermission(role, 'review_translation'),
  )?.name ?? null

/** `/admin/first`; `?after=ROW`: another sentence. Whoever reviews, or finds nothing to translate, goes on to the overview. */
export async function firstPage(visit: Visit): Promise<Response> {
  const { app, user } = visit
  const isNew = may(visit, 'propose_translation') && !may(visit, 'review_translation')
  const found = isNew ? await findFirstSentence(app, new Turn(user.id), query(visit, 'after') || null) : null
  if (found === null) return goTo(visit, '/admin/', query(visit, 'note') || undefined)
  const { row, like } = found
  const source = sourceTextOf(row)
  const reviewer = reviewerOf(visit)
  const likeness = (): Html =>
    like === null
      ? html``
      : html`<div class="help"><p class="hint">${like.percent} % alike, already translated</p>
<p ${inSource(app.rules.now())}>${createDifferences(visit, `/admin/rows/${row.rowId}`).between('first', like.source, source)}</p>
<p>${targetInLine(visit, like.head.text)}</p></div>`
  const terms = pairOf(app, source, '').termNeeds
  const agreed = terms.map(({ compiled: { entry } }) => html`<b>${entry.source}</b> – ${entry.forms.join(', ')} `)
  const looks = reviewer === null ? say`A reviewer will look at it.` : say`${reviewer} will look at it.`
  const body = html`<div class="minute"><h1>Try it now: here is a real sentence</h1>
<form method="post" action="/admin/bench/save" class="box stack">${tokenField(visit)}${hidden({
    at: 'job=untranslated',
    row: row.rowId,
    source: row.sourceHash,
  })}
<p class="said">${sourceInLine(visit, source)}</p>
<label for="text">Your translation</label>
<textarea id="text" name="text" data-draft="first ${row.rowId}" rows="${rowsFor(source)}" dir="auto" translate="no"
${inTarget(app.rules.now())} required autofocus></textarea>
${likeness()}${terms.length === 0 ? '' : html`<p class="hint">Agreed: ${agreed}</p>`}
<div class="actions"><button class="primary">Send</button> <a href="/admin/first?after=${row.rowId}">Another sentence</a></div></form>
<p>${looks} You cannot break anything.</p></div>`
  return await page(visit, { title: say`Your first sentence`, body })
}
