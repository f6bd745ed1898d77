// Several processes on one store and one port: the primary starts the workers, replaces those that die, and ends them.
import cluster from 'node:cluster'
import type { App } from '../../../app/app.ts'
import type { Listener } from '../../../runtime/listen.ts'
import type { CommandContext } from '../../command.ts'
import { Failure } from '../../failure.ts'

/** What a worker tells the primary: that it listens, or why it can't. */
export interface WorkerMessage {
  readonly url?: string
  readonly failure?: string
}

export const isWorker = (): boolean => cluster.isWorker

/** How long a worker may take to end: longer than it needs to cut its connections, shorter than the 5 s that a server has. */
const stopWithinMs = 4_500
const replaceAfterMs = 500

export async function startWorkers(context: CommandContext, app: App, count: number): Promise<Listener> {
  const state = { isStopping: false }
  const startOne = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork()
      worker.on('message', ({ url, failure }: WorkerMessage) => {
        if (url !== undefined) resolve(url)
        if (failure !== undefined) reject(new Failure(failure))
      })
      worker.once('exit', (code, signal) => {
        reject(new Failure(`a worker ended with ${signal ?? `code ${code}`} before it was ready`))
        if (state.isStopping || code === 0) return
        app.log.error('a worker ended by itself and is replaced', { worker: worker.id, code, signal })
        // Delayed, because a worker that cannot start would be started over and over.
        setTimeout(() => {
          if (state.isStopping) return
          startOne().catch((error: unknown) => app.log.error('a worker could not be replaced', { err: error }))
        }, replaceAfterMs)
      })
    })
  const stop = async (): Promise<void> => {
    state.isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const ended = Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve))))
    // A worker that is ending already (Ctrl+C reaches all) is disconnected, which is no fault.
    for (const worker of workers) if (worker.isConnected()) worker.send('stop', () => {})
    const timer = setTimeout(() => workers.forEach((worker) => worker.process.kill('SIGKILL')), stopWithinMs)
    await ended
    clearTimeout(timer)
  }
  try {
    const first = await startOne()
    await Promise.all(Array.from({ length: count - 1 }, startOne))
    context.note(`${count} workers answer`)
    return { url: first, port: Number(new URL(first).port), close: stop }
  } catch (error) {
    await stop()
    throw error
  }
}
