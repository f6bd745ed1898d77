// Compiles the glossary and finds its terms in a source (docs/glossary.md), at a cost independent of the
// number of entries. Terms end at boundaries (no letter, mark or digit beside them, except Han, Kana or Hangul) and
// never lie inside or across tokens or across line breaks.
import type { TermFacts } from '../../base/term-facts.ts'
import type { Markup } from '../profile.ts'
import { madeForms } from '../../../packages/language/src/made-forms.ts'
import { foldWhiteSpace } from '../text/normalize.ts'
import { eachPiece, scanTokens, type Token } from '../text/tokens.ts'
import {
  emptyHash,
  extendHash,
  foldForm,
  foldsTo,
  foldTerm,
  isBoundary,
  kindAt,
  newReader,
  readUnit,
  SPACE,
  type UnitKind,
  WORD,
} from './glossary-units.ts'

// A search tree of glossary terms or forms, keyed by hashes of their units. A look-up costs as much as the longest
// match, for any number of entries. Comparing the text confirms a match by hash.

/** A term or form to search for, in which some words may accept any ending. */
export interface Pattern {
  readonly folded: string
  /** Ascending offsets in `folded` of the ends of words that accept any ending. */
  readonly opens: readonly number[]
}

/** A node of the tree. Its members are often absent, which keeps a large glossary small. */
export interface TrieNode<T extends Pattern> {
  next?: Map<number, TrieNode<T>>
  /** One bit for each hash in `next`; most look-ups end here. */
  nextBits?: number
  ends?: T[]
  /** Beginnings of words that accept any ending, and a bit for each of their lengths. */
  stems?: Map<number, TrieNode<T>>
  stemLengths?: number
}

const longestLengthBit = 31

/** Adds a pattern, which must not be empty. */
export function addPattern<T extends Pattern>(root: TrieNode<T>, pattern: T): void {
  const { folded, opens } = pattern
  const unit = newReader()
  let node = root
  for (let at = 0; at < folded.length; at = unit.end) {
    readUnit(unit, folded, at, folded.length)
    if (unit.kind === WORD && opens.includes(unit.end)) {
      node.stemLengths = (node.stemLengths ?? 0) | lengthBit(unit.end - at)
      node = childAt((node.stems ??= new Map()), unit.hash)
    } else {
      node.nextBits = (node.nextBits ?? 0) | (1 << unit.hash)
      node = childAt((node.next ??= new Map()), unit.hash)
    }
  }
  ;(node.ends ??= []).push(pattern)
}

function childAt<T extends Pattern>(children: Map<number, TrieNode<T>>, hash: number): TrieNode<T> {
  let child = children.get(hash)
  if (!child) children.set(hash, (child = {}))
  return child
}

type Visit<T> = (pattern: T, start: number, end: number) => void

/** Visits matches between boundaries, in order of their starts. */
export function walk<T extends Pattern>(
  root: TrieNode<T>,
  text: string,
  from: number,
  to: number,
  visit: Visit<T>,
): void {
  const unit = newReader()
  let beside: UnitKind | undefined
  for (let at = from; at < to; at = unit.end) {
    readUnit(unit, text, at, to)
    if (unit.kind !== SPACE && isBoundary(unit.kind, beside)) {
      if (root.stems && unit.kind === WORD) goOnFromStems(root, text, at, at, unit.end, to, visit)
      const node = childOf(root, unit.hash)
      if (node) goOn(node, text, at, unit.end, to, visit)
    }
    beside = unit.kind
  }
}

/** `walk` for several trees, which reads the text once; `visit` is told the place of the tree among `roots`. */
export function walkTogether<T extends Pattern>(
  roots: readonly TrieNode<T>[],
  text: string,
  from: number,
  to: number,
  visit: (root: number, pattern: T, start: number, end: number) => void,
): void {
  const unit = newReader()
  let bits = 0
  for (const { nextBits = 0, stems } of roots) bits |= stems ? -1 : nextBits
  let beside: UnitKind | undefined
  for (let at = from; at < to; at = unit.end) {
    readUnit(unit, text, at, to)
    const { kind, end, hash } = unit
    if (kind !== SPACE && ((bits >>> hash) & 1) === 1 && isBoundary(kind, beside)) {
      for (let place = 0; place < roots.length; place++) {
        const root = roots[place] as TrieNode<T>
        const node = childOf(root, hash)
        if (node === undefined && !root.stems) continue
        const visitIn: Visit<T> = (pattern, start, last) => visit(place, pattern, start, last)
        if (root.stems && kind === WORD) goOnFromStems(root, text, at, at, end, to, visitIn)
        if (node) goOn(node, text, at, end, to, visitIn)
      }
    }
    beside = kind
  }
}

