// Errors and delays put into the write and flush calls of a real server: what its clients are told, whether reads go on,
// whether it recovers, and whether the store is right afterwards. A run in which nothing was injected shows nothing, so it
// fails.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Call, History, record } from './history.ts'
import { diceOf } from './random.ts'
import { canTrace, countInjected, type Injection, startTraced } from './strace.ts'
import { verify } from './verify.ts'
import { idOf, makeWorld, type Server, startServer, type World } from './world.ts'

interface Scenario {
  readonly name: string
  readonly call: Injection['call']
  readonly error: string
  /** Which calls of a thread fail; where there are several, they are tried in turn until the server recovers. */
  readonly when: readonly string[]
  /** What the batches after the failed one get: `recovers` without a restart, or `refuses` until one. */
  readonly after: 'recovers' | 'refuses'
}

/** Which of a thread's writes are data and which the header depends on the layout of the store; a header that failed is refused until a restart. */
const DATA_WRITES = ['5..6', '6', '9', '7..9'] as const

const SCENARIOS: readonly Scenario[] = [
  { name: 'flush fails (EIO)', call: 'fdatasync', error: 'EIO', when: ['4'], after: 'refuses' },
  { name: 'flush fails from then on', call: 'fdatasync', error: 'EIO', when: ['4+'], after: 'refuses' },
  { name: 'disk full while writing data', call: 'pwrite64', error: 'ENOSPC', when: DATA_WRITES, after: 'recovers' },
  { name: 'quota of the disk', call: 'pwrite64', error: 'EDQUOT', when: DATA_WRITES, after: 'recovers' },
  { name: 'file too large', call: 'pwrite64', error: 'EFBIG', when: DATA_WRITES, after: 'recovers' },
]

/** The n-th write of a thread is data or header by turns; which, differs with the batch, so each of these is tried. */
const EACH_WRITE = [4, 5, 6, 7, 8, 9]

const batches = 10

export async function runInjections(say: (text: string) => void): Promise<{ lines: string[]; problems: string[] }> {
  if (!canTrace()) return { lines: ['strace is not here, or may not trace: nothing was injected'], problems: [] }
  const lines: string[] = []
  const problems: string[] = []
  for (const { name, call, error, when, after } of SCENARIOS) {
    let isAsExpected = false
    for (const calls of when) {
      if (isAsExpected) break
      say(`injections: ${name} (${call} ${calls})`)
      const found = await runScenario([{ call, what: `error=${error}:when=${calls}` }])
      isAsExpected = found.isRefusing === (after === 'refuses')
      lines.push(`${name}: ${found.line}`)
      problems.push(...found.problems.map((problem) => `${name}: ${problem}`))
    }
    if (!isAsExpected) problems.push(`${name}: should be such that it ${after}`)
  }
  const outcomes: string[] = []
  for (const n of EACH_WRITE) {
    const name = `write ${n} of a thread fails (EIO)`
    say(`injections: ${name}`)
    // Data (it recovers) or the header (it refuses).
    const found = await runScenario([{ call: 'pwrite64', what: `error=EIO:when=${n}` }])
    outcomes.push(found.line)
    problems.push(...found.problems.map((problem) => `${name}: ${problem}`))
  }
  lines.push(`one write fails (EIO), data and header: ${outcomes.join('; ')}`)
  const delayed = await runDelay()
  return { lines: [...lines, ...delayed.lines], problems: [...problems, ...delayed.problems] }
}

/** `isRefusing`: no batch was saved any more before the restart. */
async function runScenario(
  injections: readonly Injection[],
): Promise<{ line: string; problems: string[]; isRefusing: boolean }> {
  const world = await makeWorld()
  try {
    const log = join(world.folder, 'strace.log')
    const server = await startTraced(world.data, log, { injections })
    const history = new History()
    const statuses = await sendBatches(world, server, history)
    const problems = await judgeReads(world, server)
    const failed = statuses.indexOf(422)
    const after = failed < 0 ? [] : statuses.slice(statuses.lastIndexOf(422) + 1)
    const isRefusing = failed >= 0 && statuses.slice(failed).every((status) => status === 422)
    if (countInjected(log) === 0) problems.push('nothing was injected, so nothing was shown')
    if (failed < 0) problems.push(`no batch was refused: ${statuses.join(' ')}`)
    if (statuses.some((status) => status !== 200 && status !== 422)) problems.push(`statuses ${statuses.join(' ')}`)
    problems.push(...judgeLog(server))
    const code = await server.stop()
    if (code !== 0) problems.push(`the server ended with ${code}`)
    problems.push(...(await judgeRestart(world, history)))
    const line = `refused ${statuses.filter((status) => status === 422).length} of ${batches}, ${isRefusing ? 'until the restart' : `then saved ${after.length}`}`
    return { line, problems, isRefusing }
  } finally {
    world.remove()
  }
}

