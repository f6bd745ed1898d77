// Counts the accepted forms of glossary terms in a text (docs/glossary.md). Each occurrence of a term needs
// its own form, without overlaps. Longest terms choose first; a term whose places are taken asks the terms that hold
// them to move. The number of such moves is limited, so the time is linear.
import { eachPiece, type Token } from '../text/tokens.ts'
import {
  acceptedForms,
  addPattern,
  type CompiledEntry,
  type Pattern,
  type TermOccurrence,
  type TrieNode,
  walk,
  walkTogether,
} from './glossary.ts'

export interface TermNeed {
  readonly compiled: CompiledEntry
  /** Occurrences in the source, and those with a form in the text. */
  readonly expected: number
  readonly found: number
  /** The text has an accepted form, perhaps counted for another term. */
  readonly isPresent: boolean
}

interface Need {
  readonly compiled: CompiledEntry
  readonly length: number
  readonly forms: Form[]
  expected: number
  found: number
  isPresent: boolean
}

/** A form, shared by all terms that accept it. */
interface Form extends Pattern {
  /** The term that collects its places. */
  readonly firstOf: Need
  readonly places: Place[]
  /** The first place that no term has tried. */
  tried: number
  /** The first place not asked for in search `search`. */
  asked: number
  search: number
}

interface Place {
  readonly start: number
  readonly end: number
  heldBy: Need | null
}

interface Seating {
  /** By UTF-16 unit of the text: the place that has taken it. */
  readonly held: Map<number, Place>
  search: number
  stepsLeft: number
}

/** The accepted forms of entries that a text has been checked for. */
const trieByEntry = new WeakMap<CompiledEntry, TrieNode<Pattern>>()

const movesDeepMax = 500

/** Counts occurrences of each term with a form of their own. */
export function matchForms(terms: readonly TermOccurrence[], text: string, tokens: readonly Token[]): TermNeed[] {
  const needs = needsOf(terms)
  const [only] = needs
  if (only === undefined) return []
  if (needs.length === 1) {
    only.found = Math.min(only.expected, countForms(only, text, tokens))
    only.isPresent = only.found > 0
    return needs
  }
  const { found, overlaps } = formsIn(needs, text, tokens)
  for (const { need } of found) {
    need.isPresent = true
    if (!overlaps && need.found < need.expected) need.found++
  }
  if (!overlaps) return needs
  placeForms(found)
  const seating: Seating = { held: new Map(), search: 1, stepsLeft: 10_000 + 20 * found.length }
  for (const need of needs) takeFreePlaces(need, seating)
  for (const need of needs) {
    while (need.found < need.expected && askForPlace(need, seating, 0)) {
      need.found++
      // A failed attempt is not repeated until a place has changed hands.
      seating.search++
    }
  }
  return needs
}

/** What each term needs, the longest term first. */
function needsOf(terms: readonly TermOccurrence[]): Need[] {
  const needs = new Map<CompiledEntry, Need>()
  for (const { compiled, start, end } of terms) {
    if (compiled.forms.length === 0) continue
    const need = needs.get(compiled)
    if (need) need.expected++
    else needs.set(compiled, { compiled, length: end - start, forms: [], expected: 1, found: 0, isPresent: false })
  }
  return needs.size > 1 ? [...needs.values()].sort((a, b) => b.length - a.length) : [...needs.values()]
}

function trieOf(compiled: CompiledEntry): TrieNode<Pattern> {
  let trie = trieByEntry.get(compiled)
  if (!trie) {
    trie = {}
    for (const form of acceptedForms(compiled)) addPattern(trie, form)
    trieByEntry.set(compiled, trie)
  }
  return trie
}

function countForms({ compiled }: Need, text: string, tokens: readonly Token[]): number {
  const places = placesOf(trieOf(compiled), text, tokens)
  let count = 0
  let free = 0
  if (places.length > 1) places.sort((a, b) => a.end - b.end)
  for (const { start, end } of places) {
    if (start < free) continue
    count++
    free = end
  }
  return count
}

