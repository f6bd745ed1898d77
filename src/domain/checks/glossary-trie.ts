// A tree of terms or forms by the hashes of their units. Looking up at a place costs as much as the longest match there,
// never the number of entries; a hash that matches is confirmed by comparing the text, so hashes decide nothing.

import { foldedCodeAt, foldTerm, isBoundary, kindAt, SPACE, type UnitKind, unitEndAt, WORD } from './glossary-units.ts'

/** What a tree finds: folded text, after which any ending is accepted or none. */
export interface Pattern {
  readonly folded: string
  readonly isOpen: boolean
}

/** Absent members keep a large glossary small. */
export interface TrieNode<T extends Pattern> {
  next?: Map<number, TrieNode<T>>
  /** Patterns that end with the unit that leads here. */
  ends?: T[]
  /** Beginnings of a word that accept any ending, and the lengths they come in, as bits. */
  stems?: Map<number, T[]>
  stemLengths?: number
}

const hashSeed = 0x811c9dc5
const hashOfSpace = 1
const longestBit = 31

/** Adds a pattern that isn't empty. */
export function addPattern<T extends Pattern>(root: TrieNode<T>, pattern: T): void {
  const { folded, isOpen } = pattern
  let node = root
  for (let at = 0; at < folded.length; ) {
    const kind = kindAt(folded, at)
    const end = unitEndAt(folded, at, folded.length, kind)
    const hash = hashOf(folded, at, end, kind)
    if (isOpen && kind === WORD && end === folded.length) {
      node.stemLengths = (node.stemLengths ?? 0) | (1 << Math.min(end - at, longestBit))
      append((node.stems ??= new Map()), hash, pattern)
      return
    }
    node.next ??= new Map()
    let child = node.next.get(hash)
    if (!child) node.next.set(hash, (child = {}))
    node = child
    at = end
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
  let beside: UnitKind | undefined
  for (let at = from; at < to; ) {
    const kind = kindAt(text, at)
    if (kind !== SPACE && isBoundary(kind, beside)) walkFrom(root, text, at, to, visit)
    at = unitEndAt(text, at, to, kind)
    beside = kind
  }
}

function walkFrom<T extends Pattern>(
  root: TrieNode<T>,
  text: string,
  start: number,
  to: number,
  visit: Visit<T>,
): void {
  let node: TrieNode<T> | undefined = root
  for (let at = start; at < to && node !== undefined; ) {
    const kind = kindAt(text, at)
    const end = unitEndAt(text, at, to, kind)
    if (kind === WORD && node.stems) visitStems(node, text, start, at, end, visit)
    node = node.next?.get(hashOf(text, at, end, kind))
    if (node?.ends) {
      const mayEnd = isBoundary(kind, end < to ? kindAt(text, end) : undefined)
      const found = foldTerm(text.slice(start, end))
      for (const pattern of node.ends) {
        if ((mayEnd || pattern.isOpen) && pattern.folded === found) visit(pattern, start, end)
      }
    }
    at = end
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
  let hash = hashSeed
  for (let i = at; i < end; i++) {
    hash = mix(hash, foldedCodeAt(text, i))
    if (((stemLengths >>> Math.min(i + 1 - at, longestBit)) & 1) === 0) continue
    const sameHash = stems?.get(hash)
    if (!sameHash) continue
    const found = foldTerm(text.slice(start, i + 1))
    for (const pattern of sameHash) if (pattern.folded === found) visit(pattern, start, end)
  }
}

function hashOf(text: string, start: number, end: number, kind: UnitKind): number {
  if (kind === SPACE) return hashOfSpace
  let hash = hashSeed
  for (let at = start; at < end; at++) hash = mix(hash, foldedCodeAt(text, at))
  return hash
}

/** FNV-1a by UTF-16 units. */
const mix = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

function append<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
