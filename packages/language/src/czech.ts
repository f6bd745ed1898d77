// Czech: seven cases (nominative, genitive, dative, accusative, vocative, locative, instrumental). An accusative without forms of its own
// is that of the nominative or the genitive. An ending that begins with a caron puts it on the stem.
import type { Adjective, Grammar, Noun } from './declension.ts'

const FEMININE_SOFT =
  /(?:věž|myš|tvář|řeč|zbroj|stroj|[mn]oc|věc|sůl|krev|láhev|rakev|postel|epel|ocel|kolej|mříž|stráž|dež|lež|hůl|síť|oběť|past|paměť|lod)$/u
const FEMININE_ST = /(?:ost|[eěaá]st|řez|^hrst|srst|lest)$/u

const NOUNS: readonly Noun[] = [
  {
    gender: 'f',
    ends: /(?<=[bdfghklmnprstvz])a$/u,
    singular: 'a y ~ě u o ~ě ou',
    plural: 'y 0 ám y - ách ami',
  },
  {
    gender: 'f',
    ends: /(?<=[cčřšžjlzi])e$/u,
    likely: /(?<![dnjvžrp]c|víř|kuř|moř|pol)e$/u,
    singular: 'e e i i e i í',
    plural: 'e í/0 ím - - ích emi',
  },
  {
    gender: 'f',
    ends: /(?<=[dtnbpvmf])ě$/u,
    singular: 'ě ě i i ě i í',
    plural: 'ě í/0\u030c ím - - ích ěmi',
  },
  {
    gender: 'f',
    ends: /(?<=[ďťň])$/u,
    singular: '= ě/i i = i i í',
    plural: 'ě/i í ím/em - - ích/ech ěmi/mi',
  },
  {
    gender: 'f',
    ends: /(?<=[cčřšžjlv])$/u,
    likely: FEMININE_SOFT,
    singular: '= e/i i = i i í',
    plural: 'e/i í ím/em - - ích/ech emi/mi',
  },
  { gender: 'f', ends: /(?<=st)$/u, likely: FEMININE_ST, singular: '= i i = i i í', plural: 'i í em - i ech mi' },
  {
    gender: 'm',
    ends: /(?<=[bdfghklmnprstvxz])$/u,
    likely: /(?<!ost|tel|krev|rakev|láhev)$/u,
    singular: '= a/u u/ovi - e/u/^e u/~ě/ovi em',
    plural: 'y/^i/ové ů ům y - ech/~ích/ách y/ami',
  },
  { gender: 'm', ends: /(?<=[aáe]men|řen)$/u, singular: '- e i - - i -', plural: '' },
  {
    gender: 'm',
    ends: /(?<=[cčřšžjlz])$/u,
    likely: /(?<!věž|tvář|zbroj|[mn]oc|věc|ocel|hůl|sůl)$/u,
    singular: '= e i/ovi - i/^e i/ovi em',
    plural: 'e/i/ové ů ům e - ích i',
  },
  {
    gender: 'm',
    ends: /(?<=[ďťň])$/u,
    likely: /(?<!zbraň|báseň|píseň|síť|oběť|paměť)$/u,
    singular: '= ě i/ovi - i i/ovi ěm',
    plural: 'ě/i/ové ů ům ě - ích i',
  },
  {
    gender: 'm',
    ends: /(?<=[dtnv])a$/u,
    likely: /(?:[ie]st|it|ast|led|sed|vod|yt|nt)a$/u,
    singular: 'a y ovi u o ovi ou',
    plural: 'ové/i/é ů ům y - ech y',
  },
  {
    gender: 'm',
    ends: /(?<=c)e$/u,
    likely: /[dnjvžrp]ce$/u,
    singular: 'e e i/ovi e e i/ovi em',
    plural: 'i/ové/e ů ům e - ích i',
  },
  { gender: 'm', ends: /(?<=[aá]n)(?:in)?$|(?<=tel)$/u, singular: '', plural: 'é/i ů ům y - ech y' },
  {
    gender: 'n',
    ends: /(?<=[bdfghklmnprstvzcčjx])o$/u,
    singular: 'o a u - o u/~ě em',
    plural: 'a 0 ům - - ech/~ích/ách y',
  },
  {
    gender: 'n',
    ends: /(?<=[cčřšžjlzb])e$/u,
    likely: /(?:moř|pol|rdc|lunc|vejc|ovoc|lož|neb)e$/u,
    singular: 'e e i - e i em',
    plural: 'e í/0 ím - - ích i',
  },
  { gender: 'n', ends: /(?<=[dtn])ě$/u, singular: 'ě ě i - ě i ěm', plural: 'ě í/0\u030c ím - - ích i' },
  { gender: 'n', ends: /(?<=í)$/u, singular: '= = = - = = m', plural: '= = m - = ch mi' },
  {
    gender: 'n',
    ends: /(?<=(?:víř|kuř|pach|dvojč)e|(?:t|hříb|mlád|had|ď|n)ě)$/u,
    singular: '= te ti - = ti tem',
    plural: '',
  },
  { gender: 'n', ends: /(?<=víř|kuř|pach|dvojč)e$/u, singular: '', plural: 'ata at atům - - atech aty' },
  {
    gender: 'n',
    ends: /(?<=[td]|štěn)ě$/u,
    singular: '',
    plural: '\u030cata \u030cat \u030catům - - \u030catech \u030caty',
  },
  { gender: 'n', ends: /um$/u, singular: '= a u - = u em', plural: 'a 0 ům - - ech y' },
  {
    gender: 'p',
    ends: /(?<=[bdfghklmnprstvz])y$/u,
    singular: '',
    plural: 'y ů/0 ům/ám - - ech/~ích/ách y/ami',
  },
  { gender: 'p', ends: /(?<=[cčřšžjl])e$/u, singular: '', plural: 'e í/ů/0 ím/ům - - ích emi/i' },
  { gender: 'p', ends: /(?<=[dtn])ě$/u, singular: '', plural: 'ě í/ů ím/ům - - ích ěmi/i' },
  { gender: 'p', ends: /(?<=[bcčdfhjlmnprřsštvzž])i$/u, singular: '', plural: 'i í/ů ím/ům/em - - ích/ech i/mi' },
  { gender: 'p', ends: /ové$/u, singular: '', plural: 'ové ů ům y - ech y' },
  {
    gender: 'p',
    ends: /(?<=[bdfghklmnprstvz])a$/u,
    likely: /(?:vrat|úst|kamn|zád|dvířk)a$/u,
    singular: '',
    plural: 'a 0 ům - - ech y',
  },
]

