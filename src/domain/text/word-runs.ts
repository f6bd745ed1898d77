// Finds three consecutive words that a text shares with its source. A word is a run of letters, marks and apostrophes; tokens other
// than line breaks end a run. Hot for texts in their source's script, so runs are compared by hash first.

import type { Scan, Token } from './tokens.ts'

export const wordsInARun = 3

export interface Scanned {
  readonly text: string
  readonly scan: Scan
}

/** Returns the first shared run, ignoring letter case; null: none. Linear. */
export function sharedRun(source: Scanned, { text, scan }: Scanned): string | null {
  SEEN.clear(source.text.length)
  const own = new RunReader(source.text, source.scan)
  while (own.next()) SEEN.add(own)
  const runs = new RunReader(text, scan)
  while (runs.next()) {
    const place = SEEN.placeOf(runs.hash)
    if (place < 0) continue
    const run = text.slice(runs.start, runs.end)
    if (folded(run) === folded(source.text.slice(SEEN.starts[place], SEEN.ends[place]))) return run
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

class RunReader {
  start = 0
  end = 0
  hash = 0
  readonly #text: string
  readonly #tokens: readonly Token[]
  #token = 0
  #tokenAt = 0
  #at = 0
  #words = 0
  #firstStart = 0
  #firstHash = 0
  #secondStart = 0
  #secondHash = 0

  constructor(text: string, { tokens }: Scan) {
    this.#text = text
    this.#tokens = tokens
    this.#tokenAt = tokens[0]?.start ?? text.length
  }

  next(): boolean {
    const text = this.#text
    let at = this.#at
    while (at < text.length) {
      if (at === this.#tokenAt) {
        at = this.#pass()
        continue
      }
      const [begins, end] = [at, this.#tokenAt]
      let word = 0
      for (; at < end; at++) {
        const code = text.charCodeAt(at)
        const kind = KINDS[code] || kindOf(code)
        if (kind < wordFrom) break
        word = Math.imul(word ^ kind, 0x9e3779b1) ^ (word >>> 15)
      }
      if (at > begins) {
        this.start = this.#firstStart
        this.end = at
        this.hash = Math.imul(Math.imul(this.#firstHash, 31) ^ this.#secondHash, 31) ^ word
        this.#firstStart = this.#secondStart
        this.#firstHash = this.#secondHash
        this.#secondStart = begins
        this.#secondHash = word
        if (++this.#words < wordsInARun) continue
        this.#at = at
        return true
      }
      at++
    }
    this.#at = at
    return false
  }

  /** Returns the token's end. A run of words continues over a line break. */
  #pass(): number {
    const { kind, end } = this.#tokens[this.#token++] as Token
    if (kind !== 'lineBreak') this.#words = 0
    this.#tokenAt = this.#tokens[this.#token]?.start ?? this.#text.length
    return end
  }
}

/** A source's runs of words by hash; the first of equal ones. */
class Seen {
  starts = new Int32Array(0)
  ends = new Int32Array(0)
  #hashes = new Int32Array(0)
  #mask = 0

  /** `length` is in UTF-16 units, at least twice the number of words. */
  clear(length: number): void {
    const size = 1 << (32 - Math.clz32(Math.max(length, 31)))
    if (size > this.ends.length) {
      this.starts = new Int32Array(size)
      this.ends = new Int32Array(size)
      this.#hashes = new Int32Array(size)
    } else this.ends.fill(0, 0, size)
    this.#mask = size - 1
  }

  add({ hash, start, end }: RunReader): void {
    const place = this.#find(hash)
    if (this.ends[place] !== 0) return
    this.#hashes[place] = hash
    this.starts[place] = start
    this.ends[place] = end
  }

  /** Returns -1 if no run has this hash. */
  placeOf(hash: number): number {
    const place = this.#find(hash)
    return this.ends[place] === 0 ? -1 : place
  }

  #find(hash: number): number {
    let place = (hash ^ (hash >>> 16)) & this.#mask
    while (this.ends[place] !== 0 && this.#hashes[place] !== hash) place = (place + 1) & this.#mask
    return place
  }
}

const SEEN = new Seen()
