// Whether a zstd frame is complete (RFC 8878, 3.1.1), by its block headers: decoders ignore bytes after a frame, and
// one of our runtimes ignores a missing end.
//
//     u32 magic 0xFD2FB528, u8 descriptor, [u8 window], [dictionary id], [content size]
//     blocks: u24 (bit 0 last, bits 1-2 kind, rest size), then size bytes (a run-length block: 1 byte)
//     [u32 checksum]

const MAGIC_BYTES = [0x28, 0xb5, 0x2f, 0xfd]
const RUN_LENGTH = 1

export class ZstdFrameWalk {
  /** The bytes of the current header that have come so far. */
  #held: number[] = []
  #wanted = 5
  #skip = 0
  #hasChecksum = false
  #part: 'magic' | 'header' | 'block' | 'end' | 'broken' = 'magic'
  surplusBytes = 0

  get isWhole(): boolean {
    return this.#part === 'end' && this.#skip === 0
  }

  /** True: the bytes are no zstd frame. */
  get isBroken(): boolean {
    return this.#part === 'broken'
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#part === 'broken') return
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, chunk.length - at)
        this.#skip -= step
        at += step
      } else if (this.#part === 'end') {
        this.surplusBytes += chunk.length - at
        return
      } else {
        this.#held.push(chunk[at++] ?? 0)
        if (this.#held.length === this.#wanted) this.#read(this.#held)
      }
    }
  }

  #read(held: readonly number[]): void {
    if (this.#part === 'magic') {
      const isFrame = MAGIC_BYTES.every((byte, at) => held[at] === byte)
      const descriptor = held[4] ?? 0
      const isSingleSegment = (descriptor & 0x20) !== 0
      const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0
      const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
      this.#hasChecksum = (descriptor & 4) !== 0
      // At least one byte is added, because a frame has a window or a content size.
      this.#wanted = 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes + sizeBytes
      this.#part = isFrame ? 'header' : 'broken'
      return
    }
    if (this.#part === 'block') {
      const head = (held[0] ?? 0) | ((held[1] ?? 0) << 8) | ((held[2] ?? 0) << 16)
      const isLast = (head & 1) === 1
      this.#skip = ((head >> 1) & 3) === RUN_LENGTH ? 1 : head >> 3
      if (isLast) this.#skip += this.#hasChecksum ? 4 : 0
      this.#part = isLast ? 'end' : 'block'
    } else {
      this.#part = 'block'
    }
    this.#held = []
    this.#wanted = 3
  }
}
