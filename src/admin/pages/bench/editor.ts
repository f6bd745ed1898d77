// The workbench's text field with the tags to insert, what the checks find, and the text as the game draws it.
import { countOtherTexts, readSameSource, type SameSource } from '../../../app/bench/bench-rows.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { allowedFor, roomFor } from '../../../app/rows/gate-reference.ts'
import { gateOf } from '../../../app/rows/read-proposal.ts'
import { visibleLengthMax } from '../../../domain/checks/length.ts'
import { widthOf } from '../../../domain/checks/room.ts'
import type { Markup } from '../../../domain/profile.ts'
import { type Row, sourceTextOf } from '../../../domain/row.ts'
import { scanTokens, type Token } from '../../../domain/text/tokens.ts'
import { visibleLength } from '../../../domain/text/visible-length.ts'
import { type Html, html, raw } from '../../html.ts'
import { say } from '../../language/say.ts'
import { worstFinding } from '../../parts/findings.ts'
import { inSource, inTarget, rowsFor, withSigns } from '../../parts/texts.ts'
import type { Visit } from '../../visit.ts'
import { counted, number } from '../../words.ts'

const INVISIBLE: ReadonlySet<string> = new Set(['close', 'style', 'colour', 'carriageReturn'])

/**
 * A text in the game's colours; values that the game inserts are shown as signs. An approximation for writers
 * (docs/workbench.md#the-games-box).
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
  /** True: the text is checked and its findings stand below it; else they come as soon as it is edited. */
  readonly isChecked: boolean
}

/**
 * The field, over a layer of the same measures in which bench.js draws tags, unseen letters and the ghost; and one line
 * below it: what is missing, what the checks find, the length.
 */
export function editor(visit: Visit, row: Row, { text, draft, isFaulty, isChecked }: Edited): Html {
  const source = sourceTextOf(row)
  const tags = tagsOf(visit, source)
  const rules = visit.app.rules.now()
  const lang = inTarget(rules)
  return html`<label for="text" class="hidden">Translation</label>
<div class="field">${tagOf(rules.settings.target_language)}<div class="under" aria-hidden="true" translate="no"${lang}></div>
<textarea id="text" name="text" data-draft="${draft}" rows="${rowsFor(source)}" dir="auto" translate="no"
${lang}${isFaulty ? html` aria-invalid="true"` : ''} aria-describedby="source found ghost">
${text}</textarea></div>
<div class="checks">${
    tags.length === 0 ? '' : html`<div class="scripted chips" role="group" aria-label="Insert">${tags.map(chip)}</div>`
  }<p id="ghost" class="hint" role="status"></p>
<div id="live" class="live">${
    isChecked
      ? html`${found(visit, row, text)}${lengthLine(visit, row, text)}`
      : html`<div id="found" aria-live="polite"></div>`
  }</div></div>`
}

/** The language beside a text of the game; what follows is marked as such by `lang`. */
export const tagOf = (language: string): Html =>
  language === '' ? html`` : html`<span class="tag" aria-hidden="true">${language.slice(0, 5).toUpperCase()}</span>`

/** Who else is at the row, as a line; null: nobody is. */
export function othersHere({ app, site, user }: Visit, rowId: string): string | null {
  const nameOf = createNames(app)
  const names = site.presence.others(user.id, rowId).map((id) => nameOf(id) ?? '')
  return names.length === 0 ? null : say`Also working on this row: ${names.join(', ')}.`
}

/** What is read aloud stands in an element of its own, which changes only with what the checks find (bench.js). */
export const liveAnswer = (visit: Visit, row: Row, text: string, others: string | null): Html =>
  html`${found(visit, row, text, others)}${lengthLine(visit, row, text)}${gameBox(visit, row, text)}`

function found(visit: Visit, row: Row, text: string, others: string | null = null): Html {
  const here = others === null ? html`` : html`<p class="hint">${others}</p>`
  const said =
    text === ''
      ? html``
      : html`${worstFinding(gateOf(visit.app, row, text, 'manual'))}${differsLine(readSameSource(visit.app, visit.user, row), text)}`
  return html`<div id="found" aria-live="polite">${here}${said}</div>`
}

