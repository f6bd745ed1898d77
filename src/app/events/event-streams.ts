// The open streams of events in this process: their limits, and when each looks for new events. One timer watches the
// store's count of writes for all of them, so that a stream notices the writes of every process.
import { eventStreamsMax, eventStreamsPerKeyMax } from '../../domain/limits.ts'
import type { Store } from '../../store/store.ts'
import { freshen } from '../../store/view.ts'

export interface EventStream {
  readonly keyId: number
  /** Called several times a second, with a fresh view of the store, to look for new events. */
  look(): void
  /** Called when the server stops. */
  end(): void
}

export interface EventStreams {
  /** Lets a stream begin, or refuses it above a limit. Call `leave` when a stream that entered is over. */
  enter(stream: EventStream): 'entered' | 'too many of this key' | 'too many'
  leave(stream: EventStream): void
  /** Ends all streams; from then on no other can begin. */
  end(): void
}

const lookEveryMs = 200

export function createEventStreams(store: Store): EventStreams {
  const open = new Set<EventStream>()
  let timer: NodeJS.Timeout | null = null
  let isEnded = false
  const look = (): void => {
    freshen(store)
    for (const stream of open) stream.look()
  }
  return {
    enter(stream) {
      if (isEnded || open.size >= eventStreamsMax) return 'too many'
      const ofKey = [...open].filter(({ keyId }) => keyId === stream.keyId).length
      if (ofKey >= eventStreamsPerKeyMax) return 'too many of this key'
      open.add(stream)
      timer ??= setInterval(look, lookEveryMs).unref()
      return 'entered'
    },
    leave(stream) {
      open.delete(stream)
      if (open.size > 0 || timer === null) return
      clearInterval(timer)
      timer = null
    },
    end() {
      isEnded = true
      for (const stream of open) stream.end()
    },
  }
}
