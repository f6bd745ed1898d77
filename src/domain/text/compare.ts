// Compares the tokens of a translation with those of its source (docs/tokens.md#rules, docs/tokens.md#captions). Linear.
// Hot: `breaksMarkup` runs for every current text on import and write.
import type { Markup } from '../profile.ts'
import { toLf, withoutWhiteSpace } from './normalize.ts'
import { mayBeginToken, type Scan, scan, scanTokens, type Token } from './tokens.ts'

export type Multiset = ReadonlyMap<string, number>

export function multisetOf(members: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1)
  return counts
}

/** What `a` has more often than `b`, in the order of `a`. */
export function difference(a: Multiset, b: Multiset): Map<string, number> {
  const left = new Map<string, number>()
  for (const [member, count] of a) {
    const more = count - (b.get(member) ?? 0)
    if (more > 0) left.set(member, more)
  }
  return left
}

export function isSameMultiset(a: Multiset, b: Multiset): boolean {
  if (a.size !== b.size) return false
  for (const [member, count] of a) if (b.get(member) !== count) return false
  return true
}

/** The counts as a plain object, which is safe for every member name, `__proto__` too. */
export const toRecord = (counts: Multiset): Record<string, number> => Object.fromEntries(counts)

interface CaptionChange {
  readonly expected: string
  readonly found: string
}

interface TokenDifference {
  readonly missing: Multiset
  readonly unexpected: Multiset
  readonly expected: Multiset
  readonly found: Multiset
}

export interface FunctionalDifference extends TokenDifference {
  /** Tags that differ in their caption only. */
  readonly captions: readonly CaptionChange[]
}

/** Whether a text has the tokens of its source. It must also have no more lone braces. */
export function hasSameTokens(source: Scan, text: Scan): boolean {
  if (source === text) return true
  const { tokens } = source
  if (tokens.length !== text.tokens.length || hasMoreLoneBraces(source, text)) return false
  for (let at = 0; at < tokens.length; at++) {
    const [a, b] = [tokens[at] as Token, text.tokens[at] as Token]
    if (a.kind !== b.kind || a.text !== b.text) return false
  }
  return true
}

const hasMoreLoneBraces = (source: Scan, text: Scan): boolean =>
  text.loneOpen > source.loneOpen || text.loneClose > source.loneClose

/** How the must-preserve tokens differ. Lone braces count if the text has more of them. */
export function functionalDifference(source: Scan, text: Scan): FunctionalDifference {
  if (!hasMoreLoneBraces(source, text) && isSameSequence(source.tokens, text.tokens, 'must')) return NO_DIFFERENCE
  const sourceTokens = mustOf(source)
  const textTokens = mustOf(text)
  const expected = multisetOf(textsOf(sourceTokens))
  const found = multisetOf(textsOf(textTokens))
  const pairs = pairCaptions(unmatched(sourceTokens, found), unmatched(textTokens, expected))
  const unexpected = multisetOf(textsOf(pairs.unexpected))
  addLoneBraces('{', source.loneOpen, text.loneOpen, { expected, found, unexpected })
  addLoneBraces('}', source.loneClose, text.loneClose, { expected, found, unexpected })
  return { ...affected(multisetOf(textsOf(pairs.missing)), unexpected, expected, found), captions: pairs.captions }
}

/** Whether both have the same must-preserve tokens, in any order. */
export function hasSameMust(source: Scan, text: Scan): boolean {
  if (isSameSequence(source.tokens, text.tokens, 'must')) return true
  return isSameMultiset(multisetOf(textsOf(mustOf(source))), multisetOf(textsOf(mustOf(text))))
}

/** How the cosmetic tokens differ. Null: they do not. */
export function cosmeticDifference(source: Scan, text: Scan): TokenDifference | null {
  if (isSameSequence(source.tokens, text.tokens, 'cos')) return null
  const expected = multisetOf(textsOf(source.tokens.filter((token) => token.class === 'cos')))
  const found = multisetOf(textsOf(text.tokens.filter((token) => token.class === 'cos')))
  if (isSameMultiset(expected, found)) return null
  return affected(difference(expected, found), difference(found, expected), expected, found)
}

interface Reordering {
  readonly expected: readonly string[]
  readonly found: readonly string[]
}

/**
 * Null: what has an order keeps it. Of printf tokens the conversion letters count, of a game's own ordered ones the whole token; what
 * closes another comes behind it, if it does so in the source.
 */
export function reorderingOf(source: Scan, text: Scan): Reordering | null {
  return (
    orderOf(source, text, ['printf'], (token) => token.at(-1)) ??
    orderOf(source, text, ['ordered'], (token) => token) ??
    (closesTooSoon(text) && !closesTooSoon(source) ? orderOf(source, text, ['open', 'shut'], (token) => token) : null)
  )
}

function orderOf(
  source: Scan,
  text: Scan,
  kinds: readonly Token['kind'][],
  keyOf: (token: string) => string | undefined,
): Reordering | null {
  const isOf = ({ kind }: Token): boolean => kinds.includes(kind)
  if (!source.tokens.some(isOf)) return null
  const expected = textsOf(source.tokens.filter(isOf))
  const found = textsOf(text.tokens.filter(isOf))
  const isReordered = expected.some((token, i) => keyOf(token) !== keyOf(found[i] ?? ''))
  return isReordered && isSameMultiset(multisetOf(expected), multisetOf(found)) ? { expected, found } : null
}

