// Makes stored text safe for a terminal. Control characters could rewrite the screen, fake lines, or fill the clipboard (OSC 52),
// so they are printed as JSON escapes.

/** C0 without tab and line feed, DEL, C1, and the marks that change the direction of writing. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
const BREAKS = /[\t\n]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Several lines, or a JSON document, which has these characters only in strings. */
export const plainText = (text: string): string => text.replaceAll(CONTROLS, escaped)

export const plainLine = (text: string): string => plainText(text).replaceAll(BREAKS, escaped)
