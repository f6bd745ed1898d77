// Finds three consecutive words that a text shares with its source. A word is a run of letters, marks and apostrophes; tokens other
// than line breaks end a run. Hot for texts in their source's script, so runs are compared by hash first.

import type { Scan, Token } from './tokens.ts'

export const wordsInARun = 3

export interface Scanned {
  readonly text: string
  readonly scan: Scan
}

/** The first run of words that text and source share, whatever its letter case; null: none. Linear. */
export function sharedRun(source: Scanned, text: Scanned): string | null {
  const behindSource = readWords(source, 0)
  if (behindSource < wordsInARun) return null
  SEEN.clear(behindSource)
  for (let at = wordsInARun - 1; at < behindSource; at++) SEEN.add(runHash(at), at)
  const behindText = readWords(text, behindSource)
  for (let at = behindSource + wordsInARun - 1; at < behindText; at++) {
    const place = SEEN.placeOf(runHash(at))
    if (place === 0) continue
    const run = runUpTo(at, text.text)
    if (folded(run) === folded(runUpTo(place, source.text))) return run
  }
  return null
}

const folded = (run: string): string => (run.match(/[\p{L}\p{M}'’ʼ]+/gu) ?? []).join(' ').toLowerCase()

const between = 1
/** Codes from here on are folded characters of words. */
const wordFrom = 2

/** Indexed by UTF-16 code; 0: not computed yet. */
const KINDS = new Uint16Array(0x10000)

function kindOf(code: number): number {
  const character = String.fromCharCode(code)
  const isOfWord = /[\p{L}\p{M}'’ʼ]/u.test(character)
  // A capital sigma becomes one of two small letters, depending on what follows.
  const lower = 'Σς'.includes(character) ? 'σ' : character.toLowerCase()
  const kind = isOfWord ? lower.charCodeAt(0) : between
  KINDS[code] = kind
  return kind
}

/** The words of two texts, one after the other: where each begins, and its hash. 0 stands for a token that ends a run. */
const STARTS = new Int32Array(0x10000)
const HASHES = new Int32Array(0x10000)
/** Two of the largest rows have no more words; those of larger texts are lost. */
const wordsMax = STARTS.length - 1

/** Puts a text's words behind the first `count` ones, and returns how many there are now. */
function readWords({ text, scan: { tokens } }: Scanned, before: number): number {
  let count = before
  let from = 0
  for (let next = 0; next < tokens.length; next++) {
    const { kind, start, end } = tokens[next] as Token
    count = readPiece(text, from, start, count)
    // A run of words continues over a line break.
    if (kind !== 'lineBreak') HASHES[count++ & wordsMax] = 0
    from = end
  }
  return Math.min(wordsMax, readPiece(text, from, text.length, count))
}

function readPiece(text: string, from: number, to: number, before: number): number {
  let count = before
  let hash = 0
  let isInWord = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    const kind = KINDS[code] || kindOf(code)
    // No branch, because word beginnings are unpredictable: what is no word is overwritten by the next one.
    const isOfWord = (between - kind) >> 31
    STARTS[count & wordsMax] = at
    count -= isOfWord & ~isInWord
    hash = Math.imul((hash & isInWord) ^ kind, 0x9e3779b1)
    HASHES[(count + isOfWord) & wordsMax] = hash ^ (hash >>> 15)
    isInWord = isOfWord
  }
  return count
}

/** The hash of the run that ends with this word; 0 if there is a token within the run. */
function runHash(last: number): number {
  const a = HASHES[last - 2] as number
  const b = HASHES[last - 1] as number
  const c = HASHES[last] as number
  return a === 0 || b === 0 || c === 0 ? 0 : Math.imul(Math.imul(a, 31) ^ b, 31) ^ c
}

function runUpTo(last: number, text: string): string {
  let end = STARTS[last] as number
  while (end < text.length && (KINDS[text.charCodeAt(end)] as number) >= wordFrom) end++
  return text.slice(STARTS[last + 1 - wordsInARun], end)
}

/** The last words of a source's runs by hash; the first of equal runs. */
class Seen {
  #places = new Int32Array(0)
  #hashes = new Int32Array(0)
  #mask = 0

  clear(runs: number): void {
    const size = 1 << (32 - Math.clz32(Math.max(2 * runs, 31)))
    if (size > this.#places.length) {
      this.#places = new Int32Array(size)
      this.#hashes = new Int32Array(size)
    } else this.#places.fill(0, 0, size)
    this.#mask = size - 1
  }

  /** Notes a run of words by its hash, with its place, which must not be 0. */
  add(hash: number, place: number): void {
    const at = this.#find(hash)
    if (hash === 0 || this.#places[at] !== 0) return
    this.#hashes[at] = hash
    this.#places[at] = place
  }

  /** The place of a run with this hash; 0: there is none. */
  placeOf(hash: number): number {
    return hash === 0 ? 0 : (this.#places[this.#find(hash)] as number)
  }

  #find(hash: number): number {
    let at = (hash ^ (hash >>> 16)) & this.#mask
    while (this.#places[at] !== 0 && this.#hashes[at] !== hash) at = (at + 1) & this.#mask
    return at
  }
}

const SEEN = new Seen()
