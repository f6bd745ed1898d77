// The door for players (docs/site.md#the-door-for-players): find a text by its words on the screen, say what is wrong with it, and see
// later what became of that. No account, no scripts, and nothing that another stranger said.
import * as z from 'zod'
import {
  becameOfWord,
  findSeenTexts,
  sayOfText,
  type SayRefusal,
  type SeenText,
} from '../../../app/team/player-words.ts'
import { Turn } from '../../../base/turn.ts'
import type { Became } from '../../../domain/player-word.ts'
import { playerWordMax } from '../../../domain/limits.ts'
import { seenIn } from '../../../domain/text/skeleton.ts'
import { form, takes } from '../../form.ts'
import { type Html, html, raw } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { sentence, tokenField } from '../../layout.ts'
import { checked, hidden } from '../../parts/fields.ts'
import { publicPage, siteHead } from '../../parts/public-page.ts'
import { sourceInLine, targetInLine } from '../../parts/texts.ts'
import { goTo, type OpenVisit, query } from '../../visit.ts'
import { excerpt } from '../../words.ts'

const path = '/say'
const shownMax = 5
const excerptLength = 240

interface Typed {
  readonly seen: string
  readonly release: string
  readonly said: string
}

const SAID = words({
  empty: 'type something first',
  too_long: 'that is too long: a few lines are enough',
  characters: 'that has characters that no game can show; type it again',
  link: 'links and addresses are not allowed; say it in words',
  searching: 'other people are searching right now; try again in a few seconds',
  row_gone: 'this text is not in the game any more; look for it again',
  row_said: 'you said something about this text today, and the team will read it',
  day_full: 'that is enough for one day; come back tomorrow',
  row_full: 'several players have already reported this text, and the team will look at it',
  full: 'the team has as many player reports as it can read today; come back tomorrow',
  busy: 'the server is busy just now; try again in a minute',
})

const isSaid = (code: string): code is keyof typeof SAID => Object.hasOwn(SAID, code)

const INVALID: readonly string[] = ['empty', 'too_long', 'characters', 'link']
const GONE: readonly string[] = ['row_gone', 'row_full', 'row_said']
const LATER: readonly string[] = ['too_many', 'full', 'day_full']

const statusOf = ({ code }: SayRefusal): 409 | 422 | 429 | 503 =>
  INVALID.includes(code) ? 422 : GONE.includes(code) ? 409 : LATER.includes(code) ? 429 : 503

const saidOf = (refusal: SayRefusal): string =>
  'retryAfterSeconds' in refusal
    ? say`that is a lot at once; wait ${Math.ceil(refusal.retryAfterSeconds / 60)} min and try again`
    : SAID[isSaid(refusal.code) ? refusal.code : 'busy']

async function answer(
  visit: OpenVisit,
  title: string,
  body: Html,
  refusal: SayRefusal | null = null,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const said = refusal === null ? '' : html`<div class="alert" role="alert">${sentence(saidOf(refusal))}</div>`
  const text = await publicPage({ title, head: siteHead(), body: html`${said}${body}` })
  return visit.c.html(text, refusal === null ? 200 : statusOf(refusal), {
    ...headers,
    ...(refusal !== null && 'retryAfterSeconds' in refusal && { 'Retry-After': String(refusal.retryAfterSeconds) }),
  })
}

const notFound = (visit: OpenVisit): Response => visit.c.text('not found\n', 404)

/** Low enough that a phone shows the button, too. */
const lines = (name: string, text: string): Html =>
  html`<textarea name="${name}" rows="3" dir="auto" maxlength="${playerWordMax}" required>${raw('\n')}${text}</textarea>`

const findForm = ({ seen, release }: Typed, isFirst: boolean): Html =>
  html`<form method="get" action="${path}" class="stack">
${release === '' ? '' : hidden({ release })}<label>The words, as you see them in the game ${lines('words', seen)}</label>
<button class="${isFirst ? 'primary' : ''}">Find the text</button></form>`

