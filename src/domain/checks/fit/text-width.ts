// How wide players see a text, in letters of mean width: 0.6 em of DejaVu Sans, whatever font the game has. So `щ` counts
// more than `i`, and Han about 1.7. Tokens count nothing, as in other lengths. Hot (every short text): a table.

import type { Token } from '../../text/token-kinds.ts'
import { ADVANCE_WIDTHS } from './advance-widths.ts'

/** In 1/100 em, like all widths here. */
const meanLetter = 60
const wideLetter = 100

/** Ranges that the font lacks or draws otherwise. */
const OTHERS: readonly (readonly [first: number, last: number, width: number])[] = [
  // East Asian letters and full-width forms; half-width ones, and each half of a surrogate pair.
  [0x1100, 0x115f, wideLetter],
  [0x2e80, 0xa4cf, wideLetter],
  [0xac00, 0xd7a3, wideLetter],
  [0xf900, 0xfaff, wideLetter],
  [0xfe30, 0xfe4f, wideLetter],
  [0xff01, 0xff60, wideLetter],
  [0xffe0, 0xffe6, wideLetter],
  [0xff61, 0xff9f, wideLetter / 2],
  [0xd800, 0xdfff, wideLetter / 2],
  // Marks of Hebrew, Arabic, Thai and kana; invisible characters.
  [0x0591, 0x05bd, 0],
  [0x064b, 0x065f, 0],
  [0x0e31, 0x0e31, 0],
  [0x0e34, 0x0e3a, 0],
  [0x0e47, 0x0e4e, 0],
  [0x3099, 0x309a, 0],
  [0x200b, 0x200f, 0],
  [0xfe00, 0xfe0f, 0],
]

const WIDTHS = new Uint8Array(0x10000).fill(meanLetter)
for (const [first, widths] of ADVANCE_WIDTHS)
  for (let at = 0; at < widths.length; at++) WIDTHS[first + at] = 2 * (widths.charCodeAt(at) - 0x23)
for (const [first, last, width] of OTHERS) WIDTHS.fill(width, first, last + 1)

/** Of the widest line; `text` has LF line ends. */
export function lettersWide(text: string, tokens: readonly Token[]): number {
  let widest = 0
  let width = 0
  let from = 0
  for (const { kind, start, end } of tokens) {
    for (let at = from; at < start; at++) width += WIDTHS[text.charCodeAt(at)] as number
    from = end
    if (kind !== 'lineBreak') continue
    widest = Math.max(widest, width)
    width = 0
  }
  for (let at = from; at < text.length; at++) width += WIDTHS[text.charCodeAt(at)] as number
  return Math.ceil(Math.max(widest, width) / meanLetter)
}
