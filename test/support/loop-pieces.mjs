// Preloaded into a program: notes, a line each, how long the main thread worked without looking at its events, in processor time (so
// that a busy machine changes nothing), and what it had used by then.
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const usedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

if (isMainThread) {
  let before = usedMs()
  const look = () => {
    const now = usedMs()
    appendFileSync(process.env.WINDROW_PIECES, `${JSON.stringify({ pieceMs: now - before, usedMs: now })}\n`)
    before = usedMs()
    setTimeout(() => setImmediate(look), 2).unref()
  }
  look()
}
