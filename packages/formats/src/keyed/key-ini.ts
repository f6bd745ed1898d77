// A game's own INI (Factorio's .cfg, Unreal's .int, .lang): `key=text` below a `[section]`, a text a line.
// Texts stand as they are, but for quotes around a whole one; numbers, true and false are left alone.
import { linesIn, remarkAbove, SEMICOLON, withoutBlanks } from './lines.ts'
import {
  joinedKey,
  type KeyedDocument,
  type KeyedFormat,
  type KeyedSide,
  KeyedTexts,
  spelledKey,
} from './keyed-format.ts'

export const keyIni: KeyedFormat = {
  name: 'INI',
  meaning: 'INI ([section], key=text)',
  files: /\.(?:ini|cfg|int|lang)$/i,
  isByName: true,
  looksLike: (start) => /^[ \t]*(?:\[[^\]\n]+\][ \t]*\r?$|[^\s=;#[][^=\n]*=)/m.test(start),
  read: readIni,
  write: (before, text) => (before === text ? before : text.replaceAll(/\r\n?|\n/g, '\\n')),
}

const SECTION = /^[ \t]*\[(.*)\][ \t\r]*$/
const NO_TEXT = /^(?:[-+]?[\d.,]+%?|true|false|yes|no|on|off)$/i

function readIni(document: string, file: string, side: KeyedSide): KeyedDocument {
  const texts = new KeyedTexts(document, file, side)
  let section = ''
  for (const { number, start, text: whole } of linesIn(document)) {
    const trimmed = withoutBlanks(whole)
    if (trimmed === '' || /^[;#]/.test(trimmed)) continue
    const named = SECTION.exec(whole)?.[1]
    if (named !== undefined) section = withoutBlanks(named)
    else addEntry(texts, document, whole, section, number, start)
  }
  return texts.done()
}

function addEntry(texts: KeyedTexts, document: string, whole: string, section: string, line: number, at: number): void {
  const equals = whole.indexOf('=')
  const name = withoutBlanks(whole.slice(0, Math.max(equals, 0)))
  if (equals === -1 || name === '') {
    texts.leaveOut('row', line, whole.trim())
    return
  }
  const value = whole.slice(equals + 1)
  const text = withoutBlanks(value)
  if (NO_TEXT.test(text)) return
  const path = section === '' ? [name] : [section, name]
  const key = joinedKey(path, '.')
  if (key === null) {
    texts.leaveOut('joined_key', line, name)
    return
  }
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"')
  const start = at + equals + 1 + (text === '' ? 0 : value.indexOf(text)) + (isQuoted ? 1 : 0)
  const own = isQuoted ? text.slice(1, -1) : text
  const remark = remarkAbove(document, at, SEMICOLON)
  texts.add({ key, text: own, line, start, end: start + own.length, remark }, spelledKey(path))
}
