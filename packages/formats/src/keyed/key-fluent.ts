// Fluent (OpenRA, Veloren): `key = text` with lines that go on indented, `-term = text`, and attributes, ` .name = text`, whose key is
// `key.name`. A text has its placeables as they stand, `{ $name }` and whole selects, without the indentation that its lines share.
import { type KeyedDocument, type KeyedFormat, type KeyedSide, KeyedTexts } from './keyed-format.ts'
import { HASH, linesIn, remarkAbove, withoutBlanks, withoutEnd } from './lines.ts'

export const keyFluent: KeyedFormat = {
  name: 'Fluent',
  meaning: 'Fluent (key = text)',
  files: /\.ftl$/i,
  isByName: true,
  looksLike: (start) => /\S/.test(start),
  read: readFluent,
  write: writePattern,
}

const ENTRY = /^(-?[A-Za-z][\w-]*) *=/
const ATTRIBUTE = /^ +\.([A-Za-z][\w-]*) *=/
/** What goes on, for a pattern or inside of a placeable: an indented line, or one that closes it. */
const GOES_ON = /^(?: |\}|\r?$)/
/** Such a line is no text, but a variant or an attribute, or the end of a placeable. */
const NO_TEXT = /^ *[[*.}]/

interface Pattern {
  readonly key: string
  readonly line: number
  /** Of its first line. */
  readonly entryAt: number
  readonly start: number
  /** Of its last line that is not blank. */
  end: number
  depth: number
}

function readFluent(document: string, file: string, side: KeyedSide): KeyedDocument {
  const texts = new KeyedTexts(document, file, side)
  let message = ''
  let pattern: Pattern | null = null
  const finish = (): void => {
    if (pattern === null) return
    const { key, line, entryAt, start, end, depth } = pattern
    pattern = null
    if (depth !== 0) texts.leaveOut('damaged', line, key)
    // A message may be nothing but its attributes.
    else if (hasText(document.slice(start, end))) {
      const remark = remarkAbove(document, entryAt, HASH)
      texts.add({ key, text: textIn(document.slice(start, end)), line, start, end, remark })
    }
  }
  const begin = (key: string, head: string, line: number, start: number, text: string): void => {
    finish()
    pattern = { key, line, entryAt: start, start: start + head.length, end: start + head.length, depth: 0 }
    goOn(pattern, start, text, head.length)
  }
  texts.needsMarkup('fluent')
  for (const { number: line, start, text } of linesIn(document)) {
    const isInside: boolean = pattern !== null && (pattern as Pattern).depth > 0
    const [head = '', attribute = ''] = (!isInside && ATTRIBUTE.exec(text)) || []
    const [named = '', name = ''] = ENTRY.exec(start === 0 ? text.trimStart() : text) ?? []
    if (attribute !== '' && message !== '') begin(`${message}.${attribute}`, head, line, start, text)
    else if (name !== '') {
      message = name
      const blank = start === 0 ? text.length - text.trimStart().length : 0
      begin(name, text.slice(0, blank) + named, line, start, text)
    } else if (pattern !== null && GOES_ON.test(text) && (isInside || !NO_TEXT.test(text)))
      goOn(pattern, start, text, 0)
    else {
      finish()
      if (/^[^#\s]/.test(text)) texts.leaveOut('row', line, text.trim())
      if (hasText(text) && !text.startsWith(' ')) message = ''
    }
  }
  finish()
  return texts.done()
}

const hasText = (line: string): boolean => withoutEnd(line) !== ''

/** Takes a line, from `at` on, into the pattern. */
function goOn(pattern: Pattern, start: number, line: string, at: number): void {
  const rest = withoutEnd(line.slice(at))
  if (hasText(rest)) pattern.end = start + at + rest.length
  pattern.depth = depthBehind(rest, pattern.depth)
}

const BRACES = /[{}]/g
/** The group is empty where a string does not end. */
const BRACES_OR_STRINGS = /[{}]|"(?:[^"\\]|\\.)*("?)/g

/** How many placeables are open behind a line; quotes are strings in them only. NaN: more are closed than opened. */
function depthBehind(line: string, before: number): number {
  let [depth, hasStrings] = [before, true]
  for (let at = 0; ; ) {
    const sign = depth === 0 || !hasStrings ? BRACES : BRACES_OR_STRINGS
    sign.lastIndex = at
    const match = sign.exec(line)
    if (match === null) return depth
    const [found, closing] = match
    if (closing === '') {
      // A quote that nothing closes is text, as is each behind it.
      hasStrings = false
      at = match.index + 1
      continue
    }
    at = sign.lastIndex
    if (found === '{') depth++
    else if (found === '}') depth = depth === 0 ? Number.NaN : depth - 1
  }
}

/** Of what stands behind the equals sign. Lines lose the indentation that those outside of placeables share. */
function textIn(raw: string): string {
  const [first = '', ...others] = raw.replaceAll('\r\n', '\n').split('\n')
  let depth = depthBehind(first, 0)
  let indent = Number.POSITIVE_INFINITY
  for (const line of others) {
    if (depth === 0 && hasText(line)) indent = Math.min(indent, /^ */.exec(line)?.[0].length ?? 0)
    depth = depthBehind(line, depth)
  }
  const shared = Number.isFinite(indent) ? indent : 0
  const lines = others.map((line) => withoutEnd(line.slice(Math.min(shared, /^ */.exec(line)?.[0].length ?? 0))))
  const all = [withoutBlanks(first), ...lines]
  const isFilled = (line: string): boolean => line !== ''
  return all.slice(Math.max(0, all.findIndex(isFilled)), all.findLastIndex(isFilled) + 1).join('\n')
}

/** Inline, or in the lines below with the indentation that is there. Null: Fluent would read another text. */
function writePattern(before: string, text: string): string | null {
  if (textIn(before) === text) return before
  const [, blank = '', indent = '    '] = /^((?: *\r?\n)+)( +)(?=[^ \r\n])/.exec(before) ?? []
  const end = before.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split('\n')
  const isBlock = blank !== '' || lines.length > 1
  const body = lines.map((line) => (line === '' ? '' : indent + line)).join(end)
  const written = isBlock ? (blank || end) + body : `${/^ +/.exec(before)?.[0] ?? ' '}${text}`
  let depth = 0
  const isText = (isBlock ? lines : []).every((line) => {
    const isPlain = depth > 0 || line === '' || !NO_TEXT.test(line)
    depth = depthBehind(line, depth)
    return isPlain
  })
  return isText && depthBehind(text, 0) === 0 && text !== '' && textIn(written) === text ? written : null
}
