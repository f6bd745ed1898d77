// Bytes: their SHA-256, and places in them. Hashes of texts are always over their UTF-8 bytes (docs/decisions.md#3-rows).
// Hot: an import hashes every row, so sha256 takes a one-shot path without a Hash object (about 1 µs for 100 bytes).
import { hash } from './crypto.ts'

/** SHA-256 of bytes, or of a text's UTF-8 bytes: 32 bytes. */
export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer')
}

/** SHA-256 of bytes, or of a text's UTF-8 bytes: 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** The value of each hex digit by its character; -1 for what is none. */
const HEX_VALUES = Int8Array.from({ length: 0x80 }, (_, code) =>
  /[0-9a-fA-F]/.test(String.fromCharCode(code)) ? Number.parseInt(String.fromCharCode(code), 16) : -1,
)

/** Whether a text is so many hex digits, and nothing else. */
export function isHex(text: string, digits: number): boolean {
  if (text.length !== digits) return false
  for (let at = 0; at < digits; at++) if ((HEX_VALUES[text.charCodeAt(at)] ?? -1) < 0) return false
  return true
}

/** Writes so many bytes as hex digits say; false: the text is something else. Hot: cheaper than a call of the engine. */
export function writeHex(text: string, to: Uint8Array, start: number, count: number): boolean {
  if (text.length !== 2 * count) return false
  for (let i = 0; i < count; i++) {
    const byte = ((HEX_VALUES[text.charCodeAt(2 * i)] ?? -1) << 4) | (HEX_VALUES[text.charCodeAt(2 * i + 1)] ?? -1)
    if (byte < 0) return false
    to[start + i] = byte
  }
  return true
}

/** Bounds of a value in bytes. */
export interface Span {
  readonly start: number
  readonly end: number
}
