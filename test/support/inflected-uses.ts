// Inflected uses of names in texts that people wrote, shipped and played. Terms: texts of one to three words whose source other sources
// have behind an article, so it is a noun there, without translations that are verbs or adverbs. Uses: words of the translations of rows
// whose source has the term; near misses: all words of the game that begin as the term does. Flat lists of endings, which know no
// paradigms, judge both: a use differs from the term in its ending alone, beside vowels that come and go and consonants that soften.
import { madeForms } from '../../packages/language/src/made-forms.ts'
import { dumpPairs, PACKED, packedPairs, type Pair } from './corpus.ts'

interface Kind {
  /** The nominatives of the kind. */
  readonly of: RegExp
  /** What endings stand in place of. */
  readonly end: RegExp
  /** The nominative's own too. */
  readonly endings: string
  /** The stem never changes. */
  readonly isFirm?: true
}

interface Judge {
  /** The first that fits. */
  readonly kinds: readonly Kind[]
  /** Terms that are no nominative of a noun or an adjective; letter case counts. */
  readonly isOther: RegExp
  /** What stays of a stem in all forms: without vowels that come and go, consonants that change into each other as one. */
  readonly boneOf: (stem: string) => string
}

const replaced =
  (...changes: readonly (readonly [RegExp, string])[]) =>
  (stem: string): string =>
    changes.reduce((text, [found, instead]) => text.replace(found, instead), stem)