async function sendBatches(world: World, server: Server, history: History): Promise<number[]> {
  const dice = diceOf(3)
  const statuses: number[] = []
  for (let i = 0; i < batches; i++) {
    const call = richCall(world, history, dice)
    const sent = await record(history, server.url, call)
    statuses.push(sent?.status ?? 0)
    if (sent !== null && sent.status === 422 && !sent.body.includes('"error":"save_failed"')) statuses.push(-1)
  }
  return statuses
}

/** By somebody with quota to spare, so that only the disk can refuse it. */
function richCall(world: World, history: History, dice: ReturnType<typeof diceOf>): Call {
  for (;;) {
    const call = history.newCall(world, dice, 0)
    if (call.person === 'ann') return call
    history.calls.pop()
  }
}

const keyOf = (world: World): string => world.people[0]?.secrets[0] ?? ''

/** Reads go on, and the rows are there. */
async function judgeReads(world: World, server: Server): Promise<string[]> {
  const headers = { 'X-API-Key': keyOf(world) }
  const page = await fetch(`${server.url}/api/v1/rows?limit=100&include_total=1`, { headers })
  const { data, meta } = (await page.json()) as { data?: { rows?: unknown[] }; meta?: { total_matching?: number } }
  if (page.status === 200 && data?.rows?.length === 100 && meta?.total_matching === 400) return []
  return [`a page of rows got ${page.status} with ${data?.rows?.length} of ${meta?.total_matching} rows`]
}

/** One clear line about the fault, and no secret on any. */
function judgeLog(server: Server): string[] {
  const lines = server
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const said = lines.filter((line) => line.includes('"level":"error"') && line.includes('the store could not be'))
  return [
    ...(said.length > 0 ? [] : [`no log line says what happened: ${server.log().slice(0, 500)}`]),
    ...(/wdr_[0-9a-f]{60}/.test(server.log()) ? ['a secret is in the log'] : []),
    ...(server.log().includes('Zeile') ? ['a text is in the log'] : []),
  ]
}

/** A new process saves again, and everything is as the history says. */
async function judgeRestart(world: World, history: History): Promise<string[]> {
  const server = await startServer(world.data)
  const sent = await record(history, server.url, richCall(world, history, diceOf(9)))
  await server.stop()
  const problems = await verify(world.data, history)
  return sent?.status === 200 ? problems : [`after the restart a batch got ${sent?.status}`, ...problems]
}

const delayMicroseconds = 400_000

/** While a flush takes long, nobody sees the batch that waits for it: visible and durable come together. */
async function runDelay(): Promise<{ lines: string[]; problems: string[] }> {
  const world = await makeWorld()
  try {
    const log = join(world.folder, 'strace.log')
    const server = await startTraced(world.data, log, {
      injections: [{ call: 'fdatasync', what: `delay_exit=${delayMicroseconds}` }],
    })
    const history = new History()
    const problems: string[] = []
    let looks = 0
    for (let i = 0; i < 4; i++) {
      const call = richCall(world, history, diceOf(20 + i))
      const state = { isAnswered: false }
      const sending = record(history, server.url, call).finally(() => (state.isAnswered = true))
      while (!state.isAnswered) {
        await wait(20)
        if (!(await readsText(server, world, call))) {
          looks++
          continue
        }
        // Seen: then it is durable, and its answer is on its way already, not a flush away.
        const seenMs = performance.now()
        await sending
        const aheadMs = performance.now() - seenMs
        if (aheadMs > delayMicroseconds / 2_000) problems.push(`op ${call.id} was seen ${aheadMs} ms before its answer`)
      }
      await sending
    }
    await server.stop()
    if (countInjected(log) === 0) problems.push('no flush was delayed, so nothing was shown')
    problems.push(...(await verify(world.data, history)))
    return { lines: [`slow flushes: looked ${looks} times while a batch was being flushed and never saw it`], problems }
  } finally {
    world.remove()
  }
}

async function readsText(server: Server, world: World, call: Call): Promise<boolean> {
  const row = call.items[0]?.row ?? 1
  const response = await fetch(`${server.url}/api/v1/rows/${idOf(row)}`, { headers: { 'X-API-Key': keyOf(world) } })
  return (await response.text()).includes(`op${call.id}.`)
}
