// Declines a name of one or more words: adjectives agree with their noun, what follows the noun stays (a genitive, a name in quotation
// marks), a title and its name decline together.
import type { Gender, Grammar } from './grammar.ts'
import { adjectiveReadings, everyGender, nounReadings, type Reading, type Slots, type Told } from './paradigm.ts'

const QUOTED = /^([«"„“])(.+)([»"”“])$/u
const longestInWords = 6
const longestAbbreviation = 3
const formsMax = 400

/** All cases and numbers of a nominative, `text` among them or not; none where nothing declines. Capitals stay capitals. */
export function declinedForms(text: string, grammar: Grammar, told: Told = {}): readonly string[] {
  const forms = new Set<string>()
  for (const slots of declensionsOf(text, grammar, told)) {
    for (const form of slots.flat()) if (forms.size < formsMax) forms.add(form)
  }
  return [...forms]
}

/** The ways in which a nominative may decline, each case by case. */
export function declensionsOf(text: string, grammar: Grammar, told: Told = {}): readonly Slots[] {
  const lower = text.toLowerCase()
  if (text.length > longestAbbreviation && text !== lower && text === text.toUpperCase()) {
    return declensionsOf(lower, grammar, told).map((slots) => eachForm(slots, (form) => form.toUpperCase()))
  }
  const [, open = '', inside = text, close = ''] = QUOTED.exec(text) ?? []
  const words = inside.split(/\s+/u)
  if (words.length > longestInWords) return []
  return namesIn(words, grammar, told).map((slots) =>
    open === '' ? slots : eachForm(slots, (form) => `${open}${form}${close}`),
  )
}

const eachForm = (slots: Slots, change: (form: string) => string): Slots => slots.map((forms) => forms.map(change))

/** Two names with a word such as "and" between them decline together. */
function namesIn(words: readonly string[], grammar: Grammar, told: Told): Slots[] {
  const at = words.findIndex((word, place) => place > 0 && grammar.joining.has(word))
  const [before, after] = [words.slice(0, at), words.slice(at + 1)]
  if (at < 0 || after.length === 0) return slotsOfName(words, grammar, told)
  const last = namesIn(after, grammar, {})
  const joined = slotsOfName(before, grammar, told).flatMap((first) =>
    last
      .filter((then) => then.length === first.length)
      .map((then) => together([first, always(words[at] ?? '', first.length), then])),
  )
  return joined.length > 0 ? joined : slotsOfName(words, grammar, told)
}

function slotsOfName(words: readonly string[], grammar: Grammar, told: Told): Slots[] {
  const found: Slots[] = []
  const { cases } = grammar
  for (let at = 0; at < words.length; at++) {
    const [adjectives, head, rest] = [words.slice(0, at), words[at] ?? '', words.slice(at + 1)]
    const heads = headReadings(head, adjectives, grammar, told)
    for (const { gender, slots } of heads) {
      for (const tail of tailsOf(rest, gender, grammar)) {
        const before = adjectives.map((word) => agreeing(word, gender, grammar))
        found.push(together([...before, slots, ...tail.map((word) => padded(word, cases))]))
      }
    }
    // A foreign surname that never declines, before a name that does.
    const isName = heads.length === 0 && at === 0 && adjectiveReadings(head, grammar).length === 0
    if (isName && isCapital(rest[0] ?? '') && !isKept(head)) {
      return slotsOfName(rest, grammar, told).map((slots) => together([padded(head, cases), slots]))
    }
    // The word itself must be an adjective for the next one to be the noun.
    const isAttribute = grammar.attributive.test(head.toLowerCase())
    if (rest.length > 0 && isAttribute && isAgreeing(words.slice(0, at + 2), grammar, told)) found.length = 0
    const isLast = rest.length === 0 || grammar.closing?.test(rest[0] ?? '') === true
    if (isLast || adjectiveReadings(head, grammar).length === 0) break
  }
  const [only = ''] = words
  const isTold = told.gender !== undefined || told.number !== undefined
  if (words.length === 1 && !isTold && grammar.surelyAdjective.test(only.toLowerCase()))
    found.push(everyGender(only, grammar))
  return found
}

const isAgreeing = (words: readonly string[], grammar: Grammar, told: Told): boolean =>
  headReadings(words.at(-1) ?? '', words.slice(0, -1), grammar, told).length > 0

/** The noun (or an adjective in its place) behind its adjectives. */
function headReadings(word: string, adjectives: readonly string[], grammar: Grammar, told: Told): Reading[] {
  if (isKept(word)) return []
  const asAdjective = grammar.surelyAdjective.test(word.toLowerCase()) ? adjectiveReadings(word, grammar) : []
  if (adjectives.length === 0) return [...nounsOf(word, grammar, told), ...asAdjective]
  const genders = adjectives
    .map((each) => new Set(adjectiveReadings(each, grammar).map(({ gender }) => gender)))
    .reduce((both, each) => new Set([...both].filter((gender) => each.has(gender))))
  return [...genders].flatMap((gender) => [
    ...nounsOf(word, grammar, told).filter((reading) => reading.gender === gender),
    ...asAdjective.filter((reading) => reading.gender === gender),
  ])
}

/** Both parts of a word with a hyphen decline, or the last one only. */
function nounsOf(word: string, grammar: Grammar, told: Told): Reading[] {
  const readings = nounReadings(word, grammar, told)
  const at = word.lastIndexOf('-')
  if (at < 1 || at === word.length - 1) return readings
  const last = nounReadings(word.slice(at + 1), grammar)
  const both = nounReadings(word.slice(0, at), grammar, told).flatMap((first) =>
    last.map((then) => ({ gender: first.gender, slots: together([first.slots, then.slots], '-') })),
  )
  return [...readings, ...both]
}

/** What comes behind the noun: as it is, as adjectives that agree, or as the name that a title has. */
function tailsOf(rest: readonly string[], gender: Gender, grammar: Grammar): (string | Slots)[][] {
  const tails: (string | Slots)[][] = [[...rest]]
  const [next = '', ...others] = rest
  if (next === '' || isKept(next)) return tails
  if (grammar.surelyAdjective.test(next.toLowerCase())) {
    const slots = agreeing(next, gender, grammar)
    if (slots.flat().length > 0) tails.unshift([slots, ...others])
  } else if (isCapital(next)) {
    const names = nounReadings(next, grammar).filter((name) => name.gender === gender)
    for (const { slots } of names) tails.push([slots, ...others])
  }
  return tails
}

function agreeing(word: string, gender: Gender, grammar: Grammar): Slots {
  const readings = adjectiveReadings(word, grammar).filter((reading) => reading.gender === gender)
  return Array.from({ length: 2 * grammar.cases }, (_, at) => readings.flatMap(({ slots }) => slots[at] ?? []))
}

/** Abbreviations, numbers and words in quotation marks or brackets. */
const isKept = (word: string): boolean =>
  !/^\p{L}[\p{L}\p{M}'’ʼ-]*$/u.test(word) || (word.length > 1 && word === word.toUpperCase())

const isCapital = (word: string): boolean => word.charAt(0) !== word.charAt(0).toLowerCase()

const always = (word: string, length: number): Slots => Array.from({ length }, () => [word])

const padded = (word: string | Slots, cases: number): Slots =>
  typeof word === 'string' ? always(word, 2 * cases) : word

/** One form a combination, case by case. */
function together(parts: readonly Slots[], between = ' '): Slots {
  const [first = [], ...others] = parts
  return others.reduce(
    (slots, next) =>
      slots.map((forms, at) => forms.flatMap((form) => (next[at] ?? []).map((word) => `${form}${between}${word}`))),
    first,
  )
}
