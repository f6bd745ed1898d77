// A game's own INI (Factorio's .cfg, Unreal's .int, .lang): `key=text` below a `[section]`, a text a line.
// Texts stand as they are, but for quotes around a whole one; numbers, true and false are left alone. `+key=text` adds to a list in
// Unreal, so each has a text of its own: `+key`, `+key[1]`.
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
  // What Kerbal Space Program calls .cfg has braces in lines of their own.
  looksLike: (start) =>
    !/^[ \t]*\{[ \t]*\r?$/m.test(start) && /^[ \t]*(?:\[[^\]\n]+\][ \t]*\r?$|[^\s=;#[][^=\n]*=)/m.test(start),
  read: readIni,
  write: (before, text) => (before === text ? before : text.replaceAll(/\r\n?|\n/g, '\\n')),
}

const SECTION = /^[ \t]*\[(.*)\][ \t\r]*$/
const NO_TEXT = /^(?:[-+]?[\d.,]+%?|true|false|yes|no|on|off)$/i

function readIni(document: string, file: string, side: KeyedSide): KeyedDocument {
  const texts = new KeyedTexts(document, file, side)
  const within: Within = { section: '', added: new Map() }
  for (const { number, start, text: whole } of linesIn(document)) {
    const trimmed = withoutBlanks(whole)
    if (trimmed === '' || /^[;#]/.test(trimmed)) continue
    const named = SECTION.exec(whole)?.[1]
    if (named !== undefined) within.section = withoutBlanks(named)
    else addEntry(texts, document, whole, within, number, start)
  }
  return texts.done()
}

interface Within {
  section: string
  /** How many texts each `+key` has so far, by section and key. */
  readonly added: Map<string, number>
}

function addEntry(texts: KeyedTexts, document: string, whole: string, within: Within, line: number, at: number): void {
  const equals = whole.indexOf('=')
  const name = withoutBlanks(whole.slice(0, Math.max(equals, 0)))
  if (equals === -1 || name === '') {
    texts.leaveOut('row', line, whole.trim())
    return
  }
  const value = whole.slice(equals + 1)
  const text = withoutBlanks(value)
  if (NO_TEXT.test(text)) return
  const own = name.startsWith('+') ? numbered(name, within) : name
  const path = within.section === '' ? [own] : [within.section, own]
  const key = joinedKey(path, '.')
  if (key === null) {
    texts.leaveOut('joined_key', line, name)
    return
  }
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"')
  const start = at + equals + 1 + (text === '' ? 0 : value.indexOf(text)) + (isQuoted ? 1 : 0)
  const inside = isQuoted ? text.slice(1, -1) : text
  const remark = remarkAbove(document, at, SEMICOLON)
  texts.add({ key, text: inside, line, start, end: start + inside.length, remark }, spelledKey(path))
}

function numbered(name: string, { section, added }: Within): string {
  const list = `${section}\0${name}`
  const at = added.get(list) ?? 0
  added.set(list, at + 1)
  return at === 0 ? name : `${name}[${at}]`
}
