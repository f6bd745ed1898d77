// Fuzzing: made-up and damaged inputs for everything that reads what strangers send. No reader may crash (its own refusal
// is fine), take longer than in proportion to the input, or keep memory; no request may get a 5xx. An input is made from a
// number alone, so a finding is repeated by its number; numbers that once found something are kept in fuzz-seeds.json and
// go first in every run.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { runGate } from '../../src/domain/checks/gate.ts'
import { compileGlossary } from '../../src/domain/checks/glossary.ts'
import { cursorAfter, ordinalInCursor } from '../../src/domain/cursor.ts'
import { scanTokens } from '../../src/domain/text/tokens.ts'
import { DamagedFile } from '../../packages/formats/src/damage.ts'
import { parseGlossary } from '../../packages/formats/src/glossary-file.ts'
import { openGameText } from '../../packages/formats/src/open-game-text.ts'
import { containerInput, cursorInput, dumpInput, glossaryInput, requestInput, textInput } from './fuzz-inputs.ts'
import { diceOf } from './random.ts'
import { makeWorld, type Server, startServer, type World } from './world.ts'
import { DEFAULT_GATE_RULES } from '../../test/support/plain-gate.ts'

const seedFile = new URL('./fuzz-seeds.json', import.meta.url)

interface Target {
  readonly name: string
  /** One in so many inputs goes here. */
  readonly share: number
  /** Throws, or rejects, when something is wrong; gives the size of the input in bytes. */
  run(seed: number): number | Promise<number>
}

interface Bench {
  readonly folder: string
  readonly world: World
  readonly server: Server
  readonly agent: Agent
}

const glossary = compileGlossary([
  { source: 'Jianghu', forms: ['Jianghu', 'Welt*'], caseSensitive: false, doNotTranslate: false, note: '' },
  { source: 'Row {0}', forms: ['Zeile*'], caseSensitive: true, doNotTranslate: false, note: '' },
  { source: 'of the', forms: [], caseSensitive: false, doNotTranslate: true, note: '' },
])

const targetsOf = (bench: Bench): readonly Target[] => [
  {
    name: 'tokens',
    share: 1,
    run: (seed) => {
      const text = textInput(diceOf(seed))
      const tokens = scanTokens(text, seed % 2 === 0 ? 'keep' : 'free')
      let end = 0
      for (const token of tokens) {
        if (token.start < end || token.end <= token.start) throw new Error('tokens overlap or stand still')
        end = token.end
      }
      return text.length
    },
  },
  {
    name: 'gate',
    share: 4,
    run: (seed) => {
      const dice = diceOf(seed)
      const [source, text] = [textInput(dice), textInput(dice)]
      runGate({ source, text, rules: DEFAULT_GATE_RULES, glossary, waivers: { glossary: false, validation: false } })
      return source.length + text.length
    },
  },
  {
    name: 'cursor',
    share: 4,
    run: (seed) => {
      const filter = { state: 'all', source: 'all', updatedSinceMs: null } as const
      const cursor = cursorInput(diceOf(seed), cursorAfter(seed % 1_000_000, filter))
      const read = ordinalInCursor(cursor, filter)
      if (read.ok && !(Number.isSafeInteger(read.value) && read.value >= 0))
        throw new Error(`cursor gave ${read.value}`)
      return cursor.length
    },
  },
  { name: 'glossary', share: 40, run: (seed) => refusing(() => parseGlossary(...glossaryArguments(seed))) },
  { name: 'container', share: 100, run: (seed) => readFile(bench.folder, containerInput(diceOf(seed))) },
  { name: 'dump', share: 100, run: (seed) => readFile(bench.folder, dumpInput(diceOf(seed))) },
  { name: 'request', share: 100, run: (seed) => ask(bench, seed) },
]

function glossaryArguments(seed: number): [bytes: Uint8Array, file: string] {
  return [glossaryInput(diceOf(seed)), 'fuzz.csv']
}

function refusing(read: () => unknown): number {
  try {
    read()
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
  }
  return 0
}

