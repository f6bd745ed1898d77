// Inflected forms against texts that people wrote, shipped and played. Terms: texts of one to three words whose source other sources have
// behind an article, so it is a noun there, without translations that are verbs or adverbs. Uses: words of the translations of rows whose
// source has the term; near misses: all words of the game that begin as the term does. Flat lists of endings, which know no
// paradigms, judge both: a use differs from the term in its ending alone, beside vowels that come and go and consonants that soften.
// Runs where WINDROW_CORPUS names the folder of the data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { madeForms } from '../../../../src/domain/terms/made-forms.ts'

const corpus = process.env['WINDROW_CORPUS']
const minTaken = 0.98
const maxWrong = 0.01

interface Language {
  /** Of nouns and of adjectives, the nominative's too. */
  readonly noun: string
  readonly adjective: string
  readonly isAdjective: RegExp
  /** Terms that are no nominative of a noun or an adjective. */
  readonly isOther: RegExp
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  uk: {
    noun: 'а у ові еві єві ом ем єм і ї и е є о ів їв ей ам ям ами ями ах ях я ю ь й ою ею єю ма',
    adjective: 'ий ого ому им ім а ої ій у ою е і их ими',
    isAdjective: /ий$/u,
    isOther: /[аиіу]ти(?:ся)?$|(?:ан|ен|ав|н)о$/u,
  },
  ru: {
    noun: 'а у ом ем ём е ы и ов ев ёв ей ам ям ами ями ах ях я ю ь ью й ой ою ею ёй о ё ени енем ена ён ен енам енами енах',
    adjective: 'ый ой ий ого его ому ему ым им ом ем ая ую ое ее ые ие ых их ыми ими',
    isAdjective: /[ыои]й$|ые$|[жчшщгкх]ие$/u,
    isOther: /(?<!ос)(?<=[аеиыу])ть(?:ся)?$|[аеио][тн]$|[тн]о$|ее$|у$/u,
  },
}

