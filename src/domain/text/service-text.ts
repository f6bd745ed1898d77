// Tells whether a text has nothing to translate (docs/rows.md#rows). An import asks 1.2 million times, so a letter before the
// first possible token is found without a scan.
import { eachPiece, mayBeginToken, type Scan, scanTokens, tokenStandIn } from './tokens.ts'

const LETTER = /\p{L}/u

/** True: no letter of any script is outside tokens. Letters of captions count as outside. */
export function isServiceText(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (mayBeginToken(code)) return isServiceAfterScan(text)
    if (code < 0x80) {
      const lower = code | 0x20
      if (lower >= 0x61 && lower <= 0x7a) return false
    } else if (LETTER.test(String.fromCodePoint(text.codePointAt(at) ?? code))) return false
  }
  return true
}

function isServiceAfterScan(text: string): boolean {
  const tokens = scanTokens(text, 'keep')
  if (tokens.some((token) => token.tailAt > 0 && LETTER.test(token.text.slice(0, token.tailAt)))) return false
  let isService = true
  eachPiece(text, tokens, (start, end) => {
    isService &&= !LETTER.test(text.slice(start, end))
  })
  return isService
}

/** The text with `tokenStandIn` in place of each token, except line breaks. */
export function bare(text: string, { tokens }: Scan): string {
  if (tokens.length === 0) return text
  const parts: string[] = []
  let from = 0
  for (const { kind, start, end } of tokens) {
    parts.push(text.slice(from, start), kind === 'lineBreak' ? '\n' : tokenStandIn)
    from = end
  }
  parts.push(text.slice(from))
  return parts.join('')
}
