// A search tree of glossary terms or forms, keyed by hashes of their units. A look-up costs as much as the longest
// match, for any number of entries. Comparing the text confirms a match by hash.

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

/** A term or form to search for, in which some words may accept any ending. */
export interface Pattern {
  readonly folded: string
  /** Ascending offsets in `folded` of the ends of words that accept any ending. */
  readonly opens: readonly number[]
}

/** Members are often absent, which keeps a large glossary small. */
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

/** The pattern must not be empty. */
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
