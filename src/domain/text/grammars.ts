// What other games write into their texts, as tables (docs/another-game.md#markup): each grammar is a list of kinds, each kind a
// pattern that begins with a known character. The texts of a store are read by those grammars that its markup names; where several
// fit, the first of the list wins. Linear: each pattern stops at the next character with which it could begin.
import { type GrammarName, grammarsOf, type Markup, ownTokensOf } from '../profile.ts'
import { ownKinds, ownStarts } from '../own-tokens.ts'

// The kinds of tokens in a text (docs/tokens.md#kinds) and their classes. `must` tokens have to stay word for word and as
// often; `cosmetic` ones should stay.

/** `free`: parts that the target language decides, such as the branches of a plural; never compared. */
type TokenClass = 'must' | 'cos' | 'free'

/** The class of each kind, in the order of the grammar. */
export const TOKEN_CLASSES = {
  xml: 'must',
  term: 'must',
  plain: 'must',
  link: 'must',
  formula: 'must',
  function: 'must',
  number: 'must',
  dollar: 'must',
  date: 'must',
  emote: 'must',
  brace: 'must',
  percent: 'must',
  printf: 'must',
  clock: 'must',
  colour: 'cos',
  close: 'cos',
  style: 'cos',
  lineBreak: 'cos',
  carriageReturn: 'cos',
  tab: 'cos',
} as const satisfies Record<string, TokenClass>

/** Kinds that only other games have (docs/another-game.md#markup). */
const OTHER_CLASSES = {
  placeholder: 'must',
  ordered: 'must',
  open: 'must',
  shut: 'must',
  tag: 'must',
  control: 'must',
  plural: 'must',
  branch: 'free',
  effect: 'cos',
  escape: 'cos',
} as const satisfies Record<string, TokenClass>

export type TokenKind = keyof typeof TOKEN_CLASSES | keyof typeof OTHER_CLASSES

export interface Token {
  readonly kind: TokenKind
  readonly class: TokenClass
  /** Where the token lies, in UTF-16 units, the end exclusive. */
  readonly start: number
  readonly end: number
  /** The part that must stay: the whole token, or the part after the caption if captions are translated. */
  readonly text: string
  /** Where the fixed part after the caption starts; 0: no caption. */
  readonly tailAt: number
}

export interface Scan {
  /** The tokens in the order of the text; none overlap. */
  readonly tokens: readonly Token[]
  /** The numbers of braces outside tokens. */
  readonly loneOpen: number
  readonly loneClose: number
}

