// Reads the body of a request, never more of it than allowed: a declared length above the limit is refused before the
// first byte, an undeclared one as soon as it is passed. How long a client may take is the listener's business.
import { ok, refuse, type Result } from '../base/result.ts'
import type { RequestEnv } from './request-target.ts'

export type BodyRefusal = 'too_large' | 'broken_off'

/** The body's bytes. Refusals: it is larger than `bytesMax`, or the client went away before its end. */
export async function readBody(
  request: Request,
  env: RequestEnv | undefined,
  bytesMax: number,
): Promise<Result<Buffer, BodyRefusal>> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) return refuse('too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of chunksOf(request, env)) {
      size += chunk.length
      if (size > bytesMax) return refuse('too_large')
      chunks.push(chunk)
    }
  } catch {
    return refuse('broken_off')
  }
  return ok(Buffer.concat(chunks, size))
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
