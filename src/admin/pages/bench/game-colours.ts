// A text coloured as in the game: `#Y…#E`, six-digit colours and captions of tags; what the game puts in itself (numbers,
// names) stands as a sign. A likeness for somebody who writes, not the game's own renderer (docs/workbench.md#preview).
import { type Token, scanTokens } from '../../../domain/text/tokens.ts'
import { type Html, html } from '../../html.ts'

const INVISIBLE: ReadonlySet<string> = new Set(['close', 'style', 'colour', 'carriageReturn'])

/** The text with the colours it will have. */
export function colouredText(text: string): Html {
  const parts: Html[] = []
  let colour: string | null = null
  let at = 0
  const add = (piece: string): void => {
    if (piece !== '') parts.push(inColour(piece, colour))
  }
  // Captions are shown, whatever the setting says of translating them.
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

/** A style sheet names the game's letters; any other colour is an attribute, for the content policy allows no inline style. */
const inColour = (piece: string, colour: string | null): Html =>
  colour === null
    ? html`${piece}`
    : colour.length === 2
      ? html`<span class="ink-${colour.slice(1)}">${piece}</span>`
      : html`<font color="${colour}">${piece}</font>`

function sign({ kind, text, tailAt }: Token, colour: string | null): Html {
  if (kind === 'lineBreak') return html`\n`
  if (kind === 'percent') return inColour('%', colour)
  if (kind === 'tab') return html`\t`
  if (tailAt === 0) return html`<span class="sign">${text}</span>`
  const own = /\|(#[A-Z])/.exec(text)?.[1] ?? colour
  return inColour(text.slice(1, tailAt).replace(/>$/, ''), own)
}
