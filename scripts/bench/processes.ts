// Other programs: run to their end and timed, or started as servers and asked for their port. Only what was started here is
// ever ended, by its own id.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { LoadJob, LoadResult } from './load.ts'

export interface Server {
  readonly pid: number
  readonly port: number
  stop(): Promise<void>
}

export type Program = readonly string[]

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const msMax = 15 * 60_000
const msToStopMax = 10_000

/** Runs a program to its end; its time in seconds. Throws with what it said when it fails. */
export async function run(program: Program, input = ''): Promise<{ seconds: number; output: string }> {
  const [command = '', ...args] = program
  const started = performance.now()
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], timeout: msMax })
  let output = ''
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const code = await exitOf(child)
  const seconds = (performance.now() - started) / 1000
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} ended with ${code}: ${said.trim() || output.trim()}`)
  return { seconds, output }
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code))
  })

/** Starts a server that names its address in a line of its standard output; its log goes nowhere. */
export async function startServer(program: Program): Promise<Server> {
  const [command = '', ...args] = program
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = exitOf(child)
  const port = await Promise.race([
    portOf(child),
    ended.then((code) => {
      throw new Error(`${args.slice(0, 2).join(' ')} ended with ${code} before it listened`)
    }),
  ])
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), msToStopMax)
    await ended
    clearTimeout(timer)
  }
  return { pid: child.pid as number, port, stop }
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000)
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)\n/.exec(output)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
  })
}

/** Anonymous memory of a process in MB: what is its own, without files that are mapped. Linux only. */
export function anonymousMegabytes(pid: number): number {
  const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Processor time of all threads of a process so far, in µs. Linux only. */
export function processorUs(pid: number): number {
  const folder = `/proc/${pid}/task`
  const nanoseconds = readdirSync(folder).map((task) => Number(firstWord(`${folder}/${task}/schedstat`)))
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000
}

/** Processor time of a server, in µs, for each of so many times. */
export async function costOf({ pid }: Server, times: number, once: (at: number) => Promise<unknown>): Promise<number> {
  const fromUs = processorUs(pid)
  for (let at = 0; at < times; at++) await once(at)
  return (processorUs(pid) - fromUs) / times
}

const firstWord = (path: string): string => readFileSync(path, 'utf8').split(' ')[0] ?? ''

export interface Load {
  run(job: LoadJob): Promise<LoadResult>
  stop(): Promise<void>
}

/** Starts the process that makes load. */
export function startLoad(): Load {
  const child = fork(new URL('load.ts', import.meta.url), { serialization: 'advanced' })
  const ended = exitOf(child)
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        child.once('message', ({ result, error }: { result?: LoadResult; error?: string }) =>
          result === undefined ? reject(new Error(error)) : resolve(result),
        )
        child.send(job)
      }),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