/** A line that says how other rows with this source are translated; empty if none has another text. */
export function differsLine(sameSource: SameSource, text: string): Html {
  const others = countOtherTexts(sameSource, text)
  return others === 0
    ? html``
    : html`<p class="hint differs">Differs from ${counted(others, 'other row')} with this source.</p>`
}

export function lengthLine(visit: Visit, row: Row, text: string): Html {
  const { own, source, max } = lengthsOf(visit, row, text)
  return html`<p class="length" title="${say`at most ${number(max)}`}">${number(own)} letters · source ${number(source)}</p>`
}

function lengthsOf(visit: Visit, row: Row, text: string) {
  const { gate } = visit.app.rules.now()
  const lengthOf = (each: string): number => visibleLength(each, scanTokens(each, gate.markup))
  const source = lengthOf(sourceTextOf(row))
  return { own: lengthOf(text), source, max: Math.floor(visibleLengthMax(gate, source)) }
}

/** What a text takes of its room: what the file allows, the width of a short text on the screen, else the length. */
function roomOf(visit: Visit, row: Row, text: string) {
  const { app } = visit
  const { own, max } = lengthsOf(visit, row, text)
  const allowed = allowedFor(app.store.main, row.rowId)
  if (allowed !== null) {
    const words = say`${number(own)} of the ${number(allowed)} characters that the game's file allows`
    return { taken: own, room: allowed, words, isWidth: false }
  }
  const room = roomFor(app, row)
  if (room === null)
    return { taken: own, room: max, words: say`${number(own)} of ${number(max)} letters`, isWidth: false }
  const taken = widthOf(text, app.rules.now().gate.markup)
  return { taken, room, words: say`width ${number(taken)} of ${number(room)}`, isWidth: true }
}

/**
 * The text as the game draws it, with a bar of the room it takes. Where nothing is translated the game shows the source,
 * so the box does.
 */
export function gameBox(visit: Visit, row: Row, text: string): Html {
  const rules = visit.app.rules.now()
  const { taken, room, words, isWidth } = roomOf(visit, row, text)
  const isOver = taken > room
  const [fits, over] = isOver && isWidth ? cutAt(text, room, rules.gate.markup) : [text, '']
  // A long text scrolls in the box, by keys, too.
  const scrolls = raw(text.length + sourceTextOf(row).length > 800 ? ' tabindex="0"' : '')
  const shown =
    text === ''
      ? html`<div class="game dim" dir="auto" translate="no"${inSource(rules)}${scrolls}>${colouredText(sourceTextOf(row))}</div>`
      : html`<div class="game" dir="auto" translate="no"${inTarget(rules)}${scrolls}>${colouredText(fits)}${
          over === '' ? '' : html`<span class="over">${colouredText(over)}</span>`
        }</div>`
  const end = Math.round((100 * Math.min(taken, room)) / Math.max(1, taken, room))
  const rest = isOver ? html`<rect class="over" x="${end}" width="${100 - end}" height="6"/>` : ''
  return html`<section class="gamebox" id="box" aria-label="In the game">${shown}
<footer${isOver ? html` class="too-wide"` : ''}><span>${words}</span>
<svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
<rect class="fill" width="${end}" height="6"/>${rest}</svg></footer></section>`
}

/** A text in two: what fits into the room, in letters, and the rest. No token is cut. */
function cutAt(text: string, room: number, markup: Markup): readonly [string, string] {
  let [at, tooFar] = [0, text.length + 1]
  while (tooFar - at > 1) {
    const middle = (at + tooFar) >> 1
    if (widthOf(text.slice(0, middle), markup) > room) tooFar = middle
    else at = middle
  }
  at = scanTokens(text, markup).find(({ start, end }) => start < at && at < end)?.start ?? at
  return [text.slice(0, at), text.slice(at)]
}
