// node scripts/bench/workers.ts DATA SCRATCH [WORK ROUNDS TURN-MS]: what an answer costs with one worker and with two, in processor
// time of all processes of the server.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { spreadOf } from './measure.ts'
import { processorUs, type Load, type Server, startLoad, startServer } from './processes.ts'
import { createDice, get, NO_FILTER, pagePath, post, walk, windrowCursor } from './requests.ts'
import { windrow as here, node } from './stores.ts'

const [pristine = '', scratch = '', work = 'page', roundsText = '9', turnText = '500'] = process.argv.slice(2)
const rounds = Number(roundsText)
const msMax = Number(turnText)
const windrow = process.env.PROGRAM === undefined ? here : [node, process.env.PROGRAM]

function treeOf(pid: number): number[] {
  const kids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(kids === '' ? [] : kids.split(' ').map(Number))]
}
const waitsOf = (pid: number): { voluntary: number; forced: number } => {
  let voluntary = 0
  let forced = 0
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8')
    voluntary += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1])
    forced += Number(/^nonvoluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1])
  }
  return { voluntary, forced }
}

const folders: string[] = []
const servers: Server[] = []
const loads: Load[] = [startLoad(), startLoad()]
async function serve(workers: number): Promise<Server> {
  const own = mkdtempSync(join(scratch, 'workers-'))
  folders.push(own)
  cpSync(pristine, own, { recursive: true })
  const server = await startServer([...windrow, 'serve', '--data', own, '--port', '0', '--quiet', '--workers', String(workers)])
  servers.push(server)
  return server
}

interface Turn { us: number; rate: number; shares: number[]; voluntary: number; forced: number }
let requests: string[] = []
let from = 0
async function turn(of: Server[], jobs: { port: number; connections: number; isAwake: boolean }[]): Promise<Turn> {
  const pids = of.flatMap(({ pid }) => treeOf(pid))
  const before = pids.map((pid) => processorUs(pid) as number)
  const waitsBefore = pids.map(waitsOf)
  from += 997
  const results = await Promise.all(jobs.map((job, i) => (loads[i] as Load).run({ ...job, requests, from: (from + i * 500) % requests.length, isOnce: false, msMax })))
  const after = pids.map((pid) => processorUs(pid) as number)
  const waitsAfter = pids.map(waitsOf)
  const answers = results.reduce((sum, { answers }) => sum + answers, 0)
  const seconds = Math.max(...results.map(({ seconds }) => seconds))
  for (const { refused } of results) if (refused.length > 0) throw new Error(`refused ${refused[0]}`)
  const spent = after.map((us, i) => us - (before[i] as number))
  return {
    us: spent.reduce((a, b) => a + b, 0) / answers,
    rate: answers / seconds,
    shares: spent.map((us) => us / 1e6 / seconds),
    voluntary: waitsAfter.reduce((sum, { voluntary }, i) => sum + voluntary - (waitsBefore[i]?.voluntary ?? 0), 0) / answers,
    forced: waitsAfter.reduce((sum, { forced }, i) => sum + forced - (waitsBefore[i]?.forced ?? 0), 0) / answers,
  }
}

try {
  const a = await serve(1)
  const b = await serve(1)
  const two = await serve(2)
  if (work === 'validate') {
    const rows = await walk(a.port, NO_FILTER, 10000)
    requests = Array.from({ length: 200 }, (_, i) => post('/api/v1/translations/validate', { items: rows.slice(50 * i, 50 * i + 50).map((r) => ({ row_id: r.row_id, source_hash: r.source_hash, layer: 'machine', text: r.source_text })) }))
  } else if (work === 'page') {
    const dice = createDice(7)
    requests = Array.from({ length: 2000 }, () => get(pagePath(windrowCursor, { limit: 50, after: 1 + dice(149000) })))
  } else requests = [get('/api/v1/me')]
  const N = 8
  const kinds: Record<string, () => Promise<Turn>> = {
    'one, load awake': () => turn([a], [{ port: a.port, connections: N, isAwake: true }]),
    'one, load asleep': () => turn([a], [{ port: a.port, connections: N, isAwake: false }]),
    'two servers': () => turn([a, b], [a, b].map(({ port }) => ({ port, connections: N, isAwake: false }))),
    'two workers': () => turn([two], [two, two].map(({ port }) => ({ port, connections: N, isAwake: false }))),
    'two workers, one load awake': () => turn([two], [{ port: two.port, connections: 2 * N, isAwake: true }]),
    'two workers, one load asleep': () => turn([two], [{ port: two.port, connections: 2 * N, isAwake: false }]),
  }
  const names = Object.keys(kinds)
  const samples: Record<string, Turn[]> = Object.fromEntries(names.map((n) => [n, []]))
  for (let r = 0; r < 3; r++) for (const n of names) await kinds[n]?.()
  for (let r = 0; r < rounds; r++) for (let k = 0; k < names.length; k++) {
    const n = names[(k + r) % names.length] as string
    samples[n]?.push(await (kinds[n] as () => Promise<Turn>)())
  }
  for (const n of names) {
    const s = samples[n] as Turn[]
    const us = spreadOf(s.map((t) => t.us))
    const f = (g: (t: Turn) => number, d = 2): string => spreadOf(s.map(g)).median.toFixed(d)
    console.log(`${n.padEnd(30)} µs ${us.median.toFixed(1)} (${us.low.toFixed(1)}-${us.high.toFixed(1)}) rate ${f((t) => t.rate, 0)} shares ${(s[0] as Turn).shares.map((_, i) => f((t) => t.shares[i] as number)).join(' ')} vol/answer ${f((t) => t.voluntary, 3)} forced ${f((t) => t.forced, 3)}`)
  }
} finally {
  for (const s of servers) await s.stop()
  for (const l of loads) await l.stop()
  for (const d of folders) rmSync(d, { recursive: true, force: true })
}
