// What two texts of one language have in common when they speak of one thing: beginnings of words, so that inflected forms count
// as one; pairs of characters in scripts without spaces.

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const PIECE = new RegExp(`${WITHOUT_SPACES.source}+|(?:(?!${WITHOUT_SPACES.source})[\\p{L}\\p{M}\\p{N}'’-])+`, 'gu')

interface Piece {
  readonly text: string
  readonly start: number
  readonly isRun: boolean
}

/** Splits a text without tokens into words, and into runs of characters of scripts without spaces. */
const piecesOf = (text: string): Piece[] =>
  [...text.matchAll(PIECE)].map(({ 0: piece, index }) => ({
    text: piece,
    start: index,
    isRun: WITHOUT_SPACES.test(piece),
  }))

const beginningMax = 8
const pairLength = 2

/** How many letters of a word an ending may replace, together with the change before it. */
const endingMax = (length: number): number => (length >= 7 ? 4 : length >= 5 ? 2 : length >= 3 ? 1 : 0)

/** What texts are compared by: the beginnings of a word up to 8 letters, or the pairs of characters in a run. */
function unitsOf({ text, isRun }: Piece): string[] {
  if (isRun) return Array.from({ length: Math.max(1, text.length - 1) }, (_, at) => text.slice(at, at + pairLength))
  const word = text.toLowerCase()
  const longest = Math.min(beginningMax, word.length)
  const shortest = Math.min(longest, word.length - endingMax(word.length))
  return Array.from({ length: longest - shortest + 1 }, (_, more) => word.slice(0, shortest + more))
}

/** The beginnings of a word without its ending. A text that has one of them has a form of the word. */
const stemsOf = (word: string): string[] => {
  const small = word.toLowerCase()
  return Array.from({ length: endingMax(small.length) + 1 }, (_, cut) =>
    small.slice(0, small.length - cut).slice(0, beginningMax),
  )
}

const unitsIn = (text: string): Set<string> => new Set(piecesOf(text).flatMap(unitsOf))

/** How many texts of a sample have each unit; counted by hash, so a rare one may seem more frequent. */
export class UnitCounts {
  readonly #counts = new Uint16Array(1 << 20)
  texts = 0

