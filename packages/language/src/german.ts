// German: four cases (nominative, genitive, dative, accusative). An adjective has the endings of all articles, and of none.
import type { Adjective, Grammar, Noun } from './declension.ts'

/** Endings that only feminine nouns have. */
const FEMININE = /(?:ung|[hk]eit|schaft|ion|tät)$/u

const NOUNS: readonly Noun[] = [
  { gender: 'f', ends: /(?<=\p{L}{2})e$/u, singular: '= = = =', plural: 'en en en en' },
  { gender: 'm', ends: /(?<=\p{L}{2})e$/u, singular: '= en/ens en en', plural: 'en en en en' },
  { gender: 'n', ends: /(?<=\p{L}{2})e$/u, singular: '= es = =', plural: 'e/en e/en en e/en' },
  { gender: 'f', ends: /(?<=[aouy])$/u, singular: '= = = =', plural: 's s s s' },
  { gender: 'f', ends: /a$/u, singular: '= = = =', plural: 'en en en en' },
  { gender: 'm', ends: /(?<=[aiouyäöü])$/u, singular: '= s = =', plural: 's/= s/= s/= s/=' },
  { gender: 'n', ends: /(?<=[aiouyäöü])$/u, singular: '= s = =', plural: 's/= s/= s/= s/=' },
  { gender: 'n', ends: /um$/u, singular: '= ums = =', plural: 'en/a en/a en/a en/a' },
  { gender: 'm', ends: /us$/u, singular: '= = = =', plural: 'en en en en' },
  { gender: 'f', ends: /(?<=nis)$/u, singular: '= = = =', plural: '2e 2e 2en 2e' },
  { gender: 'n', ends: /(?<=nis)$/u, singular: '= 2es = =', plural: '2e 2e 2en 2e' },
  { gender: 'f', ends: /(?<=\p{L}{2}in)$/u, singular: '= = = =', plural: '2en 2en 2en 2en' },
  { gender: 'n', ends: /(?<=chen|lein)$/u, singular: '= s = =', plural: '= = = =' },
  { gender: 'f', ends: /(?<=\p{L}{2}e[lr])$/u, singular: '= = = =', plural: 'n/~ n/~ n/~n n/~' },
  { gender: 'm', ends: /(?<=\p{L}{2}e[lr])$/u, singular: '= s = =', plural: '=/~ =/~ n/~n =/~' },
  { gender: 'n', ends: /(?<=\p{L}{2}e[lr])$/u, singular: '= s = =', plural: '=/~ =/~ n/~n =/~' },
  { gender: 'm', ends: /(?<=\p{L}{2}en)$/u, likely: /(?<!chen)$/u, singular: '= s = =', plural: '=/~ =/~ =/~ =/~' },
  { gender: 'n', ends: /(?<=\p{L}{2}en)$/u, likely: /(?<!chen)$/u, singular: '= s = =', plural: '=/~ =/~ =/~ =/~' },
  { gender: 'f', ends: /(?<=[dgkftn])$/u, likely: FEMININE, singular: '= = = =', plural: 'en en en en' },
  {
    gender: 'f',
    ends: /(?<=\p{L}[bcdfghklmnprstwxzß])$/u,
    likely: /(?<!e[lnr]|nis|in|ung|[hk]eit|schaft|ion|tät|^d[ae][mns])$/u,
    singular: '= = = =',
    plural: 'en/~e en/~e en/~en en/~e',
  },
  {
    gender: 'm',
    ends: /(?<=\p{L}[bcdfghklmnprstvwxzß])$/u,
    likely: /(?<!e[lnr]|nis|ung|[hk]eit|schaft|ion|tät|[fgrt]in|^d[ae][mns])$/u,
    singular: '= s/es/en =/e/en =/en',
    plural: 'e/~e/~er/en e/~e/~er/en en/~en/~ern e/~e/~er/en',
  },
  {
    gender: 'n',
    ends: /(?<=\p{L}[bcdfghklmnprstvwxzß])$/u,
    likely: /(?<!e[lnr]|nis|ung|[hk]eit|schaft|ion|tät|[fgrt]in|^d[ae][mns])$/u,
    singular: '= s/es =/e =',
    plural: 'e/~er/en e/~er/en en/~ern e/~er/en',
  },
  { gender: 'p', ends: /e$/u, singular: '', plural: 'e e en e' },
  { gender: 'p', ends: /(?<=\p{L}{2}e[lr])$/u, singular: '', plural: '= = n =' },
  { gender: 'p', ends: /(?<=\p{L}{2}(?:en|s))$/u, singular: '', plural: '= = = =' },
]

