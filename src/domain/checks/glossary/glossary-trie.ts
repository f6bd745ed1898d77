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

/** What a tree finds: folded text with words in it that accept any ending. */
export interface Pattern {
  readonly folded: string
  /** Where in `folded` such words end, ascending. */
  readonly opens: readonly number[]
}

/** Absent members keep a large glossary small. */
export interface TrieNode<T extends Pattern> {
  next?: Map<number, TrieNode<T>>
  /** A bit for each hash in `next`, by its last five bits: most look-ups end here. */
  nextBits?: number
  /** Patterns that end with the unit that leads here. */
  ends?: T[]
  /** Beginnings of a word that accept any ending, what comes after it, and a bit for each length they come in. */
  stems?: Map<number, TrieNode<T>>
  stemLengths?: number
}

const longestLengthBit = 31

/** Adds a pattern that isn't empty. */
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

/** Called for every match with its UTF-16 bounds. */
type Visit<T> = (pattern: T, start: number, end: number) => void

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
      if (root.stems && unit.kind === WORD) goOnFromStems(root, text, at, at, unit.end, to, visit)
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

/** Goes on behind the word from `at` to `end` with each stem of a node that the word begins with. */
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
