// What a command of windrow costs from its start to its end, seen from outside. Linux only: it reads /proc.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { windrow } from './stores.ts'

const lookEveryMs = 10
const ticksPerSecond = 100

export interface Cost {
  readonly seconds: number
  readonly cpuSeconds: number
  /** Of anonymous memory, of it and all processes that it started, as far as it was seen: one look every 10 ms. */
  readonly peakMegabytes: number
}

/** Runs a command and watches it. */
export async function costOf(argv: readonly string[]): Promise<Cost> {
  const startedMs = performance.now()
  const [command = '', ...rest] = [...windrow, ...argv]
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] })
  let [peak, ticks] = [0, 0]
  const look = setInterval(() => {
    try {
      peak = Math.max(peak, anonymousOf(child.pid ?? 0))
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      ticks = Number(fields[11]) + Number(fields[12])
    } catch {
      // It has just ended.
    }
  }, lookEveryMs)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(look)
  if (code !== 0) throw new Error(`windrow ${argv.join(' ')} ended with ${code}`)
  const seconds = (performance.now() - startedMs) / 1000
  return { seconds, cpuSeconds: ticks / ticksPerSecond, peakMegabytes: peak / 1024 }
}

/** Kilobytes of a process and of all that it started. */
function anonymousOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    let sum = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0)
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      const children = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ')
      for (const each of children) if (each !== '') sum += anonymousOf(Number(each))
    }
    return sum
  } catch {
    // It has just ended.
    return 0
  }
}
