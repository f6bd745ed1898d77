// Stored text on a terminal: names, texts and file names come from people who may mean harm, and control characters in
// them could rewrite the screen, fake lines, or fill the clipboard (OSC 52). They are shown as the escapes of JSON.

/** C0 without tab and line feed, DEL, C1, and what turns the direction of writing. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
const BREAKS = /[\t\n]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text of several lines, or a JSON document, which has these characters nowhere but in its strings. */
export const plainText = (text: string): string => text.replaceAll(CONTROLS, escaped)

/** A text that is one line, or part of one. */
export const plainLine = (text: string): string => plainText(text).replaceAll(BREAKS, escaped)
