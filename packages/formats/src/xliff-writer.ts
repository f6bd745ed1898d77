// Writes an XLIFF 1.2 file, entry by entry (docs/exchange.md#xliff). Tokens are placeholders, which tools protect; a
// character that XML cannot hold is an empty one with its code.
//
//     <trans-unit id="0102030405060708" resname="0102030405060708" xml:space="preserve" maxwidth="26" size-unit="char">
//       <source>Open the gate, <ph id="1">%s</ph>!</source>
//       <target state="needs-review-translation">Відчини браму, <ph id="1">%s</ph>!</target>
//       <note>windrow: …</note>
//       <context-group purpose="location"><context context-type="sourcefile">src/gate.c:12</context></context-group>
//       <alt-trans alttranstype="previous-version"><source>…</source><target>…</target></alt-trans>
//     </trans-unit>
import type { ByteSink } from '../../../src/base/bytes.ts'
import type { WrittenEntry } from './po-writer.ts'
import { writeEntries } from './text-writer.ts'
import { escapedAttribute as escaped, notInXml, writableText } from './xliff-parser.ts'

interface XliffHeader {
  /** The tag of the language of the translations; '' if it is not known. */
  readonly targetLanguage: string
  /** The program that writes the file, such as `windrow 0.1.0`. */
  readonly generator: string
}

/** Marks the tokens of a text as placeholders. Source and target number the occurrences of a token in the same way. */
function inline(text: string, keep: readonly string[]): string {
  const tokens = keep.filter((token) => token.trim() !== '').toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(
    `(${[...tokens.map((token) => token.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')), notInXml.source].join('|')})`,
    'u',
  )
  const numbers = new Map(keep.map((token, at) => [token, at + 1]))
  const seen = new Map<string, number>()
  return text
    .split(pattern)
    .map((piece, at) => {
      if (at % 2 === 0) return escaped(piece)
      const nth = seen.get(piece) ?? 0
      seen.set(piece, nth + 1)
      if (notInXml.test(piece)) return `<x id="c${at}" ctype="x-char-${piece.codePointAt(0)?.toString(16)}"/>`
      const id = `${numbers.get(piece) ?? 0}${nth === 0 ? '' : `.${nth}`}`
      return `<ph id="${id}">${escaped(piece)}</ph>`
    })
    .join('')
}

function unitOf(entry: WrittenEntry): string {
  const { comments, isFuzzy, previousId, context, id, text, keep, maxLetters, place } = entry
  const state = isFuzzy ? 'needs-review-translation' : 'translated'
  const target = text === '' ? '' : `<target state="${state}">${inline(text, keep)}</target>\n`
  const before = previousId === null ? '' : previousVersion(previousId, text, keep)
  const room = maxLetters === null ? '' : ` maxwidth="${maxLetters}" size-unit="char"`
  const notes = comments.map((comment) => `<note>${escaped(writableText(comment))}</note>\n`)
  return `<trans-unit id="${context}" resname="${context}" xml:space="preserve"${room}>
<source>${inline(id, keep)}</source>
${target}${notes.join('')}${place === '' ? '' : location(place)}${before}</trans-unit>
`
}

const location = (place: string): string =>
  `<context-group purpose="location"><context context-type="sourcefile">${escaped(writableText(place))}</context></context-group>\n`

const previousVersion = (source: string, target: string, keep: readonly string[]): string =>
  `<alt-trans ` +
  `alttranstype="previous-version"><source>${inline(source, keep)}</source><target>${inline(target, keep)}</target></alt-trans>\n`

/** Writes a file, which appears complete or not at all. Returns the number of entries. */
export async function writeXliff(
  to: string | ByteSink,
  { targetLanguage, generator }: XliffHeader,
  batches: AsyncIterable<readonly WrittenEntry[]>,
  signal: AbortSignal,
): Promise<number> {
  const language = targetLanguage === '' ? '' : ` target-language="${escaped(targetLanguage)}"`
  const header = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="game" source-language="en"${language} datatype="plaintext">
<header><tool tool-id="windrow" tool-name="${escaped(generator)}"/></header>
<body>
`
  return await writeEntries(to, { header, entry: unitOf, end: () => '</body>\n</file>\n</xliff>\n' }, batches, signal)
}
