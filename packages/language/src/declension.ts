// Declines names by the tables of a grammar: its endings by paradigm, a word, and a name of several words.
import type { TermFacts } from '../../../src/base/term-facts.ts'

/**
 * How a language declines, as tables: the endings of each paradigm, and what happens to a stem before them. The tables are in the files of
 * the languages; `declension.ts` reads them. A noun has one of these genders, where `p` is plural only; an adjective has a form for each.
 */
const GENDERS = ['m', 'f', 'n', 'p'] as const
type Gender = (typeof GENDERS)[number]

/** A change of letters as in `String.replace`: what is found, and what then stands there instead. */
type Change = readonly [found: RegExp, instead: string]

/**
 * Cells are separated by spaces, one a case in the grammar's order, and the choices of a cell by `/`. A cell is an ending behind the stem;
 * `=` is the nominative itself, `0` goes before an ending of the stem without a vowel behind it, `~`, `^` and `2` before one of the
 * softened, the palatalised and the doubled stem, `-` is no form.
 */
type Cells = string

export interface Noun {
  readonly gender: Gender
  /** Which nominatives follow the paradigm, by their end in lower case. What matches is cut off; what a lookbehind finds stays. */
  readonly ends: RegExp
  /** Of the words with such an end, those that probably follow this paradigm; left out: all of them. */
  readonly likely?: RegExp
  /** Endings of the singular; '': the word has a plural only. */
  readonly singular: Cells
  /** Endings of the plural; '': the word has none. */
  readonly plural: Cells
}

export interface Adjective {
  /** How the nominative ends in each gender; a gender is left out if the adjective never ends so. */
  readonly ends: Readonly<Partial<Record<Gender, RegExp>>>
  readonly cells: Readonly<Record<Gender, Cells>>
}

export interface Grammar {
  readonly cases: number
  readonly nouns: readonly Noun[]
  readonly adjectives: readonly Adjective[]
  /** Changes that make a singular of a plural nominative. Each one that fits gives a possible singular. */
  readonly singulars: readonly Change[]
  /** Ends of words that are adjectives and never nouns. */
  readonly surelyAdjective: RegExp
  /** Ends of words that are adjectives if they agree with the next word. */
  readonly attributive: RegExp
  /** Changes to a nominative that ends in a consonant: they give its stem before a vowel. Each one that fits gives a further stem. */
  readonly opened: readonly Change[]
  /** Nominatives whose stem before a vowel always differs from them. */
  readonly surelyOpened: RegExp
  /** Changes to a stem before a vowel: they give the stem without an ending. Each one that fits gives a further stem. */
  readonly closed: readonly Change[]
  /** Stems that never stand without an ending. */
  readonly surelyClosed: RegExp
  /** Changes that soften a stem; only the first one that fits is made. */
  readonly softened: readonly Change[]
  readonly palatalised: readonly Change[]
  readonly doubled: readonly Change[]
  /** What changes where a stem meets an ending, by the ending's first letter. A `|` stands between stem and ending. */
  readonly spelling: Readonly<Record<string, Change>>
  /** Changes that give another spelling of a whole form; both spellings are taken. */
  readonly alike: readonly Change[]
  /** Words that end the declined part of a name: articles of a genitive, prepositions. */
  readonly closing?: RegExp
  /** Words such as "and" that join two names, both of which decline. */
  readonly joining: ReadonlySet<string>
}

/** The forms of a word: for each case its choices, first in the singular, then in the plural. */
export type Slots = readonly (readonly string[])[]

interface Reading {
  readonly gender: Gender
  readonly slots: Slots
}

/** What people have said about a noun. */
type Told = Pick<TermFacts, 'gender' | 'number'>

const NOTHING_TOLD: Told = {}

