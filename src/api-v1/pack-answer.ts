// Packs long answers for those who ask for it (docs/api-v1.md), on the runtime's threads: a page of a hundred rows has a
// fifth of its bytes. A short answer would gain less than it costs.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Finished } from './answer.ts'

const lengthMin = 16 * 1024
const packedLevel1 = (bytes: Uint8Array): Promise<Buffer> => promisify(gzip)(bytes, { level: 1 })

/** Compresses an answer if the client accepts gzip. Null: the answer is sent as it is. */
export const packed = (answer: Finished, acceptEncoding: string | null | undefined): Promise<Finished> | null =>
  answer.body.length < lengthMin || answer.stream !== undefined || !acceptsGzip(acceptEncoding ?? '')
    ? null
    : inGzip(answer)

/** Whether the header names it (RFC 9110, 12.5.3). A weight of 0 refuses it. */
const acceptsGzip = (acceptEncoding: string): boolean =>
  acceptEncoding.split(',').some((each) => {
    const [coding, weight] = each.split(';').map((part) => part.trim().toLowerCase())
    return coding === 'gzip' && !/^q=0(?:\.0*)?$/.test(weight ?? '')
  })

async function inGzip(answer: Finished): Promise<Finished> {
  const { body, isInBytes, headers } = answer
  const bytes = typeof body === 'string' ? Buffer.from(body, isInBytes ? 'latin1' : 'utf8') : body
  return {
    ...answer,
    body: Uint8Array.from(await packedLevel1(bytes)),
    headers: { ...headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
  }
}
