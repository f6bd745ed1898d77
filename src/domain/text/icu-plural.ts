// Reads a plural or select of an ICU message, `{count, plural, one {# coin} other {# coins}}`. Its head must stay; which branches
// there are, and how often each value stands in them, is decided by the target language.
import type { TokenKind } from './token-kinds.ts'

const HEAD = /\{\s*[\w.-]{1,64}\s*,\s*(?:plural|select|selectordinal)\s*,(?:\s*offset:\d{1,9})?/y
const BRANCH = /\s*(?:=\d{1,9}|[\w-]{1,64})\s*\{/y
const VALUE = /\{[^{}]*\}/y
const END = /\s*\}/y
/** Deeper ones are read as lone braces, so that time stays linear. */
const depthMax = 6

type Add = (kind: TokenKind, start: number, end: number) => void
type Found = readonly [kind: TokenKind, start: number, end: number]

/** Returns the end of the plural; −1: none begins here, and nothing was added. */
export function readPlural(text: string, at: number, add: Add): number {
  if (text[at] !== '{') return -1
  const found: Found[] = []
  const end = plural(text, at, found, 0)
  if (end > 0) for (const [kind, from, to] of found) add(kind, from, to)
  return end
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

function plural(text: string, at: number, found: Found[], depth: number): number {
  const head = endOf(HEAD, text, at)
  if (head < 0 || depth === depthMax) return -1
  found.push([depth === 0 ? 'plural' : 'branch', at, head])
  for (let from = head; ; ) {
    const end = endOf(END, text, from)
    if (end > 0) {
      found.push(['branch', from, end])
      return end
    }
    const open = endOf(BRANCH, text, from)
    if (open < 0) return -1
    found.push(['branch', from, open])
    from = branch(text, open, found, depth)
    if (from < 0) return -1
  }
}

/** Reads a branch's text; returns the end of its closing brace. */
function branch(text: string, from: number, found: Found[], depth: number): number {
  for (let at = from; at < text.length; ) {
    const code = text[at]
    if (code === '}') {
      found.push(['branch', at, at + 1])
      return at + 1
    }
    if (code === '#') found.push(['branch', at, at + 1])
    if (code !== '{') {
      at++
      continue
    }
    const value = endOf(VALUE, text, at)
    if (value > 0) found.push(['branch', at, value])
    const end = value > 0 ? value : plural(text, at, found, depth + 1)
    if (end < 0) return -1
    at = end
  }
  return -1
}
