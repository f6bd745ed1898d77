// Finds the difference of two texts word by word; a token of the game is one word. Myers' algorithm, bounded: a text that
// differs too much counts as replaced.
import { scanTokens } from './tokens.ts'

export interface DiffPart {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

const WORD = /[\p{L}\p{N}\p{M}'’_-]+|\s+|[^]/gu
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** The most edits that are looked for; the work is bounded by the square of this. */
const editsMax = 1_000

function wordsOf(text: string): string[] {
  const words: string[] = []
  const addPiece = (piece: string): void => {
    for (const [word] of piece.matchAll(WORD)) {
      if (WIDE.test(word)) words.push(...Array.from(word))
      else words.push(word)
    }
  }
  let at = 0
  for (const { start, end } of scanTokens(text, 'keep')) {
    addPiece(text.slice(at, start))
    words.push(text.slice(start, end))
    at = end
  }
  addPiece(text.slice(at))
  return words
}

const lengthOf = (parts: readonly DiffPart[], ...kinds: readonly DiffPart['kind'][]): number =>
  parts.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? text.replace(/\s/g, '').length : 0), 0)

/** At least this part of the longer text must be the same: with less, words of both texts in turn cannot be read. */
const sameMin = 0.6

/** Whether a difference can be read word by word. */
export const isByWord = (parts: readonly DiffPart[]): boolean =>
  parts.length < 2 ||
  lengthOf(parts, 'same') >= sameMin * Math.max(lengthOf(parts, 'same', 'gone'), lengthOf(parts, 'same', 'new'))

/** What may be spent, in compared pairs of words (some 30 ns each). */
export interface DiffBudget {
  steps: number
}

/** Cost of cutting a character's share of words, in steps: 8 in prose, 24 in tokens (measured). */
const stepsPerCharacter = 16

/** The parts in reading order, neighbours of one kind joined. Null: over budget. */
export function wordDiff(before: string, after: string, budget: DiffBudget): readonly DiffPart[] | null {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  budget.steps -= stepsPerCharacter * (before.length + after.length)
  if (budget.steps < 0) return null
  const [a, b] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let endA = a.length
  let endB = b.length
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const parts: DiffPart[] = []
  const between = middle(a.slice(start, endA), b.slice(start, endB), budget)
  if (between === null) return null
  for (const word of a.slice(0, start)) parts.push({ kind: 'same', text: word })
  for (const part of between) parts.push(part)
  for (const word of a.slice(endA)) parts.push({ kind: 'same', text: word })
  return joined(parts)
}

interface Difference {
  readonly gone: string
  readonly come: string
}

const plentySteps = 1_000_000

export function differencesOf(before: string, after: string): readonly Difference[] {
  const parts = wordDiff(before, after, { steps: plentySteps })
  if (parts === null) return [{ gone: before, come: after }]
  const found: Difference[] = []
  let wasSame = true
  for (const { kind, text } of parts) {
    if (kind !== 'same') {
      const here = wasSame ? { gone: '', come: '' } : (found.pop() as Difference)
      found.push(kind === 'gone' ? { ...here, gone: here.gone + text } : { ...here, come: here.come + text })
    }
    wasSame = kind === 'same'
  }
  return found
}

function middle(a: readonly string[], b: readonly string[], budget: DiffBudget): DiffPart[] | null {
  const trace = shortestEdit(a, b, budget)
  if (budget.steps < 0) return null
  if (trace === null) {
    return [
      { kind: 'gone', text: a.join('') },
      { kind: 'new', text: b.join('') },
    ]
  }
  const parts: DiffPart[] = []
  let x = a.length
  let y = b.length
  for (let d = trace.length - 1; d >= 0; d--) {
    const ends = trace[d] as Ends
    const k = x - y
    const cameDown = isDown(ends, k, d)
    const fromK = cameDown ? k + 1 : k - 1
    const fromX = d === 0 ? 0 : endAt(ends, fromK, d)
    const fromY = fromX - fromK
    const [stopX, stopY] = d === 0 ? [0, 0] : cameDown ? [fromX, fromY + 1] : [fromX + 1, fromY]
    while (x > stopX && y > stopY) {
      parts.push({ kind: 'same', text: a[--x] as string })
      y--
    }
    if (d === 0) break
    if (cameDown) parts.push({ kind: 'new', text: b[--y] as string })
    else parts.push({ kind: 'gone', text: a[--x] as string })
  }
  return parts.reverse()
}

/** The furthest point on each diagonal from -d-1 to d+1 before the d-th edit; -1: none. */
type Ends = Int32Array

const endAt = (ends: Ends, k: number, d: number): number => ends[k + d + 1] as number

/** Diagonal k is reached from above, by a word of the new text. */
const isDown = (ends: Ends, k: number, d: number): boolean =>
  k === -d || (k !== d && endAt(ends, k - 1, d) < endAt(ends, k + 1, d))

/** The furthest points before each edit. Null: too many edits, or over budget. */
function shortestEdit(a: readonly string[], b: readonly string[], budget: DiffBudget): Ends[] | null {
  const trace: Ends[] = []
  let ends: Ends = new Int32Array([-1, -1, 0])
  for (let d = 0; d <= Math.min(a.length + b.length, editsMax); d++) {
    trace.push(ends)
    const next = new Int32Array(2 * d + 5).fill(-1)
    for (let k = -d; k <= d; k += 2) {
      const from = isDown(ends, k, d) ? endAt(ends, k + 1, d) : endAt(ends, k - 1, d) + 1
      let x = from
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      budget.steps -= 1 + x - from
      next[k + d + 2] = x
      if (x >= a.length && x - k >= b.length) return trace
    }
    if (budget.steps < 0) return null
    ends = next
  }
  return null
}

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (part.text === '') continue
    if (last?.kind === part.kind) result[result.length - 1] = { kind: part.kind, text: last.text + part.text }
    else result.push(part)
  }
  return result
}
