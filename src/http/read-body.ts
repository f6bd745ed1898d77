// Reads a request's body within its limits of size, time and shared memory. Bytes beyond the limit are dropped for a while
// before the refusal, because a client that is still sending would see a broken connection. A client that declares far too
// much, or pauses, is answered immediately.
import type { IncomingMessage } from 'node:http'
import { ok, refuse, type Result } from '../base/result.ts'
import { Turn, type Whose } from '../base/turn.ts'
import type { BodyRoom } from './body-room.ts'
import type { RequestEnv, RequestView } from './request-target.ts'

/** Why a body was not read. `too_slow`: it did not arrive in time; `no_room`: the process has no memory left for bodies. */
export type BodyRefusal = 'too_large' | 'broken_off' | 'too_slow' | 'no_room'

/** A client that sends more than this beyond its limit may lose its answer. */
const droppedBytesMax = 64 * 1024 * 1024
const pauseMsMax = 1_000
const dropMsMax = 10_000

/** After a piece of this size other requests go first. */
const pieceBytes = 256 * 1024
/** The processor time for a piece, which counts as the sender's work. */
const msAPiece = 0.3

/** Counts bytes, and pauses the body after each piece until its sender has a turn. */
class Pace {
  readonly #incoming: IncomingMessage
  readonly #bodies: BodyRoom | undefined
  readonly #sender: Whose
  #turn: Turn | null = null
  #bytes = 0
  #isOver = false
  isHeld = false

  constructor(incoming: IncomingMessage, bodies: BodyRoom | undefined, sender: Whose) {
    this.#incoming = incoming
    this.#bodies = bodies
    this.#sender = sender
  }

  count(bytes: number, goOn = (): void => {}): void {
    this.#bytes += bytes
    if (this.#bytes < pieceBytes || this.isHeld) return
    this.#bytes = 0
    this.isHeld = true
    this.#bodies?.hold(this.#incoming)
    this.#incoming.pause()
    // The turn has no limit, because the body's time limit is stopped meanwhile.
    this.#turn ??= new Turn(this.#sender, undefined, Number.POSITIVE_INFINITY)
    void this.#turn.next(msAPiece).then(() => {
      if (this.#isOver) return
      this.#release()
      goOn()
    })
  }

  end(): void {
    this.#isOver = true
    if (this.isHeld) this.#release()
  }

  #release(): void {
    this.isHeld = false
    this.#bodies?.goOn(this.#incoming)
    this.#incoming.resume()
  }
}

/** Asked once, of a longer body's beginning. False: the body ends there, and the rest is dropped. */
type IsWorthReading = (beginning: Buffer) => boolean
const beginningBytes = 16 * 1024

/** Reads a body. `sender`: null if unknown. `broken_off`: the client disconnected before the end. */
export async function readBody(
  request: RequestView,
  env: RequestEnv | undefined,
  bytesMax: number,
  sender: Whose,
  isWorthReading?: IsWorthReading,
): Promise<Result<Buffer, BodyRefusal>> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > bytesMax + droppedBytesMax) return refuse('too_large')
  const pieces = new Pieces(bytesMax, isWorthReading)
  const reading = (): Promise<Result<Buffer, BodyRefusal>> =>
    env?.incoming === undefined ? gather(chunksOf(request, env), pieces) : listenTo(env.incoming, env, pieces, sender)
  const read = declared > bytesMax ? refuse<BodyRefusal>('too_large') : await reading()
  const mayBeLeft = read.ok ? isWorthReading !== undefined : mayGoOn.has(read.refusal)
  if (mayBeLeft && env?.incoming !== undefined) await dropRest(env.incoming, env.bodies, sender)
  return read
}

const mayGoOn: ReadonlySet<BodyRefusal> = new Set(['too_large', 'no_room'])

/** What arrived of a body. */
class Pieces {
  readonly #bytesMax: number
  #isWorthReading: IsWorthReading | undefined
  readonly #chunks: Uint8Array[] = []
  size = 0

  constructor(bytesMax: number, isWorthReading: IsWorthReading | undefined) {
    this.#bytesMax = bytesMax
    this.#isWorthReading = isWorthReading
  }

