// How many files of src a request passes: those in which some function runs while a warm server answers it. A page whose
// features stay the same should not pass more of them as the program grows.
import { fileURLToPath } from 'node:url'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { hangMs } from '../support/hang.ts'
import { textLines } from '../support/game-files.ts'
import { serve } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'

const root = new URL('../../', import.meta.url)
/** The server with Node's inspector, which counts calls. */
const inspected = [process.execPath, '--inspect=127.0.0.1:0', fileURLToPath(new URL('src/main.ts', root))]
/** A timer does not run beside each of them, however busy the machine is. */
const requests = 100
const secret = `wdr_${'a1'.repeat(30)}`
const rows = Array.from({ length: 60 }, (_, i) => [(0xa000 + i).toString(16).padStart(16, '0'), `Row number ${i}`])

const world = programWorld()
await world.done(['import', '--main', world.file('main.jsonl', textLines(Object.fromEntries(rows)))])
await world.done(['user', 'add', 'Rita'])
const limit = ['--requests-per-minute', '1000000']
await world.done(['key', 'create', '--user', 'Rita', '--secret-stdin', ...limit], `${secret}\n`)
const server = await serve(['--data', world.data], {}, inspected)
const profiler = await openProfiler(/ws:\/\/\S+/.exec(server.log())?.[0] ?? '')
afterAll(async () => {
  profiler.close()
  await server.stop()
  await world.close()
})

interface Profiler {
  ask(method: string, parameters?: object): Promise<Coverage>
  close(): void
}
interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
  }[]
}

async function openProfiler(address: string): Promise<Profiler> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (coverage: Coverage) => void>()
  socket.addEventListener('message', ({ data }: { readonly data: string }) => {
    const { id, result } = JSON.parse(data) as { readonly id: number; readonly result: Coverage }
    waiting.get(id)?.(result)
  })
  await once(socket, 'open', { signal: AbortSignal.timeout(hangMs) })
  let asked = 0
  const ask: Profiler['ask'] = (method, params = {}) =>
    new Promise((resolve) => {
      waiting.set(++asked, resolve)
      socket.send(JSON.stringify({ id: asked, method: `Profiler.${method}`, params }))
    })
  await ask('enable')
  return { ask, close: () => socket.close() }
}

async function get(path: string): Promise<void> {
  const answer = await fetch(`${server.url}${path}`, { headers: { 'X-API-Key': secret } })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
}

/** Files of src of which a function ran in each request: what a timer does beside some is left out. */
async function filesOf(path: string): Promise<readonly string[]> {
  await get(path)
  await get(path)
  await profiler.ask('startPreciseCoverage', { callCount: true, detailed: false })
  const times = new Map<string, number>()
  for (let asked = 0; asked < requests; asked++) {
    await get(path)
    const { result } = await profiler.ask('takePreciseCoverage')
    const ran = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    for (const { url } of ran) times.set(url, (times.get(url) ?? 0) + 1)
  }
  await profiler.ask('stopPreciseCoverage')
  return [...times]
    .filter(([url, count]) => count === requests && url.startsWith(root.href))
    .map(([url]) => url.slice(root.href.length))
    .filter((file) => /^(?:src|packages)\//.test(file))
}

test.each([
  { path: '/api/v1/rows?limit=50', filesMax: 33 },
  { path: '/api/v1/me', filesMax: 25 },
])('GET $path passes at most $filesMax files', async ({ path, filesMax }) => {
  const files = await filesOf(path)
  expect(files).toContain('src/api-v1/routes.ts')
  expect(files.length, files.toSorted().join('\n')).toBeLessThanOrEqual(filesMax)
})
