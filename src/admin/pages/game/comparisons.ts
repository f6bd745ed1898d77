// Two models, compared blind: the list of comparisons, and pairs of texts to choose from, with a key for each choice.
import * as z from 'zod'
import { comparisonsShown, judge, listComparisons, nextPair } from '../../../app/comparisons.ts'
import { type Verdict, VERDICTS } from '../../../domain/blind-comparison.ts'
import { form, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { titledPage, tokenField } from '../../layout.ts'
import { hidden, pager } from '../../parts/fields.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { inTarget, inSource } from '../../parts/texts.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'
import { goTo, idOf, query, type Visit, wholeNumber } from '../../visit.ts'
import { counted, number, time } from '../../words.ts'

type Summary = ReturnType<typeof listComparisons>[number]

export async function comparisonsPage(visit: Visit): Promise<Response> {
  const below = wholeNumber(query(visit, 'below'))
  const all = listComparisons(visit.app, visit.user.id, below ?? undefined)
  const last = all.length === comparisonsShown ? all.at(-1)?.id : undefined
  const body = html`<p class="hint"><code>windrow compare --blind</code> lets two models translate the same rows.
Here you choose the better text of each pair without knowing which model wrote it; then this page shows which model won.</p>
${
  all.length === 0
    ? html`<p class="empty">There is no comparison yet.</p>`
    : html`<div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">Comparison</th>
<th scope="col">When</th><th scope="col" class="number">Pairs</th><th scope="col" class="number">You judged</th>
<th scope="col">Result</th></tr></thead>
<tbody>${all.map((each) => line(each))}</tbody></table></div>`
}${pager(visit, 'below', last ?? null)}`
  return await titledPage(visit, { title: say`Blind comparison of models`, body })
}

const line = (summary: Summary): Html =>
  html`<tr><th scope="row"><a href="/admin/comparisons/${summary.id}">${summary.id}</a></th>
<td>${time(summary.atMs)}</td><td class="number">${number(summary.pairs)}</td>
<td class="number">${number(summary.judged)}</td>
<td>${summary.result === null ? say`when you have judged all` : resultOf(summary.result)}</td></tr>`

function resultOf({ models: [first, second], judges, preference }: NonNullable<Summary['result']>): Html {
  const { first: wins, second: losses, equal, interval } = preference
  const [low, high] = interval.map((share) => Math.round(share * 100))
  return html`<p><b dir="auto">${first}</b> was better in ${counted(wins, 'pair')},
<b dir="auto">${second}</b> in ${number(losses)}, neither in ${number(equal)} (${counted(judges, 'person', 'people')}).</p>
<p class="hint">${first} is better in ${low ?? 0} to ${high ?? 100} % of the decided pairs, with 95 % confidence.</p>`
}

/** The keys with which site.js presses the buttons. */
const KEYS: Readonly<Record<Verdict, string>> = { first: '1', second: '2', equal: '0' }
const CHOICE_WORDS: Readonly<Record<Verdict, string>> = words({
  first: 'The first is better',
  second: 'The second is better',
  equal: 'Equally good',
})

export async function comparisonPage(visit: Visit): Promise<Response> {
  const id = idOf(visit)
  const next = nextPair(visit.app, visit.user.id, id)
  if (next === null) return await notFoundPage(visit, 'there is no such comparison')
  const { summary, pair } = next
  const title = say`Comparison ${id}`
  if (pair === null) {
    const body = html`<p>You have judged all ${counted(summary.pairs, 'pair')}.</p>
${summary.result === null ? '' : resultOf(summary.result)}<p><a href="/admin/comparisons">All comparisons</a></p>`
    return await titledPage(visit, { title, body })
  }
  const rules = visit.app.rules.now()
  const text = (heading: string, shown: string, lang = inTarget(rules)): Html =>
    html`<section><h2>${heading}</h2><div class="text box" dir="auto" translate="no"${lang}>${shown}</div></section>`
  const body = html`<p class="hint">Pair ${summary.judged + 1} of ${number(summary.pairs)}.
Which text would you rather have in the game?</p>
${text(say`Source`, pair.pair.source, inSource(rules))}${text(say`First`, pair.shown[0])}${text(say`Second`, pair.shown[1])}
<form method="post" action="/admin/comparisons/${id}" class="actions">${tokenField(visit)}${hidden({ place: pair.place })}
${VERDICTS.map(
  (each) =>
    html`<button name="verdict" value="${each}" data-key="${KEYS[each]}">${CHOICE_WORDS[each]} <kbd>${KEYS[each]}</kbd></button>`,
)}</form>
<p><a href="${benchOfRow(pair.pair.rowId)}">The row</a></p>`
  return await titledPage(visit, { title, body })
}

const FIELDS = z.object({
  place: takes.whole,
  verdict: takes.choice(VERDICTS, { error: 'choose the first, the second or neither' }),
})

export const judgePost = form(FIELDS, async (visit: Visit, { place, verdict: shown }) => {
  const id = idOf(visit)
  const judged = await judge(visit.app, visit.actor, { id, place: place ?? -1, shown })
  if (!judged.ok) return judged
  if (!judged.value) return await notFoundPage(visit, 'there is no such comparison')
  return goTo(visit, `/admin/comparisons/${id}`)
})
