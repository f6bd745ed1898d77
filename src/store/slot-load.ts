// One file of game text, read whole into a few large buffers: ids, places and UTF-8 bytes, without an object per entry.
// Reading everything before the first write is what lets a damaged file leave the store as it was, and lean buffers are
// what keeps a million rows inside the memory of a modder's PC (about 100 bytes an entry).
import type { RawText } from './row-block.ts'

const poolChunkBytes = 8 << 20
const noText = Buffer.alloc(0)

interface Place {
  readonly chunk: Buffer
  readonly start: number
  readonly length: number
}

/** Entries of one slot in file order, addressed by their position 0…. */
export class LoadedSlot {
  count = 0
  #ids = Buffer.allocUnsafe(8 << 10)
  #starts = new Float64Array(1 << 10)
  #lengths = new Uint32Array(1 << 10)
  #numbers = new Uint32Array(1 << 10)
  /** File number, plus `deletedFlag`. */
  #files = new Uint32Array(1 << 10)
  readonly #pool: Buffer[] = []
  #poolUsed = poolChunkBytes

  /** Adds an entry; `file` is the number of its file's name. A null text is a deletion marker. */
  add(id: string, text: string | null, file: number, number: number): void {
    if (this.count === this.#lengths.length) this.#grow()
    const at = this.count++
    this.#ids.write(id, 8 * at, 'hex')
    this.#numbers[at] = number
    this.#files[at] = file * 2 + (text === null ? 1 : 0)
    if (text === null || text === '') {
      this.#starts[at] = 0
      this.#lengths[at] = 0
      return
    }
    // Three bytes a UTF-16 unit are always enough; what is left over belongs to the next text.
    if (this.#poolUsed + 3 * text.length > poolChunkBytes) this.#openPoolChunk(3 * text.length)
    const pool = this.#pool.at(-1) as Buffer
    const length = pool.write(text, this.#poolUsed)
    this.#starts[at] = (this.#pool.length - 1) * 2 ** 32 + this.#poolUsed
    this.#lengths[at] = length
    this.#poolUsed += length
  }

  #openPoolChunk(bytes: number): void {
    this.#pool.push(Buffer.allocUnsafeSlow(Math.max(poolChunkBytes, bytes)))
    this.#poolUsed = 0
  }

  #grow(): void {
    const size = this.#lengths.length * 2
    const ids = Buffer.allocUnsafe(8 * size)
    this.#ids.copy(ids)
    this.#ids = ids
    const enlarge = <T extends Float64Array | Uint32Array>(from: T, to: T): T => {
      to.set(from)
      return to
    }
    this.#starts = enlarge(this.#starts, new Float64Array(size))
    this.#lengths = enlarge(this.#lengths, new Uint32Array(size))
    this.#numbers = enlarge(this.#numbers, new Uint32Array(size))
    this.#files = enlarge(this.#files, new Uint32Array(size))
  }

  /** The 8 key bytes of an entry, a view. */
  idAt(at: number): Buffer {
    return this.#ids.subarray(8 * at, 8 * at + 8)
  }

  isDeletedAt(at: number): boolean {
    return ((this.#files[at] as number) & 1) === 1
  }

  #placeOf(at: number): Place {
    const start = this.#starts[at] as number
    const chunk = this.#pool[Math.floor(start / 2 ** 32)] ?? noText
    return { chunk, start: start % 2 ** 32, length: this.#lengths[at] as number }
  }

  bytesAt(at: number): Buffer {
    const { chunk, start, length } = this.#placeOf(at)
    return length === 0 ? noText : chunk.subarray(start, start + length)
  }

  textAt(at: number): RawText {
    return {
      file: (this.#files[at] as number) >>> 1,
      number: this.#numbers[at] as number,
      isDeleted: this.isDeletedAt(at),
      bytes: this.bytesAt(at),
    }
  }
}
