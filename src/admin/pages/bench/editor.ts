// The workbench's text field with tags to insert, length, findings and preview. Without scripts: a field and its text's findings.
import { countOtherTexts, readSameSource, type SameSource } from '../../../app/bench/bench-rows.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { allowedFor, roomFor } from '../../../app/rows/gate-reference.ts'
import { gateOf } from '../../../app/rows/read-proposal.ts'
import { visibleLengthMax } from '../../../domain/checks/length.ts'
import { widthOf } from '../../../domain/checks/room.ts'
import { type Row, sourceTextOf } from '../../../domain/row.ts'
import { scanTokens, type Token } from '../../../domain/text/tokens.ts'
import { visibleLength } from '../../../domain/text/visible-length.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { findingsList } from '../../parts/findings.ts'
import { inTarget, rowsFor, withSigns } from '../../parts/texts.ts'
import type { Visit } from '../../visit.ts'
import { counted, number } from '../../words.ts'

const INVISIBLE: ReadonlySet<string> = new Set(['close', 'style', 'colour', 'carriageReturn'])

/**
 * A text in the game's colours; values that the game inserts are shown as signs. An approximation for writers
 * (docs/workbench.md#preview).
 */
export function colouredText(text: string): Html {
  const parts: Html[] = []
  let colour: string | null = null
  let at = 0
  const add = (piece: string): void => {
    if (piece !== '') parts.push(inColour(piece, colour))
  }
  // Captions are shown even if the setting keeps them untranslated.
  for (const token of scanTokens(text, 'keep')) {
    add(text.slice(at, token.start))
    at = token.end
    if (token.kind === 'style' || token.kind === 'colour') colour = token.text
    else if (token.kind === 'close') colour = null
    else if (!INVISIBLE.has(token.kind)) parts.push(sign(token, colour))
  }
  add(text.slice(at))
  return html`${parts}`
}

/** The content policy forbids inline styles: the game's letters are in the style sheet, other colours are attributes. */
const inColour = (piece: string, colour: string | null): Html =>
  colour === null
    ? withSigns(piece)
    : colour.length === 2
      ? html`<span class="ink-${colour.slice(1)}">${withSigns(piece)}</span>`
      : html`<font color="${colour}">${withSigns(piece)}</font>`

function sign({ kind, text, tailAt }: Token, colour: string | null): Html {
  if (kind === 'lineBreak') return html`\n`
  if (kind === 'percent') return inColour('%', colour)
  if (kind === 'tab') return html`\t`
  if (tailAt === 0) return html`<span class="sign">${text}</span>`
  const own = /\|(#[A-Z])/.exec(text)?.[1] ?? colour
  return inColour(text.slice(1, tailAt).replace(/>$/, ''), own)
}

const chipsShown = 24
const keyedChips = 9
const BREAKS: ReadonlySet<string> = new Set(['lineBreak', 'carriageReturn', 'tab'])

/** The source's tags in its order, each once. */
function tagsOf(visit: Visit, source: string): readonly string[] {
  const tokens = scanTokens(source, visit.app.rules.now().gate.markup)
  const tags = new Set(tokens.filter(({ kind }) => !BREAKS.has(kind)).map(({ text }) => text))
  return [...tags].slice(0, chipsShown)
}

const chip = (tag: string, i: number): Html =>
  html`<button type="button" class="chip" data-insert="${tag}"${i < keyedChips ? html` title="Ctrl+${i + 1}"` : ''}>${tag}</button>`

interface Edited {
  readonly text: string
  readonly draft: string
  readonly isFaulty: boolean
}

export function editor(visit: Visit, row: Row, { text, draft, isFaulty }: Edited): Html {
  const source = sourceTextOf(row)
  const tags = tagsOf(visit, source)
  return html`<div class="scripted chips" role="group" aria-label="Insert">${tags.map(chip)}
<button type="button" class="chip quiet" data-fill="${source}" data-key="copy" title="Ctrl+O">Copy the source</button></div>
<label for="text">Translation</label>
<textarea id="text" name="text" data-draft="${draft}" rows="${rowsFor(source)}" dir="auto" translate="no"
${inTarget(visit.app.rules.now())}${isFaulty ? html` aria-invalid="true"` : ''} aria-describedby="source found">
${text}</textarea>`
}

/** Who else is at the row, as a line; null: nobody is. */
export function othersHere({ app, site, user }: Visit, rowId: string): string | null {
  const nameOf = createNames(app)
  const names = site.presence.othersAt(user.id, rowId).map((id) => nameOf(id) ?? '')
  return names.length === 0 ? null : say`At this row, too: ${names.join(', ')}.`
}

/** What is read aloud stands in an element of its own, which changes only with what the checks find (bench.js). */
export function liveAnswer(visit: Visit, row: Row, text: string, others: string | null = null): Html {
  const here = others === null ? html`` : html`<p class="hint">${others}</p>`
  const found = text === '' ? html`<p class="hint">Nothing is written yet.</p>` : findings(visit, row, text)
  return html`<div id="found" aria-live="polite">${here}${found}</div>
${text === '' ? '' : html`${lengthLine(visit, row, text)}${preview(visit, text)}`}`
}

const findings = (visit: Visit, row: Row, text: string): Html =>
  html`${findingsList(gateOf(visit.app, row, text, 'manual'))}${differsLine(readSameSource(visit.app, row), text)}`

/** A line that says how other rows with this source are translated; empty if none has another text. */
export function differsLine(sameSource: SameSource, text: string): Html {
  const others = countOtherTexts(sameSource, text)
  return others === 0
    ? html``
    : html`<p class="hint differs">Differs from ${counted(others, 'other row')} with this source.</p>`
}

function lengthLine(visit: Visit, row: Row, text: string): Html {
  const { gate } = visit.app.rules.now()
  const lengthOf = (each: string): number => visibleLength(each, scanTokens(each, gate.markup))
  const source = lengthOf(sourceTextOf(row))
  const max = Math.floor(visibleLengthMax(gate, source))
  return html`<p class="hint length">${number(lengthOf(text))} characters; the source has ${number(source)},
at most ${number(max)} may be written</p>
${roomLine(visit, row, text, lengthOf(text))}`
}

/** A line about the room that the text has on the screen; empty for longer texts, whose room is not known, if the file does not say it. */
function roomLine({ app }: Visit, row: Row, text: string, length: number): Html {
  const allowed = allowedFor(app.store.main, row.rowId)
  if (allowed !== null) {
    return html`<p class="hint length${length > allowed ? ' too-wide' : ''}">${number(length)} of the
${number(allowed)} characters that the game's file allows</p>`
  }
  const room = roomFor(app, row)
  if (room === null) return html``
  const width = widthOf(text, app.rules.now().gate.markup)
  return html`<p class="hint length${width > room ? ' too-wide' : ''}">Width ${number(width)} of ${number(room)} letters</p>`
}

const preview = ({ app }: Visit, text: string): Html =>
  html`<details class="preview" open><summary>In the game</summary>
<div class="game" dir="auto" translate="no"${inTarget(app.rules.now())}>${colouredText(text)}</div></details>`
