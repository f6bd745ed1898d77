// Reads a form with files (multipart/form-data, RFC 7578) as it arrives, each part a stream, so a file of a gibibyte takes
// little memory. The rest of an unread part is skipped.
// Rejected: @remix-run/multipart-parser 0.16 holds each part whole; @fastify/busboy 3.2 passes parts on before the previous
// one was read, drops a part without a name, and accepts an endless head (64 MiB tried).

export interface Part {
  readonly name: string
  /** The name as sent; null for a plain field. */
  readonly fileName: string | null
  readonly body: AsyncIterable<Buffer>
}

/** The body is no form with files, or is incomplete. */
export class DamagedForm extends Error {
  override readonly name = 'DamagedForm'
}

const headBytesMax = 16 * 1024
const headEnd = Buffer.from('\r\n\r\n')

/** Null: no form with files. */
export function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  return quoted ?? plain ?? null
}

/** Yields parts in the order sent. Throws `DamagedForm`. */
export async function* partsOf(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  boundary: string,
  partsMax: number,
): AsyncGenerator<Part> {
  const input = new Input(chunks, Buffer.from(`\r\n--${boundary}`))
  for await (const _ of input.untilDelimiter()) continue
  for (let parts = 0; !(await input.isLast()); ) {
    if (++parts > partsMax) throw new DamagedForm('the form has too many parts')
    const { name, fileName } = headOf(await input.head())
    const body = input.untilDelimiter()
    yield { name, fileName, body }
    for await (const _ of body) continue
  }
}

class Input {
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>
  readonly #delimiter: Buffer
  /** Begins with a line end, because the first delimiter may be at the very beginning. */
  #held: Buffer = Buffer.from('\r\n')

  constructor(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, delimiter: Buffer) {
    this.#chunks = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
    this.#delimiter = delimiter
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next()
    if (next.done === true) throw new DamagedForm('the form broke off before its end')
    const { buffer, byteOffset, byteLength } = next.value
    const chunk = Buffer.from(buffer, byteOffset, byteLength)
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
  }

  /** Bytes up to the next delimiter, which is removed. */
  async *untilDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(this.#delimiter)
      if (at >= 0) {
        const last = this.#held.subarray(0, at)
        this.#held = this.#held.subarray(at + this.#delimiter.length)
        if (last.length > 0) yield last
        return
      }
      const safe = this.#held.length - this.#delimiter.length + 1
      if (safe > 0) {
        const ready = this.#held.subarray(0, safe)
        this.#held = this.#held.subarray(safe)
        yield ready
      }
      await this.#more()
    }
  }

  /** Two dashes after a delimiter end the form; a line end begins a part. */
  async isLast(): Promise<boolean> {
    while (this.#held.length < 2) await this.#more()
    return this.#held[0] === 0x2d && this.#held[1] === 0x2d
  }

  async head(): Promise<string> {
    for (;;) {
      const at = this.#held.subarray(0, headBytesMax).indexOf(headEnd)
      if (at >= 0) {
        const head = this.#held.toString('utf8', 0, at)
        this.#held = this.#held.subarray(at + headEnd.length)
        return head
      }
      if (this.#held.length >= headBytesMax) throw new DamagedForm('a part of the form has a head that is too long')
      await this.#more()
    }
  }
}

function headOf(head: string): { name: string; fileName: string | null } {
  const line = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? ''
  const value = (name: string): string | null => {
    const found = new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(line)?.[1]
    return found === undefined ? null : found.replaceAll('%22', '"').replace(/%0[AD]/gi, ' ')
  }
  const name = value('name')
  if (name === null) throw new DamagedForm('a part of the form has no name')
  return { name, fileName: value('filename') }
}
