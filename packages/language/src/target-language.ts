// The checks' facts about the setting `target_language`: its scripts come from the tag, its letters from CLDR, its Han
// characters from its encoding. A language without a table in letters.ts is judged by its script.
import { LETTERS } from './letters.ts'

interface Encoding {
  readonly label: string
  /** The first and the last first byte of the encoding's Han characters. */
  readonly rows: readonly [number, number]
}

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  Hans: { label: 'gb18030', rows: [0xb0, 0xf7] },
  Hant: { label: 'big5', rows: [0xa4, 0xf9] },
  Jpan: { label: 'shift_jis', rows: [0x81, 0xfc] },
}

/** The lowest second byte. GB 2312 has only higher ones; with lower ones GB 18030 has characters of traditional Chinese too. */
const secondByteMin: Readonly<Record<string, number>> = { Hans: 0xa1 }

const [firstHan, lastHan] = [0x4e00, 0x9fff]

/**
 * The Han characters of a language, by its own two-byte encoding: GB 2312 for simplified Chinese, Big5 for traditional,
 * JIS X 0208 for Japanese. Indexed by UTF-16 code: 1 for Han characters that the script does not use; null: unknown.
 */
function strangeHan(script: string): Uint8Array | null {
  const encoding = ENCODINGS[script]
  if (encoding === undefined) return null
  const strange = new Uint8Array(0x10000).fill(1, firstHan, lastHan + 1)
  const decoder = new TextDecoder(encoding.label)
  const [first, last] = encoding.rows
  for (let row = first; row <= last; row++) {
    const bytes: number[] = []
    for (let second = secondByteMin[script] ?? 0x40; second <= 0xfe; second++) bytes.push(row, second, 0x20)
    for (const character of decoder.decode(Uint8Array.from(bytes))) strange[character.charCodeAt(0)] = 0
  }
  return strange
}

interface Signs {
  /** Small words of the neighbour, in lower case, with spaces between them. */
  readonly words: string
  readonly letters?: string
}

/**
 * For each target language, the languages that models mix up with it: the small words and letters of each that the target language does not
 * have. Measured on texts that people translated (docs/text-gate.md#texts-in-another-language).
 */
const NEIGHBOURS: Readonly<Record<string, Readonly<Record<string, Signs>>>> = {
  pt: {
    es: { words: 'el la los las un una y con en pero muy hay su sus al del puede cuando más', letters: 'ñ¿¡' },
    it: { words: 'il di che è per una gli della nel del più dei delle alla questo con non un' },
    fr: { words: 'le les des une est et dans pour vous qui pas sur avec cette du au' },
  },
  es: {
    pt: {
      words: 'não uma um com em das você ao à são pelo pela na isso seu sua é ou mais foi tem pode ele ela',
      letters: 'ãõç',
    },
    it: { words: 'il di che è per gli della nel ma più dei delle alla questo non sono anche quando' },
    fr: { words: 'des est et dans pour vous qui pas avec ce cette du au une' },
    ca: { words: 'els amb per és dels aquest aquesta als només quan sense més té està cap' },
  },
  fr: {
    es: {
      words: 'el los las una con pero muy por del su sus al está hay para como cuando más puede este ha',
      letters: 'ñ¿¡',
    },
    pt: { words: 'não uma um com em das você são pelo para os ele ela seu sua isso', letters: 'ãõ' },
    it: { words: 'di che è per una con gli della nel del più dei delle alla questo sono anche' },
  },
  it: {
    es: { words: 'de el los las en para que por está este como cuando más pero hay son', letters: 'ñ¿¡' },
    pt: { words: 'de não para um em ao uma que os sem são você', letters: 'ãõç' },
    fr: { words: 'de les des pas pour du une dans est et être avec sur vous cette' },
  },
  ca: { es: { words: 'los las para puede está este debe cuando pero hay muy', letters: 'ñ¿¡' } },
  de: {
    nl: { words: 'de het een van niet zijn voor wordt deze naar te hij op geen kan met bij dit aan heeft uit moet' },
  },
  nl: {
    de: {
      words: 'nicht ist und für zu von mit eine das wird kann ein auf sie oder keine wenn einen sich',
      letters: 'ß',
    },
  },
  cs: {
    sk: {
      words: 'sa nie aj čo ako alebo keď ktorý ktorá ktoré sú pre pri ak byť majú táto medzi môže',
      letters: 'ľĺŕôä',
    },
    pl: { words: 'nie się jest że przez oraz lub są który' },
  },
  sk: {
    cs: {
      words: 'se nebo při není jako jsou být když může ve tato které který která pokud jestli jen ze více své před',
      letters: 'ěřů',
    },
    pl: { words: 'jest się można lub dla przez że jeśli oraz są' },
  },
  pl: {
    cs: { words: 'že nebo který která při jsou', letters: 'ěřů' },
    sk: { words: 'že sa aj čo ako alebo keď ktorý ktorá ktoré sú', letters: 'ľĺŕ' },
  },
  sv: {
    da: { words: 'ikke og ved dette hvis kun når være', letters: 'æø' },
    no: { words: 'ikke og å ved dette hvis når være etter', letters: 'æø' },
  },
  da: {
    sv: { words: 'inte för att är och från måste när', letters: 'äö' },
    no: { words: 'å av etter ble inn opp uten mellom' },
  },
  uk: { ru: { words: 'и что как его из если может это вы только быть нет когда чтобы', letters: 'ыэъё' } },
  ru: {
    uk: { words: 'і що як його якщо може з', letters: 'іїєґ' },
    bg: { words: 'ще са това която който бъде се може дали към този ако трябва във които със няма' },
  },
  kk: { ru: { words: 'и в для на с или при это что как из по вы его будет только если он к' } },
  bg: { ru: { words: 'для быть вы только этот если что чтобы его будет он нет когда', letters: 'ыэё' } },
  mk: { sr: { words: 'је у није са који као су када ће' } },
  id: {
    tl: { words: 'ang ng mga sa ay kung ito' },
    ms: {
      words:
        'bahawa kerana ialah iaitu selepas semasa sahaja cuba mahu nombor tiada sila ianya hendaklah awak semula ' +
        'saiz benarkan patut adakah bilik kesihatan kelajuan kerosakan berbeza perlukan esok berasa askar kemas imej fail ' +
        'butang skrin mesej tunjuk kandungan maklumat tamat mengandungi',
    },
  },
  ms: {
    id: {
      words:
        'bahwa karena setelah saja coba mau nomor uang bisa apakah kamu kau tapi sebuah memiliki harus menemukan ' +
        'tersisa selama kalau silakan butuh kesehatan kecepatan kerusakan berbeda kalian ingin bicara berkas tipe efek ' +
        'energi karakter ukuran daerah pesan dipakai memberikan valid tampilkan didukung sihir',
    },
  },
}