const WORD = /\p{L}+(?:['’ʼ-]\p{L}+)*/gu
const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? []

/** Without vowels that come and go; consonants that soften are one. The last letter stays, if it is no sign. */
const boneOf = (stem: string): string =>
  stem
    .replaceAll(/[оеєіїйёьъ'’ʼ](?=.)/gu, '')
    .replace(/[ьй'’ʼ]$/u, '')
    .replaceAll(/з/gu, 'г')
    .replaceAll(/ц/gu, 'к')
    .replaceAll(/с/gu, 'х')

const NOMINATIVE = /(?:[ыио]й|[ая]я|[ое]е|[ыи]е|[аяоеєёьйыиії])$/u

/** «тінню», «підземель»: the consonant before some endings is doubled. */
const single = (stem: string): string => stem.replace(/(.)\1$/u, '$1')

/** Whether a word is one of the endings behind the term's stem. The first letters of both are alike. */
function isUse(term: string, word: string, { noun, adjective, isAdjective }: Language): boolean {
  const isOf = isAdjective.test(term)
  const stem = term.replace(isOf ? NOMINATIVE : /[аяоеєёьйыиії]$/u, '')
  if (stem.length < 2 || !word.startsWith(stem.slice(0, Math.max(2, stem.length - 3)))) return false
  const endings = new Set((isOf ? adjective : noun).split(' '))
  const bones = new Set([stem, single(stem), ...(term.endsWith('ій') ? [stem.slice(0, -1)] : [])].map(boneOf))
  for (let at = 2; at <= word.length; at++) {
    const ending = word.slice(at)
    if (ending !== '' && !endings.has(ending)) continue
    const found = word.slice(0, at)
    const all = [found, single(found), ...(term.endsWith('ій') ? [found.replace(/о$/u, '')] : [])]
    if (all.some((each) => bones.has(boneOf(each)))) return true
  }
  return false
}

type Pair = readonly [source: string, text: string]

const linesOf = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

function pairsOf(folder: string, language: string): readonly Pair[] {
  if (language !== 'uk') {
    return linesOf(gunzipSync(readFileSync(join(folder, `languages/${language}.jsonl.gz`))).toString()) as Pair[]
  }
  const textsIn = (file: string): Map<string, string> =>
    new Map(
      (linesOf(readFileSync(join(folder, file), 'utf8')) as { id: string; text: string }[]).map(({ id, text }) => [
        id,
        text,
      ]),
    )
  return ['main', 'diff-1', 'diff-2'].flatMap((name) => {
    const texts = textsIn(`${name}.uk.jsonl`)
    return [...textsIn(`${name}.jsonl`)].flatMap(([id, source]): Pair[] => [[source, texts.get(id) ?? '']])
  })
}

/** The texts of each term's rows, the term's own left out. */
interface Term {
  readonly words: readonly string[]
  readonly texts: Set<string>
}

function termsOf(pairs: readonly Pair[], { isOther }: Language): Map<string, Term> {
  const isName = (text: string): boolean => /^[\p{L}]{3,}(?:[ '’ʼ-]\p{L}{3,}){0,2}$/u.test(text)
  const named = new Map<string, string>()
  for (const [source, text] of pairs) {
    const isPlain = isName(source) && isName(text) && !isOther.test(text.toLowerCase())
    if (isPlain && !named.has(source.toLowerCase())) named.set(source.toLowerCase(), text.toLowerCase())
  }
  const runs = (words: readonly string[], from: number): string[] =>
    [1, 2, 3].map((count) => words.slice(from, from + count).join(' '))
  const nouns = new Set<string>()
  const rows = new Map<string, Set<string>>()
  for (const [source, text] of pairs) {
    const words = wordsOf(source)
    words.forEach((word, at) => {
      if (/^(?:a|an|the|this|that|these|those|your|my|his|of)$/u.test(word))
        for (const run of runs(words, at + 1)) nouns.add(run)
      for (const run of runs(words, at)) {
        if (!named.has(run) || run === source.toLowerCase()) continue
        rows.set(run, (rows.get(run) ?? new Set()).add(text))
      }
    })
  }
  const found = [...rows].filter(([run]) => nouns.has(run))
  return new Map(found.map(([run, texts]) => [named.get(run) ?? '', { words: wordsOf(named.get(run) ?? ''), texts }]))
}

interface Counted {
  uses: number
  taken: number
  near: number
  wrong: number
}

function count(language: string, folder: string): Counted {
  const rules = LANGUAGES[language] as Language
  const pairs = pairsOf(folder, language)
  const all = Map.groupBy(
    pairs.flatMap(([, text]) => wordsOf(text)),
    (word) => word.slice(0, 3),
  )
  const counted: Counted = { uses: 0, taken: 0, near: 0, wrong: 0 }
  for (const [term, { words, texts }] of termsOf(pairs, rules)) {
    const made = new Set(madeForms({ forms: [term] }, language).map((form) => form.toLowerCase()))
    for (const text of texts) {
      const inText = wordsOf(text)
      inText.forEach((_, at) => {
        const run = inText.slice(at, at + words.length)
        if (run.length < words.length || run.join(' ') === words.join(' ')) return
        if (!run.every((word, place) => isUse(words[place] ?? '', word, rules))) return
        counted.uses++
        if (made.has(run.join(' '))) counted.taken++
      })
    }
    const [only = ''] = words
    if (words.length > 1) continue
    const alike = new Set(
      (all.get(only.slice(0, 3)) ?? []).filter((word) => word.startsWith(only.slice(0, Math.max(3, only.length - 3)))),
    )
    for (const word of alike) {
      if (word === only || isUse(only, word, rules)) continue
      counted.near++
      if (made.has(word)) counted.wrong++
    }
  }
  return counted
}

it.skipIf(corpus === undefined)('takes the uses of names, and no other words of the same stem', () => {
  const folder = join(corpus ?? '', 'pixel-dungeon')
  const all = Object.keys(LANGUAGES).map((language) => ({ language, ...count(language, folder) }))
  // One line a language, for those who change the tables.
  console.table(all)
  for (const { language, uses, taken, near, wrong } of all) {
    expect(taken / uses, language).toBeGreaterThanOrEqual(minTaken)
    expect(wrong / near, language).toBeLessThanOrEqual(maxWrong)
  }
  expect(all.reduce((sum, { uses }) => sum + uses, 0)).toBeGreaterThanOrEqual(2_000)
  expect(all.reduce((sum, { near }) => sum + near, 0)).toBeGreaterThanOrEqual(2_000)
})
