// Lets everybody work on a server, and says what was seen of them while something went on.
import { anonymousMegabytes, processorUs, type Server, startServer } from '../processes.ts'
import { ask, NO_FILTER, pagePath, type WireRow } from '../requests.ts'
import type { Item } from '../items.ts'
import { gather, work } from './people.ts'
import type { Side } from './sides.ts'
import type { Seen } from './table.ts'

export type Watch = (during: () => Promise<unknown>) => Promise<Seen>

export interface Crowd {
  readonly people: number
  /** Of the list. */
  readonly rows: number
  readonly nextItems: () => readonly Item[]
}

/** What is due until so long behind other work belongs to it. */
export const behindMs = 3_000

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Lets everybody work on a server of its own while `use` watches. */
export async function withPeople(side: Side, crowd: Crowd, use: (watch: Watch) => Promise<void>): Promise<void> {
  const server = await startServer(side.serve)
  try {
    const kinds = await gatherAt(server, side, crowd)
    const over = new AbortController()
    const { done, ended } = work(kinds, over.signal)
    await use(async (during) => {
      let megabytes = 0
      const looking = setInterval(() => (megabytes = Math.max(megabytes, anonymousMegabytes(server.pid))), 500)
      const [fromMs, fromUs] = [performance.now(), processorUs(server.pid) ?? 0]
      await during()
      clearInterval(looking)
      const [toMs, toUs] = [performance.now(), processorUs(server.pid) ?? 0]
      // Those that are still waiting belong to it, too.
      await pause(behindMs)
      return {
        done: done.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs),
        seconds: (toMs - fromMs) / 1000,
        processorSeconds: (toUs - fromUs) / 1e6,
        megabytes,
      }
    })
    over.abort()
    await ended
  } finally {
    await server.stop()
  }
}

/** Signs everybody in. */
export async function gatherAt(server: Server, side: Side, crowd: Crowd): ReturnType<typeof gather> {
  const beginnings = await beginningsIn(server, side, crowd)
  return await gather({ ...side, ...crowd, port: server.port, beginnings, icon: await iconOf(server) })
}

/** Rows all over the list. */
async function beginningsIn({ port }: Server, { cursor }: Side, { people, rows }: Crowd): Promise<string[]> {
  const found: string[] = []
  for (let i = 0; i < people; i++) {
    const after = Math.floor((i * rows) / people)
    const page = JSON.parse(await ask(port, pagePath(cursor, { limit: 1, after, filter: NO_FILTER }))) as {
      data: { rows: readonly WireRow[] }
    }
    found.push(page.data.rows[0]?.row_id ?? '')
  }
  return found
}

async function iconOf({ port }: Server): Promise<string> {
  const page = await (await fetch(`http://127.0.0.1:${port}/admin/sign-in`)).text()
  return /href="(\/admin\/assets\/icon[^"]+)"/.exec(page)?.[1] ?? '/admin/sign-in'
}