function placesOf<T extends Pattern>(trie: TrieNode<T>, text: string, tokens: readonly Token[]) {
  const places: { readonly value: T; readonly start: number; readonly end: number }[] = []
  const visit = (value: T, start: number, end: number): void => {
    places.push({ value, start, end })
  }
  eachPiece(text, tokens, (from, to) => walk(trie, text, from, to, visit))
  return places
}

interface Found {
  readonly need: Need
  readonly pattern: Pattern
  readonly start: number
  readonly end: number
}

/** Every form of every term in the text, by start. */
function formsIn(needs: readonly Need[], text: string, tokens: readonly Token[]) {
  const found: Found[] = []
  let [overlaps, lastEnd] = [false, 0]
  const visit = (at: number, pattern: Pattern, start: number, end: number): void => {
    found.push({ need: needs[at] as Need, pattern, start, end })
    overlaps ||= start < lastEnd
    lastEnd = Math.max(lastEnd, end)
  }
  const roots = needs.map(({ compiled }) => trieOf(compiled))
  eachPiece(text, tokens, (from, to) => walkTogether(roots, text, from, to, visit))
  return { found, overlaps }
}

/** Gives each term its forms with their places, the shortest first. */
function placeForms(found: readonly Found[]): void {
  const formByKey = new Map<string, Form>()
  for (const { need, pattern, start, end } of found) {
    const form = formFor(pattern, need, formByKey)
    if (!need.forms.includes(form)) need.forms.push(form)
    if (form.firstOf === need) form.places.push({ start, end, heldBy: null })
  }
  for (const { need } of found) need.forms.sort((a, b) => a.folded.length - b.folded.length)
}

function formFor({ folded, opens }: Pattern, firstOf: Need, formByKey: Map<string, Form>): Form {
  const key = opens.length === 0 ? folded : `${folded} ${opens.join()}`
  let form = formByKey.get(key)
  if (!form) formByKey.set(key, (form = { folded, opens, firstOf, places: [], tried: 0, asked: 0, search: 0 }))
  return form
}

function takeFreePlaces(need: Need, { held }: Seating): void {
  for (const form of need.forms) {
    for (; need.found < need.expected && form.tried < form.places.length; form.tried++) {
      const place = form.places[form.tried]
      if (place === undefined || inTheWayOf(place, held) !== null) continue
      hold(place, need, held)
      need.found++
    }
  }
}

/** Frees a place for a term by moving the term that holds it. */
function askForPlace(need: Need, seating: Seating, depth: number): boolean {
  const { held, search } = seating
  for (const form of need.forms) {
    if (form.search !== search) {
      form.search = search
      form.asked = 0
    }
    while (form.asked < form.places.length) {
      if (seating.stepsLeft-- <= 0) return false
      const place = form.places[form.asked++]
      if (place === undefined) continue
      const other = inTheWayOf(place, held)
      if (other === null) {
        hold(place, need, held)
        return true
      }
      const holder = other === 'several' ? null : other.heldBy
      if (other === 'several' || holder === null || holder === need || depth === movesDeepMax) continue
      release(other, held)
      hold(place, need, held)
      if (askForPlace(holder, seating, depth + 1)) return true
      release(place, held)
      hold(other, holder, held)
    }
  }
  return false
}

/** The taken place that overlaps this one, or `several`; null: none does. */
function inTheWayOf(place: Place, held: ReadonlyMap<number, Place>): Place | 'several' | null {
  let other: Place | null = null
  for (let at = place.start; at < place.end; at++) {
    const there = held.get(at)
    if (there === undefined || there === other) continue
    if (other !== null) return 'several'
    other = there
  }
  return other
}

function hold(place: Place, need: Need, held: Map<number, Place>): void {
  place.heldBy = need
  for (let at = place.start; at < place.end; at++) held.set(at, place)
}

function release(place: Place, held: Map<number, Place>): void {
  place.heldBy = null
  for (let at = place.start; at < place.end; at++) held.delete(at)
}
