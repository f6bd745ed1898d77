// Reads a form of the site whole, and once: the parsed fields are handed on, so nothing judges one reading and acts on another.
// Bytes, fields, parts and heads are bounded before anything is made of them, and the time is linear in the bytes.
import { ok, refuse, type Result } from '../base/result.ts'
import type { Whose } from '../base/turn.ts'
import { type BodyRefusal, readBody } from './read-body.ts'
import type { RequestEnv, RequestView } from './request-target.ts'

// Reads a form with files (multipart/form-data, RFC 7578) as it arrives, each part a stream, so a file of a gibibyte takes
// little memory. The rest of an unread part is skipped.
// Rejected: @remix-run/multipart-parser 0.16 holds each part whole; @fastify/busboy 3.2 passes parts on before the previous
// one was read, drops a part without a name, and accepts an endless head (64 MiB tried).

export interface Part {
  readonly name: string
  /** The name of the file as it was sent; null for a plain field. */
  readonly fileName: string | null
  readonly body: AsyncIterable<Buffer>
}

/** The body is no form with files, or is incomplete. */
export class DamagedForm extends Error {
  override readonly name = 'DamagedForm'
}

const headBytesMax = 16 * 1024
const headEnd = Buffer.from('\r\n\r\n')

/** The boundary between the parts, from the header Content-Type. Null: the request is no form with files. */
export function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  return quoted ?? plain ?? null
}

/** The parts of a form, in the order in which they were sent. Throws `DamagedForm`. */
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

/** The most fields of a form: the site's largest has some two hundred. */
export const formFieldsMax = 1_000
/** The most parts of a form with files: one with a file has four. */
const formPartsMax = 16

export interface SentForm {
  readonly fields: URLSearchParams
  /** The content of the file; null: the form has none, or an empty one. */
  readonly file: Buffer | null
  readonly sizeBytes: number
}

/** `no_form`: it has another type, is damaged, or has more fields than any form of the site. */
export type FormRefusal = BodyRefusal | 'no_form'

interface Takes {
  readonly bytesMax: number
  readonly sender: Whose
  /** The name of the field for a file; null: the form has none, and comes url-encoded. */
  readonly fileField: string | null
  /** Whether the token in the first field is right: without it, the rest of a form with a file is not read. */
  readonly isToken: (token: string | null) => boolean
}

export async function readForm(
  request: RequestView,
  env: RequestEnv | undefined,
  { bytesMax, sender, fileField, isToken }: Takes,
): Promise<Result<SentForm, FormRefusal>> {
  const type = request.headers.get('content-type') ?? ''
  const boundary = fileField === null ? null : boundaryOf(type)
  if (boundary === null && !/^application\/x-www-form-urlencoded\b/i.test(type)) return refuse('no_form')
  const isWorthIt = (beginning: Buffer): boolean => isToken(tokenIn(beginning))
  const body = await readBody(request, env, bytesMax, sender, boundary === null ? undefined : isWorthIt)
  if (!body.ok) return body
  const read =
    boundary === null ? parseFields(body.value) : await readParts(body.value, boundary, fileField ?? '', isToken)
  return read === null ? refuse('no_form') : ok({ ...read, sizeBytes: body.value.length })
}

type Read = Omit<SentForm, 'sizeBytes'>

const [space, ampersand, plus] = [0x20, 0x26, 0x2b]

/**
 * The fields of a url-encoded form. Null: too many. `URLSearchParams` would take time by the square of the members without `=`, and
 * seven times as long for each `+`.
 */
function parseFields(bytes: Buffer): Read | null {
  let members = 1
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === plus) bytes[at] = space
    else if (bytes[at] === ampersand && ++members > formFieldsMax) return null
  }
  const sent = bytes.toString('utf8').split('&')
  return { fields: new URLSearchParams(sent.filter((member) => member !== '').map(fieldOf)), file: null }
}

function fieldOf(member: string): [string, string] {
  const at = member.indexOf('=')
  return at < 0 ? [decoded(member), ''] : [decoded(member.slice(0, at)), decoded(member.slice(at + 1))]
}

/** A name or value decoded by the URL standard, which is more patient with `%` than `decodeURIComponent`. */
const decoded = (piece: string): string =>
  piece.includes('%') ? (new URLSearchParams(`=${piece}`).get('') ?? '') : piece

const tokenIn = (beginning: Buffer): string | null =>
  /name="csrf"\r\n\r\n([^\r\n]*)\r\n/.exec(beginning.toString('latin1'))?.[1] ?? null

/**
 * The parts of a form with files. Null: it is damaged. Of one without the right token only a part was read, which is returned, so that
 * it can be shown again.
 */
async function readParts(
  body: Buffer,
  boundary: string,
  fileField: string,
  isToken: Takes['isToken'],
): Promise<Read | null> {
  const fields = new URLSearchParams()
  let file: Buffer | null = null
  try {
    for await (const part of partsOf([body], boundary, formPartsMax)) {
      const chunks: Buffer[] = []
      for await (const chunk of part.body) chunks.push(chunk)
      const content = Buffer.concat(chunks)
      if (part.name !== fileField) fields.append(part.name, content.toString('utf8'))
      else if (content.length > 0) file ??= content
    }
  } catch (error) {
    if (!(error instanceof DamagedForm)) throw error
    if (isToken(fields.get('csrf'))) return null
  }
  return { fields, file }
}
