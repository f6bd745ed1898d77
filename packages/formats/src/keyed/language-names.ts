// What a word in the name of a file, a folder or a column says of a language: a tag in any spelling (`uk`, `en_US`, `pt-rBR`), a name
// (`English`, `schinese`, `Ukrainian(uk)`); and how another language is spelled in the same way.
import type { Edit } from '../text-entry.ts'

/** Words of games that are no tags and no names. */
const ALIASES: Readonly<Record<string, string>> = {
  ua: 'uk',
  cn: 'zh-CN',
  jp: 'ja',
  kr: 'ko',
  cz: 'cs',
  gr: 'el',
  dk: 'da',
  vn: 'vi',
  ptbr: 'pt-BR',
  brazilian: 'pt-BR',
  'braz por': 'pt-BR',
  latam: 'es-419',
  koreana: 'ko',
  zhcn: 'zh-CN',
  zhs: 'zh-Hans',
  chs: 'zh-Hans',
  schinese: 'zh-Hans',
  'simp chinese': 'zh-Hans',
  'chinese simplified': 'zh-Hans',
  'chinese (simplified)': 'zh-Hans',
  zhtw: 'zh-TW',
  zht: 'zh-Hant',
  cht: 'zh-Hant',
  tchinese: 'zh-Hant',
  'chinese traditional': 'zh-Hant',
  'chinese (traditional)': 'zh-Hant',
}

/** Codes of three letters: a game whose files say `eng` gets its new one as `ukr`. */
const OF_THREE =
  'en:eng uk:ukr ru:rus pl:pol de:deu fr:fra es:spa it:ita pt:por cs:ces sk:slk tr:tur ja:jpn ko:kor zh:zho ' +
  'hu:hun nl:nld sv:swe fi:fin da:dan ro:ron bg:bul el:ell vi:vie th:tha ar:ara'

/** Further languages whose tags have three letters; other such words are mostly English ones. */
const LONG_TAGS = new Set(['fil', 'ast', 'tlh', 'haw', 'yue', 'hsb', 'chr', 'kab', 'szl', 'ckb'])
const WITH_REGIONS = ['en-US', 'en-GB', 'pt-BR', 'pt-PT', 'es-419', 'es-ES', 'fr-CA', 'zh-Hans', 'zh-Hant', 'nb', 'nn']

/** What gettext and Qt write behind `@`: scripts, and words that change nothing. Another one is a variant: `en@pirate`. */
const MODIFIERS: Readonly<Record<string, string>> = { latin: 'Latn', cyrillic: 'Cyrl', euro: '', source: '' }

const inEnglish = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** English and own names, in small letters. Made at the first question, in some milliseconds. */
let known: ReadonlyMap<string, string> | null = null

function names(): ReadonlyMap<string, string> {
  if (known !== null) return known
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
  const tags = letters.flatMap((first) => letters.map((second) => first + second))
  const made = new Map<string, string>()
  for (const tag of [...tags, ...LONG_TAGS, ...WITH_REGIONS]) {
    const name = inEnglish.of(tag)
    if (name === undefined || Intl.getCanonicalLocales(tag)[0] !== tag) continue
    const own = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? name
    for (const each of [name, own]) made.set(each.toLowerCase(), tag)
  }
  for (const [word, tag] of Object.entries(ALIASES)) made.set(word, tag)
  return (known = made)
}

/** A BCP 47 tag; null: the word names no language. */
export function languageOf(word: string): string | null {
  const plain = word.trim().toLowerCase()
  const named = names().get(plain.replaceAll(/[_-]/g, ' '))
  if (named !== undefined) return named
  const [, name = '', inside = ''] = /^(.+?)\s*\(([\w-]+)\)$/.exec(plain) ?? []
  if (inside !== '') return languageOf(inside) ?? languageOf(name)
  const [, language = '', script = '', region = '', modifier = ''] =
    /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]r?([a-z]{2}|\d{3}))?(?:@([a-z\d]+))?$/.exec(plain) ?? []
  const alias = ALIASES[language] ?? language
  const isKnown = alias !== '' && inEnglish.of(alias) !== undefined
  if (!isKnown || (region !== '' && regions.of(region.toUpperCase()) === undefined)) return null
  try {
    const written = MODIFIERS[modifier]
    const variant = modifier === '' || written !== undefined ? '' : modifier.slice(0, 8).padEnd(5, '0')
    const parts = [alias.split('-')[0], script === '' ? written : script, region, variant]
    const [tag = ''] = Intl.getCanonicalLocales(parts.filter(Boolean).join('-'))
    const isShort = (tag.split('-')[0] ?? '').length === 2
    return isShort || LONG_TAGS.has(language) ? tag : null
  } catch {
    return null
  }
}

