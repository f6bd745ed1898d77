// The piece of a text to show of a hit: on one line, with its first hit well inside, cut between words.
import type { Span } from './search-match.ts'

interface ExcerptPart {
  readonly text: string
  readonly isHit: boolean
}

/** What stands before the first hit, as a share of the excerpt. */
const shareBefore = 0.4
/** How far a cut moves to fall between words. */
const wordLengthMax = 16

/** At most about `length` UTF-16 units of a text around the first of its hits (as `spansIn` gives them); … where it is cut. */
export function excerptAround(text: string, spans: readonly Span[], length: number): readonly ExcerptPart[] {
  const { start, end } = frameOf(text, spans[0] ?? null, length)
  const parts: ExcerptPart[] = []
  const add = (from: number, to: number, isHit: boolean): void => {
    if (from < to) parts.push({ text: text.slice(from, to).toWellFormed().replace(/\s+/g, ' '), isHit })
  }
  if (start > 0) parts.push({ text: '…', isHit: false })
  let at = start
  for (const span of spans) {
    if (span.start >= end) break
    add(at, span.start, false)
    add(span.start, Math.min(span.end, end), true)
    at = Math.min(span.end, end)
  }
  add(at, end, false)
  if (end < text.length) parts.push({ text: '…', isHit: false })
  return parts
}

function frameOf(text: string, hit: Span | null, length: number): Span {
  if (text.length <= length) return { start: 0, end: text.length }
  const wanted = hit === null ? 0 : Math.max(0, hit.start - Math.floor(shareBefore * length))
  const earliest = Math.min(wanted, text.length - length)
  const start = earliest === 0 ? 0 : betweenWords(text, earliest, hit?.start ?? earliest)
  return { start, end: Math.min(text.length, start + length) }
}

/** The beginning of a word at or after `from`, if one is near and not behind `limit`; else `from`, but within no pair. */
function betweenWords(text: string, from: number, limit: number): number {
  for (let at = from; at <= Math.min(limit, from + wordLengthMax); at++) {
    if (/\s/.test(text.charAt(at - 1))) return at
  }
  return (text.charCodeAt(from) & 0xfc00) === 0xdc00 ? from - 1 : from
}
