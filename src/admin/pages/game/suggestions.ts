// What people and agents suggest: terms, which may be edited before they are approved, and labels of rows, the oldest first. One who
// does not decide proposes terms here, and reads what became of them.
import * as z from 'zod'
import { createNames } from '../../../app/people/read-people.ts'
import { approveSuggestion, rejectSuggestion } from '../../../app/suggestions/decide-suggestion.ts'
import { listSuggestions, ownSuggestions, suggest, type SuggestOutcome } from '../../../app/suggestions/suggest.ts'
import { changeGlossary } from '../../../app/upkeep/change-glossary.ts'
import { Turn } from '../../../base/turn.ts'
import { refuse } from '../../../base/result.ts'
import type { GlossaryEntry } from '../../../domain/checks/glossary.ts'
import type { Suggestion } from '../../../domain/checks/suggestion.ts'
import { reasonLengthMax, suggestionsMax, suggestionsPerPersonMax } from '../../../domain/limits.ts'
import { form, NO_FIELDS, refused, takes } from '../../form.ts'
import { safePath } from '../../gatekeeper.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { titledPage, tokenField } from '../../layout.ts'
import { button, lookAgain, statusBadge } from '../../parts/fields.ts'
import { TERM_FIELDS, TERM_FORMS, TERM_LENGTHS, termInputs, termOf } from '../../parts/term-fields.ts'
import { goAfter, goTo, idOf, may, type Visit } from '../../visit.ts'
import { counted, time } from '../../words.ts'
import { rowLink } from '../../parts/work/bench-links.ts'

const shownMax = 20
const rowsShown = 5

export const suggestionsPage = (visit: Visit): Promise<Response> =>
  may(visit, 'manage_settings') ? suggestionsWith(visit) : ownPage(visit)

async function ownPage(visit: Visit): Promise<Response> {
  const own = ownSuggestions(visit.app, visit.user.id, shownMax)
  const nameOf = createNames(visit.app)
  const body = html`${
    own.length > 0 &&
    html`<section><h2>Your latest suggestions</h2>
<ul class="plain">${own.map((each) => fate(each, nameOf(each.deciderId)))}</ul></section>`
  }
<section><h2>Propose a term</h2><p class="hint">An admin accepts it, changes it, or says why not.</p>
<form method="post" action="/admin/suggestions" class="stack">${tokenField(visit)}${termInputs(null)}
<button class="primary">Propose the term</button></form></section>`
  return await titledPage(visit, { title: say`Suggestions`, body })
}

const fate = ({ what, addedAs, status, reason }: Suggestion<'term'>, decider: string | null): Html =>
  html`<li><bdi>${(addedAs ?? what).source}</bdi> – <bdi>${(addedAs ?? what).forms.join(' | ')}</bdi> ${statusBadge(status)}${
    addedAs === undefined ? '' : html` <span class="hint">changed</span>`
  }${
    decider === null ? '' : html` <span class="hint"><bdi>${decider}</bdi></span>`
  }${reason === null ? '' : html`<p class="prose"><bdi>${reason}</bdi></p>`}</li>`

async function suggestionsWith(visit: Visit): Promise<Response> {
  const { app } = visit
  const first = { status: 'pending', after: 0, limit: shownMax } as const
  const [terms, labels] = [listSuggestions(app, 'term', first), listSuggestions(app, 'label', first)]
  const nameOf = createNames(app)
  const body = html`${
    terms.suggestions.length + labels.suggestions.length === 0 &&
    html`<p class="empty">There are no suggestions. People propose terms in the glossary and on the workbench; agents propose terms
and labels.</p>
${lookAgain(visit, '/admin/suggestions')}`
  }
${terms.suggestions.map((each) => termBox(visit, each, nameOf(each.authorId)))}
${labels.suggestions.map((each) => labelBox(visit, each, nameOf(each.authorId)))}
${terms.next === null && labels.next === null ? '' : html`<p class="hint">More appear when these are decided.</p>`}`
  return await titledPage(visit, { title: say`Suggestions`, body })
}

const pathOf = ({ id }: Suggestion, act: 'term' | 'label' | 'reject'): string => `/admin/suggestions/${id}/${act}`

const termBox = (visit: Visit, suggestion: Suggestion<'term'>, author: string | null): Html =>
  html`<section class="box"><h2>Term: <bdi>${suggestion.what.source}</bdi></h2>${origin(suggestion, author)}
<form method="post" action="${pathOf(suggestion, 'term')}" class="stack">${tokenField(visit)}${termInputs(suggestion.what)}
<button class="primary">Add to the glossary</button></form>${rejection(visit, suggestion)}</section>`

