// Reads a form of the site whole, and once: the parsed fields are handed on, so nothing judges one reading and acts on another.
// Bytes, fields, parts and heads are bounded before anything is made of them, and the time is linear in the bytes.
import { ok, refuse, type Result } from '../base/result.ts'
import type { Whose } from '../base/turn.ts'
import { boundaryOf, DamagedForm, partsOf } from './multipart.ts'
import { type BodyRefusal, readBody } from './read-body.ts'
import type { RequestEnv, RequestView } from './request-target.ts'

/** The largest form of the site has some two hundred. */
export const formFieldsMax = 1_000
/** A form with a file has four. */
const formPartsMax = 16

export interface SentForm {
  readonly fields: URLSearchParams
  /** Null: none, or an empty one. */
  readonly file: Buffer | null
  readonly sizeBytes: number
}

/** `no_form`: of another type, damaged, or of more fields than any form of the site. */
export type FormRefusal = BodyRefusal | 'no_form'

interface Takes {
  readonly bytesMax: number
  readonly sender: Whose
  /** The field of a file; null: the form has none, and comes url-encoded. */
  readonly fileField: string | null
  /** The token is the first field, so the rest of a form with a file is not read without it. */
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
 * Null: too many. `URLSearchParams` would take time by the square of the members without `=`, and seven times as long for
 * each `+`.
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

/** By the URL standard, which is more patient with `%` than `decodeURIComponent`. */
const decoded = (piece: string): string =>
  piece.includes('%') ? (new URLSearchParams(`=${piece}`).get('') ?? '') : piece

const tokenIn = (beginning: Buffer): string | null =>
  /name="csrf"\r\n\r\n([^\r\n]*)\r\n/.exec(beginning.toString('latin1'))?.[1] ?? null

/** Without the token: what came before the end, so that it can be shown again. */
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
