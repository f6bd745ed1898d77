// Collects ids of new rows, numbered as they come, and gives them out almost sorted: in key order each page of a table
// is written once, in file order every small transaction would write nearly all.
import { ROW_ID_BYTES } from '../../../domain/row.ts'

const idsPerChunk = 1 << 17
const buckets = 1 << 16

/** Takes 8 bytes an id while collecting, 12 while giving out. */
export class NewIds {
  count = 0
  readonly #chunks: Buffer[] = []

  add(id: Uint8Array): number {
    const number = this.count++
    if (number % idsPerChunk === 0) this.#chunks.push(Buffer.allocUnsafeSlow(ROW_ID_BYTES * idsPerChunk))
    this.#chunks[this.#chunks.length - 1]?.set(id, ROW_ID_BYTES * (number % idsPerChunk))
    return number
  }

  #chunkOf(number: number): Buffer {
    return this.#chunks[Math.floor(number / idsPerChunk)] as Buffer
  }

  #bucketOf(number: number): number {
    return this.#chunkOf(number).readUInt16BE(ROW_ID_BYTES * (number % idsPerChunk))
  }

  /** The ids by their first two bytes, each with its number counted from `first`; an id is valid until the next. */
  *inOrder(first: number): Generator<readonly [id: Buffer, number: number]> {
    const starts = new Uint32Array(buckets + 1)
    for (let number = 0; number < this.count; number++) {
      const after = this.#bucketOf(number) + 1
      starts[after] = (starts[after] as number) + 1
    }
    for (let bucket = 1; bucket <= buckets; bucket++) {
      starts[bucket] = (starts[bucket] as number) + (starts[bucket - 1] as number)
    }
    const order = new Uint32Array(this.count)
    for (let number = 0; number < this.count; number++) {
      const bucket = this.#bucketOf(number)
      const at = starts[bucket] as number
      order[at] = number
      starts[bucket] = at + 1
    }
    const id = Buffer.alloc(ROW_ID_BYTES)
    for (const number of order) {
      const [chunk, start] = [this.#chunkOf(number), ROW_ID_BYTES * (number % idsPerChunk)]
      for (let at = 0; at < ROW_ID_BYTES; at++) id[at] = chunk[start + at] as number
      yield [id, first + number]
    }
  }
}
