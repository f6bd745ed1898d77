// Limits the memory of all request bodies of a process, and the time of each to arrive. A body counts by its received
// bytes until its request is answered. A share is reserved for people who hold little, so that large bodies of one
// person do not keep out small ones of others. Time for which this process pauses a body does not count.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Whose } from '../base/turn.ts'

interface BodyLimits {
  /** The most bytes of all bodies together. */
  readonly bytesMax: number
  readonly arriveMsMax: number
}

/** How long the reader of a late body has to answer, before the connection is cut. */
const cutAfterMs = 1_000

/** A person who holds less may use the reserved share. */
const littleBytes = 1024 * 1024
/** The share of memory that is open to all. */
const openShare = 0.75

interface Arrival {
  /** When the body began, moved later by the time for which it was paused. */
  sinceMs: number
  /** Since when the body is paused; null: it is not. */
  heldAtMs: number | null
}

export class BodyRoom {
  readonly #bytesMax: number
  readonly #arrivals = new WeakMap<IncomingMessage, Arrival>()
  readonly arriveMsMax: number
  #heldBytes = 0
  readonly #heldBy = new Map<Whose, number>()

  constructor({ bytesMax, arriveMsMax }: BodyLimits) {
    this.#bytesMax = bytesMax
    this.arriveMsMax = arriveMsMax
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Counts bytes of a body. False: there is no room for them. */
  take(bytes: number, sender: Whose): boolean {
    const held = this.#heldBy.get(sender) ?? 0
    const share = sender !== null && held + bytes <= littleBytes ? 1 : openShare
    if (this.#heldBytes + bytes > this.#bytesMax * share) return false
    this.#heldBytes += bytes
    this.#heldBy.set(sender, held + bytes)
    return true
  }

  giveBack(bytes: number, sender: Whose): void {
    if (bytes === 0) return
    this.#heldBytes -= bytes
    const left = (this.#heldBy.get(sender) ?? 0) - bytes
    if (left > 0) this.#heldBy.set(sender, left)
    else this.#heldBy.delete(sender)
  }

  /** Frees the bytes when the request is answered or its connection closed. */
  giveBackAfter(outgoing: ServerResponse | undefined, bytes: number, sender: Whose): void {
    if (bytes === 0) return
    if (outgoing === undefined || outgoing.closed) this.giveBack(bytes, sender)
    else outgoing.once('close', () => this.giveBack(bytes, sender))
  }

  /** Cuts the connection if the body does not arrive in time, even if no handler reads it. */
  watch(incoming: IncomingMessage): void {
    const { headers } = incoming
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    const look = (): NodeJS.Timeout => setTimeout(cut, this.leftMs(incoming) + cutAfterMs).unref()
    const cut = (): void => {
      if (incoming.complete) return
      if (this.leftMs(incoming) + cutAfterMs > 0) timer = look()
      else incoming.socket.destroy()
    }
    let timer = look()
    incoming.once('close', () => clearTimeout(timer))
  }

  /** The time that is left for the body to arrive; 0 or less: it is late. */
  leftMs(incoming: IncomingMessage): number {
    const { sinceMs, heldAtMs } = this.#arrivalOf(incoming)
    return this.arriveMsMax - ((heldAtMs ?? performance.now()) - sinceMs)
  }

  hold(incoming: IncomingMessage): void {
    this.#arrivalOf(incoming).heldAtMs = performance.now()
  }

  goOn(incoming: IncomingMessage): void {
    const arrival = this.#arrivalOf(incoming)
    if (arrival.heldAtMs !== null) arrival.sinceMs += performance.now() - arrival.heldAtMs
    arrival.heldAtMs = null
  }

  #arrivalOf(incoming: IncomingMessage): Arrival {
    const known = this.#arrivals.get(incoming)
    if (known !== undefined) return known
    const begun = { sinceMs: performance.now(), heldAtMs: null }
    this.#arrivals.set(incoming, begun)
    return begun
  }
}
