// The load: a process of its own that sends prepared requests over kept-alive connections to loopback, one at a time on
// each, and counts the answers. It speaks HTTP over bare sockets, so that it costs less than any server it measures.
// Bounded in time and in requests; an answer that is not 200 ends the run.
import { connect, type Socket } from 'node:net'

/** What the parent asks for. */
export interface LoadJob {
  readonly port: number
  readonly connections: number
  /** Whole requests as they go over the wire. */
  readonly requests: readonly string[]
  /** Begin with this request of the list. */
  readonly from: number
  /** Send each request at most once, or begin again at the end of the list. */
  readonly isOnce: boolean
  readonly msMax: number
  /**
   * How long a connection sleeps behind each answer, so that the server is asked for one at a time. Without it the load never sleeps,
   * even while answers are awaited: waking somebody who sleeps costs the server time of the system.
   */
  readonly restMs?: number | undefined
}

export interface LoadResult {
  readonly answers: number
  readonly seconds: number
}

const headEnd = Buffer.from('\r\n\r\n')

/** Runs one job; resolves when every connection has had the answer to its last request. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const requests = job.requests.map((request) => Buffer.from(request))
  const sockets = await Promise.all(Array.from({ length: job.connections }, () => open(job.port)))
  let sent = 0
  const started = performance.now()
  const deadline = started + job.msMax
  const next = (): Buffer | null => {
    if ((job.isOnce && sent >= requests.length) || performance.now() >= deadline) return null
    return requests[(job.from + sent++) % requests.length] ?? null
  }
  let isOver = job.restMs !== undefined
  const stayAwake = (): void => {
    if (!isOver) setImmediate(stayAwake)
  }
  stayAwake()
  await Promise.all(sockets.map((socket) => converse(socket, next, job.restMs))).finally(() => (isOver = true))
  return { answers: sent, seconds: (performance.now() - started) / 1000 }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** One connection: sends, waits for the whole answer, sends the next. */
function converse(socket: Socket, next: () => Buffer | null, restMs: number | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let head: Buffer = Buffer.alloc(0)
    let missing = -1
    const sendNext = (): void => {
      const request = next()
      if (request !== null) {
        socket.write(request)
        return
      }
      socket.removeAllListeners('close')
      socket.end()
      resolve()
    }
    socket.on('data', (chunk: Buffer) => {
      if (missing < 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf(headEnd)
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        if (!text.startsWith('HTTP/1.1 200'))
          return reject(new Error(`answered ${text.slice(0, text.indexOf('\r\n'))}`))
        missing = end + headEnd.length + contentLength(text) - head.length
        head = Buffer.alloc(0)
      } else missing -= chunk.length
      if (missing > 0) return
      missing = -1
      if (!restMs) sendNext()
      else setTimeout(sendNext, restMs)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection in the middle of a run')))
    sendNext()
  })
}

function contentLength(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error('an answer without Content-Length can not be measured')
  return Number(length)
}

if (import.meta.main) {
  process.on('message', (job: LoadJob) => {
    runLoad(job)
      .then((result) => process.send?.({ result }))
      .catch((error: unknown) => process.send?.({ error: String(error) }))
  })
}
