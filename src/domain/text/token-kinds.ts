// The kinds of tokens in a text (docs/tokens.md#kinds) and their classes. `must` tokens have to stay word for word and as
// often; `cosmetic` ones should stay.

/** `free`: parts that the target language decides, such as the branches of a plural; never compared. */
type TokenClass = 'must' | 'cos' | 'free'

/** In the order of the grammar. */
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
export const OTHER_CLASSES = {
  placeholder: 'must',
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
  /** UTF-16 offsets, end exclusive. */
  readonly start: number
  readonly end: number
  /** The part that must stay: the whole token, or the part after the caption if captions are translated. */
  readonly text: string
  /** Where the fixed part after the caption starts; 0: no caption. */
  readonly tailAt: number
}

export interface Scan {
  /** Ascending, never overlapping. */
  readonly tokens: readonly Token[]
  /** Braces outside tokens. */
  readonly loneOpen: number
  readonly loneClose: number
}