  add(text: string): void {
    this.texts++
    for (const unit of unitsIn(text)) {
      const place = placeOf(unit)
      if ((this.#counts[place] as number) < 0xffff) this.#counts[place]!++
    }
  }

  shareOf = (unit: string): number => (this.#counts[placeOf(unit)] as number) / Math.max(1, this.texts)
}

function placeOf(unit: string): number {
  let hash = 0
  for (let at = 0; at < unit.length; at++) hash = Math.imul(hash ^ unit.charCodeAt(at), 0x9e3779b1)
  return hash >>> 12
}

// How a name is translated today: the texts of the rows that have it are grouped by what they have in common and other texts lack.

interface Wording {
  /** The words that these texts share, in their most frequent form. */
  readonly text: string
  /** The texts, by their places in the list of all texts, ascending. */
  readonly texts: readonly number[]
}

export interface Wordings {
  /** The wordings with the most texts first. A text that has none of them is in no wording. */
  readonly wordings: readonly Wording[]
  /** How well the largest wording tells this name's texts from all others, from 0 to 1. */
  readonly fit: number
  /** The share of texts that have the label; null: there is no label. */
  readonly withLabel: number | null
}

const wordingsMax = 5
const textsMin = 2
const fitMin = 0.15
/** A word beside the shared one is shown if this share of the texts has it, and at least two of them. */
const shareOfNeighbour = 0.6

/**
 * `texts`: without tokens. `label`: the translation of the name alone, if there is one. `all`: of the same language. `allTexts`: how many
 * there are; `withName`: how many of them have the name, of which `texts` may be a sample.
 */
export function wordingsOf(
  texts: readonly string[],
  label: string | null,
  { all, allTexts, withName }: { readonly all: UnitCounts; readonly allTexts: number; readonly withName: number },
): Wordings {
  const units = texts.map(unitsIn)
  const scale = withName / Math.max(1, texts.length)
  const found: Wording[] = []
  let left = new Set(texts.keys())
  let [fit, withLabel]: [number, number | null] = [0, null]
  const take = (text: string, places: readonly number[]): void => {
    found.push({ text, texts: places })
    left = new Set([...left].filter((place) => !places.includes(place)))
  }
  if (label !== null) {
    const places = [...left].filter((place) => hasLabel(units[place] as Set<string>, label))
    if (places.length > 0) take(label.trim(), places)
    withLabel = places.length / Math.max(1, texts.length)
    fit = withLabel
  }
  while (found.length < wordingsMax && left.size > 0) {
    const best = bestUnit(
      [...left].map((place) => units[place] as Set<string>),
      scale,
      all,
      allTexts,
    )
    if (best === null || (best.count < textsMin && texts.length > 1)) break
    fit = Math.max(fit, found.length === 0 ? best.fit : 0)
    const places = [...left].filter((place) => units[place]?.has(best.unit))
    take(
      shownWords(
        places.map((place) => texts[place] as string),
        best.unit,
      ),
      places,
    )
  }
  return { wordings: found.sort((a, b) => b.texts.length - a.texts.length), fit, withLabel }
}

/** True: the text has some form of each word of the label. */
function hasLabel(units: ReadonlySet<string>, label: string): boolean {
  const pieces = piecesOf(label)
  return (
    pieces.length > 0 &&
    pieces.every((piece) =>
      piece.isRun
        ? unitsOf(piece).every((unit) => units.has(unit))
        : stemsOf(piece.text).some((stem) => units.has(stem)),
    )
  )
}

interface BestUnit {
  readonly unit: string
  readonly count: number
  readonly fit: number
}

/** The unit that tells the name's texts best from all others, by Dice's coefficient; among equals the longest. */
function bestUnit(
  units: readonly ReadonlySet<string>[],
  scale: number,
  all: UnitCounts,
  allTexts: number,
): BestUnit | null {
  const counts = new Map<string, number>()
  for (const each of units) for (const unit of each) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  let best: BestUnit | null = null
  for (const [unit, count] of counts) {
    const inside = count * scale
    const fit = (2 * inside) / (units.length * scale + Math.max(inside, all.shareOf(unit) * allTexts))
    if (fit < fitMin || fit < (best?.fit ?? 0)) continue
    if (best === null || fit > best.fit || unit.length > best.unit.length) best = { unit, count, fit }
  }
  return best
}

/** The shared word or run in its most frequent form, with the words beside it that most of the texts have too. */
function shownWords(texts: readonly string[], unit: string): string {
  const shown = texts.flatMap((text) => {
    const pieces = piecesOf(text)
    const at = pieces.findIndex((piece) => unitsOf(piece).includes(unit))
    return at === -1 ? [] : [{ text, pieces, at }]
  })
  const isRun = shown[0]?.pieces[shown[0].at]?.isRun === true
  if (isRun) return sharedRun(texts, unit)
  const [before, after] = [-1, 1].map((step) => {
    const beside = shown.map(({ pieces, at }) => beginningOf(pieces[at + step]))
    const [most, times] = mostFrequent(beside.filter((each) => each !== ''))
    return times >= Math.max(2, shown.length * shareOfNeighbour) ? most : ''
  }) as [string, string]
  const forms = shown.map(({ text, pieces, at }) => {
    const isBeside = (one: number, other: number, wanted: string): boolean =>
      wanted !== '' &&
      beginningOf(pieces[other]) === wanted &&
      areBeside(text, pieces[Math.min(one, other)], pieces[Math.max(one, other)])
    const first = isBeside(at, at - 1, before) ? at - 1 : at
    const last = isBeside(at, at + 1, after) ? at + 1 : at
    const end = pieces[last] as Piece
    return text.slice((pieces[first] as Piece).start, end.start + end.text.length)
  })
  return mostFrequent(forms)[0]
}

/** The characters around a pair that most of the texts have too. */
function sharedRun(texts: readonly string[], unit: string): string {
  let shared = unit
  for (;;) {
    const around = texts.flatMap((text) => {
      const at = text.indexOf(shared)
      return at === -1 ? [] : [text.charAt(at - 1) + shared, shared + text.charAt(at + shared.length)]
    })
    const [longer, times] = mostFrequent(around.filter((each) => each.length > shared.length && HAN.test(each)))
    if (times < Math.max(2, texts.length * shareOfNeighbour)) return shared
    shared = longer
  }
}

const HAN = /^[\p{L}\p{M}]+$/u

const areBeside = (text: string, left: Piece | undefined, right: Piece | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  /^[ \u00a0]$/.test(text.slice(left.start + left.text.length, right.start))

const beginningOf = (piece: Piece | undefined): string => piece?.text.toLowerCase().slice(0, 3) ?? ''

function mostFrequent(values: readonly string[]): readonly [value: string, times: number] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: readonly [string, number] = ['', 0]
  for (const entry of counts) if (entry[1] > best[1]) best = entry
  return best
}
