// A game's own PO file or template: the key is what gettext looks a text up by, its context, U+0004 and its source. Plural forms
// have their number behind it. Where the sources are keys, the text is what stands for it. The pieces after msgstr are replaced;
// comments and flags stay, but for those that call a finished text a guess.
import { damagedLine } from '../damage.ts'
import { type Edit, pluralFormsMax } from '../text-entry.ts'
import { isHeader, piecesOf, type PoEntry, textOfPieces } from '../po-reader.ts'
import { type KeyedDocument, type KeyedFormat, type KeyedSide, KeyedTexts } from './keyed-format.ts'
import { languageEdits } from './language-names.ts'
import { entriesOf, preparedPo } from './po-template.ts'
import { NO_PROJECT } from './project.ts'

export const keyPo: KeyedFormat = {
  name: 'PO',
  files: /\.pot?$/i,
  meaning: 'PO (msgid "text", msgstr "")',
  looksLike: (start) => {
    const lines = start.split('\n').map((line) => line.trim())
    return /^(?:msgid|msgctxt)(?=["\s]|$)/.test(lines.find((line) => line !== '' && !line.startsWith('#')) ?? '')
  },
  prepared: (document, file, language) => preparedPo(document, file, language, areKeys),
  read: readPoDocument,
  write: writePieces,
}

function readPoDocument(
  document: string,
  file: string,
  side: KeyedSide,
  { targetLanguage } = NO_PROJECT,
): KeyedDocument {
  const texts = new KeyedTexts(document, file, side)
  const entries = entriesOf(document, file)
  if (entries.length === 0) throw damagedLine(file, 1, { problem: 'po_empty' })
  const hasKeys = areKeys(entries)
  for (const entry of entries) {
    const { context, id, plural, forms, guess, remark, isDamaged } = entry
    if (isDamaged || forms.length > pluralFormsMax) texts.leaveOut('damaged', entry.line, id)
    else if (!isHeader(entry)) {
      const unfinished = guess.length === 0 ? null : ({ why: 'fuzzy', texts: forms.length, edits: guess } as const)
      const key = context === null ? id : `${context}\u0004${id}`
      // A form that only the translation's language has.
      const lastText = forms.findLast(({ text }) => text !== '')?.text ?? ''
      for (const { index, line, start, end, text: translation } of forms) {
        const original = plural === null || index === '0' ? id : plural
        const source = hasKeys ? translation || lastText || original : original
        const text = side === 'source' ? source : translation
        texts.add({ key: index === null ? key : `${key}[${index}]`, text, line, start, end, unfinished, remark })
      }
    }
  }
  const ofLanguage = entries.flatMap((entry) => (isHeader(entry) ? headerEdits(document, entry, targetLanguage) : []))
  return { ...texts.done(), isBilingual: !hasKeys, ofLanguage }
}

function headerEdits(document: string, { forms: [form] }: PoEntry, target: string): readonly Edit[] {
  if (form === undefined) return []
  const [, before = '', word = ''] =
    /^([^]*?"(?:[^"\n]*\\n)?Language:[ \t]*)([\w@-]+)/.exec(document.slice(form.start, form.end)) ?? []
  const start = form.start + before.length
  return languageEdits(document, start, start + word.length, target)
}

/** `MENU_START`, `menu.start`, `menu-start`; of one word only those in capitals. */
const KEY = /^[\p{L}\p{N}]+(?:(?:[_.:/]+|->)[\p{L}\p{N}]+)+$|^[a-z\d]+(?:-[a-z\d]+)+$|^[A-Z][A-Z\d]{2,}$/u
const keyShare = 0.9

/** Whether the msgids are keys, so that the text of the source stands in msgstr, as Godot, Weblate and Unreal have it. */
function areKeys(entries: readonly PoEntry[]): boolean {
  if (entries.some((entry) => isHeader(entry) && /^X-Crowdin-SourceKey:\s*msgstr/im.test(entry.text))) return true
  const all = entries.filter((entry) => !isHeader(entry))
  const keys = all.filter(({ id }) => KEY.test(id))
  const composed = keys.filter(({ id }) => /[^A-Z\d]/.test(id))
  const filled = all.filter(({ text }) => text !== '')
  return keys.length >= all.length * keyShare && composed.length * 2 >= all.length && filled.length * 2 > all.length
}

/** One piece, or one a line, with the line ends that are there. */
function writePieces(before: string, text: string): string {
  const read = textOfPieces(before)
  if ('text' in read && read.text === text) return before
  const [first, last] = [before.indexOf('"'), before.lastIndexOf('"')]
  const [head, tail] = first === -1 ? [' ', before] : [before.slice(0, first), before.slice(last + 1)]
  return head + piecesOf(text).join(/\r(?:\n|$)/.test(before) ? '\r\n' : '\n') + tail
}