/** The last letter stays, if it is no sign. */
const eastSlavicBone = replaced(
  [/[оеєіїйёьъ'’ʼ](?=.)/gu, ''],
  [/[ьй'’ʼ]$/u, ''],
  [/з/gu, 'г'],
  [/ц/gu, 'к'],
  [/с/gu, 'х'],
)
const eastSlavicAdjective = /(?:[ыио]й|[ая]я|[ое]е|[ыи]е|[аяоеєёьйыиії])$/u
const eastSlavicNoun = /[аяоеєёьйыиії]$/u

const JUDGES: Readonly<Record<string, Judge>> = {
  uk: {
    kinds: [
      { of: /ий$/u, end: eastSlavicAdjective, endings: 'ий ого ому им ім а ої ій у ою е і их ими' },
      {
        of: /$/u,
        end: eastSlavicNoun,
        endings: 'а у ові еві єві ом ем єм і ї и е є о ів їв ей ам ям ами ями ах ях я ю ь й ою ею єю ма',
      },
    ],
    isOther: /[аиіу]ти(?:ся)?$|(?:ан|ен|ав|н)о$/iu,
    boneOf: eastSlavicBone,
  },
  ru: {
    kinds: [
      {
        of: /[ыои]й$|ые$|[жчшщгкх]ие$/u,
        end: eastSlavicAdjective,
        endings: 'ый ой ий ого его ому ему ым им ом ем ая ую ое ее ые ие ых их ыми ими',
      },
      {
        of: /$/u,
        end: eastSlavicNoun,
        endings:
          'а у ом ем ём е ы и ов ев ёв ей ам ям ами ями ах ях я ю ь ью й ой ою ею ёй о ё ени енем ена ён ен енам енами енах',
      },
    ],
    isOther: /(?<!ос)(?<=[аеиыу])ть(?:ся)?$|[аеио][тн]$|[тн]о$|ее$|у$/iu,
    boneOf: eastSlavicBone,
  },
  pl: {
    kinds: [
      {
        of: /(?<!ści)[ae]ni[ea]$|ci[ea]$/u,
        end: /[nc]i[ea]$/u,
        endings: 'nie nia niu niem niom niami niach ń cie cia ciu ciem ciom ciami ciach ć',
        isFirm: true,
      },
      {
        of: /[yi]$/u,
        end: /[yi]$/u,
        endings: 'y i ego emu ym im a ą ej e ych ich ymi imi u ów om ami ach em ę o',
      },
      { of: /$/u, end: /[aeoyiąęu]$/u, endings: 'a u owi em e y i ę ą o ów om ami mi ach owie' },
    ],
    isOther:
      /[aeiyąou]ć(?: się)?$|[nt]o$|[eouaó]wo$|(?:[nm]y|sz|łem|łeś|ją|[aou]j)$|^(?:wróć|użyj|strzel|puste|jeszcze.*)$/iu,
    boneOf: replaced(
      [/[óoeęąia]/gu, ''],
      [/rz/gu, 'r'],
      [/ch|sz|ś/gu, 's'],
      [/ź|ż/gu, 'z'],
      [/dz/gu, 'd'],
      [/g/gu, 'd'],
      [/cz|ć|k|t/gu, 'c'],
      [/ł/gu, 'l'],
      [/ń/gu, 'n'],
    ),
  },
  cs: {
    kinds: [
      { of: /(?:[eěáa]n|[eiu]t|rav|laž)í$/u, end: /í$/u, endings: 'í ím ích ími', isFirm: true },
      { of: /[ýíé]$/u, end: /[ýíé]$/u, endings: 'ý í ého ího ému ímu ém ím ým á é ou ých ích ými ími' },
      {
        of: /$/u,
        end: /[aeěoyiíéuá]$/u,
        endings:
          'a u ovi em e ě y i í ů o ou é ové ům ám ám ím ami emi ěmi mi ách ích ech eti ete ata at atům aty atech',
      },
    ],
    isOther: /(?:[aeiíáouě]t|[aei]ný|ně|[eoí]u|[aeěí]š|ívá|uje|uj)$|(?<=[aei])n[ao]$|^(?:podlaha|výzva)$/iu,
    boneOf: replaced(
      [/[eěoůiíaáuúyý]/gu, ''],
      [/ch|š/gu, 's'],
      [/h|g|ž/gu, 'z'],
      [/č|k|ť/gu, 'c'],
      [/t/gu, 'c'],
      [/ř/gu, 'r'],
      [/ď/gu, 'd'],
      [/ň/gu, 'n'],
    ),
  },
  de: {
    kinds: [
      { of: /^\p{Ll}.*e[rsn]?$/u, end: /e[rsn]?$/u, endings: 'e er en es em' },
      { of: /(?:ung|[hk]eit|schaft|roll|waff|anz|öhl)en$/u, end: /en$/u, endings: 'en e ', isFirm: true },
      { of: /$/u, end: /e$/u, endings: 's es e en n er ern ens nen se sen' },
    ],
    isOther: /(?:^| )\p{Ll}[^ ]*$|(?:^| )(?:ein|kein|mein|dein)|^\P{Ll}+$|^Voll$/u,
    boneOf: replaced([/äu/gu, 'au'], [/ä/gu, 'a'], [/ö/gu, 'o'], [/ü/gu, 'u'], [/ß/gu, 'ss']),
  },
}
export const JUDGED = Object.keys(JUDGES)

const WORD = /\p{L}+(?:['’ʼ-]\p{L}+)*/gu
const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? []

/** «тінню», «підземель»: the consonant before some endings is doubled. */
const single = (stem: string): string => stem.replace(/(.)\1$/u, '$1')

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
const isBeginning = (letters: string, word: string): boolean => plain(word).startsWith(plain(letters))

const VOWEL_END = /[aeiouyáéíóúůýěąęаеєиіїоуюяыэё]$/u

/** Whether a word is one of the endings behind the term's stem. */
function isUse(term: string, word: string, { kinds, boneOf }: Judge): boolean {
  const kind = kinds.find(({ of }) => of.test(term))
  if (kind === undefined) return false
  const name = term.toLowerCase()
  const stem = name.replace(kind.end, '')
  if (stem.length < 2 || !isBeginning(stem.slice(0, Math.max(2, stem.length - 3)), word)) return false
  const endings = kind.endings.split(' ')
  if (kind.isFirm) return endings.some((ending) => word === stem + ending)
  const bones = new Set([stem, single(stem), ...(name.endsWith('ій') ? [stem.slice(0, -1)] : [])].map(boneOf))
  for (let at = 2; at <= word.length; at++) {
    const ending = word.slice(at)
    if (ending === '' ? VOWEL_END.test(word) : !endings.includes(ending)) continue
    const found = word.slice(0, at)
    const all = [found, single(found), ...(name.endsWith('ій') ? [found.replace(/о$/u, '')] : [])]
    if (all.some((each) => bones.has(boneOf(each)))) return true
  }
  return false
}

const pairsOf = (language: string): readonly Pair[] =>
  language === 'uk' ? dumpPairs('uk') : PACKED.flatMap((game) => packedPairs(game, language))

/** The texts of each term's rows, the term's own left out. */
interface Term {
  readonly words: readonly string[]
  readonly texts: Set<string>
}

function termsOf(pairs: readonly Pair[], { isOther }: Judge): Map<string, Term> {
  const isName = (text: string): boolean => /^[\p{L}]{3,}(?:[ '’ʼ-]\p{L}{3,}){0,2}$/u.test(text)
  const named = new Map<string, string>()
  for (const [source, text] of pairs) {
    const isPlain = isName(source) && isName(text) && !isOther.test(text)
    if (isPlain && !named.has(source.toLowerCase())) named.set(source.toLowerCase(), text)
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
  return new Map(
    found.map(([run, texts]) => [named.get(run) ?? '', { words: (named.get(run) ?? '').split(' '), texts }]),
  )
}

interface Counted {
  uses: number
  /** By made forms. */
  taken: number
  /** By forms that another text of the same term has, as a person takes them from the store's own texts. */
  inTexts: number
  either: number
  near: number
  wrong: number
}

/** `told` hears of each use that no form takes, and of each form that is no use. */
export function countUses(language: string, told?: (term: string, word: string) => void): Counted {
  const judge = JUDGES[language] as Judge
  const pairs = pairsOf(language)
  const all = Map.groupBy(
    pairs.flatMap(([, text]) => wordsOf(text)),
    (word) => word.slice(0, 3),
  )
  const counted: Counted = { uses: 0, taken: 0, inTexts: 0, either: 0, near: 0, wrong: 0 }
  for (const [name, { words, texts }] of termsOf(pairs, judge)) {
    const term = name.toLowerCase()
    const made = new Set(madeForms({ forms: [name] }, language).map((form) => form.toLowerCase()))
    const isUseAt = (word: string, place: number): boolean => {
      const own = words[place] ?? ''
      return word === own.toLowerCase() || isUse(own, word, judge)
    }
    const usesIn = [...texts].map((text) => {
      const inText = wordsOf(text)
      return inText
        .map((_, at) => inText.slice(at, at + words.length))
        .filter((run) => run.length === words.length && run.join(' ') !== term && run.every(isUseAt))
        .map((run) => run.join(' '))
    })
    const textsWith = Map.groupBy(
      usesIn.flatMap((uses) => [...new Set(uses)]),
      (use) => use,
    )
    for (const use of usesIn.flat()) {
      const isInTexts = (textsWith.get(use)?.length ?? 0) > 1
      counted.uses++
      if (made.has(use)) counted.taken++
      else told?.(name, use)
      if (isInTexts) counted.inTexts++
      if (isInTexts || made.has(use)) counted.either++
    }
    if (words.length > 1) continue
    const alike = new Set(
      (all.get(term.slice(0, 3)) ?? []).filter((word) => word.startsWith(term.slice(0, Math.max(3, term.length - 3)))),
    )
    for (const word of alike) {
      if (word === term || isUse(name, word, judge)) continue
      counted.near++
      if (!made.has(word)) continue
      counted.wrong++
      told?.(name, `wrong ${word}`)
    }
  }
  return counted
}
