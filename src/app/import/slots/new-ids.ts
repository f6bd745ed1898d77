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

  #at(number: number): Buffer {
    const start = ROW_ID_BYTES * (number % idsPerChunk)
    return (this.#chunks[Math.floor(number / idsPerChunk)] as Buffer).subarray(start, start + ROW_ID_BYTES)
  }

  /** The ids by their first two bytes, each with its number counted from `first`. */
  *inOrder(first: number): Generator<readonly [id: Buffer, number: number]> {
    const starts = new Uint32Array(buckets + 1)
    const bucketOf = (number: number): number => this.#at(number).readUInt16BE(0)
    for (let number = 0; number < this.count; number++) {
      const after = bucketOf(number) + 1
      starts[after] = (starts[after] as number) + 1
    }
    for (let bucket = 1; bucket <= buckets; bucket++) {
      starts[bucket] = (starts[bucket] as number) + (starts[bucket - 1] as number)
    }
    const order = new Uint32Array(this.count)
    for (let number = 0; number < this.count; number++) {
      const bucket = bucketOf(number)
      const at = starts[bucket] as number
      order[at] = number
      starts[bucket] = at + 1
    }
    for (const number of order) yield [this.#at(number), first + number]
  }
}
