// CHAT_03: a translator's remark after the text or in brackets ("(Note: I kept the name.)"), if the source has none.

import { lineBreaksOf, TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'

export const closingNote = contentCheck(
  'CHAT_03',
  'machine',
  TRAIT.lineBreak | TRAIT.bracket | TRAIT.asteriskOrUnderscore,
  ({ source, sourceScan, text, textTraits }) => {
    const { mask, lineBreaks } = textTraits
    const found =
      ((mask & (TRAIT.bracket | TRAIT.asteriskOrUnderscore)) !== 0 ? unlike(inBrackets, text, source) : null) ??
      (lineBreaks > 0 && lineBreaks > lineBreaksOf(sourceScan) ? unlike(lastLine, text, source) : null)
    if (found === null) return null
    return {
      message: `The text ends in a remark that the source does not have (${nameOf(found)}): send the translation alone.`,
      details: { found },
    }
  },
)

const NOTE = String.raw`(?:translator['’]?s?\s+)?(?:notes?\b|n\.b\.|p\.s\.|explanation|clarification)|примітк|зауваж|пояснення|примечани|пояснени|заўвага|забележка|uwag[ai]|poznámk|hinweis|anmerkung|remarque|nota\b|not:|ghi chú|catatan|注[:：]|注意[:：]`
const OPENING = /[([*_]/g
/** A remark after an opening bracket, asterisk or underscore. */
const NOTE_THERE = new RegExp(String.raw`.\s{0,3}(?:${NOTE})[^\n]{0,40}?[:：—-]`, 'iuy')
const LAST = new RegExp(
  String.raw`^[\s([*_-]{0,6}(?:${NOTE}|please\b|let me know|i(?:['’]ve|['’]m| have| kept| hope| used| translated| left| preserved)\b|if you\b|feel free|hope this|this translation|is there anything|якщо (?:вам(?!\p{L})|ви(?!\p{L})|потріб)|дайте знати|сподіваюс|я (?:зберіг|залиши|перекла)|если (?:вам(?!\p{L})|вы(?!\p{L})|нужн)|надеюсь|я (?:сохрани|остави|перев)|jeśli chcesz|falls sie|si vous|si quieres|se quiser|se vuoi)`,
  'iu',
)

function unlike(find: (text: string) => string | null, text: string, source: string): string | null {
  const found = find(text)
  return found !== null && find(source) === null ? found : null
}

function inBrackets(text: string): string | null {
  OPENING.lastIndex = 0
  while (OPENING.test(text)) {
    NOTE_THERE.lastIndex = OPENING.lastIndex - 1
    const found = NOTE_THERE.exec(text)?.[0]
    if (found !== undefined) return found
  }
  return null
}

function lastLine(text: string): string | null {
  const trimmed = text.trimEnd()
  const line = trimmed.slice(trimmed.lastIndexOf('\n') + 1)
  return LAST.test(line) ? line : null
}
