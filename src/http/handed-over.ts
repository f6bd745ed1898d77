// Whether an answer that was just ended is out of this process's hands: then its bytes may be written over.
import type { ServerResponse } from 'node:http'

/**
 * True when the system has taken all of it, as it nearly always has: nothing waits behind an earlier answer, in the stream of
 * the connection or in Node's own queue. Deno does not show that queue; there it is always false.
 */
export function isHandedOver({ writableLength, socket }: ServerResponse): boolean {
  const { writeQueueSize } = (socket as unknown as { _handle?: Partial<Handle> } | null)?._handle ?? {}
  return writableLength === 0 && writeQueueSize === 0
}

/** What Node's handle of a connection says of what waits there. */
interface Handle {
  readonly writeQueueSize: number
}
