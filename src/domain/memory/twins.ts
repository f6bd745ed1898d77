// The text of a twin with its numbers and tokens exchanged (docs/decisions.md#memory). Twins differ in numbers and
// tokens only, so one's text becomes the other's if the exchange has exactly one reading, and the words around its
// numbers need no other form.
import { scanTokens } from '../text/tokens.ts'
import type { TokenKind } from '../text/token-kinds.ts'

/** A number or token, with its place in the text. */
interface Part {
  readonly kind: TokenKind | 'digits'
  readonly text: string
  readonly start: number
  readonly end: number
}

const NUMBER = /\p{Nd}+(?:[.,]\p{Nd}+)*/gu

/** White space is no part: it must be the same in both sources. */
const WHITE_SPACE: readonly (TokenKind | 'digits')[] = ['lineBreak', 'carriageReturn', 'tab']

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = []
  let from = 0
  const addNumbers = (end: number): void => {
    for (const { 0: number, index } of text.slice(from, end).matchAll(NUMBER)) {
      parts.push({ kind: 'digits', text: number, start: from + index, end: from + index + number.length })
    }
  }
  for (const { kind, start, end } of scanTokens(text, 'free')) {
    if (WHITE_SPACE.includes(kind)) continue
    addNumbers(start)
    parts.push({ kind, text: text.slice(start, end), start, end })
    from = end
  }
  addNumbers(text.length)
  return parts
}

/** The text without its parts: twins that can be exchanged have the same. */
function frameOf(text: string, parts: readonly Part[]): string {
  let [frame, from] = ['', 0]
  for (const { kind, start, end } of parts) {
    frame += `${text.slice(from, start)}\0${kind}\0`
    from = end
  }
  return frame + text.slice(from)
}

interface Pair {
  readonly source: string
  readonly text: string
}

/** `language`: of the text, as a BCP 47 tag; '': unknown. Null: a person or a model has to decide. */
export function exchanged({ source, text }: Pair, twin: string, language: string): string | null {
  const [before, after, parts] = [partsOf(source), partsOf(twin), partsOf(text)]
  if (before.length !== after.length || frameOf(source, before) !== frameOf(twin, after)) return null
  const places = placesOf(before, after, parts)
  if (places === null) return null
  let [made, from] = ['', 0]
  for (const { at, of } of [...places].sort((a, b) => a.at.start - b.at.start)) {
    const next = after[of] as Part
    if (next.kind === 'digits' && !keepsItsForm(source, before[of] as Part, text, at, next, language)) return null
    made += text.slice(from, at.start) + next.text
    from = at.end
  }
  return made + text.slice(from)
}

/** A part of the text, and the number of the source's part that it repeats. */
interface Place {
  readonly at: Part
  readonly of: number
}

/** Places in the text of the parts that change: each once, or all in the same order. */
function placesOf(before: readonly Part[], after: readonly Part[], parts: readonly Part[]): readonly Place[] | null {
  const changed = before.flatMap(({ text }, at) => (text === after[at]?.text ? [] : [at]))
  const isAlike = parts.length === before.length && parts.every(({ text }, at) => text === before[at]?.text)
  if (isAlike) return changed.map((of) => ({ at: parts[of] as Part, of }))
  const places: Place[] = []
  for (const of of changed) {
    const { text } = before[of] as Part
    const [at, ...others] = parts.filter((part) => part.text === text)
    if (at === undefined || others.length > 0 || before.filter((part) => part.text === text).length > 1) return null
    places.push({ at, of })
  }
  return places
}

/** The letters after a number may depend on it: `5-та`, `3’te`, `1er`, `2가`. Units do not, nor do scripts without endings. */
const ENDING =
  /^[-'’:.º]?(?!\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}|\p{sc=Hang}|\p{sc=Thai}|\p{sc=Laoo}|\p{sc=Khmr})[\p{L}º°]/u
const KOREAN_PARTICLE = /^(?:을|를|이|가|은|는|과|와|으로|로)(?!\p{L})/u
const ORDINAL = /^(?:st|nd|rd|th)\b/i
/** An article that depends on the number: `l’8`, `a 5` and `az 5`. */
const ELISION = /\p{L}['’]$/u
const HUNGARIAN_ARTICLE = /(?:^|\P{L})az? $/iu

function keepsItsForm(source: string, old: Part, text: string, at: Part, next: Part, language: string): boolean {
  const [follows, asked] = [text.slice(at.end), source.slice(old.end)]
  const hasUnit = /^\p{L}/u.test(asked) && !ORDINAL.test(asked)
  if (ENDING.test(follows) && !hasUnit) return false
  if (KOREAN_PARTICLE.test(follows) && at.text.at(-1) !== next.text.at(-1)) return false
  const precedes = text.slice(0, at.start)
  if (ELISION.test(precedes) || (language.startsWith('hu') && HUNGARIAN_ARTICLE.test(precedes))) return false
  return isSameForm(old.text, next.text, language)
}

/** Languages group thousands and mark decimals in their own ways, so numbers are exchanged only for those with the same marks. */
const shapeOf = (number: string): string =>
  number.length > 3 && !/[.,]/.test(number) ? 'thousands' : number.replaceAll(/\p{Nd}+/gu, '')

function isSameForm(old: string, next: string, language: string): boolean {
  if (language === '') return false
  const rules = rulesOf(language)
  const [a, b] = [valueOf(old), valueOf(next)]
  return a !== null && b !== null && shapeOf(old) === shapeOf(next) && rules.select(a) === rules.select(b)
}

/** Null: digits of another script, or no number such as `1.2.3`. */
function valueOf(number: string): number | null {
  const plain = number.replace(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.')
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null
}

const known = new Map<string, Intl.PluralRules>()

function rulesOf(language: string): Intl.PluralRules {
  const rules = known.get(language) ?? new Intl.PluralRules(language)
  known.set(language, rules)
  return rules
}

/** A twin of this text can differ from it. */
export const hasParts = (source: string): boolean => partsOf(source).length > 0
