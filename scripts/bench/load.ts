// The load: a process of its own that sends prepared requests over kept-alive connections to loopback, one at a time on
// each, and counts the answers. It speaks HTTP over bare sockets, so that it costs less than any server it measures.
// Bounded in time and in requests; an answer that is not 200 is counted apart and makes the run worthless.
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
  /** Do not sleep while answers are awaited: waking somebody who sleeps costs the server time of the system. */
  readonly isAwake?: boolean
}

export interface LoadResult {
  readonly answers: number
  readonly seconds: number
  readonly bytes: number
  /** Status lines that were not 200. */
  readonly refused: readonly string[]
}

interface Run {
  readonly next: () => Buffer | null
  readonly onAnswer: (status: string, bytes: number) => void
}

const headEnd = Buffer.from('\r\n\r\n')

/** Runs one job; resolves when every connection has had the answer to its last request. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const requests = job.requests.map((request) => Buffer.from(request))
  const sockets = await Promise.all(Array.from({ length: job.connections }, () => open(job.port)))
  const refused: string[] = []
  let sent = 0
  let answers = 0
  let bytes = 0
  const started = performance.now()
  const deadline = started + job.msMax
  const run: Run = {
    next: () => {
      if ((job.isOnce && sent >= requests.length) || performance.now() >= deadline) return null
      return requests[(job.from + sent++) % requests.length] ?? null
    },
    onAnswer: (status, size) => {
      answers++
      bytes += size
      if (!status.startsWith('HTTP/1.1 200')) refused.push(status)
    },
  }
  let isOver = !job.isAwake
  const stayAwake = (): void => {
    if (!isOver) setImmediate(stayAwake)
  }
  stayAwake()
  await Promise.all(sockets.map((socket) => converse(socket, run))).finally(() => (isOver = true))
  return { answers, seconds: (performance.now() - started) / 1000, bytes, refused }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** One connection: sends, waits for the whole answer, sends the next. */
function converse(socket: Socket, run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    let head: Buffer = Buffer.alloc(0)
    let status = ''
    let size = 0
    let missing = -1
    const sendNext = (): void => {
      const request = run.next()
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
        status = text.slice(0, text.indexOf('\r\n'))
        size = end + headEnd.length + contentLength(text)
        missing = size - head.length
        head = Buffer.alloc(0)
      } else missing -= chunk.length
      if (missing > 0) return
      missing = -1
      run.onAnswer(status, size)
      sendNext()
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
