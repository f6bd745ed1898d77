// What other games write into their texts, as tables (docs/another-game.md#markup): each grammar is a list of kinds, each kind a
// pattern that begins with a known character. The texts of a store are read by those grammars that its markup names; where several
// fit, the first of the list wins. Linear: each pattern stops at the next character with which it could begin.
import { readPlural } from './icu-plural.ts'
import { GRAMMAR_NAMES, type GrammarName, type Markup } from '../profile.ts'
import { OTHER_CLASSES, type Scan, type Token, TOKEN_CLASSES, type TokenKind } from './token-kinds.ts'

interface Kind {
  readonly kind: TokenKind
  /** The characters with which it may begin. */
  readonly at: string
  /** Sticky. */
  readonly pattern: RegExp
}

interface Grammar {
  readonly kinds: readonly Kind[]
  /** A brace outside tokens is told when a text has more of them than its source. */
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
      { kind: 'control', at: '\\', pattern: /\\[A-Za-z]{1,32}(?:\[[^[\]\\]*\]|<[^<>\\]*>)|\\[Gg](?![A-Za-z])/y },
    ],
  },
  renpy: {
    kinds: [
      { kind: 'escape', at: '[{', pattern: /\[\[|\{\{/y },
      { kind: 'placeholder', at: '[', pattern: /\[[^[\]]+\]/y },
      { kind: 'tag', at: '{', pattern: /\{[^{}]*\}/y },
    ],
  },
  escapes: {
    kinds: [{ kind: 'escape', at: '\\', pattern: /\\(?:u[0-9A-Fa-f]{4}|[ntr"'\\])/y }],
  },
}

/** In every game. */
const WHITE_SPACE: readonly Kind[] = [
  { kind: 'lineBreak', at: '\n', pattern: /\n/y },
  { kind: 'carriageReturn', at: '\r', pattern: /\r/y },
  { kind: 'tab', at: '\t', pattern: /\t/y },
]

/** Characters with which a token of any grammar may begin. */
export const grammarStarts: ReadonlySet<string> = new Set(
  Object.values(GRAMMARS).flatMap(({ kinds }) => kinds.flatMap(({ at }) => Array.from(at))),
)

const CLASSES = { ...TOKEN_CLASSES, ...OTHER_CLASSES }

interface Compiled {
  /** By the code of the first character. */
  readonly kinds: ReadonlyMap<number, readonly Kind[]>
  readonly readers: readonly NonNullable<Grammar['read']>[]
  readonly countsBraces: boolean
}

const compiled = new Map<Markup, Compiled>()

/** The names in a markup `+printf,tags`, in the order of the table; unknown ones are left out. */
const grammarsOf = (markup: Markup): readonly GrammarName[] => {
  const named = new Set(markup.slice(1).split(','))
  return GRAMMAR_NAMES.filter((name) => named.has(name))
}

function compile(markup: Markup): Compiled {
  const grammars = grammarsOf(markup).map((name) => GRAMMARS[name])
  const kinds = new Map<number, Kind[]>()
  for (const kind of [...grammars.flatMap((grammar) => grammar.kinds), ...WHITE_SPACE]) {
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

/** `markup`: of another game. */
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

/** −1: no token begins here. */
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
