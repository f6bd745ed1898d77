// Writes src/domain/checks/advance-widths.ts from a TrueType font: `node scripts/widths/main.ts [FONT.ttf]`, by default DejaVu
// Sans where Debian's fonts-dejavu-core puts it. A text is measured by the same letters on every machine, so the widths are
// kept and no font is read at run time.
import { readFileSync, writeFileSync } from 'node:fs'

/** Latin to Cyrillic, Latin letters of Vietnamese, punctuation. Wide letters and others: src/domain/checks/room.ts. */
const BLOCKS = [
  [0x20, 0x52f],
  [0x1e00, 0x1eff],
  [0x2010, 0x205f],
] as const
const perLine = 96

const font = readFileSync(process.argv[2] ?? '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf')
const tableAt = (tag: string): number => {
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16)
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8)
  throw new Error(`The font has no table ${tag}.`)
}
const unitsPerEm = font.readUInt16BE(tableAt('head') + 18)
const widthCount = font.readUInt16BE(tableAt('hhea') + 34)
const glyphWidth = (glyph: number): number => font.readUInt16BE(tableAt('hmtx') + 4 * Math.min(glyph, widthCount - 1))

/** The subtable for the Basic Multilingual Plane: format 4. */
function charactersAt(): number {
  const cmap = tableAt('cmap')
  for (let at = cmap + 4; at < cmap + 4 + 8 * font.readUInt16BE(cmap + 2); at += 8) {
    const subtable = cmap + font.readUInt32BE(at + 4)
    if (font.readUInt16BE(subtable) === 4) return subtable
  }
  throw new Error('The font has no table of characters in format 4.')
}
const characters = charactersAt()
const segments = font.readUInt16BE(characters + 6) / 2
const [ends, starts] = [characters + 14, characters + 16 + 2 * segments]
const [deltas, offsets] = [starts + 2 * segments, starts + 4 * segments]

/** 0: the font has none. */
function glyphOf(code: number): number {
  let segment = 0
  while (font.readUInt16BE(ends + 2 * segment) < code) segment++
  const start = font.readUInt16BE(starts + 2 * segment)
  if (start > code) return 0
  const [delta, offset] = [font.readUInt16BE(deltas + 2 * segment), font.readUInt16BE(offsets + 2 * segment)]
  if (offset === 0) return (code + delta) & 0xffff
  const glyph = font.readUInt16BE(offsets + 2 * segment + offset + 2 * (code - start))
  return glyph === 0 ? 0 : (glyph + delta) & 0xffff
}

/** In 1/100 em; the width of `n` where the font has no glyph; 0 for marks, which stand on the letter before. */
function widthOf(code: number): number {
  if (/[\p{M}\p{Cc}\p{Cf}]/u.test(String.fromCharCode(code))) return 0
  const glyph = glyphOf(code)
  return Math.round((100 * glyphWidth(glyph === 0 ? glyphOf(0x6e) : glyph)) / unitsPerEm)
}

const lineOf = (from: number, to: number): string => {
  let line = ''
  for (let code = from; code <= to; code++) line += String.fromCharCode(0x23 + Math.round(widthOf(code) / 2))
  return `    '${line.replace(/[\\']/g, (sign) => `\\${sign}`)}',\n`
}
const blockOf = ([from, to]: readonly [number, number]): string => {
  let lines = ''
  for (let at = from; at <= to; at += perLine) lines += lineOf(at, Math.min(to, at + perLine - 1))
  return `  [0x${from.toString(16)}, [\n${lines}  ].join('')],\n`
}
writeFileSync(
  new URL('../../src/domain/checks/advance-widths.ts', import.meta.url),
  `// Made by scripts/widths from DejaVu Sans: advance widths in 1/50 em, a sign a character: code 35 is 0. Do not edit.

/** The first character's code, and the widths from it on. */
export const ADVANCE_WIDTHS: readonly (readonly [first: number, widths: string])[] = [
${BLOCKS.map(blockOf).join('')}]
`,
)
