// The difference of two texts in words: what stayed, what went, what came. Tokens of the game are one word each, so a
// changed placeholder shows as a whole. Myers' algorithm, bounded: texts that differ too much count as replaced.
import { scanTokens } from '../domain/text/tokens.ts'

export interface DiffPart {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

const WORD = /[\p{L}\p{N}\p{M}'’_-]+|\s+|[^]/gu
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Differences beyond this are shown as one replacement; the work is bounded by its square. */
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

/** Parts in the order of reading; neighbours of one kind are joined. */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
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
  for (const word of a.slice(0, start)) parts.push({ kind: 'same', text: word })
  parts.push(...middle(a.slice(start, endA), b.slice(start, endB)))
  for (const word of a.slice(endA)) parts.push({ kind: 'same', text: word })
  return joined(parts)
}

function middle(a: readonly string[], b: readonly string[]): DiffPart[] {
  const trace = shortestEdit(a, b)
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
    const ends = trace[d] as Map<number, number>
    const k = x - y
    const cameDown = k === -d || (k !== d && (ends.get(k - 1) ?? -1) < (ends.get(k + 1) ?? -1))
    const fromK = cameDown ? k + 1 : k - 1
    const fromX = d === 0 ? 0 : (ends.get(fromK) ?? 0)
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

/** For each number of edits the furthest points before it, or null when it takes too many. */
function shortestEdit(a: readonly string[], b: readonly string[]): Map<number, number>[] | null {
  const trace: Map<number, number>[] = []
  let ends = new Map<number, number>([[1, 0]])
  for (let d = 0; d <= Math.min(a.length + b.length, editsMax); d++) {
    trace.push(ends)
    const next = new Map<number, number>()
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (ends.get(k - 1) ?? -1) < (ends.get(k + 1) ?? -1))
      let x = down ? (ends.get(k + 1) ?? 0) : (ends.get(k - 1) ?? 0) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      next.set(k, x)
      if (x >= a.length && x - k >= b.length) return trace
    }
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