function labelBox(visit: Visit, suggestion: Suggestion<'label'>, author: string | null): Html {
  const { label, act, note } = suggestion.what
  const rows = counted(suggestion.rowIds.length, 'row')
  return html`<section class="box"><h2>Label: <bdi>${label}</bdi></h2>${origin(suggestion, author)}
<p>${act === 'give' ? say`Give it to ${rows}.` : say`Take it from ${rows}.`}</p>${
    note === '' ? '' : html`<p class="prose"><bdi>${note}</bdi></p>`
  }
${button(visit, pathOf(suggestion, 'label'), act === 'give' ? say`Give the label` : say`Take the label`, {}, 'primary')}
${rejection(visit, suggestion)}</section>`
}

function origin(suggestion: Suggestion, author: string | null): Html {
  const { model, provider, createdAtMs, rowIds } = suggestion
  const by = model ?? provider
  return html`<p class="hint"><bdi>${author ?? ''}</bdi>${by === null ? '' : html`, <bdi>${by}</bdi>`}, ${time(createdAtMs)}. ${rowIds
    .slice(0, rowsShown)
    .map(rowLink)}</p>`
}

const rejection = (visit: Visit, suggestion: Suggestion): Html =>
  html`<details><summary>Reject</summary><form method="post" action="${pathOf(suggestion, 'reject')}" class="stack">${tokenField(visit)}
<label>Why, for who suggested it <input name="reason" required maxlength="${reasonLengthMax}"></label>
<button>Reject</button></form></details>`

const TERM = z
  .object({ ...TERM_FIELDS, row: takes.exact, back: takes.exact })
  .refine(...TERM_LENGTHS)
  .refine(...TERM_FORMS)

const approving = async (visit: Visit, edited?: GlossaryEntry) => {
  const decided = await approveSuggestion(visit.app, visit.actor, { id: idOf(visit), ...(edited && { edited }) })
  return goAfter(visit, decided, '/admin/suggestions', 'suggestion-approved')
}

export const approveTermPost = form(TERM, (visit: Visit, sent) => approving(visit, termOf(sent)), suggestionsPage)

export const approveLabelPost = form(NO_FIELDS, (visit: Visit) => approving(visit), suggestionsPage)

export const rejectSuggestionPost = form(
  z.object({ reason: takes.line }),
  async (visit: Visit, { reason }) => {
    if (Array.from(reason).length > reasonLengthMax) return refuse({ code: 'reason_too_long' } as const)
    const decided = await rejectSuggestion(visit.app, visit.actor, { id: idOf(visit), reason })
    return goAfter(visit, decided, '/admin/suggestions', 'suggestion-rejected')
  },
  suggestionsPage,
)

/** A term from the glossary, the list of names or the workbench. One who may change the glossary adds it at once. */
export const suggestTermPost = form(TERM, async (visit: Visit, { row, back, ...sent }) => {
  const { app, actor, user } = visit
  const what = termOf(sent)
  const path = safePath(back === '' ? '/admin/suggestions' : back)
  if (may(visit, 'manage_settings')) {
    const saved = await changeGlossary(app, actor, { entries: [what], how: 'merge', origin: what.source })
    return goAfter(visit, saved, path, 'term-saved')
  }
  const rowIds = /^[0-9a-f]{16}$/.test(row) ? [row] : []
  const item = { kind: 'term', what, rowIds, provider: null, model: null } as const
  const suggested = await suggest(app, actor, 'term', [item], new Turn(user.id))
  if (!suggested.ok) {
    const { refusal } = suggested
    return refusal.code === 'forbidden_ability'
      ? refuse({ code: refusal.code, requiredPermission: 'propose_translation' } as const)
      : refuse(refusal)
  }
  const [outcome] = suggested.value
  if (outcome?.status === 'rejected') return refused(tooMany(outcome.reason), 409)
  return goTo(visit, path, outcome?.status === 'proposed' ? 'term-suggested' : 'term-known')
})

const tooMany = (reason: (SuggestOutcome & { readonly status: 'rejected' })['reason']): string =>
  reason === 'too_many_of_person'
    ? say`${suggestionsPerPersonMax} of your suggestions are waiting; propose more once some are decided`
    : say`${suggestionsMax} suggestions are waiting; propose more once some are decided`
