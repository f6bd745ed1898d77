// Reads large inputs with a heap and a time bounded by their size. In a worker, because only one of those runs out of memory alone.
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { once } from 'node:events'
import { present } from '../../src/base/assert.ts'
import { READERS, readOne } from './fuzz-readers.ts'

interface Asked {
  readonly name: string
  readonly bytes: Uint8Array
  readonly folder: string
}

interface Told {
  readonly ms: number
  readonly problem: string | null
}

/** Of the program with all of its readers, and of what the collector has not come to. */
const baseMb = 96
const timesBytes = 20
/** Longer than any reader takes that ends, also on a busy machine. */
const waitMsMax = 60_000
/** The library's tree of a YAML file that is all marks, measured; a file of the game may be one. */
const timesBytesOfYaml = 300
const isOfYaml = (name: string): boolean => name === 'keyed yaml' || name === 'game text'

/** Reads inputs of at most so many bytes, one after the other, each in at most so much processor time. */
export function largeReader(sizeMax: number, msMax: number) {
  const workers = new Map<number, Worker>()
  const workerOf = (heapMb: number): Worker => {
    const known = workers.get(heapMb)
    if (known !== undefined) return known
    const worker = new Worker(new URL(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
    workers.set(heapMb, worker)
    return worker
  }
  return {
    /** Null: it read or refused the input within its time and memory. */
    async read(asked: Asked): Promise<string | null> {
      const times = isOfYaml(asked.name) ? timesBytesOfYaml : timesBytes
      const heapMb = baseMb + Math.ceil((times * sizeMax) / 2 ** 20)
      const worker = workerOf(heapMb)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread, no window
      worker.postMessage(asked)
      const signal = AbortSignal.timeout(waitMsMax)
      try {
        const [{ ms, problem }] = (await once(worker, 'message', { signal })) as [Told]
        return problem ?? (ms > msMax ? `${ms.toFixed(0)} ms, ${msMax.toFixed(0)} may be` : null)
      } catch (error) {
        workers.delete(heapMb)
        await worker.terminate()
        return signal.aborted
          ? `${asked.name}: no end within ${waitMsMax} ms`
          : `of a heap of ${heapMb} MB: ${(error as Error).message}`
      }
    },
    async close(): Promise<void> {
      for (const worker of workers.values()) await worker.terminate()
    },
  }
}

async function answer({ name, bytes, folder }: Asked): Promise<Told> {
  const before = process.threadCpuUsage()
  const problem = await readOne(present(READERS[name], name), Buffer.from(bytes), folder).then(
    () => null,
    (error: Error) => error.stack ?? error.message,
  )
  const { user, system } = process.threadCpuUsage(before)
  return { ms: (user + system) / 1000, problem }
}

if (!isMainThread) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread, no window
  parentPort?.on('message', (asked: Asked) => void answer(asked).then((told) => parentPort?.postMessage(told)))
}
