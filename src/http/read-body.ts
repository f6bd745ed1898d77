// Reads the body of a request and keeps never more of it than allowed. What comes beyond the limit is dropped for a while
// before the refusal goes out: a client that is still sending when its answer comes would see a broken connection instead.
// A client that declares far too much, or pauses, is answered at once. How long a client may take for what is allowed is
// the listener's business.
import type { IncomingMessage } from 'node:http'
import { ok, refuse, type Result } from '../base/result.ts'
import type { RequestEnv, RequestView } from './request-target.ts'

export type BodyRefusal = 'too_large' | 'broken_off'

/** A client that sends more than this beyond its limit may lose its answer. */
const droppedBytesMax = 64 * 1024 * 1024
const pauseMsMax = 1_000

/** The body's bytes. Refusals: it is larger than `bytesMax`, or the client went away before its end. */
export async function readBody(
  request: RequestView,
  env: RequestEnv | undefined,
  bytesMax: number,
): Promise<Result<Buffer, BodyRefusal>> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > bytesMax + droppedBytesMax) return refuse('too_large')
  const read = declared > bytesMax ? refuse<BodyRefusal>('too_large') : await readAll(request, env, bytesMax)
  if (!read.ok && read.refusal === 'too_large' && env?.incoming !== undefined) await dropRest(env.incoming)
  return read
}

function readAll(
  request: RequestView,
  env: RequestEnv | undefined,
  bytesMax: number,
): Promise<Result<Buffer, BodyRefusal>> {
  return env?.incoming === undefined ? gather(chunksOf(request, env), bytesMax) : listenTo(env.incoming, bytesMax)
}

async function gather(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytesMax: number,
): Promise<Result<Buffer, BodyRefusal>> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > bytesMax) return refuse('too_large')
      chunks.push(chunk)
    }
  } catch {
    return refuse('broken_off')
  }
  return ok(Buffer.concat(chunks, size))
}

/** As `gather`, by events: an iterator of the socket costs more than all that a short body needs. */
function listenTo(incoming: IncomingMessage, bytesMax: number): Promise<Result<Buffer, BodyRefusal>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (result: Result<Buffer, BodyRefusal>): void => {
      incoming.off('data', take).off('end', whole).off('error', broken).off('close', broken)
      resolve(result)
    }
    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size > bytesMax) end(refuse('too_large'))
      else chunks.push(chunk)
    }
    const whole = (): void => end(ok(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)))
    const broken = (): void => end(refuse('broken_off'))
    incoming.on('data', take).once('end', whole).once('error', broken).once('close', broken)
    if (incoming.destroyed) broken()
  })
}

/** The body as it comes in; a reader that stops early leaves the connection usable. */
export function chunksOf(
  request: RequestView,
  env: RequestEnv | undefined,
): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  // Stopping early must not destroy the socket: the answer still has to go out.
  if (env?.incoming !== undefined) return env.incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  return (request.body as AsyncIterable<Uint8Array> | null) ?? []
}

/** Drops what still comes in, until it ends, pauses, or is too much. */
function dropRest(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let dropped = 0
    const stop = (): void => {
      clearTimeout(pause)
      incoming.off('data', drop)
      for (const event of ['end', 'error', 'close']) incoming.off(event, stop)
      resolve()
    }
    const pause = setTimeout(stop, pauseMsMax)
    const drop = (chunk: Uint8Array): void => {
      dropped += chunk.length
      if (dropped > droppedBytesMax) stop()
      else pause.refresh()
    }
    incoming.on('data', drop)
    for (const event of ['end', 'error', 'close']) incoming.once(event, stop)
    if (incoming.readableEnded || incoming.destroyed) stop()
  })
}
