// A text without its tokens.
import { type Scan, tokenStandIn } from './tokens.ts'

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