/** Continues a match from `start` that has reached `from`. */
function goOn<T extends Pattern>(
  first: TrieNode<T>,
  text: string,
  start: number,
  from: number,
  to: number,
  visit: Visit<T>,
): void {
  const unit = newReader()
  let node: TrieNode<T> | undefined = first
  for (let at = from; node !== undefined; at = unit.end) {
    if (node.ends) visitEnds(node.ends, text, start, at, to, visit)
    if (at >= to || !(node.next || node.stems)) return
    readUnit(unit, text, at, to)
    if (node.stems && unit.kind === WORD) goOnFromStems(node, text, start, at, unit.end, to, visit)
    node = childOf(node, unit.hash)
  }
}

function childOf<T extends Pattern>({ next, nextBits = 0 }: TrieNode<T>, hash: number): TrieNode<T> | undefined {
  return ((nextBits >>> hash) & 1) === 0 ? undefined : next?.get(hash)
}

function visitEnds<T extends Pattern>(
  ends: readonly T[],
  text: string,
  start: number,
  end: number,
  to: number,
  visit: Visit<T>,
): void {
  const mayEnd = end >= to || isBoundary(kindAt(text, end - 1), kindAt(text, end))
  for (const pattern of ends) {
    const isOpenEnd = pattern.opens.at(-1) === pattern.folded.length
    if ((mayEnd || isOpenEnd) && foldsTo(pattern, text, start, end)) visit(pattern, start, end)
  }
}

/** Continues a match with each stem that begins the word from `at` to `end`. */
function goOnFromStems<T extends Pattern>(
  { stems, stemLengths = 0 }: TrieNode<T>,
  text: string,
  start: number,
  at: number,
  end: number,
  to: number,
  visit: Visit<T>,
): void {
  let hash = emptyHash
  for (let i = at; i < end; i++) {
    hash = extendHash(hash, text, i)
    const lengths = stemLengths >>> Math.min(i + 1 - at, longestLengthBit)
    if (lengths === 0) return
    const node = (lengths & 1) === 0 ? undefined : stems?.get(hash)
    if (node) goOn(node, text, start, end, to, visit)
  }
}

const lengthBit = (length: number): number => 1 << Math.min(length, longestLengthBit)

export interface GlossaryEntry {
  readonly source: string
  /** Accepted target forms; a trailing `*` accepts any ending. */
  readonly forms: readonly string[]
  /** Letter case counts for the term only, never for its forms. */
  readonly caseSensitive: boolean
  readonly doNotTranslate: boolean
  readonly note: string
  /** What the term says besides (docs/glossary.md#what-a-term-says); absent: nothing. */
  readonly facts?: TermFacts
}

export interface CompiledEntry extends Pattern {
  readonly entry: GlossaryEntry
  /** White space is folded; letter case is kept. */
  readonly exact: string
  /** As written, shortest first; `acceptedForms` adds the made ones. An entry without forms is a note for readers. */
  readonly forms: readonly Pattern[]
  /** The language of the translations, a tag; '': not known. */
  readonly language: string
}

export interface CompiledGlossary {
  readonly size: number
  readonly terms: TrieNode<CompiledEntry>
}

/** A place where the source has a term. Offsets are UTF-16, the end exclusive. */
export interface TermOccurrence {
  readonly compiled: CompiledEntry
  readonly start: number
  readonly end: number
}

/** A term that is not translated accepts itself. `language`: the texts' tag, by which forms are made. */
export function compileGlossary(entries: readonly GlossaryEntry[], language = ''): CompiledGlossary {
  const terms: TrieNode<CompiledEntry> = {}
  for (const entry of entries) {
    const compiled = compileEntry(entry, language)
    if (compiled.exact !== '') addPattern(terms, compiled)
  }
  return { size: entries.length, terms }
}

export function compileEntry(entry: GlossaryEntry, language: string): CompiledEntry {
  const exact = foldWhiteSpace(entry.source)
  return { entry, exact, folded: foldTerm(exact), opens: [], forms: formsOf(entry), language }
}

const NO_TERMS: readonly TermOccurrence[] = []

export function glossaryTermsIn(
  source: string,
  glossary: CompiledGlossary,
  policy: Markup,
): readonly { readonly entry: GlossaryEntry; readonly start: number; readonly end: number }[] {
  const terms = termsBetween(source, scanTokens(source, policy), glossary)
  return terms.map(({ compiled, start, end }) => ({ entry: compiled.entry, start, end }))
}