const HEAD = /\{\s*[\w.-]{1,64}\s*,\s*(?:plural|select|selectordinal)\s*,(?:\s*offset:\d{1,9})?/y
/** Java's, `{0,choice,0#no eggs|1#an egg|1<{0} eggs}`. */
const CHOICE = /\{\s*\d{1,9}\s*,\s*choice\s*,/y
const BRANCH = /\s*(?:=\d{1,9}|[\w-]{1,64})\s*\{/y
const VALUE = /\{[^{}]*\}/y
const END = /\s*\}/y
/** Branches that are nested deeper are read as lone braces, so that time stays linear. */
const depthMax = 6

type Add = (kind: TokenKind, start: number, end: number) => void
type Found = readonly [kind: TokenKind, start: number, end: number]

/**
 * Reads a plural, select or choice of an ICU message, `{count, plural, one {# coin} other {# coins}}`. Its head must stay;
 * which branches there are, and how often each value stands in them, is decided by the target language. Returns the end
 * of the plural; −1: none begins here, and nothing was added.
 */
function readPlural(text: string, at: number, add: Add): number {
  if (text[at] !== '{') return -1
  const found: Found[] = []
  const end = plural(text, at, found, 0)
  if (end > 0) for (const [kind, from, to] of found) add(kind, from, to)
  return end
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

function plural(text: string, at: number, found: Found[], depth: number): number {
  const choice = endOf(CHOICE, text, at)
  const head = Math.max(choice, endOf(HEAD, text, at))
  if (head < 0 || depth === depthMax) return -1
  found.push([depth === 0 ? 'plural' : 'branch', at, head])
  if (choice > 0) return branch(text, head, found, depth)
  for (let from = head; ; ) {
    const end = endOf(END, text, from)
    if (end > 0) {
      found.push(['branch', from, end])
      return end
    }
    const open = endOf(BRANCH, text, from)
    if (open < 0) return -1
    found.push(['branch', from, open])
    from = branch(text, open, found, depth)
    if (from < 0) return -1
  }
}

/** Reads a branch's text; returns the end of its closing brace. */
function branch(text: string, from: number, found: Found[], depth: number): number {
  for (let at = from; at < text.length; ) {
    const code = text[at]
    if (code === '}') {
      found.push(['branch', at, at + 1])
      return at + 1
    }
    if (code === '#') found.push(['branch', at, at + 1])
    if (code !== '{') {
      at++
      continue
    }
    const value = endOf(VALUE, text, at)
    if (value > 0) found.push(['branch', at, value])
    const end = value > 0 ? value : plural(text, at, found, depth + 1)
    if (end < 0) return -1
    at = end
  }
  return -1
}

const SELECT = /\{[^{}"]*->/y
const SELECT_PART = /\{[^{}"]*->|\{[^{}]*\}|\*?\[[^[\]{}\n]*\]|\}/g

/**
 * Reads a select of Fluent, `{ $n -> [one] One egg *[other] { $n } eggs }`. Its head must stay; variants and what stands in them are the
 * target language's, as in a plural of ICU. Returns its end; −1: none begins here, and nothing was added.
 */
function readSelect(text: string, at: number, add: Add): number {
  const head = endOf(SELECT, text, at)
  if (head < 0) return -1
  const found: Found[] = [['plural', at, head]]
  let depth = 1
  SELECT_PART.lastIndex = head
  for (let part = SELECT_PART.exec(text); part !== null; part = SELECT_PART.exec(text)) {
    const [whole] = part
    found.push(['branch', part.index, SELECT_PART.lastIndex])
    if (whole.endsWith('->')) depth++
    else if (whole === '}') depth--
    if (depth > depthMax) return -1
    if (depth > 0) continue
    for (const [kind, from, to] of found) add(kind, from, to)
    return SELECT_PART.lastIndex
  }
  return -1
}

interface Kind {
  readonly kind: TokenKind
  /** The characters with which it may begin. */
  readonly at: string
  /** The expression for a token, with the flag `y`, so that it matches at one place. */
  readonly pattern: RegExp
}

interface Grammar {
  readonly kinds: readonly Kind[]
  /** True: a finding tells when a text has more braces outside tokens than its source. */
  readonly countsBraces?: true
  /** Reads what no pattern can, before the patterns. */
  readonly read?: (text: string, at: number, add: (kind: TokenKind, start: number, end: number) => void) => number
}

const CONVERSION = String.raw`[-+0#]*\d*(?:\.\d+)?(?:hh?|ll?|[jztLq])?[sdiufFeEgGxXoscp@]`
const BBCODE =
  'b|i|u|s|p|br|hr|lb|rb|color|bgcolor|fgcolor|font|font_size|outline_size|outline_color|size|url|img|center|left|right|fill|indent|' +
  'table|cell|ul|ol|li|code|hint|dropcap|lang|wave|tornado|shake|fade|rainbow|pulse|kbd'

const GRAMMARS: Readonly<Record<GrammarName, Grammar>> = {
  printf: {
    kinds: [
      { kind: 'percent', at: '%', pattern: /%%/y },
      { kind: 'placeholder', at: '%', pattern: new RegExp(String.raw`%\d+\$${CONVERSION}`, 'y') },
      { kind: 'placeholder', at: '%', pattern: new RegExp(String.raw`%\(\w{1,64}\)${CONVERSION}`, 'y') },
      // "50%damage" is a percentage, "5%d" is a conversion.
      {
        kind: 'printf',
        at: '%',
        pattern: new RegExp(String.raw`(?<![\d}])%${CONVERSION}|%${CONVERSION}(?![\p{L}\d_])`, 'uy'),
      },
    ],
  },
  qt: {
    kinds: [
      { kind: 'placeholder', at: '%', pattern: /%L?\d{1,2}(?!\$)/y },
      // The number of a plural: a form such as "one file" may leave it out.
      { kind: 'effect', at: '%', pattern: /%L?n(?![\p{L}\d_])/uy },
    ],
  },
  icu: {
    kinds: [{ kind: 'brace', at: '{', pattern: /\{[^{}]*\}/y }],
    countsBraces: true,
    read: readPlural,
  },
  braces: {
    kinds: [
      { kind: 'brace', at: '{', pattern: /\{\{[^{}]*\}\}/y },
      { kind: 'brace', at: '{', pattern: /\{[^{}]*\}/y },
      { kind: 'placeholder', at: '$', pattern: /\$t\([^()$]*\)/y },
    ],
    countsBraces: true,
  },
  tags: {
    kinds: [{ kind: 'tag', at: '<', pattern: /<\/?[A-Za-z#][^<>]*>/y }],
  },
  bbcode: {
    kinds: [{ kind: 'tag', at: '[', pattern: new RegExp(String.raw`\[\/?(?:${BBCODE})(?:[= ][^[\]]*)?\]`, 'y') }],
  },
  rpgmaker: {
    kinds: [
      { kind: 'effect', at: '\\', pattern: /\\[Cc]\[[^[\]\\]*\]|\\[{}$.|!><^]/y },
      // A name has a number; elsewhere `\n[font=bold]` is a line break before a tag.
      {
        kind: 'control',
        at: '\\',
        pattern: /\\(?!n\[\D)[A-Za-z]{1,32}(?:\[[^[\]\\]*\]|<[^<>\\]*>)|\\[Gg](?![A-Za-z])/y,
      },
    ],
  },
  renpy: {
    kinds: [
      { kind: 'escape', at: '[{', pattern: /\[\[|\{\{/y },
      { kind: 'placeholder', at: '[', pattern: /\[[^[\]]+\]/y },
      { kind: 'tag', at: '{', pattern: /\{[^{}]*\}/y },
    ],
  },
  fluent: {
    kinds: [
      { kind: 'brace', at: '{', pattern: /\{[ \t]*"(?:[^"\\{}]|\\.|[{}](?="))*"[ \t]*\}/y },
      { kind: 'brace', at: '{', pattern: /\{[^{}]*\}/y },
    ],
    countsBraces: true,
    read: readSelect,
  },
  paradox: {
    kinds: [
      { kind: 'placeholder', at: '$', pattern: /\$[A-Za-z_][\w.|%+=*-]*\$/y },
      { kind: 'placeholder', at: '[', pattern: /\[[^[\]\n]+\]/y },
      { kind: 'tag', at: '£', pattern: /£[\w|.]+£?/y },
      { kind: 'tag', at: '@', pattern: /@\w+!/y },
      { kind: 'effect', at: '§', pattern: /§[A-Za-z\d!]/y },
      { kind: 'effect', at: '#', pattern: /#!|#[A-Za-z][\w;:.]*(?= )/y },
    ],
  },
  factorio: {
    kinds: [
      { kind: 'plural', at: '_', pattern: /__plural_for_parameter_{1,2}\d{1,3}_{1,2}\{/y },
      { kind: 'placeholder', at: '_', pattern: /__\d{1,3}__/y },
      // The game's own name of a thing, for which a translator may write one that the sentence needs.
      { kind: 'effect', at: '_', pattern: /__[A-Z]+(?:_[A-Z]+)*(?:__\d)?__[a-zA-Z\d]+(?:[-_][a-zA-Z\d]+)*__/y },
      {
        kind: 'tag',
        at: '[',
        pattern: /\[(?:item|entity|fluid|recipe|technology|virtual-signal|tile|planet)=[^[\]\n]+\]/y,
      },
    ],
  },
  escapes: {
    kinds: [{ kind: 'escape', at: '\\', pattern: /\\(?:u[0-9A-Fa-f]{4}|[ntr"'\\])/y }],
  },
}

/** White space, which every game has. */
const WHITE_SPACE: readonly Kind[] = [
  { kind: 'lineBreak', at: '\n', pattern: /\n/y },
  { kind: 'carriageReturn', at: '\r', pattern: /\r/y },
  { kind: 'tab', at: '\t', pattern: /\t/y },
]

/** Characters with which a token of any grammar may begin. */
export const grammarStarts: ReadonlySet<string> = new Set(
  [ownStarts, ...Object.values(GRAMMARS).flatMap(({ kinds }) => kinds.map(({ at }) => at))].flatMap((at) =>
    Array.from(at),
  ),
)

const CLASSES = { ...TOKEN_CLASSES, ...OTHER_CLASSES }

interface Compiled {
  /** The kinds of tokens, by the code of the first character. */
  readonly kinds: ReadonlyMap<number, readonly Kind[]>
  readonly readers: readonly NonNullable<Grammar['read']>[]
  readonly countsBraces: boolean
}

const compiled = new Map<Markup, Compiled>()

function compile(markup: Markup): Compiled {
  const grammars = grammarsOf(markup).map((name) => GRAMMARS[name])
  const kinds = new Map<number, Kind[]>()
  // What a team says of its own game goes first.
  for (const kind of [
    ...ownKinds(ownTokensOf(markup)),
    ...grammars.flatMap((grammar) => grammar.kinds),
    ...WHITE_SPACE,
  ]) {
    for (const start of kind.at) {
      const code = start.charCodeAt(0)
      const same = kinds.get(code)
      if (same === undefined) kinds.set(code, [kind])
      else same.push(kind)
    }
  }
  return {
    kinds,
    readers: grammars.flatMap(({ read }) => (read === undefined ? [] : [read])),
    countsBraces: grammars.some(({ countsBraces }) => countsBraces === true),
  }
}

/** Finds the tokens of a text of another game, whose markup this is. */
export function scanByGrammars(text: string, markup: Markup): Scan {
  let grammar = compiled.get(markup)
  if (grammar === undefined) compiled.set(markup, (grammar = compile(markup)))
  const tokens: Token[] = []
  const add = (kind: TokenKind, start: number, end: number): void => {
    tokens.push({ kind, class: CLASSES[kind], start, end, text: text.slice(start, end), tailAt: 0 })
  }
  let [loneOpen, loneClose] = [0, 0]
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const end = tokenEnd(text, at, grammar.kinds.get(code), grammar.readers, add)
    if (end > at) {
      at = end
      continue
    }
    if (grammar.countsBraces && code === 0x7b) loneOpen++
    if (grammar.countsBraces && code === 0x7d) loneClose++
    at++
  }
  return { tokens, loneOpen, loneClose }
}

/** The end of the token that begins here; −1: none does. */
function tokenEnd(
  text: string,
  at: number,
  kinds: readonly Kind[] | undefined,
  readers: Compiled['readers'],
  add: (kind: TokenKind, start: number, end: number) => void,
): number {
  if (kinds === undefined) return -1
  for (const read of readers) {
    const end = read(text, at, add)
    if (end > at) return end
  }
  for (const { kind, pattern } of kinds) {
    pattern.lastIndex = at
    if (!pattern.test(text)) continue
    add(kind, at, pattern.lastIndex)
    return pattern.lastIndex
  }
  return -1
}