  hasRoomFor = ({ length }: Uint8Array): boolean => this.size + length <= this.#bytesMax

  /** Takes a piece of the body. False: the rest is not worth reading. */
  add(chunk: Uint8Array): boolean {
    this.size += chunk.length
    this.#chunks.push(chunk)
    if (this.#isWorthReading === undefined || this.size < beginningBytes) return true
    const isWorthReading = this.#isWorthReading
    this.#isWorthReading = undefined
    return isWorthReading(this.whole())
  }

  whole(): Buffer {
    const [first] = this.#chunks
    return this.#chunks.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(this.#chunks, this.size)
  }
}

async function gather(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  pieces: Pieces,
): Promise<Result<Buffer, BodyRefusal>> {
  try {
    for await (const chunk of body) {
      if (!pieces.hasRoomFor(chunk)) return refuse('too_large')
      if (!pieces.add(chunk)) break
    }
  } catch {
    return refuse('broken_off')
  }
  return ok(pieces.whole())
}

/** Hears of the body's pieces by events, because an iterator of the socket is slow for a short body. */
function listenTo(
  incoming: IncomingMessage,
  { bodies, outgoing }: RequestEnv,
  pieces: Pieces,
  sender: Whose,
): Promise<Result<Buffer, BodyRefusal>> {
  return new Promise((resolve) => {
    const pace = new Pace(incoming, bodies, sender)
    const end = (result: Result<Buffer, BodyRefusal>): void => {
      clearTimeout(timer)
      pace.end()
      incoming.off('data', take).off('end', whole).off('error', broken).off('close', broken)
      if (result.ok) bodies?.giveBackAfter(outgoing, pieces.size, sender)
      else bodies?.giveBack(pieces.size, sender)
      resolve(result)
    }
    const take = (chunk: Buffer): void => {
      if (!pieces.hasRoomFor(chunk)) return end(refuse('too_large'))
      if (bodies?.take(chunk.length, sender) === false) return end(refuse('no_room'))
      if (pieces.add(chunk)) pace.count(chunk.length)
      else whole()
    }
    const whole = (): void => end(ok(pieces.whole()))
    const broken = (): void => end(refuse('broken_off'))
    const look = (room: BodyRoom): NodeJS.Timeout => setTimeout(pass, room.leftMs(incoming), room)
    const pass = (room: BodyRoom): void => {
      if (room.leftMs(incoming) > 0) timer = look(room)
      else end(refuse('too_slow'))
    }
    let timer = bodies === undefined ? undefined : look(bodies)
    incoming.on('data', take).on('end', whole).on('error', broken).on('close', broken)
    if (incoming.destroyed) broken()
  })
}

/** The body's pieces. A reader that stops early leaves the connection usable. */
export function chunksOf(
  request: RequestView,
  env: RequestEnv | undefined,
): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  // Stopping early must not destroy the socket: the answer is still to be sent.
  if (env?.incoming !== undefined) return env.incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  return (request.body as AsyncIterable<Uint8Array> | null) ?? []
}

/** Drops bytes until the body ends, pauses, or is too long. */
function dropRest(incoming: IncomingMessage, bodies: BodyRoom | undefined, sender: Whose): Promise<void> {
  return new Promise((resolve) => {
    let dropped = 0
    const pace = new Pace(incoming, bodies, sender)
    const stop = (): void => {
      clearTimeout(pause)
      clearTimeout(last)
      pace.end()
      incoming.off('data', drop)
      for (const event of ['end', 'error', 'close']) incoming.off(event, stop)
      resolve()
    }
    const pause = setTimeout(() => (pace.isHeld ? pause.refresh() : stop()), pauseMsMax)
    const last = setTimeout(stop, dropMsMax)
    const drop = (chunk: Uint8Array): void => {
      dropped += chunk.length
      if (dropped > droppedBytesMax) return stop()
      pause.refresh()
      pace.count(chunk.length, () => pause.refresh())
    }
    incoming.on('data', drop)
    for (const event of ['end', 'error', 'close']) incoming.once(event, stop)
    if (incoming.readableEnded || incoming.destroyed) stop()
  })
}