const ADJECTIVES: readonly Adjective[] = [
  {
    ends: { m: /ý$/u, f: /á$/u, n: /é$/u, p: /[éá]$|(?<=[bdlmpvz]|(?<![eěáa])n|(?<![eiu])t)í$/u },
    cells: {
      m: 'ý ého ému - ý ém ým',
      f: 'á é é ou á é ou',
      n: 'é ého ému - é ém ým',
      p: 'é/á/^í ých ým é/á - ých ými',
    },
  },
  {
    ends: { m: /í$/u, f: /í$/u, n: /í$/u, p: /í$/u },
    cells: {
      m: 'í ího ímu - í ím ím',
      f: 'í í í í í í í',
      n: 'í ího ímu - í ím ím',
      p: 'í ích ím - í ích ími',
    },
  },
  {
    ends: { m: /(?:ův|in)$/u, f: /ova$/u, n: /ovo$/u, p: /ovy$/u },
    cells: {
      m: 'ův ova ovu - ův ově ovým',
      f: 'ova ovy ově ovu ova ově ovou',
      n: 'ovo ova ovu - ovo ově ovým',
      p: 'ovy/ovi/ova ových ovým - ovy ových ovými',
    },
  },
]

const CONSONANT = '[bcčdďfghjklmnňpřrsštťvzž]'
const behindConsonant = (letters: string): RegExp => new RegExp(`(?<=${CONSONANT})${letters}$`, 'u')

