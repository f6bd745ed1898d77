// A game's own PO file or template: the key is what gettext looks a text up by, its context, U+0004 and its source. Plural forms have
// their number behind it. The pieces after msgstr are replaced; comments and flags stay, but for
// those that call a finished text a guess.
import { damagedLine } from '../damage.ts'
import { pluralFormsMax } from '../text-entry.ts'
import { isHeader, piecesOf, PoEntries, type PoEntry, textOfPieces } from '../po-reader.ts'
import { type KeyedDocument, type KeyedFormat, type KeyedSide, KeyedTexts } from './keyed-format.ts'

export const keyPo: KeyedFormat = {
  name: 'PO',
  files: /\.pot?$/i,
  meaning: 'PO (msgid "text", msgstr "")',
  looksLike: (start) => {
    const lines = start.split('\n').map((line) => line.trim())
    return /^(?:msgid|msgctxt)(?=["\s]|$)/.test(lines.find((line) => line !== '' && !line.startsWith('#')) ?? '')
  },
  read: readPoDocument,
  write: writePieces,
}

function readPoDocument(document: string, file: string, side: KeyedSide): KeyedDocument {
  const texts = new KeyedTexts(document, file, side)
  const entries = new PoEntries(file, true)
  let isEmpty = true
  const take = (entry: PoEntry | null): void => {
    if (entry === null) return
    isEmpty = false
    if (entry.isDamaged || entry.forms.length > pluralFormsMax) {
      texts.leaveOut('damaged', entry.line, entry.id)
      return
    }
    if (isHeader(entry)) return
    const { context, id, plural, forms, guess } = entry
    const unfinished = guess.length === 0 ? null : ({ why: 'fuzzy', texts: forms.length, edits: guess } as const)
    const key = context === null ? id : `${context}\u0004${id}`
    for (const { index, line, start, end, text: translation } of forms) {
      const source = plural === null || index === '0' ? id : plural
      const text = side === 'source' ? source : translation
      texts.add({ key: index === null ? key : `${key}[${index}]`, text, line, start, end, unfinished })
    }
  }
  let line = 1
  for (let start = 0; start < document.length; line++) {
    const next = document.indexOf('\n', start)
    const end = next === -1 ? document.length : next
    take(entries.push(document.slice(start, end), line, start))
    start = end + 1
  }
  take(entries.finish())
  if (isEmpty) throw damagedLine(file, 1, { problem: 'po_empty' })
  return texts.done()
}

/** One piece, or one a line, with the line ends that are there. */
function writePieces(before: string, text: string): string {
  const read = textOfPieces(before)
  if ('text' in read && read.text === text) return before
  const [first, last] = [before.indexOf('"'), before.lastIndexOf('"')]
  const [head, tail] = first === -1 ? [' ', before] : [before.slice(0, first), before.slice(last + 1)]
  return head + piecesOf(text).join(/\r(?:\n|$)/.test(before) ? '\r\n' : '\n') + tail
}