/** All ways in which a nominative may decline as a noun. For one that may be a plural, the readings with its singular are included. */
const nounReadings = (word: string, grammar: Grammar, told = NOTHING_TOLD): Reading[] =>
  [word, ...(told.number === undefined ? changedBy(grammar.singulars, word) : [])].flatMap((nominative) =>
    readingsOf(nominative, grammar, told),
  )

function readingsOf(word: string, grammar: Grammar, told: Told): Reading[] {
  const lower = word.toLowerCase()
  return grammar.nouns
    .filter((noun) => noun.ends.test(lower) && mayBe(noun, lower, told))
    .map((noun) => {
      const stems = stemsOf(word, cutOf(lower, noun.ends), grammar)
      const slotsOf = (cells: string): Slots => slotsIn(cells, stems, grammar)
      const plural = told.number === 'singular' ? '' : noun.plural
      return { gender: noun.gender, slots: [...slotsOf(noun.singular), ...slotsOf(plural)] }
    })
}

function mayBe({ gender, likely }: Noun, lower: string, told: Told): boolean {
  const isLikely = likely === undefined || likely.test(lower)
  if (gender === 'p') return told.number === 'plural' || (told.number === undefined && isLikely)
  if (told.number === 'plural') return false
  return told.gender === undefined ? isLikely : told.gender.startsWith(gender)
}

function adjectiveReadings(word: string, grammar: Grammar): Reading[] {
  const lower = word.toLowerCase()
  return grammar.adjectives.flatMap((adjective) =>
    gendersOf(adjective, lower).map(([gender, ends]) => {
      const stems = stemsOf(word, cutOf(lower, ends), grammar)
      const slotsOf = (of: Gender): Slots => slotsIn(adjective.cells[of], stems, grammar)
      return { gender, slots: [...(gender === 'p' ? slotsIn('', stems, grammar) : slotsOf(gender)), ...slotsOf('p')] }
    }),
  )
}

/** An adjective by itself goes with a noun of any gender. */
function everyGender(word: string, grammar: Grammar): Slots {
  const lower = word.toLowerCase()
  const found = grammar.adjectives.flatMap((adjective) => {
    const ends = adjective.ends.m
    if (ends === undefined || !ends.test(lower)) return []
    const stems = stemsOf(word, cutOf(lower, ends), grammar)
    return GENDERS.map((of) => slotsIn(adjective.cells[of], stems, grammar))
  })
  return found.flat()
}

/** The genders that an adjective's end shows, each with that end. A plural one may have a noun of any gender. */
const gendersOf = ({ ends }: Adjective, lower: string): [Gender, RegExp][] =>
  GENDERS.flatMap((gender) => {
    const end = [ends[gender], ends.p].find((each) => each?.test(lower))
    return end === undefined ? [] : [[gender, end] as [Gender, RegExp]]
  })

const cutOf = (lower: string, ends: RegExp): number => lower.length - (ends.exec(lower)?.index ?? lower.length)

interface Stems {
  readonly nominative: string
  readonly open: readonly string[]
  readonly closed: readonly string[]
}

/** The possible stems after `cut` letters are cut off. A nominative that ends in a consonant gives a closed stem, any other an open one. */
function stemsOf(nominative: string, cut: number, { opened, surelyOpened, closed, surelyClosed }: Grammar): Stems {
  const without = (word: string): string => word.slice(0, word.length - cut)
  const stem = without(nominative)
  const isClosed = !VOWEL_END.test(nominative)
  if (!isClosed) {
    const changed = changedBy(closed, stem)
    return { nominative, open: [stem], closed: surelyClosed.test(stem) ? changed : [stem, ...changed] }
  }
  const open = changedBy(opened, nominative)
  return {
    nominative,
    open: (surelyOpened.test(nominative) ? open : [nominative, ...open]).map(without),
    closed: [stem],
  }
}

const VOWEL_END = /[аеєиіїоуюяыэёaeiouyäöüąęáéěíóúůý]$/iu

const changedBy = (changes: readonly Change[], word: string): string[] =>
  changes.filter(([found]) => found.test(word)).map((change) => word.replace(...change))

