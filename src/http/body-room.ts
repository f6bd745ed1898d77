// What the bodies of all requests of a process may take together, and how long one may be on its way. A body that is being
// read counts by the bytes that have arrived, not by those that its sender promises, until its request is answered.
// A part of the room is kept for people who hold little: nobody's large bodies keep everybody else's small ones out.
// The time that this process keeps a long body waiting between its pieces is none of its sender's.
// Uploads are no part of it: they go to a file as they come, and have the listener's own time.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Whose } from '../base/turn.ts'

interface BodyLimits {
  /** Of all bodies that are held at once. */
  readonly bytesMax: number
  readonly arriveMsMax: number
}

/** Whoever reads the body answers first; then the connection is cut. */
const cutAfterMs = 1_000

/** Who holds less than this finds room in the part that is kept for them. */
const littleBytes = 1024 * 1024
/** The share of the room that is open to everybody. */
const openShare = 0.75

interface Arrival {
  /** When it began, later by as long as it was kept waiting. */
  sinceMs: number
  /** Since when this process keeps it waiting; null: it does not. */
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

  /** True when there is room for as many bytes more of a sender; they are held from now on. */
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

  /** Gives the bytes back when the request has been answered, or nobody waits for the answer. */
  giveBackAfter(outgoing: ServerResponse | undefined, bytes: number, sender: Whose): void {
    if (bytes === 0) return
    if (outgoing === undefined || outgoing.closed) this.giveBack(bytes, sender)
    else outgoing.once('close', () => this.giveBack(bytes, sender))
  }

  /** Cuts the connection of a request whose body is not there in time, whether somebody reads it or not. */
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

  /** How long a body may still be on its way; not above 0 when it is late. */
  leftMs(incoming: IncomingMessage): number {
    const { sinceMs, heldAtMs } = this.#arrivalOf(incoming)
    return this.arriveMsMax - ((heldAtMs ?? performance.now()) - sinceMs)
  }

  /** More of a body is not taken for now. */
  hold(incoming: IncomingMessage): void {
    this.#arrivalOf(incoming).heldAtMs = performance.now()
  }

  /** A body that was held is taken again. */
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
