// Reads the body of a request and keeps never more of it than allowed. What comes beyond the limit is read and dropped, up
// to a bound: a client that is still sending when its answer comes would see a broken connection instead of the answer.
// How long a client may take is the listener's business.
import { ok, refuse, type Result } from '../base/result.ts'
import type { RequestEnv } from './request-target.ts'

export type BodyRefusal = 'too_large' | 'broken_off'

/** A client that sends more than this may lose its answer. */
const droppedBytesMax = 64 * 1024 * 1024

/** The body's bytes. Refusals: it is larger than `bytesMax`, or the client went away before its end. */
export async function readBody(
  request: Request,
  env: RequestEnv | undefined,
  bytesMax: number,
): Promise<Result<Buffer, BodyRefusal>> {
  const chunks: Uint8Array[] = []
  let isTooLarge = Number(request.headers.get('content-length') ?? 0) > bytesMax
  let size = 0
  try {
    for await (const chunk of chunksOf(request, env)) {
      size += chunk.length
      isTooLarge ||= size > bytesMax
      if (!isTooLarge) chunks.push(chunk)
      else if (size > droppedBytesMax) break
      else chunks.length = 0
    }
  } catch {
    return refuse(isTooLarge ? 'too_large' : 'broken_off')
  }
  return isTooLarge ? refuse('too_large') : ok(Buffer.concat(chunks, size))
}

/** The body as it comes in; a reader that stops early leaves the connection usable. */
export function chunksOf(
  request: Request,
  env: RequestEnv | undefined,
): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  // Stopping early must not destroy the socket: the answer still has to go out.
  if (env?.incoming !== undefined) return env.incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  return (request.body as AsyncIterable<Uint8Array> | null) ?? []
}
