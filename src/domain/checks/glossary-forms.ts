// Do the accepted forms in a text suffice for the glossary terms of its source? Each occurrence of a term needs a form
// of its own, and two forms never share a letter of the text. Longest terms choose first; a term that finds its places
// taken asks their holders to move, so an order of choice never fails a text that could be satisfied. Linear: the moving
// has a budget, beyond which the first choices stand. Decisions §7.

import { eachPiece, type Token } from '../text/tokens.ts'
import type { CompiledEntry, TermOccurrence } from './glossary.ts'
import { addPath, newNode, walkFrom } from './glossary-trie.ts'
import { unitsOf } from './glossary-units.ts'

export interface TermNeed {
  readonly compiled: CompiledEntry
  /** How often the term stands in the source, and how many of these have a form in the text. */
  readonly expected: number
  readonly found: number
}

interface Need {
  readonly compiled: CompiledEntry
  readonly length: number
  readonly places: Place[]
  expected: number
  found: number
}

/** A form in the text that one need could take. */
interface Place {
  readonly need: Need
  readonly start: number
  readonly end: number
  /** The last search that looked here. */
  seenIn: number
}

interface Assignment {
  /** Who holds each UTF-16 unit of the text. */
  readonly holders: Holders
  search: number
  stepsLeft: number
}

type Holders = Map<number, Place>

const movesDeepMax = 40

/** Counts for each term of the source how many of its occurrences have a form of their own in the text. */
export function matchForms(terms: readonly TermOccurrence[], text: string, tokens: readonly Token[]): TermNeed[] {
  const needs = needsOf(terms)
  if (needs.length === 0) return []
  const placeCount = findPlaces(needs, text, tokens)
  const assignment: Assignment = { holders: new Map(), search: 0, stepsLeft: 10_000 + 20 * placeCount }
  for (const need of needs) takeFreePlaces(need, assignment)
  for (const need of needs) while (need.found < need.expected && askForPlace(need, assignment)) need.found++
  return needs
}

/** One need for each entry that has forms, longest term first. */
function needsOf(terms: readonly TermOccurrence[]): Need[] {
  const needs = new Map<CompiledEntry, Need>()
  for (const { compiled, start, end } of terms) {
    if (compiled.forms.length === 0) continue
    const need = needs.get(compiled)
    if (need) need.expected++
    else needs.set(compiled, { compiled, length: end - start, places: [], expected: 1, found: 0 })
  }
  return [...needs.values()].sort((a, b) => b.length - a.length)
}

function findPlaces(needs: readonly Need[], text: string, tokens: readonly Token[]): number {
  const forms = newNode<Need>()
  for (const need of needs) for (const { units, isOpen } of need.compiled.forms) addPath(forms, units, isOpen, need)
  let count = 0
  eachPiece(text, tokens, (from, to) => {
    const units = unitsOf(text, from, to)
    for (let first = 0; first < units.length; first++) {
      walkFrom(forms, units, first, (need, last) => {
        need.places.push({ need, start: units[first]?.start ?? from, end: units[last]?.end ?? to, seenIn: 0 })
        count++
      })
    }
  })
  return count
}

function takeFreePlaces(need: Need, assignment: Assignment): void {
  for (const place of need.places) {
    if (need.found === need.expected) return
    if (holderOf(place, assignment.holders) !== null) continue
    hold(place, assignment.holders)
    need.found++
  }
}

/** Tries to get one more place for a need by letting the holders of its places move to others of theirs. */
function askForPlace(need: Need, assignment: Assignment): boolean {
  assignment.search++
  return moveIn(need, assignment, 0)
}

function moveIn(need: Need, assignment: Assignment, depth: number): boolean {
  const { holders, search } = assignment
  for (const place of need.places) {
    if (place.seenIn === search) continue
    if (assignment.stepsLeft-- <= 0) return false
    place.seenIn = search
    const holder = holderOf(place, holders)
    if (holder === null) {
      hold(place, holders)
      return true
    }
    if (holder === 'several' || holder.need === need || depth === movesDeepMax) continue
    release(holder, holders)
    hold(place, holders)
    if (moveIn(holder.need, assignment, depth + 1)) return true
    release(place, holders)
    hold(holder, holders)
  }
  return false
}

/** Who stands in the way of a place: nobody (null), one other, or several. */
function holderOf(place: Place, holders: Holders): Place | 'several' | null {
  let holder: Place | null = null
  for (let at = place.start; at < place.end; at++) {
    const other = holders.get(at)
    if (other === undefined || other === holder) continue
    if (holder !== null) return 'several'
    holder = other
  }
  return holder
}

function hold(place: Place, holders: Holders): void {
  for (let at = place.start; at < place.end; at++) holders.set(at, place)
}

function release(place: Place, holders: Holders): void {
  for (let at = place.start; at < place.end; at++) holders.delete(at)
}
