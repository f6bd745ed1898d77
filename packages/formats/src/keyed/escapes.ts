// How a text escapes what is beyond ASCII, so that a new one in its place does it likewise.

const UNICODE = /\\u([0-9a-fA-F]{4})/g

/** `\u0456`, a unit of UTF-16 each. */
export const unicodeEscape = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** There are characters beyond ASCII in it, and each is escaped. */
export const isAllEscaped = (literal: string): boolean =>
  !/[^\0-\x7F]/.test(literal) &&
  Array.from(literal.matchAll(UNICODE)).some(([, hex = '']) => Number.parseInt(hex, 16) > 0x7f)