export const CZECH: Grammar = {
  cases: 7,
  nouns: NOUNS,
  adjectives: ADJECTIVES,
  singulars: [
    [/(?<=[bdfghklmnprstvz])y$|(?<=[cčřšjl])(?<!ic|víř|kuř|moř|pol)e$|ové$/u, ''],
    [/(?<=[bdfghklmnprstvz])y$/u, 'a'],
    [/oje$/u, 'ůj'],
    [/(?<=[bdfmnprstv])i$/u, ''],
    [/ci$/u, 'k'],
    [/ci$/u, 'ec'],
    [/ci$/u, 'ce'],
    [/(?<=[lčž])i$/u, ''],
    [/ši$/u, 'ch'],
    [/zi$/u, 'h'],
    [/ři$/u, 'r'],
    [/ně$/u, 'ň'],
    [/(?<=[kzdtsh]l|ínk|měst|slov|jezer|těl|stv|iv)a$/u, 'o'],
  ],
  surelyAdjective: /(?:[ýá]|[cčršžz]í|(?<![eěáa])ní|[bcčdhklmnprřsštvzž]é|ův|ov[aoy])$/u,
  attributive: /(?:[ýáé]|[cčšžř]í|(?<![eěáa])ní|ův|ov[ao])$/u,
  opened: [
    [/ů([bdglmnrvzžtjř])$/u, 'o$1'],
    [/ůň$/u, 'on'],
    [/ď$/u, 'd'],
    [/ť$/u, 't'],
    [/(?<![ůe])ň$/u, 'n'],
    [/eň$/u, 'n'],
    [/ámen$/u, 'amen'],
    [/vítr$/u, 'větr'],
    [/íh$/u, 'ěh'],
    [/mráz$/u, 'mraz'],
    [/práh$/u, 'prah'],
    [/léb$/u, 'leb'],
    [/něk$/u, 'ňk'],
    [behindConsonant('ek'), 'k'],
    [behindConsonant('ec'), 'c'],
    [behindConsonant('(?<!t)e([lrv])'), '$1'],
    [/(kot|pyt)el$/u, '$1l'],
    [/(?<=[dsvhp])en$/u, 'n'],
    [/pes$/u, 'ps'],
    [/oset$/u, 'ost'],
  ],
  surelyOpened:
    /(?:[ďťň]|ámen|(?:st|d|k|s|h|v)ůl|(?:d|b|v)ů[mhz]|nůž|vítr|sníh|mráz|[bcčdfghjlmnpřrsštvzž]ek|[bcčdfhjlmnprsštvz]ec)$/u,
  closed: [
    [behindConsonant('([bcčklmnrv])'), 'e$1'],
    [/á([bcčdhklmnprsštvzž])$/u, 'a$1'],
    [/í([bcčdhklmnprsštvzž])$/u, 'i$1'],
    [/í([bcčdhklmnprsštvzž])$/u, 'ě$1'],
    [/ou([bcčdhklmnprsštvzž])$/u, 'u$1'],
    [/ů([bcčdhklmnprsštvzž])$/u, 'o$1'],
  ],
  surelyClosed: /[bcčdfghjlmnprsštvzž]k$/u,
  softened: [
    [/ch$/u, 'š'],
    [/k$/u, 'c'],
    [/[gh]$/u, 'z'],
    [/r$/u, 'ř'],
  ],
  palatalised: [
    [/sk$/u, 'št'],
    [/ck$/u, 'čt'],
    [/ch$/u, 'š'],
    [/k$/u, 'c'],
    [/[gh]$/u, 'z'],
    [/r$/u, 'ř'],
    [/c$/u, 'č'],
  ],
  doubled: [],
  spelling: { ě: [/(?<=[^bpvmfdtn]\|)ě/u, 'e'] },
  alike: [],
  joining: new Set(['a']),
}
