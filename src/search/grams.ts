// The grams of a text, from which the index is made. **Fine** grams are triples of letters, digits and marks, and pairs in Chinese,
// Japanese and Korean text, whose words have one or two characters: few rows have one, and the index lists these. For shorter words
// there are **coarse** grams, single characters and pairs: many rows have one, and the index lists their blocks. No gram has
// white space.
//
// Colour tags do not end a gram, so that search sees through them (seen.ts): East Asian characters on both sides of colours are a
// pair, and other triples may have colours before their last character. Otherwise a gram does not depend on its neighbours, so a text
// has all grams of each text in it: the index has false positives and no false negatives. A gram is known by its hash; with a
// hundred thousand grams present, one absent gram of forty collides.

/** The number of bits of a gram. The highest is set in coarse grams. */
export const gramBits = 23
const coarseFlag = 1 << (gramBits - 1)

export const isCoarse = (gram: number): boolean => gram >= coarseFlag

const [BREAK, NARROW, WIDE] = [0, 1, 2] as const
const longest = [0, 3, 2] as const
type Kind = typeof BREAK | typeof NARROW | typeof WIDE

/** The first UTF-16 unit of the East Asian scripts, before the surrogates. */
const firstWide = 0x2e80

const WHITE_SPACE =
  '\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'

const kinds = new Uint8Array(0x1_0000).fill(NARROW).fill(WIDE, firstWide)
for (let at = 0; at < WHITE_SPACE.length; at++) kinds[WHITE_SPACE.charCodeAt(at)] = BREAK

/** Takes the grams of a text. It gets single characters and pairs as often as they occur; a sink that wants each once drops the repeats. */
export interface GramSink {
  fine(gram: number): void
  /** Takes a single character. `code`: the one that `singleGram` makes a gram of. */
  single(code: number): void
  /** Takes a pair, and with it the single last character, for which `single` is not called. */
  pair(gram: number, first: number, last: number): void
}

/** Passes the grams of the first `count` folded units. Hot: each character of the store. */
export function takeGrams(units: Uint16Array, count: number, sink: GramSink): void {
  for (let at = 0; at < count; ) {
    let code = units[at++] as number
    const kind = kinds[code] as Kind
    if (kind === BREAK) continue
    sink.single(code)
    let single = mixed(0, code)
    if (kind === WIDE && at > 3) {
      const before = beforeColours(units, at - 1)
      if (before >= 0) sink.fine(fineOf(mixed(mixed(0, units[before] as number), code)))
    }
    let last = code
    let pairBefore = 0
    let run = 1
    for (; at < count; at++) {
      code = units[at] as number
      if (kinds[code] !== kind) break
      if (code === hashSign && run > 1) behindColours(units, at, count, sink)
      const pair = mixed(single, code)
      single = mixed(0, code)
      if (kind === WIDE) {
        sink.single(code)
        sink.fine(fineOf(pair))
      } else {
        sink.pair(coarseOf(pair), last, code)
        if (++run > 2) sink.fine(fineOf(mixed(pairBefore, code)))
        pairBefore = pair
        last = code
      }
    }
  }
}

const hashSign = 0x23
const colourLength = '#rrggbb'.length

/** The place of the wide character before `from`, with only colours (`#Y`, `#E`, `#RRGGBB`) between; -1: none. */
function beforeColours(units: Uint16Array, from: number): number {
  let at = from
  for (;;) {
    if (at > 2 && units[at - 2] === hashSign) at -= 2
    else if (at > colourLength && units[at - colourLength] === hashSign) at -= colourLength
    else break
  }
  return at < from && kinds[units[at - 1] as number] === WIDE ? at - 1 : -1
}

/** Passes grams of the two characters before `from` and the first character after the colours that begin there. */
function behindColours(units: Uint16Array, from: number, count: number, sink: GramSink): void {
  const pair = mixed(mixed(0, units[from - 2] as number), units[from - 1] as number)
  for (let at = from; units[at] === hashSign; ) {
    at += isHex(units, at + 1) ? colourLength : 2
    if (at >= count) return
    const code = units[at] as number
    if (kinds[code] === NARROW) sink.fine(fineOf(mixed(pair, code)))
  }
}

function isHex(units: Uint16Array, from: number): boolean {
  for (let at = from; at < from + colourLength - 1; at++) {
    const code = units[at] as number
    if (!((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66))) return false
  }
  return true
}

export const singleGram = (code: number): number => coarseOf(mixed(0, code))

/** The fewest grams that imply all grams of a folded text: the longest of each run of characters. */
export function gramsOfTerm(folded: string): number[] {
  const grams = new Set<number>()
  let start = 0
  for (let end = 1; end <= folded.length; end++) {
    const kind = kinds[folded.charCodeAt(start)] as Kind
    if (end < folded.length && kinds[folded.charCodeAt(end)] === kind) continue
    if (kind !== BREAK) for (const gram of gramsOfRun(folded.slice(start, end), kind)) grams.add(gram)
    start = end
  }
  return [...grams]
}

function gramsOfRun(run: string, kind: Kind): number[] {
  const size = Math.min(run.length, longest[kind])
  return Array.from({ length: run.length - size + 1 }, (_, at) => {
    let hash = 0
    for (let each = at; each < at + size; each++) hash = mixed(hash, run.charCodeAt(each))
    return size === longest[kind] ? fineOf(hash) : coarseOf(hash)
  })
}

/** One gram for a whole text, as a skeleton has it. */
export function gramOfText(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = mixed(hash, text.charCodeAt(at))
  return fineOf(hash)
}

/** Mixes a character into a hash: 2^32 divided by the golden ratio spreads neighbouring numbers well. */
const mixed = (hash: number, code: number): number => Math.imul(hash ^ (hash >>> 15) ^ code, 0x9e3779b1)
const hashBits = gramBits - 1
const fineOf = (hash: number): number => (hash ^ (hash >>> 7)) >>> (32 - hashBits)
const coarseOf = (hash: number): number => fineOf(hash) | coarseFlag
