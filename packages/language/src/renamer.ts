// Puts a term's new translation in the place of the old one, in the case and number that stands there: each form of the old is a cell of
// its declension, and the same cell of the new one takes its place. Where the cells do not agree on one form, nothing is put there.
import type { TermFacts } from '../../../src/base/term-facts.ts'
import { declensionsOf, type Grammar, type Slots } from './declension.ts'
import { grammarOf, spellingsOf } from './made-forms.ts'

/** Returns null if the text has no form of the old translation. Its `text` is null if there is one, but it may stand for several cases. */
export type Rename = (text: string) => { readonly text: string | null } | null

interface Renaming {
  /** Translations in the nominative. */
  readonly from: string
  readonly to: string
  /** The language of the translations, a tag. */
  readonly language: string
  /** The facts of the term as it is now. */
  readonly facts: TermFacts
  /** The term's written forms: where a case has several forms, one of these is right. */
  readonly written: readonly string[]
}

export function createRename(renaming: Renaming): Rename {
  const { from, to } = renaming
  if (from === '' || from.includes('*') || to.includes('*')) return () => null
  const targets = targetsOf(renaming)
  const forms = [...targets.keys()]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`))
  const found = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${forms.join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'giu')
  return (text) => {
    let [isThere, isClear] = [false, true]
    const renamed = text.replace(found, (met) => {
      isThere = true
      const [only, ...others] = targets.get(met.toLowerCase())?.values() ?? []
      if (only === undefined || others.length > 0) isClear = false
      return capitalsOf(met, from, only ?? met)
    })
    return isThere ? { text: isClear ? renamed : null } : null
  }
}

type Targets = Map<string, Map<string, string>>

/** For each form of the old translation, in lower case: the forms that may take its place, each under itself in lower case. */
function targetsOf({ from, to, language, facts, written }: Renaming): Targets {
  const targets: Targets = new Map()
  const add = (form: string, more: readonly string[]): void => {
    const known = targets.get(form.toLowerCase()) ?? new Map<string, string>()
    for (const target of more) known.set(target.toLowerCase(), target)
    targets.set(form.toLowerCase(), known)
  }
  const grammar = grammarOf(language)
  const isWritten = new Set(written.map((form) => form.toLowerCase()))
  const chosen = (forms: readonly string[], at: number, choice: number, of: number): readonly string[] => {
    const known = forms.filter((form) => isWritten.has(form.toLowerCase()))
    if (known.length > 0 || facts.inflection === 'none') return known
    if (forms.length === of) return forms.slice(choice, choice + 1)
    return isSure(at, facts.kind === 'person') ? oneStem(forms) : forms
  }
  if (grammar !== undefined) {
    const after = declensionsOf(to, grammar, facts)
    for (const slots of declensionsOf(from, grammar)) {
      for (const isAnimate of facts.kind === undefined ? [true, false] : [facts.kind === 'person'])
        eachPair(grammar, withAccusative(slots, grammar, isAnimate), after, { isAnimate, chosen, add })
    }
  }
  if (targets.size === 0) add(from, [to])
  return targets
}

const [genitive, accusative] = [1, 3]

/** The forms with the accusatives filled in that a language does not form: from the genitive, or for things from the nominative. */
const withAccusative = (slots: Slots, { cases }: Grammar, isAnimate: boolean): Slots =>
  slots.map((forms, at) =>
    at % cases === accusative && forms.length === 0
      ? (slots[at - accusative + (isAnimate ? genitive : 0)] ?? forms)
      : forms,
  )

/** True: words of one kind share the ending of this case. For things the genitive and accusative differ from word to word. */
const isSure = (at: number, isPerson: boolean): boolean => isPerson || (at !== genitive && at !== accusative)

/** If the forms differ in the ending alone (at most one letter is left behind the common beginning), only the first; else all. */
function oneStem(forms: readonly string[]): readonly string[] {
  const [first = ''] = forms
  const shared = (other: string): number => {
    let at = 0
    while (at < first.length && first[at] === other[at]) at++
    return Math.min(first.length, other.length) - at
  }
  return forms.every((form) => shared(form) <= 1) ? forms.slice(0, 1) : forms
}

interface Pairing {
  readonly isAnimate: boolean
  readonly chosen: (forms: readonly string[], at: number, choice: number, of: number) => readonly string[]
  readonly add: (form: string, targets: readonly string[]) => void
}

function eachPair(grammar: Grammar, before: Slots, after: readonly Slots[], { isAnimate, chosen, add }: Pairing): void {
  for (const [at, forms] of before.entries()) {
    const nominative = before[at - (at % grammar.cases)] ?? []
    for (const [choice, form] of forms.entries()) {
      // A vocative that looks like the nominative is the nominative in nearly all texts.
      if (at % grammar.cases > accusative && nominative.includes(form)) continue
      for (const slots of after) {
        const others = withAccusative(slots, grammar, isAnimate)[at] ?? []
        const same = chosen(others, at % grammar.cases, choice, forms.length)
        for (const spelling of spellingsOf(form, grammar)) add(spelling, same)
      }
    }
  }
}

/** Gives `target` as many capitals as the form has that was met in the text. */
function capitalsOf(met: string, written: string, target: string): string {
  const isUpper = (text: string): boolean => text !== text.toLowerCase() && text === text.toUpperCase()
  if (isUpper(met) && met.length > 1 && !isUpper(written)) return target.toUpperCase()
  const first = met.charAt(0)
  if (isUpper(first) === isUpper(written.charAt(0))) return target
  const begin = target.charAt(0)
  return `${isUpper(first) ? begin.toUpperCase() : begin.toLowerCase()}${target.slice(1)}`
}

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’ʼ-][\p{L}\p{M}]+)*/gu
const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? []

/** How many letters an ending, with the changes before it, may replace. */
const endingMax = 3
const beginningMin = 2

/**
 * Finds the places of a text that may have a form of `name`: runs of as many words, each of which begins like the name's word at that
 * place. They are returned as they stand in the text.
 */
export function runsLike(name: string, text: string): string[] {
  const beginnings = wordsOf(name.replaceAll('*', '')).map((word) =>
    word.toLowerCase().slice(0, Math.max(beginningMin, word.length - endingMax)),
  )
  const words = wordsOf(text)
  const found: string[] = []
  for (let at = 0; beginnings.length > 0 && at + beginnings.length <= words.length; at++) {
    const run = words.slice(at, at + beginnings.length)
    if (run.every((word, place) => word.toLowerCase().startsWith(beginnings[place] ?? ''))) found.push(run.join(' '))
  }
  return found
}