/** What a pattern took for a language may be anything. */
const isTag = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/

/** How well a language is the wanted one: 2 the same, as `uk` and `uk-UA`; 1 one of them has no region; 0 another one. */
export function likenessOf(wanted: string, found: string): 0 | 1 | 2 {
  if (wanted === found) return 2
  if (!isTag.test(wanted) || !isTag.test(found)) return 0
  const [one, other] = [new Intl.Locale(wanted), new Intl.Locale(found)]
  const [a, b] = [one.maximize(), other.maximize()]
  if (a.toString() === b.toString()) return 2
  const isSame = a.language === b.language && a.script === b.script
  return isSame && (one.region === undefined || other.region === undefined) ? 1 : 0
}

/** The first that is in the wanted language, else the first in it but for the region. `wanted`: '' for none. */
export function closestTo<T extends { readonly language: string }>(wanted: string, all: readonly T[]): T | undefined {
  if (wanted === '') return undefined
  const alike = (likeness: 1 | 2): T | undefined =>
    all.find(({ language }) => likenessOf(wanted, language) === likeness)
  return alike(2) ?? alike(1)
}

const nameOfLanguage = (tag: string): string => inEnglish.of(tag) ?? tag

/** Names of a language's plural forms, as Android, Rails and OpenXcom have them; none if nobody knows the language. */
export const formsOf = (language: string): readonly string[] =>
  language === '' || Intl.PluralRules.supportedLocalesOf(language).length === 0
    ? []
    : new Intl.PluralRules(language).resolvedOptions().pluralCategories

/** The language spelled as `sample` spells another: `uk_ua` as `en_us`, `Ukrainian` as `English`. */
export function spelledAs(sample: string, language: string): string {
  const inCase = (word: string, like: string): string => {
    if (like === like.toUpperCase() && like !== like.toLowerCase()) return word.toUpperCase()
    return like === like.toLowerCase() ? word.toLowerCase() : word
  }
  const bracketed = /^(.*?)(\s*)\(([\w-]+)\)$/.exec(sample)
  if (bracketed !== null) {
    const [, name = '', blank = '', tag = ''] = bracketed
    return `${spelledAs(name, language)}${blank}(${spelledAs(tag, language)})`
  }
  const [, base = '', separator = '', area = ''] =
    /^([A-Za-z]{2,3})(?:([-_]r?)([A-Za-z]{2}|\d{3}))?(?:@\w+)?$/.exec(sample) ?? []
  if (base === '') {
    const name = inCase(nameOfLanguage(language), sample)
    return sample.includes('_') ? name.replaceAll(' ', '_') : name
  }
  const { language: short, script, region } = new Intl.Locale(language)
  const three = OF_THREE.split(' ').find((pair) => pair.startsWith(`${short}:`))
  if (base.length === 3 && area === '' && three !== undefined) return inCase(three.slice(3), base)
  const where = region ?? (area === '' ? undefined : new Intl.Locale(language).maximize().region)
  const joint = separator || '-'
  const parts = [inCase(short, base), ...(script === undefined ? [] : [script])]
  const [variant = ''] = /(?<=-)[a-z\d]{5,8}$/.exec(language) ?? []
  const place = where === undefined ? '' : joint + (area === '' ? where : inCase(where, area))
  return parts.join('-') + place + (variant === '' ? '' : `@${variant}`)
}

/** What makes a file that says its language between `start` and `end` say the target's. None: it does, or says none. */
export function languageEdits(document: string, start: number, end: number, target: string): readonly Edit[] {
  const word = document.slice(start, end)
  const language = target === '' ? null : languageOf(word)
  return language === null || likenessOf(target, language) > 0 ? [] : [{ start, end, text: spelledAs(word, target) }]
}

/** Whether `word` names a language and stands in the path, too, as a separate word: `en` of `l/en/a.yml`, not of `content.yml`. */
export const isNamedIn = (path: string, word: string): boolean =>
  /^[\w-]+$/.test(word) &&
  languageOf(word) !== null &&
  new RegExp(`(?:^|[^a-z\\d])${word}(?:[^a-z\\d]|$)`, 'i').test(path)
