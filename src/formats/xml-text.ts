// Texts as XML 1.0 holds them.

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

export const escapedText = (text: string): string => text.replaceAll(/[&<>\r]/g, (found) => ESCAPES[found] ?? found)
/** Also between double quotes. */
export const escapedAttribute = (text: string): string => escapedText(text).replaceAll('"', '&quot;')

/** A character that no escape brings into XML. */
export const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
/** The text with U+FFFD for each such character. */
export const writableText = (text: string): string => text.replaceAll(new RegExp(notInXml, 'gu'), '\uFFFD')
