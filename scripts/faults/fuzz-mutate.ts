// Inputs made of inputs: bytes turned, cut, doubled and moved, words that readers look for put in, halves of two joined.
import type { Dice } from '../../test/support/dice.ts'

/** What means something to a reader of game text, a body, a path or a number. */
const WORDS = [
  '{ } [ ] < > ( ) " \' \\ / : ; , = | # % & ? \t \n \r\n \0 \u00a0 \u2028 \ufeff \ufffd \u202e',
  '{0} %s %d %1$s <b> </b> <b/> &amp; &#x0; &#1114112; <!-- --> <![CDATA[ ]]> <!DOCTYPE <?xml ?> xml:space="preserve"',
  'msgid "" msgstr msgid_plural msgctxt #, fuzzy #| #~ old new: translate strings: - | > >- ? !!str &a *a <<: --- ...',
  'null true -1 0 1e309 1e-7 0x10 99999999999999999999 NaN __proto__ constructor toString \\u0000 \\ud800 \\u{110000}',
  '../ ..%2f %2e%2e/ %00 %ff + // ..\\ C:\\ con ~ .git package.json',
  'en uk items fields core,layers limit=100 cursor= csrf=TOKEN tools/call jsonrpc method params arguments row_id text',
  '0000000000000001 й 漢字 🎮 ı İ ß e\u0301 \u200b',
].flatMap((words) => words.split(' '))
const NUMBERS = ['-1', '0', '1', '65536', '4294967296', '9007199254740993', '1e400', '']

type Change = (bytes: Buffer, dice: Dice, other: Buffer) => Buffer

const spanOf = (bytes: Buffer, dice: Dice): readonly [number, number] => {
  const from = dice.below(bytes.length + 1)
  return [from, Math.min(bytes.length, from + 1 + dice.below(dice.chance(0.8) ? 8 : 400))]
}
const joined = (bytes: Buffer, from: number, to: number, ...between: readonly Uint8Array[]): Buffer =>
  Buffer.concat([bytes.subarray(0, from), ...between, bytes.subarray(to)])

const CHANGES: readonly Change[] = [
  function turnsABit(bytes, dice) {
    const turned = Buffer.from(bytes)
    const at = dice.below(turned.length)
    if (turned.length > 0) turned[at] = (turned[at] as number) ^ (1 << dice.below(8))
    return turned
  },
  (bytes, dice) => bytes.subarray(0, dice.below(bytes.length + 1)),
  (bytes, dice) => joined(bytes, ...spanOf(bytes, dice)),
  function putsAWordIn(bytes, dice) {
    const at = dice.below(bytes.length + 1)
    return joined(bytes, at, at, Buffer.from(dice.pick(WORDS)))
  },
  (bytes, dice) => joined(bytes, ...spanOf(bytes, dice), Buffer.from(dice.pick(WORDS))),
  function repeatsASpan(bytes, dice) {
    const [from, to] = spanOf(bytes, dice)
    const times = dice.chance(0.9) ? 1 + dice.below(4) : dice.below(400)
    return joined(bytes, to, to, ...Array.from({ length: times }, () => bytes.subarray(from, to)))
  },
  function changesANumber(bytes, dice) {
    const text = bytes.toString('latin1')
    const numbers = [...text.matchAll(/\d+/g)]
    if (numbers.length === 0) return bytes
    const { index, 0: found } = dice.pick(numbers)
    return joined(bytes, index, index + found.length, Buffer.from(dice.pick(NUMBERS)))
  },
  (bytes, dice, other) => {
    const [from, to] = spanOf(other, dice)
    return joined(bytes, ...spanOf(bytes, dice), other.subarray(from, to))
  },
  (bytes, dice, other) =>
    Buffer.concat([bytes.subarray(0, dice.below(bytes.length + 1)), other.subarray(dice.below(other.length + 1))]),
]

/** One to four changes of an input; of at most `bytesMax`. */
export function mutated(bytes: Buffer, other: Buffer, dice: Dice, bytesMax: number): Buffer {
  let made = bytes
  for (let times = 1 + dice.below(4); times > 0; times--) made = dice.pick(CHANGES)(made, dice, other)
  return Buffer.from(made.subarray(0, bytesMax))
}

/** An input with one piece of it, at or behind this place, repeated until it has about so many bytes. */
export function blownUp(bytes: Buffer, dice: Dice, sizeBytes: number, behind = 0): Buffer {
  if (bytes.length === 0) return bytes
  const from = behind + dice.below(bytes.length - behind)
  const piece = bytes.subarray(from, from + 1 + dice.below(Math.min(60, bytes.length - from)))
  const pieces = Buffer.from(piece)
    .toString('latin1')
    .repeat(Math.floor(sizeBytes / piece.length))
  return joined(bytes, from, from, Buffer.from(pieces, 'latin1'))
}
