// Finds tokens in a text, in one pass from left to right, where the first matching kind of the grammar wins
// (docs/tokens.md#kinds). Hot (every import and write). Linear: each pattern stops at the next occurrence of its opening
// character, and link ends are found once.

import { grammarStarts, type Scan, scanByGrammars, type Token, TOKEN_CLASSES } from './grammars.ts'
import type { CaptionPolicy, Markup } from '../profile.ts'

export type { Scan, Token } from './grammars.ts'

type GameKind = keyof typeof TOKEN_CLASSES

export interface TokenCounts {
  readonly mustPreserve: Readonly<Record<string, number>>
  readonly cosmetic: Readonly<Record<string, number>>
}

const TAG = /<[^<>]*>/y
const XML_NAME = /<\/?(?:TEXT|IMAGE|LINK|EMOTION|CUSTOM|br|i|b|u)\b/y
const CAPTION = /<[^<>|]*/y
const NO_TAG_AFTER = /[\d=\p{White_Space}]/uy
const LINK_END = /\^\d+\^\$/g
const DATE = /@[A-Za-z]\[[^[\]]*\]/y
const EMOTE = /\[#\d+\]/y
const PRINTF = /%(?:[sd]|[-+0.\d][-+0]?\d*(?:\.\d+)?[sdifgxXu])/y
const CLOCK = /%0?2?[HMShm]/y
const WORD_GOES_ON = /[\p{L}\d_]/uy
const colourLength = '#RRGGBB'.length

const AFTER_DOLLAR: readonly (readonly [GameKind, RegExp])[] = [
  ['formula', /\$[A-Z][A-Z0-9]*_[A-Z0-9_]*(?::[-+0-9.]*[a-z%])?\$?/y],
  ['function', /\$[A-Z]\([^()]*\)/y],
  ['number', /\$[FG]\d+(?:\.\d+)?/y],
  ['dollar', /\$(?:[A-Z]|\d+(?:#\d+)?)/y],
]

interface Scanner {
  readonly text: string
  readonly policy: CaptionPolicy
  readonly tokens: Token[]
  /** The matches of `LINK_END`, which are looked for at the first `$link`; null: not yet. */
  linkEnds: { readonly start: number; readonly end: number }[] | null
  /** The index of the next link end. */
  linkEndAt: number
  loneOpen: number
  loneClose: number
}

/** Reads a token in the region that ends at `to`. Returns where to go on. */
type Step = (s: Scanner, at: number, to: number, inLink: boolean) => number

/** Indexed by the code of a token's first character. */
const STEPS: (Step | undefined)[] = []
STEPS['<'.charCodeAt(0)] = tagStep
STEPS['$'.charCodeAt(0)] = dollarStep
STEPS['@'.charCodeAt(0)] = (s, at, to) => takeMatch(s, 'date', DATE, at, to)
STEPS['['.charCodeAt(0)] = (s, at, to) => takeMatch(s, 'emote', EMOTE, at, to)
STEPS['{'.charCodeAt(0)] = openBraceStep
STEPS['}'.charCodeAt(0)] = (s, at) => {
  s.loneClose++
  return at + 1
}
STEPS['%'.charCodeAt(0)] = percentStep
STEPS['#'.charCodeAt(0)] = hashStep
STEPS['\n'.charCodeAt(0)] = (s, at) => take(s, 'lineBreak', at, at + 1)
STEPS['\r'.charCodeAt(0)] = (s, at) => take(s, 'carriageReturn', at, at + 1)
STEPS['\t'.charCodeAt(0)] = (s, at) => take(s, 'tab', at, at + 1)

/** 1: a token of this game may begin with this code; 2: one of another game. */
const BEGINS = new Uint8Array(0x10000)
for (const start of grammarStarts) BEGINS[start.charCodeAt(0)] = 2
STEPS.forEach((_, code) => {
  BEGINS[code] = 1
})

/** A text without such a character has no token and no lone brace, whatever the markup. */
export const mayBeginToken = (code: number): boolean => BEGINS[code] !== 0

/** Replaces a token in text that is read without tokens. No letter, digit or white space. */
export const tokenStandIn = '\uFFFC'

export const NOTHING_SCANNED: Scan = { tokens: [], loneOpen: 0, loneClose: 0 }

/** The tokens and lone braces of a text, whose line ends are not normalized. */
export function scan(text: string, markup: Markup): Scan {
  const first = firstStart(text)
  if (first === text.length) return NOTHING_SCANNED
  if (markup !== 'keep' && markup !== 'free') return scanByGrammars(text, markup)
  const policy = markup
  const s: Scanner = { text, policy, tokens: [], linkEnds: null, linkEndAt: 0, loneOpen: 0, loneClose: 0 }
  scanRegion(s, first, text.length, false)
  return s
}

/** Where the first token may start; the text's length: nowhere. */
function firstStart(text: string): number {
  let at = 0
  while (at < text.length && BEGINS[text.charCodeAt(at)] === 0) at++
  return at
}

export const scanTokens = (text: string, markup: Markup): readonly Token[] => scan(text, markup).tokens

/** The tokens of a source with their counts, for a row card. CR counts too. */
export function tokenCounts(text: string, markup: Markup): TokenCounts {
  const [mustPreserve, cosmetic] = [new Map<string, number>(), new Map<string, number>()]
  for (const token of scanTokens(text, markup)) {
    if (token.class === 'free') continue
    const counts = token.class === 'must' ? mustPreserve : cosmetic
    counts.set(token.text, (counts.get(token.text) ?? 0) + 1)
  }
  return { mustPreserve: Object.fromEntries(mustPreserve), cosmetic: Object.fromEntries(cosmetic) }
}

/** Tells whether the text has captions under either caption policy. */
export function hasCaptions(text: string): boolean {
  return text.includes('<') && scanTokens(text, 'keep').some((token) => token.tailAt > 0)
}

/** Visits the non-empty pieces between tokens. */
export function eachPiece(text: string, tokens: readonly Token[], visit: (start: number, end: number) => void): void {
  let from = 0
  for (const token of tokens) {
    if (token.start > from) visit(from, token.start)
    from = token.end
  }
  if (text.length > from) visit(from, text.length)
}

function scanRegion(s: Scanner, from: number, to: number, inLink: boolean): void {
  const { text } = s
  let at = from
  while (at < to) {
    const code = text.charCodeAt(at)
    at = BEGINS[code] === 1 ? (STEPS[code] as Step)(s, at, to, inLink) : at + 1
  }
}

function take(s: Scanner, kind: GameKind, start: number, end: number, tailAt = 0): number {
  s.tokens.push({ kind, class: TOKEN_CLASSES[kind], start, end, text: s.text.slice(start, end), tailAt })
  return end
}

/** Where the pattern's match at a place ends; −1: it does not match within the region. */
function matchEnd(pattern: RegExp, text: string, at: number, to: number): number {
  pattern.lastIndex = at
  return pattern.test(text) && pattern.lastIndex <= to ? pattern.lastIndex : -1
}

function takeMatch(s: Scanner, kind: GameKind, pattern: RegExp, at: number, to: number): number {
  const end = matchEnd(pattern, s.text, at, to)
  return end < 0 ? at + 1 : take(s, kind, at, end)
}

function tagStep(s: Scanner, at: number, to: number, inLink: boolean): number {
  const end = matchEnd(TAG, s.text, at, to)
  if (end < 0) return at + 1
  if (matchEnd(XML_NAME, s.text, at, end) > 0) return take(s, 'xml', at, end)
  const tail = matchEnd(CAPTION, s.text, at, end)
  if (s.text[tail] === '|') {
    if (s.policy === 'keep') return take(s, 'term', at, end, tail - at)
    scanRegion(s, at + 1, tail, inLink)
    return take(s, 'term', tail, end)
  }
  const isText = s.policy === 'free' || inLink || end === at + 2 || matchEnd(NO_TAG_AFTER, s.text, at + 1, end) > 0
  return isText ? at + 1 : take(s, 'plain', at, end, end - at)
}

function dollarStep(s: Scanner, at: number, to: number, inLink: boolean): number {
  if (s.text.startsWith('$link', at)) {
    const close = inLink ? undefined : linkEndAfter(s, at + 5)
    if (close === undefined || close.end > to) return at + 1
    take(s, 'link', at, at + 5)
    scanRegion(s, at + 5, close.start, true)
    return take(s, 'link', close.start, close.end)
  }
  for (const [kind, pattern] of AFTER_DOLLAR) {
    const end = matchEnd(pattern, s.text, at, to)
    if (end > 0) return take(s, kind, at, end)
  }
  return at + 1
}

function linkEndAfter(s: Scanner, at: number): { readonly start: number; readonly end: number } | undefined {
  s.linkEnds ??= Array.from(s.text.matchAll(LINK_END), (m) => ({ start: m.index, end: m.index + m[0].length }))
  while ((s.linkEnds[s.linkEndAt]?.start ?? at) < at) s.linkEndAt++
  return s.linkEnds[s.linkEndAt]
}

function openBraceStep(s: Scanner, at: number, to: number): number {
  for (let end = at + 1; end < to; end++) {
    const code = s.text.charCodeAt(end)
    if (code === 0x7d) return take(s, 'brace', at, end + 1)
    if (code === 0x7b) break
  }
  s.loneOpen++
  return at + 1
}

function percentStep(s: Scanner, at: number, to: number): number {
  if (s.text[at + 1] === '%' && at + 2 <= to) return take(s, 'percent', at, at + 2)
  let kind: GameKind = 'printf'
  let end = matchEnd(PRINTF, s.text, at, to)
  if (end < 0) {
    kind = 'clock'
    end = matchEnd(CLOCK, s.text, at, to)
  }
  if (end < 0) return at + 1
  // After a digit or `}`, a match before a letter is no conversion: "50%damage" and "{0}%special" are percentages, "5%d" is a
  // conversion.
  const afterFigure = at > 0 && /[\d}]/.test(s.text[at - 1] ?? '')
  return afterFigure && matchEnd(WORD_GOES_ON, s.text, end, s.text.length) > 0 ? at + 1 : take(s, kind, at, end)
}

function hashStep(s: Scanner, at: number, to: number): number {
  if (at + colourLength <= to && isHex(s.text, at + 1, at + colourLength))
    return take(s, 'colour', at, at + colourLength)
  if (at + 2 > to) return at + 1
  const code = s.text.charCodeAt(at + 1)
  if (code < 0x41 || code > 0x5a) return at + 1
  return take(s, code === 0x45 ? 'close' : 'style', at, at + 2)
}

function isHex(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    const small = code | 0x20
    if (!((code >= 0x30 && code <= 0x39) || (small >= 0x61 && small <= 0x66))) return false
  }
  return true
}
