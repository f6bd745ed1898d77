// npm run faults:night: all engines at their full length, one night on two cores: a million power cuts, every failing call, a hundred years.
//   npm run faults:night -- [--seed N] [--report FILE] [--images N] [--years N] [--seconds N]
// A bar says how far each process is; the report says what each part found. Each line of failure has its seed, which repeats it.
import { spawn } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    report: { type: 'string', default: 'faults-report.txt' },
    images: { type: 'string', default: '1000000' },
    years: { type: 'string', default: '100' },
    seconds: { type: 'string', default: String(8 * 3600) },
  },
})

/** What two processes do, one part after the other. */
const PROCESSES: readonly (readonly (readonly string[])[])[] = [
  [['power', '--images', values.images], ['each-call'], ['damage', '--long'], ['kills', '--long']],
  [
    ['fuzz', '--seconds', values.seconds],
    ['year', '--seeds', values.years],
  ],
]

const isTerminal = process.stderr.isTTY
const barWidth = 24
/** How far each process is, by its number. */
const shown: string[] = []
let problems = 0

function show(at: number, line: string): void {
  if (!isTerminal) return void process.stderr.write(`${line}\n`)
  const [, name = '', done, total] = /^([\w-]+).*?(\d+) of (\d+)/.exec(line) ?? []
  if (total === undefined) return
  const filled = Math.round((barWidth * Number(done)) / Number(total))
  shown[at] = `${name} [${'#'.repeat(filled).padEnd(barWidth, '-')}] ${done} of ${total}`
  process.stderr.write(`\r\u001B[2K${[...shown, `${problems} problems`].filter(Boolean).join('  ')}`)
}

/** Does parts one after the other; what they found goes to the report. */
async function doParts(at: number, parts: readonly (readonly string[])[]): Promise<void> {
  for (const [name = '', ...options] of parts) {
    const argv = [join(import.meta.dirname, 'main.ts'), '--only', name, '--seed', values.seed, ...options]
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] })
    createInterface({ input: child.stderr }).on('line', (line) => show(at, line))
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('PROBLEM')) problems++
      appendFileSync(values.report, `seed ${values.seed}, ${line}\n`)
    }
  }
}

writeFileSync(values.report, '')
await Promise.all(PROCESSES.map((parts, at) => doParts(at, parts)))
process.stdout.write(`\n${problems} problems; the report is ${values.report}\n`)
process.exitCode = problems === 0 ? 0 : 1
