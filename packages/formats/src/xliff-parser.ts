// Reads XML, and refuses what is none, or no XLIFF 1.2 where that is wanted. saxes reads no entity but XML's own, so that a hostile
// document type does nothing.
import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { Problem } from './damage.ts'
import { nestingMax, quoted } from './text-entry.ts'

interface XmlHandlers {
  readonly refuse: (problem: Problem) => never
  readonly open: (tag: SaxesTagNS) => void
  /** Is called at the end of an element, with its name without the prefix. */
  readonly close: (name: string) => void
  /** True: the document may call itself UTF-16, because it was read as such by its mark. */
  readonly mayBeUtf16?: boolean
}

export type XmlParser = SaxesParser<{ xmlns: true; position: true }>

export function xliffParser(handlers: XmlHandlers): XmlParser {
  let isRoot = true
  return xmlParser({
    ...handlers,
    open: (tag) => {
      const version = tag.attributes['version']?.value ?? ''
      if (isRoot && (tag.local !== 'xliff' || !/^1\.[012]$/.test(version))) {
        handlers.refuse({ problem: 'xliff_root', found: quoted(`${tag.local} ${version}`.trim()) })
      }
      isRoot = false
      handlers.open(tag)
    },
  })
}

export function xmlParser({ refuse, open, close, mayBeUtf16 = false }: XmlHandlers): XmlParser {
  const known = mayBeUtf16 ? /^utf-?(?:8|16)$/i : /^utf-?8$/i
  const parser: XmlParser = new SaxesParser({ xmlns: true, position: true })
  let depth = 0
  parser.on('error', ({ message }) => refuse({ problem: 'xliff_xml', found: message.replace(/^[\d:]*\s*/, '') }))
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !known.test(encoding)) {
      refuse({ problem: 'xliff_charset', found: quoted(encoding) })
    }
  })
  parser.on('opentag', (tag) => {
    if (++depth > nestingMax) refuse({ problem: 'nested_too_deep', expected: nestingMax })
    open(tag)
  })
  parser.on('closetag', ({ local }) => {
    depth--
    close(local)
  })
  return parser
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

export const escapedText = (text: string): string => text.replaceAll(/[&<>\r]/g, (found) => ESCAPES[found] ?? found)
/** Escapes a text, so that it may also stand between double quotes. */
export const escapedAttribute = (text: string): string => escapedText(text).replaceAll('"', '&quot;')

/** Matches a character that XML can't have, not even escaped. */
export const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
/** The text with U+FFFD for each such character. */
export const writableText = (text: string): string => text.replaceAll(new RegExp(notInXml, 'gu'), '\uFFFD')
