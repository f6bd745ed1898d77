// SHA-256 and hex. Texts are hashed as UTF-8 (docs/rows.md#rows). Hot, because an import hashes every row:
// `hash` needs no Hash object (about 1 µs for 100 bytes).
import { hash } from './crypto.ts'

/** SHA-256 as bytes. It is computed as text first, because a buffer that Node makes for it costs more than the hash. */
export function sha256(data: string | Uint8Array): Buffer {
  return Buffer.from(hash('sha256', data, 'hex'), 'hex')
}

export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** The value of a hex digit, by its character code; -1: the character is no hex digit. */
const HEX_VALUES = Int8Array.from({ length: 0x80 }, (_, code) =>
  /[0-9a-fA-F]/.test(String.fromCharCode(code)) ? Number.parseInt(String.fromCharCode(code), 16) : -1,
)

export function isHex(text: string, digits: number): boolean {
  if (text.length !== digits) return false
  for (let at = 0; at < digits; at++) if ((HEX_VALUES[text.charCodeAt(at)] ?? -1) < 0) return false
  return true
}

/** Writes a text of hex digits as bytes. False: the text is not `count` bytes in hex. Hot: cheaper than a call into the engine. */
export function writeHex(text: string, to: Uint8Array, start: number, count: number): boolean {
  if (text.length !== 2 * count) return false
  for (let i = 0; i < count; i++) {
    const byte = ((HEX_VALUES[text.charCodeAt(2 * i)] ?? -1) << 4) | (HEX_VALUES[text.charCodeAt(2 * i + 1)] ?? -1)
    if (byte < 0) return false
    to[start + i] = byte
  }
  return true
}

export interface Span {
  readonly start: number
  readonly end: number
}

/** Something that takes bytes in order and can't go back: a pipe, a device, standard output. */
export interface ByteSink {
  /** Resolves when more bytes may be given; rejects when the reader is gone or the work must end. */
  readonly append: (bytes: Uint8Array | string) => Promise<void>
}
