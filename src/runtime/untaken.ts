// Answers that nobody takes. What a client does not read waits in this process; here it is seen by looking at all open
// connections once in a while, which costs a request nothing. A connection whose client took nothing of what waits for
// too long is cut, and when all of it together is more than allowed, those with the most of it are cut first.
// How far a client is shows in how much still waits: in the stream and, on Node, in the system's own queue. (Deno does not
// show that queue: there one piece of an answer must be taken whole in the time.)
import type { Socket } from 'node:net'

interface UntakenLimits {
  /** How long a client may take nothing. */
  readonly waitMsMax: number
  /** What may wait in the whole process. */
  readonly bytesMax: number
}

interface Waiting {
  readonly socket: Socket
  readonly bytes: number
}

/** A client that takes less than this in the time takes nothing. */
const leastTaken = 16 * 1024

/** How far a client was when it was last seen to go on. */
interface Seen {
  readonly taken: number
  readonly sinceMs: number
}

export class Untaken {
  readonly #limits: UntakenLimits
  readonly #sockets = new Set<Socket>()
  readonly #seen = new WeakMap<Socket, Seen>()

  constructor(limits: UntakenLimits) {
    this.#limits = limits
  }

  /** Watches a connection from now until it is closed. */
  add(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }

  /** Looks at all connections and cuts those that must go. `nowMs` is monotonic. */
  look(nowMs: number): void {
    const waiting: Waiting[] = []
    let total = 0
    for (const socket of this.#sockets) {
      const bytes = socket.writableLength
      if (bytes === 0) this.#seen.delete(socket)
      else if (this.#isStuck(socket, nowMs)) socket.destroy()
      else {
        waiting.push({ socket, bytes })
        total += bytes
      }
    }
    if (total > this.#limits.bytesMax) cutLargest(waiting, total - this.#limits.bytesMax)
  }

  #isStuck(socket: Socket, nowMs: number): boolean {
    const taken = takenOf(socket)
    const seen = this.#seen.get(socket)
    if (seen !== undefined && taken - seen.taken < leastTaken) return nowMs - seen.sinceMs >= this.#limits.waitMsMax
    this.#seen.set(socket, { taken, sinceMs: nowMs })
    return false
  }
}

/** How many bytes have left this process; the number only ever grows. */
function takenOf(socket: Socket): number {
  const { bytesWritten, writeQueueSize } = (socket as unknown as { _handle?: Partial<Handle> })._handle ?? {}
  if (bytesWritten !== undefined && writeQueueSize !== undefined) return bytesWritten - writeQueueSize
  return socket.bytesWritten - socket.writableLength
}

/** What Node's handle of a connection says of what was given to the system, and of what waits there. */
interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

function cutLargest(waiting: Waiting[], excess: number): void {
  let left = excess
  for (const { socket, bytes } of waiting.sort((a, b) => b.bytes - a.bytes)) {
    if (left <= 0) return
    socket.destroy()
    left -= bytes
  }
}
