// A piece of text as a share of its source's length.

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const wideWeight = 3

/** White space does not count, and an East Asian character counts three. */
export const visibleShare = (piece: string, source: string): number => weightOf(piece) / Math.max(1, weightOf(source))

const weightOf = (text: string): number =>
  text.replace(/\s+/g, '').length + (wideWeight - 1) * (text.match(EAST_ASIAN)?.length ?? 0)
