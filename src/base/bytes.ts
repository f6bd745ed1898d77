// Bytes, hex and SHA-256. Hashes of texts are always over their UTF-8 bytes (decisions, section 3).
// Hot: an import hashes every row, so sha256 takes a one-shot path without a Hash object (about 1 µs for 100 bytes).
import { hash } from './crypto.ts'

/** Lower-case hex of bytes. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

/** True when `text` is exactly `digits` hex digits of either case. */
export function isHex(text: string, digits: number): boolean {
  return text.length === digits && /^[0-9a-fA-F]*$/.test(text)
}

/** Bytes of a hex text of either case; `null` when it isn't one. */
export function bytesOfHex(text: string): Buffer | null {
  return text.length % 2 === 0 && isHex(text, text.length) ? Buffer.from(text, 'hex') : null
}

/** SHA-256 of bytes, or of a text's UTF-8 bytes: 32 bytes. */
export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer')
}

/** SHA-256 of bytes, or of a text's UTF-8 bytes: 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}