interface Sign {
  /** The letters or words, named in English. */
  readonly name: string
  readonly pattern: RegExp
  /** A text with fewer letters may lack the sign. */
  readonly lettersMin: number
  /** A missing sign is a warning only, because some good texts of that length lack it too. */
  readonly isDoubt?: true
}

const marks = (lettersMin: number, isDoubt?: true): Sign => ({
  name: 'letters with marks',
  pattern: /[\u00c0-\u024f\u1ea0-\u1eff]|\p{M}/u,
  lettersMin,
  ...(isDoubt && { isDoubt }),
})

/**
 * Letters that nearly every text of a language has from some length on. Lengths and severity as measured on texts that
 * people translated (docs/text-gate.md#texts-in-another-language).
 */
const SIGNS: Readonly<Record<string, Sign>> = {
  kk: { name: 'letters of Kazakh alone', pattern: /[әғқңөұүһі]/iu, lettersMin: 40 },
  ja: { name: 'kana', pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, lettersMin: 8 },
  vi: marks(20),
  cs: marks(60),
  hu: marks(60),
  tr: marks(60),
  pl: marks(60, true),
}

interface Language {
  /** The language's name in English. */
  readonly name: string
  readonly isLatin: boolean
  readonly isEastAsian: boolean
  /** A name or a rare word may have letters that the language's table lacks. */
  readonly hasRareLetters: boolean
  /** As the traits of a text call them (src/domain/text/traits.ts). */
  readonly letters: 'latin' | 'eastAsian' | 'otherLetter'
  readonly own: RegExp
  /** Indexed by UTF-16 code: 1 for letters of the script that the language does not have. Null means unknown. */
  readonly strange: Uint8Array | null
  /** Matches East Asian characters (Han, kana, Hangul) that the language does not use; null: it uses all of them. */
  readonly eastAsian: RegExp | null
  readonly sign: (typeof SIGNS)[string] | null
  /** True: another language than Chinese whose texts have characters of the Chinese reference. */
  readonly sharesReference: boolean
  readonly neighbours: Neighbours | null
}

interface Neighbours {
  /** Matches the beginning of a text that has a sign of one of them. Hot: runs over every text. */
  readonly any: RegExp
  readonly each: readonly { readonly name: string; readonly sign: RegExp }[]
}

/** Scripts of a tag that stands for several of them. Korean has no Han here, because texts of today have none. */
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
      letters: script === 'Latn' ? 'latin' : strange.length < EAST_ASIAN.length ? 'eastAsian' : 'otherLetter',
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

/** A pattern for these words, grouped by their first letter in either case: twice as fast as a flag and all words in a row. */
const byFirst = (words: readonly string[]): string =>
  [...Map.groupBy(words, (word) => word.charAt(0))]
    .map(([first, all]) => `[${first}${first.toUpperCase()}](?:${all.map((word) => word.slice(1)).join('|')})`)
    .join('|')

/** A table of the script's letters: 1 for each that is not in `letters`, in either case. */
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