async function readFile(folder: string, bytes: Uint8Array): Promise<number> {
  const path = join(folder, 'input')
  writeFileSync(path, bytes)
  try {
    const file = await openGameText(path, { role: 'source', skipDamaged: bytes.length % 2 === 0 })
    for await (const batch of file.entries())
      for (const { id } of batch) if (id.length !== 16) throw new Error(`id ${id}`)
    file.warnings()
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
  }
  return bytes.length
}

/** Sends one odd request; anything but an answer below 500, or a connection closed on malformed HTTP, is wrong. */
function ask({ server, world, agent }: Bench, seed: number): Promise<number> {
  const { method, path, headers, body } = requestInput(diceOf(seed), world)
  return new Promise((resolve, reject) => {
    const sent = httpRequest(server.url, { agent, method, path, headers, timeout: 10_000 }, (answer) => {
      let length = 0
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (text.length < 300) text += chunk.toString()
      })
      answer.on('end', () => {
        if ((answer.statusCode ?? 500) >= 500) reject(new Error(`${method} ${path} got ${answer.statusCode} ${text}`))
        else resolve(body.length + length)
      })
      answer.on('error', reject)
    })
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} got no answer in 10 s`)))
    sent.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(0) : reject(error),
    )
    sent.end(body)
  })
}

const slowMs = 250
const msPerByte = 0.01
const growthMax = 300 * 1024 * 1024

/** Runs `count` inputs, the saved ones first. */
export async function runFuzz(
  count: number,
  seed: number,
  say: (text: string) => void,
): Promise<{ lines: string[]; problems: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'windrow-fuzz-'))
  const world = await makeWorld()
  const server = await startServer(world.data, { env: { WINDROW_LOG_LEVEL: 'error' } })
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const problems: string[] = []
  const ran: Record<string, number> = {}
  try {
    const targets = targetsOf({ folder, world, server, agent })
    const runOne = async (target: Target, number: number): Promise<void> => {
      ran[target.name] = (ran[target.name] ?? 0) + 1
      const problem = await tryOne(target, number)
      if (problem !== null) problems.push(`${target.name} ${number}: ${problem}`)
    }
    for (const [name, number] of savedSeeds())
      for (const target of targets) if (target.name === name) await runOne(target, number)
    const before = memoryOf(server)
    for (let i = 0; i < count && problems.length < 20; i++) {
      const number = seed * 1_000 + i
      for (const target of targets) if (i % target.share === 0) await runOne(target, number)
      if (i % 256 === 0) await nextTurn()
      if (i > 0 && i % 250_000 === 0) say(`fuzz: ${i} of ${count}`)
    }
    const growth = memoryOf(server) - before
    if (growth > growthMax) problems.push(`the server grew by ${Math.round(growth / 2 ** 20)} MiB`)
    if (!(await isAlive(server, world)))
      problems.push(`the server does not answer any more: ${server.log().slice(-500)}`)
  } finally {
    agent.destroy()
    await server.stop()
    world.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    lines: [
      Object.entries(ran)
        .map(([name, times]) => `${name} ${times}`)
        .join(', '),
    ],
    problems,
  }
}

async function tryOne(target: Target, number: number): Promise<string | null> {
  try {
    const first = await timed(target, number)
    if (first.ms < slowMs + first.bytes * msPerByte) return null
    // The collector may have been at work; an input that is slow is slow again.
    const second = await timed(target, number)
    return second.ms < slowMs + second.bytes * msPerByte
      ? null
      : `took ${Math.round(second.ms)} ms for ${second.bytes} bytes`
  } catch (error) {
    return (error as Error).stack ?? String(error)
  }
}

async function timed(target: Target, number: number): Promise<{ ms: number; bytes: number }> {
  // Time of this process's own work: a busy machine is not the input's fault. Requests have a limit of their own.
  const before = process.cpuUsage()
  const bytes = await target.run(number)
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1_000, bytes }
}

const savedSeeds = (): [name: string, number: number][] =>
  JSON.parse(readFileSync(seedFile, 'utf8')) as [string, number][]

/** Resident bytes of the server; 0 where there is no /proc. */
function memoryOf(server: Server): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

async function isAlive(server: Server, world: World): Promise<boolean> {
  const headers = { 'X-API-Key': world.people[0]?.secrets[0] ?? '' }
  return await fetch(`${server.url}/api/v1/me`, { headers }).then(
    ({ status }) => status === 200,
    () => false,
  )
}