function firstChange(changes: readonly Change[], stem: string): string {
  const change = changes.find(([found]) => found.test(stem))
  return change === undefined ? stem : stem.replace(...change)
}

function slotsIn(cells: string, stems: Stems, grammar: Grammar): Slots {
  if (cells === '') return Array.from({ length: grammar.cases }, () => [])
  const formsOf = new Map<string, readonly string[]>()
  return endingsIn(cells).map((cell) =>
    cell.flatMap((ending) => {
      const forms = formsOf.get(ending) ?? formsWith(ending, stems, grammar)
      formsOf.set(ending, forms)
      return forms
    }),
  )
}

const endingsByCells = new Map<string, readonly (readonly string[])[]>()

function endingsIn(cells: string): readonly (readonly string[])[] {
  const known = endingsByCells.get(cells)
  if (known !== undefined) return known
  const endings = cells.split(' ').map((cell) => cell.split('/'))
  endingsByCells.set(cells, endings)
  return endings
}

function formsWith(ending: string, { nominative, open, closed }: Stems, grammar: Grammar): string[] {
  const joined = (of: readonly string[], end: string): string[] => of.map((stem) => spelled(stem, end, grammar))
  const rest = ending.slice(1)
  const changed = (of: readonly string[], changes: readonly Change[]): string[] =>
    of.map((stem) => spelled(firstChange(changes, stem), rest, grammar))
  switch (ending.charAt(0)) {
    case '-':
      return []
    case '=':
      return [nominative]
    case '0':
      return joined(closed, rest)
    case '2':
      return changed(closed, grammar.doubled)
    case '~':
      return changed(open, grammar.softened)
    case '^':
      return changed(open, grammar.palatalised)
    default:
      return joined(open, ending)
  }
}

function spelled(stem: string, ending: string, { spelling }: Grammar): string {
  const change = spelling[ending.charAt(0)]
  if (MARK.test(ending)) return (stem + ending).normalize('NFC')
  return change === undefined ? stem + ending : `${stem}|${ending}`.replace(...change).replace('|', '')
}

/** An accent at the beginning of an ending, which moves to the stem's last letter. */
const MARK = /^\p{M}/u

// Declines a name of one or more words: adjectives agree with their noun, what follows the noun stays (a genitive, a name in quotation
// marks), a title and its name decline together.

const QUOTED = /^([«"„“])(.+)([»"”“])$/u
const longestInWords = 6
const longestAbbreviation = 3
const formsMax = 400

/** All forms of a nominative, which may include `text` itself; none if nothing declines. Capitals stay capitals. */
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

/** The readings of the noun that stands behind its adjectives, or of an adjective in the noun's place. */
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

/** The readings of a word with a hyphen: both of its parts decline, or only the last one. */
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

/** What may become of the words behind the noun: they stay, they are adjectives that agree, or they are the name that a title has. */
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

/** True: a word that never declines, such as an abbreviation, a number, or one in quotation marks or brackets. */
const isKept = (word: string): boolean =>
  !/^\p{L}[\p{L}\p{M}'’ʼ-]*$/u.test(word) || (word.length > 1 && word === word.toUpperCase())

const isCapital = (word: string): boolean => word.charAt(0) !== word.charAt(0).toLowerCase()

const always = (word: string, length: number): Slots => Array.from({ length }, () => [word])

const padded = (word: string | Slots, cases: number): Slots =>
  typeof word === 'string' ? always(word, 2 * cases) : word

/** Joins the forms of several words, case by case, with one form for each combination. */
function together(parts: readonly Slots[], between = ' '): Slots {
  const [first = [], ...others] = parts
  return others.reduce(
    (slots, next) =>
      slots.map((forms, at) => forms.flatMap((form) => (next[at] ?? []).map((word) => `${form}${between}${word}`))),
    first,
  )
}
