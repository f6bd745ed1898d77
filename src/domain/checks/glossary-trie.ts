// A tree of terms or forms by their units. Looking up at a place costs as much as the longest match there, plus one
// look-up for each different stem length where forms with open endings are kept; never the number of entries.

import { isBoundary, type Unit } from './glossary-units.ts'

/** Absent members keep a large glossary small. */
export interface TrieNode<T> {
  next?: Map<string, TrieNode<T>>
  closed?: T[]
  /** What ends here and accepts any ending. */
  open?: T[]
  /** Beginnings of a word that accept any ending, and the lengths they come in. */
  stems?: Map<string, T[]>
  stemLengths?: Set<number>
}

/** An empty tree. */
export const newNode = <T>(): TrieNode<T> => ({})

/** Adds a value under its units; `isOpen` accepts any ending after the last. */
export function addPath<T>(root: TrieNode<T>, units: readonly Unit[], isOpen: boolean, value: T): void {
  let node = root
  for (const [i, { key, kind }] of units.entries()) {
    if (isOpen && i === units.length - 1 && kind === 'word') {
      addStem(node, key, value)
      return
    }
    node.next ??= new Map()
    let child = node.next.get(key)
    if (!child) node.next.set(key, (child = newNode()))
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

/** Calls `visit` for every value that matches from unit `first` on boundaries, with the last unit it covers. */
export function walkFrom<T>(
  root: TrieNode<T>,
  units: readonly Unit[],
  first: number,
  visit: (value: T, last: number) => void,
): void {
  const edge = units[first]
  if (edge === undefined || edge.kind === 'space' || !isBoundary(edge, units[first - 1])) return
  let node: TrieNode<T> | undefined = root
  for (let i = first; node !== undefined; i++) {
    const unit: Unit | undefined = units[i]
    if (unit === undefined) return
    if (unit.kind === 'word') visitStems(node, unit, i, visit)
    node = node.next?.get(unit.key)
    if (node?.open) for (const value of node.open) visit(value, i)
    if (node?.closed && isBoundary(unit, units[i + 1])) for (const value of node.closed) visit(value, i)
  }
}

function visitStems<T>(node: TrieNode<T>, unit: Unit, at: number, visit: (value: T, last: number) => void): void {
  if (!node.stems || !node.stemLengths) return
  for (const length of node.stemLengths) {
    if (length > unit.key.length) continue
    for (const value of node.stems.get(unit.key.slice(0, length)) ?? []) visit(value, at)
  }
}
