// Bounds the answers that clients do not read. A timer looks at all connections, so requests pay nothing. It cuts a connection
// whose client took nothing for too long, and, when too much waits in all, those with most of it. Progress is measured by the
// bytes that still wait, in the stream and, on Node, in the system's queue. Deno hides that queue, so there one piece of an
// answer must be taken completely in the time.
import type { Socket } from 'node:net'

interface UntakenLimits {
  readonly waitMsMax: number
  /** The most bytes that may wait in the whole process. */
  readonly bytesMax: number
}

interface Waiting {
  readonly socket: Socket
  readonly bytes: number
}

/** A client that takes less in the time counts as taking nothing. */
const leastTaken = 16 * 1024

/** When a client last took something. */
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

  add(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }

  /** Cuts connections. `nowMs` is monotonic. */
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

/** Bytes that have left this process; only grows. */
function takenOf(socket: Socket): number {
  const { bytesWritten, writeQueueSize } = (socket as unknown as { _handle?: Partial<Handle> })._handle ?? {}
  if (bytesWritten !== undefined && writeQueueSize !== undefined) return bytesWritten - writeQueueSize
  return socket.bytesWritten - socket.writableLength
}

/** Node's handle of a connection: bytes given to the system, and bytes waiting there. */
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
