// Compiles the glossary and finds its terms in a source (docs/decisions.md#glossary), at a cost independent of the
// number of entries. Terms end at boundaries (no letter, mark or digit beside them, except Han, Kana or Hangul) and
// never lie inside or across tokens or across line breaks.

import type { Markup } from '../../profile.ts'
import { foldWhiteSpace } from '../../text/normalize.ts'
import { eachPiece, scanTokens, type Token } from '../../text/tokens.ts'
import { addPattern, type Pattern, type TrieNode, walk } from './glossary-trie.ts'
import type { TermFacts } from '../../../base/term-facts.ts'
import { madeForms } from '../../terms/made-forms.ts'
import { foldForm, foldTerm } from './glossary-units.ts'

export interface GlossaryEntry {
  readonly source: string
  /** Accepted target forms; a trailing `*` accepts any ending. */
  readonly forms: readonly string[]
  /** Letter case counts for the term only, never for its forms. */
  readonly caseSensitive: boolean
  readonly doNotTranslate: boolean
  readonly note: string
  /** Left out if nothing is said. */
  readonly facts?: TermFacts
}

export interface CompiledEntry extends Pattern {
  readonly entry: GlossaryEntry
  /** White space is folded; letter case is kept. */
  readonly exact: string
  /** As written, shortest first; `acceptedForms` adds the made ones. An entry without forms is a note for readers. */
  readonly forms: readonly Pattern[]
  /** The texts' language, a tag; '': not told. */
  readonly language: string
}

export interface CompiledGlossary {
  readonly size: number
  readonly terms: TrieNode<CompiledEntry>
}

/** Offsets are UTF-16, the end exclusive. */
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
): readonly TermOccurrence[] => (glossary.size === 0 ? NO_TERMS : findTerms(text, tokens, glossary))

function findTerms(text: string, tokens: readonly Token[], glossary: CompiledGlossary): readonly TermOccurrence[] {
  return longestFirst(candidatesIn(text, tokens, glossary))
}

interface FoundTerms {
  /** By start, then the longest first. */
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

/** Those written and those made, shortest first. */
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
