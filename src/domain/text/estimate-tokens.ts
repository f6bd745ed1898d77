// Estimates a text's number of tokens for language models, which are not the tokens of the game (tokens.ts).

/**
 * For models that do not count. Characters per token of o200k on game texts: 3.6 for ASCII, 2.6 for Cyrillic and similar, 1.2 for
 * Han, kana and Hangul.
 */
export function estimateTokens(text: string): number {
  const ideographs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0
  const ascii = text.match(/[ -~\s]/g)?.length ?? 0
  return Math.ceil(ascii / 3.6 + ideographs / 1.2 + Math.max(0, text.length - ascii - ideographs) / 2.6)
}
