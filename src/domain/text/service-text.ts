// Whether a text has anything to translate. Asked for every text of an import (1.2 million times), so the common case,
// a letter before anything that could begin a token, is answered without a scan. See docs/decisions.md#3-rows.

import { eachPiece, mayBeginToken, scanTokens } from './tokens.ts'

const LETTER = /\p{L}/u

/** True when no letter of any script is left once the tokens are taken out; letters of captions count as left. */
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

/** Captions belong to the tokens here (`keep`), and their letters are looked for apart: so no setting matters. */
function isServiceAfterScan(text: string): boolean {
  const tokens = scanTokens(text, 'keep')
  if (tokens.some((token) => token.tailAt > 0 && LETTER.test(token.text.slice(0, token.tailAt)))) return false
  let isService = true
  eachPiece(text, tokens, (start, end) => {
    isService &&= !LETTER.test(text.slice(start, end))
  })
  return isService
}
