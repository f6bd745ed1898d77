// The digest by which windrow recognises game files that it wrote. It covers the content, because compressed bytes
// differ between runtimes.
//
//     SHA-256 over the entries in file order, each: 8 id bytes, u32 LE length in bytes, UTF-8 text;
//     a deletion marker has the length 0xFFFFFFFF and no text
//
// A file has 1.2 million entries, so 64 KiB are hashed at a time.
import { createHash } from 'node:crypto'
import { writeHex } from '../base/bytes.ts'

const bufferBytes = 64 * 1024
const deletionMarkerLength = 0xffffffff
/** UTF-8 takes at most three bytes for a UTF-16 unit. */
const bytesPerUnitMax = 3

interface ContentDigest {
  /** Adds an entry; entries come in file order. `id`: 16 hex digits. `text`: null for a deletion marker. */
  add(id: string, text: string | null): void
  /** Ends the digest and returns it in lower-case hex. */
  hex(): string
}

/** The buffer of a digest that ended, for the next one: a game may have thousands of small files. */
let spare: Buffer | null = null

export function contentDigest(): ContentDigest {
  const hash = createHash('sha256')
  const buffer = spare ?? Buffer.allocUnsafe(bufferBytes)
  spare = null
  let at = 0

  const flush = (): void => {
    hash.update(buffer.subarray(0, at))
    at = 0
  }
  const addHead = (id: string, lengthBytes: number): void => {
    if (at + 12 > bufferBytes) flush()
    buffer.writeUInt32LE(lengthBytes, at + 8)
    if (!writeHex(id, buffer, at, 8)) throw new Error(`${id} is no row id`)
    at += 12
  }

  return {
    add(id, text) {
      if (text === null) return addHead(id, deletionMarkerLength)
      if (12 + text.length * bytesPerUnitMax > bufferBytes) {
        const bytes = Buffer.from(text)
        addHead(id, bytes.length)
        flush()
        hash.update(bytes)
        return
      }
      if (at + 12 + text.length * bytesPerUnitMax > bufferBytes) flush()
      const headAt = at
      addHead(id, 0)
      const lengthBytes = buffer.write(text, at)
      buffer.writeUInt32LE(lengthBytes, headAt + 8)
      at += lengthBytes
    },
    hex() {
      flush()
      spare = buffer
      return hash.digest('hex')
    },
  }
}