function foundForm(visit: OpenVisit, typed: Typed, texts: readonly SeenText[], chosen: string): Html {
  if (texts.length === 0)
    return html`<p class="empty">No text in the game has these words. Type a few more, just as you see them on the screen.</p>`
  const choice = (each: SeenText): Html => html`<label class="check">
<input type="radio" name="row" value="${each.rowId}" required${checked(each.rowId === chosen)}>
<span>${shownText(visit, each)}</span></label>`
  return sayForm(
    visit,
    typed,
    html`<fieldset class="stack"><legend>Which text do you mean?</legend>${texts.map(choice)}</fieldset>`,
  )
}

const sayForm = (visit: OpenVisit, typed: Typed, chosen: Html): Html =>
  html`<form method="post" action="${path}" class="stack">
${tokenField(visit)}${hidden({ seen: typed.seen, release: typed.release })}
${chosen}<label>What is wrong, or how would it be better? ${lines('said', typed.said)}</label>
<button class="primary">Send</button></form>`

function shownText(visit: OpenVisit, { source, translation }: SeenText): Html {
  const bare = (text: string): string => excerpt(seenIn(text, '…'), excerptLength)
  return translation === null
    ? sourceInLine(visit, bare(source))
    : html`${targetInLine(visit, bare(translation))}<br><small class="hint">${sourceInLine(visit, bare(source))}</small>`
}

const title = (): string => say`Something wrong in the translation?`
const lead = (): Html =>
  html`<p>Find the text by its words, then say what is wrong. The team reads it; no account is needed.</p>`

export async function sayPage(visit: OpenVisit): Promise<Response> {
  const typed = {
    seen: query(visit, 'words').slice(0, 4 * playerWordMax),
    release: query(visit, 'release').slice(0, 32),
    said: '',
  }
  if (typed.seen.trim() === '') return await answer(visit, title(), html`${lead()}${findForm(typed, true)}`)
  const { app, address, c } = visit
  const turn = new Turn(null, () => c.req.raw.signal.aborted)
  const found = await findSeenTexts(app, { words: typed.seen, address, limit: shownMax }, turn)
  if (!found.ok) {
    if (found.refusal.code === 'door_closed') return notFound(visit)
    return await answer(visit, title(), findForm(typed, true), found.refusal)
  }
  const [first] = found.value
  return await answer(
    visit,
    title(),
    html`${foundForm(visit, typed, found.value, first?.rowId ?? '')}
<details${first === undefined ? html` open` : ''}><summary>Look for other words</summary>${findForm(typed, false)}</details>`,
  )
}

const FIELDS = z.object({ row: takes.exact, seen: takes.text, said: takes.text, release: takes.line })

export const sayPost = form(FIELDS, async (visit: OpenVisit, { row, ...typed }) => {
  const { app, address } = visit
  const said = await sayOfText(app, { rowId: row.toLowerCase(), ...typed, address })
  if (said.ok) return goTo(visit, `${path}/${said.value}`)
  if (said.refusal.code === 'door_closed') return notFound(visit)
  // A refused form shows what it sent itself: the text of the row is found by a search alone, which counts.
  const chosen = html`${hidden({ row })}<p><q dir="auto">${excerpt(typed.seen, excerptLength)}</q></p>`
  const isGone = GONE.includes(said.refusal.code)
  const again = isGone ? findForm(typed, true) : sayForm(visit, typed, chosen)
  return await answer(visit, title(), again, said.refusal)
})

const BECAME: Readonly<Record<Exclude<Became['state'], 'released'>, string>> = words({
  waits: 'Somebody from the team will read it.',
  left: 'The team read it and left the text as it is.',
  taken: 'The team took it. It will be in the next release.',
})

export async function becamePage(visit: OpenVisit): Promise<Response> {
  const became = becameOfWord(visit.app, visit.c.req.param('word') ?? '')
  if (became === null) return notFound(visit)
  const told =
    became.state === 'released' ? say`The team took it. It is in release ${became.version}.` : BECAME[became.state]
  return await answer(
    visit,
    say`Thank you`,
    html`<p role="status"><strong>${told}</strong></p>
<p>Bookmark this page: it will show what the team did with your report.</p>
<p><a href="${path}">Say something about another text</a></p>`,
    null,
    // The address is the key to the word. On the page with the form this would send its origin as null, which is refused.
    { 'Referrer-Policy': 'no-referrer' },
  )
}
