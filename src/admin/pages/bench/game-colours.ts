// A text in the game's colours; values that the game inserts are shown as signs. An approximation for writers
// (docs/workbench.md#preview).
import { type Token, scanTokens } from '../../../domain/text/tokens.ts'
import { type Html, html } from '../../html.ts'
import { withSigns } from '../../parts/texts.ts'

const INVISIBLE: ReadonlySet<string> = new Set(['close', 'style', 'colour', 'carriageReturn'])

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
