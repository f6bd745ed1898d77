// The vocabulary of the token grammar (docs/tokens.md#kinds): which kinds there are, which class each has, and the
// shape the scanner gives them in. Must tokens stay word for word and as often; cosmetic ones should stay.

/** Whether captions of tags in angle brackets are part of the token (`keep`) or text to translate (`free`). */
export type CaptionPolicy = 'keep' | 'free'

export type TokenClass = 'must' | 'cos'

/** In the order in which the grammar tries them. */
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

export type TokenKind = keyof typeof TOKEN_CLASSES

export interface Token {
  readonly kind: TokenKind
  readonly class: TokenClass
  /** UTF-16 offsets into the scanned text, end exclusive. */
  readonly start: number
  readonly end: number
  /** What must stay, and the key in a row card: the token itself; of a term tag under `free` its tail. */
  readonly text: string
  /** Where in `text` the caption ends and the fixed tail begins; 0 when the token has no caption. */
  readonly tailAt: number
}

export interface Scan {
  /** Ascending, never overlapping. */
  readonly tokens: readonly Token[]
  /** Braces that are part of no token. */
  readonly loneOpen: number
  readonly loneClose: number
}
