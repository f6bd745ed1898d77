// Where the time of the tests goes: npm run test:times [-- FILE…]. Runs them and prints a table by file, dearest first, in
// processor and waiting seconds. Processor time tells where work can be saved, also on a busy machine; waiting time does not.
// Linux only, because of test/support/times.ts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Line {
  readonly file: string
  readonly waitedMs: number
  readonly processorMs: number
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(9)

function table(lines: readonly Line[]): string {
  const rows = [...lines].sort((a, b) => b.processorMs - a.processorMs)
  const sum = (of: (line: Line) => number): number => rows.reduce((total, row) => total + of(row), 0)
  const all = {
    file: `all ${rows.length} files`,
    processorMs: sum((r) => r.processorMs),
    waitedMs: sum((r) => r.waitedMs),
  }
  return [
    'processor   waiting   seconds',
    ...[...rows, all].map((r) => `${seconds(r.processorMs)} ${seconds(r.waitedMs)}   ${r.file}`),
  ].join('\n')
}

const folder = mkdtempSync(join(tmpdir(), 'windrow-times-'))
try {
  const target = join(folder, 'lines')
  const env = { ...process.env, TEST_TIMES: target }
  const { status } = spawnSync('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit', env })
  const lines = readFileSync(target, 'utf8').trimEnd().split('\n')
  process.stdout.write(`${table(lines.map((line) => JSON.parse(line) as Line))}\n`)
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}
