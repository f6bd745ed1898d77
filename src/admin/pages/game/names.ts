// Names in the sources that are no terms yet (docs/consistency.md#names-not-in-the-glossary): how they are translated, the worst
// agreement first. One key makes the first name a term, another says that it is no term.
import * as z from 'zod'
import { listNotTerms, sayNotTerm, takeBackNotTerm } from '../../../app/not-terms.ts'
import { stillNames, type StudiedName, type Study } from '../../../app/study-names.ts'
import { suggestedNames } from '../../../app/suggestions/suggest.ts'
import { changeGlossary } from '../../../app/upkeep/change-glossary.ts'
import type { LatestRun } from '../../../app/latest-run.ts'
import { termLengthMax } from '../../../domain/limits.ts'
import { inOrder, STUDY_ORDERS, type StudyOrder } from '../../../../packages/language/src/study-order.ts'
import { ALL_WORK } from '../../../domain/work/work-filter.ts'
import { form, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { comesBack, titledPage, tokenField } from '../../layout.ts'
import { button, hidden, keyMark, onPage, select } from '../../parts/fields.ts'
import { inTarget } from '../../parts/texts.ts'
import { rowLink } from '../../parts/work/bench-links.ts'
import { benchWith, benchWithout, termOffer } from '../../parts/work/term-offer.ts'
import { rowsPath } from '../../parts/work/work-numbers.ts'
import { goTo, may, oneOf, query, type Visit } from '../../visit.ts'
import { counted, number, time, zone } from '../../words.ts'

const path = '/admin/names'
const perPage = 25

const ORDER_WORDS: Readonly<Record<StudyOrder, string>> = words({
  agreement: 'least agreement first',
  likely: 'likeliest names first',
})

export async function namesPage(visit: Visit): Promise<Response> {
  const run = await visit.site.study.latest()
  const title = say`Names not in the glossary`
  const body =
    run === null
      ? html`<p class="note" role="status">The sources are being searched for names;
please come back in a moment.</p>`
      : studied(visit, run)
  return await titledPage(visit, { title, body, wide: true, headers: comesBack(run === null) })
}

function studied(visit: Visit, { found, takenAtMs, isOlder }: LatestRun<Study>): Html {
  const order = oneOf(query(visit, 'order'), STUDY_ORDERS)
  const said = listNotTerms(visit.app)
  const names = inOrder(stillNames(visit.app, found.names), order)
  const { shown, pages } = onPage(visit, names, perPage)
  const canChange = may(visit, 'manage_settings')
  const suggested = suggestedNames(visit.app)
  return html`<form method="get" class="filters">${select('order', say`Order`, ORDER_WORDS, order)}<button>Show</button></form>
<p class="hint">${counted(names.length, 'name')} in ${counted(found.rows, 'row')}, studied ${time(takenAtMs)}
(${zone})${isOlder ? say`; they are being studied again` : ''}.
The share says how many translations (of at most 64 per name) use the most common one.</p>
${
  shown.length === 0
    ? html`<p class="empty">Every name found in three or more texts is already in the glossary.</p>`
    : html`<div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">Name</th>
<th scope="col" class="number">Rows</th><th scope="col">Reference</th><th scope="col">Translated today</th>
<th scope="col">Term</th></tr></thead>
<tbody>${shown.map((name, at) => line(visit, name, suggested.has(name.key), at === 0))}</tbody></table></div>`
}
${pages}
${said.length === 0 ? '' : notTerms(visit, said, canChange)}`
}

function line(visit: Visit, studiedName: StudiedName, isSuggested: boolean, isFirst: boolean): Html {
  const { name, spellings, rows, reference } = studiedName
  const all = rowsPath({ ...ALL_WORK, term: name }, '/admin/bench')
  const others = spellings.filter((spelling) => spelling !== name).slice(0, spellingsShown)
  return html`<tr><th scope="row"><bdi>${name}</bdi>${
    others.length === 0 ? '' : html`<p class="hint"><bdi>${others.join(', ')}</bdi></p>`
  }</th>
<td class="number" data-label="Rows"><a href="${all}">${number(rows)}</a></td><td data-label="Reference" lang="zh">${reference ?? ''}</td>
<td data-label="Translated today"${inTarget(visit.app.rules.now())}>${ways(studiedName)}</td>
<td>${
    isSuggested ? html`<p><a href="/admin/suggestions">proposed</a></p>` : ''
  }${may(visit, 'manage_settings') ? choice(visit, studiedName, isFirst) : isSuggested ? '' : offer(visit, studiedName)}</td></tr>
\n`
}

const spellingsShown = 3

function ways({ name, agreement, looked, wordings }: StudiedName): Html {
  if (looked === 0) return html`<span class="hint">not translated</span>`
  const share = agreement === null ? '' : say`${Math.round(agreement * 100)} % of ${number(looked)}`
  return html`<p class="hint">${share}</p><ul class="plain">${wordings.map(
    ({ text, texts, rowIds }) =>
      html`<li><bdi>${text}</bdi> <a href="${benchWith(name, text)}">${counted(texts, 'text')}</a> ${rowIds.slice(0, 1).map(rowLink)}</li>`,
  )}${otherwise(name, wordings)}</ul>`
}

/** All rows that do not say it in the most frequent way, beyond those that were looked at. */
const otherwise = (name: string, [best, ...others]: StudiedName['wordings']): Html =>
  best === undefined || others.length === 0
    ? html``
    : html`<li><a href="${benchWithout(name, best.text)}">all rows without <bdi>${best.text}</bdi></a></li>`

function choice(visit: Visit, { name, wordings }: StudiedName, isFirst: boolean): Html {
  const key = (digit: string): Html => (isFirst ? keyMark(digit) : html``)
  const pressed = (digit: string): Html => (isFirst ? html` data-key="${digit}"` : html``)
  return html`<form method="post" action="${path}" class="actions">${tokenField(visit)}${hidden({ name, order: query(visit, 'order') })}
<label><span class="hidden">Translation of ${name}</span><input name="translation" dir="auto"
value="${wordings[0]?.text ?? ''}" maxlength="${termLengthMax}"></label>
<button name="act" value="term"${pressed('1')}>${say`Make a term`}${key('1')}</button>
<button name="act" value="not"${pressed('2')}>${say`Not a term`}${key('2')}</button></form>`
}

const offer = (visit: Visit, { name, wordings, rowIds }: StudiedName): Html =>
  termOffer(visit, {
    source: name,
    translation: wordings[0]?.text ?? '',
    rowId: rowIds[0] ?? null,
    back: `${path}${visit.url.search}`,
  })

/** How many decisions are shown. An older one is taken back with `windrow study --again`. */
const saidShown = 200

const notTerms = (visit: Visit, said: ReturnType<typeof listNotTerms>, canChange: boolean): Html =>
  html`<details><summary>Marked as not terms: ${number(said.length)}</summary><ul class="plain">${said
    .slice(0, saidShown)
    .map(
      ({ name }) =>
        html`<li><bdi>${name}</bdi> ${canChange ? button(visit, path, say`Take back`, { act: 'again', name }) : ''}</li>`,
    )}</ul></details>`

const FIELDS = z.object({
  act: takes.choice(['term', 'not', 'again'], { error: 'choose whether it is a term' }),
  name: takes.text,
  translation: takes.text,
  order: takes.text,
})

const NOTES = { term: 'term-saved', not: 'not-term', again: 'studied-again' } as const

export const namesPost = form(FIELDS, async (visit: Visit, { act, name, translation, order }) => {
  const { app, actor } = visit
  const entry = {
    source: name.trim(),
    forms: translation.trim() === '' ? [] : [translation.trim()],
    caseSensitive: false,
    doNotTranslate: false,
    note: '',
  }
  const done =
    act === 'term'
      ? await changeGlossary(app, actor, { entries: [entry], how: 'merge', origin: entry.source })
      : act === 'not'
        ? await sayNotTerm(app, actor, name)
        : await takeBackNotTerm(app, actor, name)
  if (!done.ok) return done
  const back = order === '' ? path : `${path}?${new URLSearchParams({ order }).toString()}`
  return goTo(visit, back, NOTES[act])
})