export const termsBetween = (
  text: string,
  tokens: readonly Token[],
  glossary: CompiledGlossary,
): readonly TermOccurrence[] => (glossary.size === 0 ? NO_TERMS : longestFirst(candidatesIn(text, tokens, glossary)))

interface FoundTerms {
  /** The terms found, by start, at the same start the longest first. */
  readonly found: readonly TermOccurrence[]
  /** The gate wants a form for these: no longer term covers them, and the term has forms. */
  readonly required: ReadonlySet<TermOccurrence>
  readonly leftOut: number
}

/** Occurrences also inside longer terms; the first `max`. Line ends must be LF. */
export function everyTermIn(text: string, glossary: CompiledGlossary, policy: Markup, max: number): FoundTerms {
  if (glossary.size === 0) return { found: [], required: new Set(), leftOut: 0 }
  const candidates = candidatesIn(text, scanTokens(text, policy), glossary)
  const required = new Set(longestFirst(candidates).filter(({ compiled }) => compiled.forms.length > 0))
  const isFirst = (a: TermOccurrence, b: TermOccurrence): number =>
    a.start - b.start || b.end - a.end || Number(required.has(b)) - Number(required.has(a))
  const found = candidates.sort(isFirst).slice(0, max)
  return { found, required, leftOut: candidates.length - found.length }
}

function candidatesIn(text: string, tokens: readonly Token[], glossary: CompiledGlossary): TermOccurrence[] {
  const candidates: TermOccurrence[] = []
  const visit = (compiled: CompiledEntry, start: number, end: number): void => {
    if (compiled.entry.caseSensitive && foldWhiteSpace(text.slice(start, end)) !== compiled.exact) return
    candidates.push({ compiled, start, end })
  }
  eachPiece(text, tokens, (from, to) => walk(glossary.terms, text, from, to, visit))
  return candidates
}

function formsOf(entry: GlossaryEntry): Pattern[] {
  const forms: Pattern[] = entry.forms.map(foldForm)
  if (entry.doNotTranslate) forms.push({ folded: foldTerm(entry.source), opens: [] })
  return forms.filter((form) => form.folded !== '').sort((a, b) => a.folded.length - b.folded.length)
}

const madeByEntry = new WeakMap<CompiledEntry, readonly string[]>()

/** The inflected forms of a term's translation, made when they are first asked for. */
export function madeFormsOf(compiled: CompiledEntry): readonly string[] {
  const known = madeByEntry.get(compiled)
  if (known !== undefined) return known
  const made = madeForms(compiled.entry, compiled.language)
  madeByEntry.set(compiled, made)
  return made
}

/** The forms of a term that were written, and those that were made, the shortest first. */
export function acceptedForms(compiled: CompiledEntry): readonly Pattern[] {
  const made = madeFormsOf(compiled).map((form): Pattern => ({ folded: foldTerm(form), opens: [] }))
  return [...compiled.forms, ...made].sort((a, b) => a.folded.length - b.folded.length)
}

/** Longer terms win, then earlier ones, then case-sensitive ones. `candidates`: in order of their starts. */
function longestFirst(candidates: readonly TermOccurrence[]): readonly TermOccurrence[] {
  if (candidates.length < 2) return candidates
  const taken: TermOccurrence[] = []
  for (let from = 0; from < candidates.length; ) {
    // Candidates that overlap, directly or through others.
    let [to, end] = [from + 1, endOf(candidates, from)]
    for (; to < candidates.length && startOf(candidates, to) < end; to++) end = Math.max(end, endOf(candidates, to))
    const group = candidates.slice(from, to)
    for (const each of group.length === 1 ? group : longestOf(group, end)) taken.push(each)
    from = to
  }
  return taken
}

const startOf = (candidates: readonly TermOccurrence[], at: number): number => (candidates[at] as TermOccurrence).start
const endOf = (candidates: readonly TermOccurrence[], at: number): number => (candidates[at] as TermOccurrence).end

function longestOf(candidates: TermOccurrence[], to: number): TermOccurrence[] {
  const from = startOf(candidates, 0)
  const ordered = candidates.sort(
    (a, b) =>
      b.end - b.start - (a.end - a.start) ||
      a.start - b.start ||
      Number(b.compiled.entry.caseSensitive) - Number(a.compiled.entry.caseSensitive),
  )
  const taken = new Uint8Array(to - from)
  const claimed = ordered.filter(({ start, end }) => {
    // Earlier candidates are at least as long, so an overlap covers an end.
    if (taken[start - from] === 1 || taken[end - 1 - from] === 1) return false
    taken.fill(1, start - from, end - from)
    return true
  })
  return claimed.sort((a, b) => a.start - b.start)
}
