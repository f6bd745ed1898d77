// What players said of texts (docs/site.md#the-door-for-players): each beside its row, to take as a text or to leave, with a key for each.
import * as z from 'zod'
import { leavePlayerWord, playerWordsToDecide, takePlayerWord } from '../../../app/team/player-words.ts'
import { gateOf } from '../../../app/rows/read-proposal.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import { shownNow } from '../../../domain/misfit.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import { Compared } from '../../../domain/text/likeness.ts'
import { form, NO_FIELDS, takes } from '../../form.ts'
import { type Html, html, raw } from '../../html.ts'
import { say } from '../../language/say.ts'
import { titledPage, tokenField } from '../../layout.ts'
import { hidden, keyMark, lookAgain } from '../../parts/fields.ts'
import { findingsList } from '../../parts/findings.ts'
import { inSource, inTarget, markedText, targetBlock, textBlock, withLineEndsOf } from '../../parts/texts.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'
import { field, goAfter, goTo, idOf, may, type Visit } from '../../visit.ts'
import { time } from '../../words.ts'

const path = '/admin/words'
const shownMax = 10
/** Likeness in percent from which a player's words count as a better text; below it they are a remark about the text. */
const likeMin = 50

export async function wordsPage(visit: Visit): Promise<Response> {
  const waiting = playerWordsToDecide(visit.app, shownMax)
  const body = html`<p class="hint">What players said about texts on the page <code>/say</code>, oldest first.
If you take one, it becomes your text, and the player's link shows which release has it.</p>
${
  waiting.length === 0
    ? html`<p class="empty">No player report is waiting.</p>${lookAgain(visit, path)}`
    : waiting.map((each, at) => oneWord(visit, each, at === 0))
}`
  return await titledPage(visit, { title: say`Player reports`, body })
}

type Waiting = ReturnType<typeof playerWordsToDecide>[number]

function oneWord(visit: Visit, { word, row, heads }: Waiting, isFirst: boolean): Html {
  const { id, said, seen, release, createdAtMs } = word
  const rules = visit.app.rules.now()
  const present = shownNow(heads)?.text ?? ''
  const isText = new Compared(present).percentTo(said, likeMin) !== null
  const better = isText ? said : present
  const typed = idOf(visit) === id ? field(visit, 'text', better) : better
  const key = (name: string): Html => (isFirst ? html` data-key="${name}"` : html``)
  const mark = (name: string): Html | '' => (isFirst ? keyMark(name) : '')
  const leave = html`<button formaction="${path}/${id}/leave" formnovalidate${key('2')}>Leave it${mark('2')}</button>`
  return html`<section class="box"><p class="hint">${time(createdAtMs)}${release === '' ? '' : html`, release <bdi>${release}</bdi>`}${
    row !== null &&
    html`, <a href="${benchOfRow(row.rowId)}">Workbench</a> <a href="/admin/rows/${row.rowId}"><code>${row.rowId}</code></a>`
  }</p>
<blockquote class="prose" dir="auto">${said}</blockquote>
${seen === '' ? '' : html`<p class="hint">Seen on the screen: <q dir="auto">${seen}</q></p>`}
${
  row === null
    ? html`<p>This row is not in the game at the moment.</p>`
    : html`${textBlock(markedText(rules, sourceTextOf(row), { terms: true }), false, say`Source`, inSource(rules))}
${targetBlock(visit, present, say`The text now`)}
${isText ? findingsList(gateOf(visit.app, row, said)) : ''}
<div class="stack"><label>The better text
<textarea name="text" form="word-${id}" rows="3" dir="auto" required${inTarget(rules)}>${raw('\n')}${typed}</textarea></label></div>`
}
<form method="post" action="${path}/${id}/take" id="word-${id}" class="actions">
${tokenField(visit)}${row === null ? '' : hidden({ row: row.rowId, source: row.sourceHash })}
${row === null ? '' : html`<button${key('1')}>Take it${mark('1')}</button>`}${leave}</form>
</section>`
}

const TAKE = z.object({ text: takes.text, source: takes.line, row: takes.line })

export const takeWordPost = form(
  TAKE,
  async (visit: Visit, { text, source, row: rowId }) => {
    const isDirect = may(visit, 'review_translation')
    const row = readRow(visit.app, rowId)
    const typed = row === null ? text : withLineEndsOf(row, text)
    const words = { id: idOf(visit), text: typed, sourceHash: source, isDirect }
    const taken = await takePlayerWord(visit.app, visit.actor, words)
    return taken.ok ? goTo(visit, path, taken.value.isProposed ? 'word-proposed' : 'word-taken') : taken
  },
  wordsPage,
)

export const leaveWordPost = form(
  NO_FIELDS,
  async (visit: Visit) => goAfter(visit, await leavePlayerWord(visit.app, visit.actor, idOf(visit)), path, 'word-left'),
  wordsPage,
)
