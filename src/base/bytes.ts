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

/** Bounds of a value in bytes. */
export interface Span {
  readonly start: number
  readonly end: number
}
