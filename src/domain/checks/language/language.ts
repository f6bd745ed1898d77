// The checks' facts about the setting `target_language`: its scripts come from the tag, its letters from CLDR, its Han
// characters from its encoding. A language without a table in letters.ts is judged by its script.

import { TRAIT } from '../../text/traits.ts'
import { strangeHan } from './han-sets.ts'
import { LETTERS } from './letters.ts'
import { NEIGHBOURS } from './neighbours.ts'
import { SIGNS } from './signs.ts'

interface Language {
  /** In English. */
  readonly name: string
  readonly isLatin: boolean
  readonly isEastAsian: boolean
  /** A name or a rare word may have letters that the language's table lacks. */
  readonly hasRareLetters: boolean
  readonly bit: number
  readonly own: RegExp
  /** Indexed by UTF-16 code: 1 for letters of the script that the language does not have. Null means unknown. */
  readonly strange: Uint8Array | null
  /** Matches the Han, kana and Hangul that the language does not use; null: it uses all. */
  readonly eastAsian: RegExp | null
  readonly sign: (typeof SIGNS)[string] | null
  /** Another language with characters of the Chinese reference. */
  readonly sharesReference: boolean
  readonly neighbours: Neighbours | null
}

interface Neighbours {
  /** Matches the beginning of a text that has a sign of one of them. Hot: runs over every text. */
  readonly any: RegExp
  readonly each: readonly { readonly name: string; readonly sign: RegExp }[]
}

/** A tag of several scripts. Korean texts of today have no Han. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Han', 'Hiragana', 'Katakana'],
  Kore: ['Hangul'],
  Hans: ['Han'],
  Hant: ['Han'],
}
const EAST_ASIAN = ['Han', 'Hiragana', 'Katakana', 'Hangul']

let known: { readonly tag: string; readonly language: Language | null } | null = null

/** Returns null for an empty tag, and for a script that Unicode has no name for. */
export function languageOf(tag: string): Language | null {
  if (tag === '') return null
  if (known?.tag !== tag) known = { tag, language: readLanguage(tag) }
  return known.language
}

function readLanguage(tag: string): Language | null {
  const { language, script = '' } = new Intl.Locale(tag).maximize()
  const scripts = SCRIPTS[script] ?? [script]
  const strange = EAST_ASIAN.filter((each) => !scripts.includes(each))
  const letters = LETTERS[`${language}-${script}`]
  try {
    return {
      name: new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag,
      isLatin: scripts.includes('Latn'),
      isEastAsian: strange.length < EAST_ASIAN.length,
      hasRareLetters: scripts.includes('Latn') || scripts.includes('Arab') || language === 'zh',
      bit: script === 'Latn' ? TRAIT.latin : strange.length < EAST_ASIAN.length ? TRAIT.eastAsian : TRAIT.otherLetter,
      own: new RegExp(`[${scripts.map((each) => `\\p{Script=${each}}`).join('')}]`, 'u'),
      strange: letters === undefined ? strangeHan(script) : strangeLetters(script, letters),
      eastAsian:
        strange.length === 0 ? null : new RegExp(`[${strange.map((each) => `\\p{Script=${each}}`).join('')}]+`, 'u'),
      sign: SIGNS[language] ?? null,
      sharesReference: scripts.includes('Han') && language !== 'zh',
      neighbours: neighboursOf(language),
    }
  } catch {
    return null
  }
}

function neighboursOf(language: string): Neighbours | null {
  const known = NEIGHBOURS[language]
  if (known === undefined) return null
  const signs = Object.values(known)
  const words = [...new Set(signs.flatMap((each) => each.words.split(' ')))]
  const letters = signs.map((each) => each.letters ?? '').join('')
  const names = new Intl.DisplayNames('en', { type: 'language' })
  return {
    any: new RegExp(String.raw`(?:^|\s)(?:${byFirst(words)})(?=\s)${oneOf(letters + letters.toUpperCase())}`),
    each: Object.entries(known).map(([tag, each]) => ({
      name: names.of(tag) ?? tag,
      sign: new RegExp(
        `(?<!${beside})(?:${each.words.replaceAll(' ', '|')})(?!${beside})${oneOf(each.letters ?? '')}`,
        'gu',
      ),
    })),
  }
}

const beside = String.raw`[\p{L}\p{M}'’-]`
const oneOf = (letters: string): string => letters && `|[${letters}]`

/** In groups by their first letter, in either case: twice as fast as a flag and all of them in a row. */
const byFirst = (words: readonly string[]): string =>
  [...Map.groupBy(words, (word) => word.charAt(0))]
    .map(([first, all]) => `[${first}${first.toUpperCase()}](?:${all.map((word) => word.slice(1)).join('|')})`)
    .join('|')

/** Returns 1 for each letter of the script that is none of these letters, in either case. */
function strangeLetters(script: string, letters: string): Uint8Array {
  const own = new Set(letters + letters.toUpperCase())
  const pattern = new RegExp(`(?=\\p{L})\\p{Script=${script}}`, 'u')
  const strange = new Uint8Array(0x10000)
  for (let code = 0x41; code < 0x2000; code++) {
    const letter = String.fromCharCode(code)
    if (!own.has(letter) && pattern.test(letter)) strange[code] = 1
  }
  return strange
}
