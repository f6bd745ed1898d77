// A tree of terms or forms by their units. Looking up at a place costs as much as the longest match there, plus one
// look-up for each different stem length where forms with open endings are kept; never the number of entries.

import {
  beginningOf,
  type FoldedText,
  isBoundary,
  keyOf,
  kindAt,
  SPACE,
  signatureOf,
  type Unit,
  type UnitKind,
  unitEndAt,
  WORD,
} from './glossary-units.ts'

/** Absent members keep a large glossary small. */
interface TrieNode<T> {
  next?: Map<string, TrieNode<T>>
  closed?: T[]
  /** What ends here and accepts any ending. */
  open?: T[]
  /** Beginnings of a word that accept any ending, and the lengths they come in. */
  stems?: Map<string, T[]>
  stemLengths?: Set<number>
}

export interface Trie<T> {
  readonly root: TrieNode<T>
  /** What the first units look like; a unit that doesn't, nor begins like a stem, isn't looked up. */
  readonly signatures: Set<number>
  readonly stemBeginnings: Set<number>
}

/** An empty tree. */
export const newTrie = <T>(): Trie<T> => ({ root: {}, signatures: new Set(), stemBeginnings: new Set() })

/** Adds a value under its units, of which there must be one; `isOpen` accepts any ending after the last. */
export function addPath<T>(trie: Trie<T>, units: readonly Unit[], isOpen: boolean, value: T): void {
  const first = units[0]?.key ?? ''
  if (isOpen && units.length === 1) trie.stemBeginnings.add(beginningOf(first, 0, first.length))
  trie.signatures.add(signatureOf(first, 0, first.length))
  let node = trie.root
  for (const [i, { key, kind }] of units.entries()) {
    if (isOpen && i === units.length - 1 && kind === WORD) {
      addStem(node, key, value)
      return
    }
    node.next ??= new Map()
    let child = node.next.get(key)
    if (!child) node.next.set(key, (child = {}))
    node = child
  }
  if (isOpen) (node.open ??= []).push(value)
  else (node.closed ??= []).push(value)
}

function addStem<T>(node: TrieNode<T>, stem: string, value: T): void {
  node.stems ??= new Map()
  node.stemLengths ??= new Set()
  node.stemLengths.add(stem.length)
  const same = node.stems.get(stem)
  if (same) same.push(value)
  else node.stems.set(stem, [value])
}

/** Called for every match with its UTF-16 bounds. */
export type Visit<T> = (value: T, start: number, end: number) => void

/** Finds every value that matches on boundaries in the piece from `from` to `to`, by where it begins. */
export function walk<T>(trie: Trie<T>, folded: FoldedText, from: number, to: number, visit: Visit<T>): void {
  const { text } = folded
  let beside: UnitKind | undefined
  for (let at = from; at < to; ) {
    const kind = kindAt(text, at)
    const end = unitEndAt(text, at, to, kind)
    if (kind !== SPACE && mayBegin(trie, text, at, end) && isBoundary(kind, beside)) {
      walkFrom(trie.root, folded, at, to, visit)
    }
    at = end
    beside = kind
  }
}

function mayBegin<T>({ signatures, stemBeginnings }: Trie<T>, text: string, start: number, end: number): boolean {
  if (signatures.has(signatureOf(text, start, end))) return true
  if (stemBeginnings.size === 0) return false
  // A stem may be of one character.
  return stemBeginnings.has(beginningOf(text, start, end)) || stemBeginnings.has(beginningOf(text, start, start + 1))
}

function walkFrom<T>(root: TrieNode<T>, folded: FoldedText, start: number, to: number, visit: Visit<T>): void {
  const { text } = folded
  let node: TrieNode<T> | undefined = root
  for (let at = start; at < to && node !== undefined; ) {
    const kind = kindAt(text, at)
    const end = unitEndAt(text, at, to, kind)
    const key = keyOf(folded, at, end, kind)
    if (kind === WORD && node.stems) for (const value of stemsOf(node, key)) visit(value, start, end)
    node = node.next?.get(key)
    if (node?.open) for (const value of node.open) visit(value, start, end)
    if (node?.closed && isBoundary(kind, end < to ? kindAt(text, end) : undefined)) {
      for (const value of node.closed) visit(value, start, end)
    }
    at = end
  }
}

function stemsOf<T>({ stems, stemLengths }: TrieNode<T>, word: string): T[] {
  const found: T[] = []
  for (const length of stemLengths ?? []) {
    if (length <= word.length) found.push(...(stems?.get(word.slice(0, length)) ?? []))
  }
  return found
}
