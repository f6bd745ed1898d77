// Packs long answers for those who ask for it (docs/api-v1.md), on the runtime's threads: a page of a hundred rows has a
// fifth of its bytes. A short answer would gain less than it costs.
import { promisify } from 'node:util'
import { constants, gzip, zstdCompress } from 'node:zlib'
import type { Finished } from './answer.ts'

const lengthMin = 16 * 1024

const PACKERS: Readonly<Record<string, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  zstd: (bytes) => promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 1 }),
}

/** Compresses an answer in the way that the client accepts. Null: the answer is sent as it is. */
export function packed(answer: Finished, acceptEncoding: string | null | undefined): Promise<Finished> | null {
  if (!acceptEncoding || answer.body.length < lengthMin || answer.stream !== undefined) return null
  const coding = Object.keys(PACKERS).find((name) => isAccepted(acceptEncoding, name))
  return coding === undefined ? null : packedAs(answer, coding)
}

/** True: the client accepts this coding (RFC 9110, 12.5.3). A weight of 0 refuses it. */
const isAccepted = (acceptEncoding: string, name: string): boolean =>
  acceptEncoding.split(',').some((each) => {
    const [coding, weight] = each.split(';').map((part) => part.trim().toLowerCase())
    return coding === name && !/^q=0(?:\.0*)?$/.test(weight ?? '')
  })

async function packedAs(answer: Finished, coding: string): Promise<Finished> {
  const { body, isInBytes, headers } = answer
  const bytes = typeof body === 'string' ? Buffer.from(body, isInBytes ? 'latin1' : 'utf8') : body
  const small = await (PACKERS[coding] as (bytes: Uint8Array) => Promise<Uint8Array>)(bytes)
  return {
    ...answer,
    body: Uint8Array.from(small),
    headers: { ...headers, 'Content-Encoding': coding, Vary: 'Accept-Encoding' },
  }
}
