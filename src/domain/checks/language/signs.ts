// Letters that nearly every text of a language has from some length on. Lengths and severity as measured on texts that people
// translated (docs/text-gate.md#texts-in-another-language).

interface Sign {
  /** In English. */
  readonly name: string
  readonly pattern: RegExp
  /** Texts with fewer letters may lack it. */
  readonly lettersMin: number
  /** Some good texts of that length lack it too: a warning. */
  readonly isDoubt?: true
}

const marks = (lettersMin: number, isDoubt?: true): Sign => ({
  name: 'letters with marks',
  pattern: /[\u00c0-\u024f\u1ea0-\u1eff]|\p{M}/u,
  lettersMin,
  ...(isDoubt && { isDoubt }),
})

export const SIGNS: Readonly<Record<string, Sign>> = {
  kk: { name: 'letters of Kazakh alone', pattern: /[әғқңөұүһі]/iu, lettersMin: 40 },
  ja: { name: 'kana', pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, lettersMin: 8 },
  vi: marks(20),
  cs: marks(60),
  hu: marks(60),
  tr: marks(60),
  pl: marks(60, true),
}