/** Whether more is closed somewhere than was opened before. */
function closesTooSoon({ tokens }: Scan): boolean {
  let opened = 0
  for (const { kind } of tokens) {
    if (kind === 'open') opened++
    else if (kind === 'shut' && --opened < 0) return true
  }
  return false
}

/** Whether TAGS_01 or TAGS_03 would fail. */
export function breaksMarkup(source: string, text: string, policy: Markup): boolean {
  if (source === text || !(mayHoldTokens(source) || mayHoldTokens(text))) return false
  const sourceScan = scan(toLf(source), policy)
  const textScan = scan(toLf(text), policy)
  const { missing, unexpected } = functionalDifference(sourceScan, textScan)
  return missing.size > 0 || unexpected.size > 0 || reorderingOf(sourceScan, textScan) !== null
}

/** Whether a source changed in cosmetic tokens and white space only. Line breaks are both. */
export function differsOnlyCosmetically(before: string, after: string): boolean {
  return before !== after && bareText(toLf(before)) === bareText(toLf(after))
}

function bareText(text: string): string {
  const parts: string[] = []
  let from = 0
  for (const token of scanTokens(text, 'keep')) {
    parts.push(withoutWhiteSpace(text.slice(from, token.start)))
    if (token.class === 'must') parts.push(token.text)
    from = token.end
  }
  parts.push(withoutWhiteSpace(text.slice(from)))
  return parts.join('')
}

function mayHoldTokens(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (mayBeginToken(text.charCodeAt(at))) return true
  return false
}

const NOTHING: Multiset = new Map()
export const NO_DIFFERENCE: FunctionalDifference = {
  missing: NOTHING,
  unexpected: NOTHING,
  expected: NOTHING,
  found: NOTHING,
  captions: [],
}

/** Whether both have the same tokens of a class in the same order: a fast test, and true for most translations. */
function isSameSequence(source: readonly Token[], text: readonly Token[], tokenClass: Token['class']): boolean {
  let next = 0
  for (const token of source) {
    if (token.class !== tokenClass) continue
    while (text[next] !== undefined && text[next]?.class !== tokenClass) next++
    if (text[next++]?.text !== token.text) return false
  }
  while (next < text.length) if (text[next++]?.class === tokenClass) return false
  return true
}

const mustOf = ({ tokens }: Scan): Token[] => tokens.filter((token) => token.class === 'must')

const textsOf = (tokens: readonly Token[]): string[] => tokens.map((token) => token.text)

function unmatched(tokens: readonly Token[], other: Multiset): Token[] {
  const left = new Map(other)
  return tokens.filter((token) => {
    const count = left.get(token.text) ?? 0
    if (count > 0) left.set(token.text, count - 1)
    return count === 0
  })
}

/** Pairs the tags that differ in their captions only, in order of appearance. */
function pairCaptions(sourceTags: readonly Token[], textTags: readonly Token[]) {
  const waiting = Map.groupBy(
    textTags.filter((token) => token.tailAt > 0),
    tailOf,
  )
  for (const tags of waiting.values()) tags.reverse()
  const captions: CaptionChange[] = []
  const paired = new Set<Token>()
  for (const expected of sourceTags) {
    const found = expected.tailAt > 0 ? waiting.get(tailOf(expected))?.pop() : undefined
    if (found === undefined) continue
    captions.push({ expected: expected.text, found: found.text })
    paired.add(expected).add(found)
  }
  const isLeft = (token: Token): boolean => !paired.has(token)
  return { captions, missing: sourceTags.filter(isLeft), unexpected: textTags.filter(isLeft) }
}

/** The part of a tag after its caption: empty for a plain tag, beginning with `|` for a term tag. */
const tailOf = (token: Token): string => token.text.slice(token.tailAt)

interface MutableCounts {
  readonly expected: Map<string, number>
  readonly found: Map<string, number>
  readonly unexpected: Map<string, number>
}

function addLoneBraces(brace: string, inSource: number, inText: number, counts: MutableCounts): void {
  if (inText <= inSource) return
  counts.expected.set(brace, inSource)
  counts.found.set(brace, inText)
  counts.unexpected.set(brace, inText - inSource)
}

function affected(missing: Multiset, unexpected: Multiset, expected: Multiset, found: Multiset): TokenDifference {
  const names = [...missing.keys(), ...unexpected.keys()]
  const only = (counts: Multiset): Multiset => new Map(names.map((name) => [name, counts.get(name) ?? 0]))
  return { missing, unexpected, expected: only(expected), found: only(found) }
}

/** The letters and digits of a text, in one case. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/**
 * Whether a source changed only in letter case, punctuation or white space, so that a translation of the old text most
 * likely still fits.
 */
export function isCosmeticChange(before: string, after: string): boolean {
  if (lettersOf(before) !== lettersOf(after)) return false
  const { missing, unexpected, captions } = functionalDifference(scan(before, 'keep'), scan(after, 'keep'))
  return missing.size + unexpected.size + captions.length === 0
}
