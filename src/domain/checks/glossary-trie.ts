// A tree of terms or forms by the hashes of their units. Looking up at a place costs as much as the longest match there,
// never the number of entries; a hash that matches is confirmed by comparing the text, so hashes decide nothing.

import {
  emptyHash,
  extendHash,
  foldsTo,
  isBoundary,
  kindAt,
  newReader,
  readUnit,
  SPACE,
  type UnitKind,
  WORD,
} from './glossary-units.ts'

/** What a tree finds: folded text, after which any ending is accepted or none. */
export interface Pattern {
  readonly folded: string
  readonly isOpen: boolean
}

/** Absent members keep a large glossary small. */
export interface TrieNode<T extends Pattern> {
  next?: Map<number, TrieNode<T>>
  /** A bit for each hash in `next`, by its last five bits: most look-ups end here. */
  nextBits?: number
  /** Patterns that end with the unit that leads here. */
  ends?: T[]
  /** Beginnings of a word that accept any ending, and a bit for each length they come in. */
  stems?: Map<number, T[]>
  stemLengths?: number
}

const longestLengthBit = 31
const NONE: readonly never[] = []

/** Adds a pattern that isn't empty. */
export function addPattern<T extends Pattern>(root: TrieNode<T>, pattern: T): void {
  const { folded, isOpen } = pattern
  const unit = newReader()
  let node = root
  for (let at = 0; at < folded.length; at = unit.end) {
    readUnit(unit, folded, at, folded.length)
    if (isOpen && unit.kind === WORD && unit.end === folded.length) {
      node.stemLengths = (node.stemLengths ?? 0) | lengthBit(unit.end - at)
      append((node.stems ??= new Map()), unit.hash, pattern)
      return
    }
    node.next ??= new Map()
    node.nextBits = (node.nextBits ?? 0) | (1 << unit.hash)
    let child = node.next.get(unit.hash)
    if (!child) node.next.set(unit.hash, (child = {}))
    node = child
  }
  ;(node.ends ??= []).push(pattern)
}

/** Called for every match with its UTF-16 bounds. */
export type Visit<T> = (pattern: T, start: number, end: number) => void

/** Finds every pattern that matches on boundaries in the piece from `from` to `to`, by where it begins. */
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
      if (root.stems && unit.kind === WORD) visitStems(root, text, at, at, unit.end, visit)
      const node = childOf(root, unit.hash)
      if (node) goOn(node, text, at, unit.end, to, visit)
    }
    beside = unit.kind
  }
}

/** Follows a match that began at `start` and has come to `from`. */
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
    if (node.stems && unit.kind === WORD) visitStems(node, text, start, at, unit.end, visit)
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
    if ((mayEnd || pattern.isOpen) && foldsTo(pattern.folded, text, start, end)) visit(pattern, start, end)
  }
}

/** Visits the stems of a node that the word from `at` to `end` begins with. */
function visitStems<T extends Pattern>(
  { stems, stemLengths = 0 }: TrieNode<T>,
  text: string,
  start: number,
  at: number,
  end: number,
  visit: Visit<T>,
): void {
  let hash = emptyHash
  for (let i = at; i < end; i++) {
    hash = extendHash(hash, text, i)
    const lengths = stemLengths >>> Math.min(i + 1 - at, longestLengthBit)
    if (lengths === 0) return
    if ((lengths & 1) === 0) continue
    for (const pattern of stems?.get(hash) ?? NONE) {
      if (foldsTo(pattern.folded, text, start, i + 1)) visit(pattern, start, end)
    }
  }
}

const lengthBit = (length: number): number => 1 << Math.min(length, longestLengthBit)

function append<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