const ADJECTIVES: readonly Adjective[] = [
  {
    ends: { m: /^der$/u, f: /^die$/u, n: /^das$/u, p: /^die$/u },
    cells: { m: 'der des dem den', f: 'die der der die', n: 'das des dem das', p: 'die der den die' },
  },
  {
    ends: {
      m: /(?<=\p{L}{3})er?$/u,
      f: /(?<=\p{L}{3})e$/u,
      n: /(?<=\p{L}{3})es?$/u,
      p: /(?<=\p{L}{3})en?$/u,
    },
    cells: {
      m: 'er/e en en/em en',
      f: 'e en/er en/er e',
      n: 'es/e en en/em es/e',
      p: 'e/en en/er en e/en',
    },
  },
]

/** A change of the last syllable's vowel into its umlaut, whatever consonants are behind it. */
const umlauted = (vowel: string, instead: string): readonly [RegExp, string] => [
  new RegExp(`${vowel}([^aeiouyäöü]*(?:e[lnr])?)$`, 'u'),
  `${instead}$1`,
]

const plainAgain = (ending: string): (readonly [RegExp, string])[] =>
  [
    ['äu', 'au'],
    ['ä', 'a'],
    ['ö', 'o'],
    ['ü', 'u'],
  ].map(([umlaut, instead]) => [new RegExp(`${umlaut}([^aeiouyäöü]*)${ending}$`, 'u'), `${instead}$1`] as const)

const ADJECTIVE_ENDS = (
  'ig ich isch bar sam haft los end ert elt ckt gt cht en ern eiß oß rot alt arz lau ün ' +
  'elb iv är al ell unkl old ank ark ein piell ut eil ief oh och ose'
).split(' ')

export const GERMAN: Grammar = {
  cases: 4,
  nouns: NOUNS,
  adjectives: ADJECTIVES,
  singulars: [
    [/en?$|(?<=schwert|schild|geist|bild|kind|feld|ei|lied|kleid|nest|brett|glied|licht)er$|(?<=[^aeou][aouy])s$/u, ''],
    [/(?<=e[lr])n$/u, ''],
    [/nnen$/u, 'n'],
    [/nisse$/u, 'nis'],
    ...plainAgain('e'),
    ...plainAgain('er'),
    ...plainAgain('(?<=e[lnr])'),
  ],
  surelyAdjective: /(?:[dt]et|gen|len|ben|emd|annt|end|ilig|tot)e[rns]?$/u,
  attributive: new RegExp(`(?:${ADJECTIVE_ENDS.join('|')})e[rns]?$`, 'u'),
  opened: [],
  surelyOpened: /(?!)/u,
  closed: [],
  surelyClosed: /(?!)/u,
  softened: [
    umlauted('au', 'äu'),
    umlauted('Au', 'Äu'),
    umlauted('a', 'ä'),
    umlauted('A', 'Ä'),
    umlauted('o', 'ö'),
    umlauted('O', 'Ö'),
    umlauted('(?<![eä])u', 'ü'),
  ],
  palatalised: [],
  doubled: [[/([ns])$/u, '$1$1']],
  spelling: { s: [/(?<=[sßxz]\|)s/u, 'es'] },
  alike: [],
  joining: new Set(['und']),
  closing: /^(?:der|des|den|dem|von|vom|aus|in|im|zu|zur|zum|auf|mit|ohne|für|gegen)$/u,
}
