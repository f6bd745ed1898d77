// Declines one word by the tables of a grammar.
import type { TermFacts } from '../../base/term-facts.ts'
import { type Adjective, type Change, type Gender, GENDERS, type Grammar, type Noun } from './grammar.ts'

/** The choices for each case, singular, then plural. */
export type Slots = readonly (readonly string[])[]

export interface Reading {
  readonly gender: Gender
  readonly slots: Slots
}

/** What people have said of a noun. */
export type Told = Pick<TermFacts, 'gender' | 'number'>

const NOTHING_TOLD: Told = {}

/** How a nominative may decline as a noun; one that may be a plural with its singular too. */
export const nounReadings = (word: string, grammar: Grammar, told = NOTHING_TOLD): Reading[] =>
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

export function adjectiveReadings(word: string, grammar: Grammar): Reading[] {
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
export function everyGender(word: string, grammar: Grammar): Slots {
  const lower = word.toLowerCase()
  const found = grammar.adjectives.flatMap((adjective) => {
    const ends = adjective.ends.m
    if (ends === undefined || !ends.test(lower)) return []
    const stems = stemsOf(word, cutOf(lower, ends), grammar)
    return (['m', 'f', 'n', 'p'] as const).map((of) => slotsIn(adjective.cells[of], stems, grammar))
  })
  return found.flat()
}

/** With the ends that say so. A plural one may have a noun of any gender. */
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

/** What is left without `cut` letters. A nominative that ends in a consonant is closed, any other open. */
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
  switch (ending.charAt(0)) {
    case '-':
      return []
    case '=':
      return [nominative]
    case '0':
      return joined(closed, rest)
    case '2':
      return joined(
        closed.map((stem) => firstChange(grammar.doubled, stem)),
        rest,
      )
    case '~':
      return joined(
        open.map((stem) => firstChange(grammar.softened, stem)),
        rest,
      )
    case '^':
      return joined(
        open.map((stem) => firstChange(grammar.palatalised, stem)),
        rest,
      )
    default:
      return joined(open, ending)
  }
}

function spelled(stem: string, ending: string, { spelling }: Grammar): string {
  const change = spelling[ending.charAt(0)]
  if (MARK.test(ending)) return (stem + ending).normalize('NFC')
  return change === undefined ? stem + ending : `${stem}|${ending}`.replace(...change).replace('|', '')
}

/** An accent, which the stem's last letter takes. */
const MARK = /^\p{M}/u
