// Progress and interruption of `windrow import` (docs/command-line.md#everywhere), with a clock that runs ahead of the
// work.
import { existsSync, readdirSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { runCli } from '../../../src/cli/cli.ts'
import { cliFolder } from '../../support/cli-folder.ts'
import { testWorld } from '../../support/cli-world.ts'

const { at, write } = cliFolder()
beforeEach(() => {
  const lines = Array.from({ length: 5_000 }, (_, n) =>
    JSON.stringify({ id: (n + 1).toString(16).padStart(16, '0'), text: `Row ${n + 1}` }),
  )
  write('main.jsonl', `${lines.join('\n')}\n`)
})

/** A world in which each look at the clock finds it `stepMs` later. */
function worldOf(stepMs: number, isTty = false) {
  let ms = 0
  const world = testWorld(at())
  const clock = { nowMs: () => 1_700_000_000_000, monotonicMs: () => (ms += stepMs) }
  return { ...world, clock, isTty }
}
const argv = (): string[] => ['import', '--main', at('main.jsonl'), '--data', at('data')]

test('plain lines every five seconds when there is no terminal', async () => {
  const world = worldOf(1_700)
  expect(await runCli([...argv(), '--reference', at('main.jsonl')], world)).toBe(0)
  const lines = world.written.stderr.trimEnd().split('\n')
  for (const line of lines)
    expect(line).toMatch(/^[a-z]+ [\w.]+: [\d,]+( of [\d,]+)? rows, [\d,]+ rows\/s(, .* left)?$/)
  const parts = new Set(lines.map((line) => line.split(':')[0]))
  expect([...parts]).toEqual(['reading main.jsonl', 'comparing rows', 'comparing references', 'writing rows'])
  expect(world.written.stdout).toContain('done in ')
})

test('nothing at all when the work is short, or on --quiet', async () => {
  const short = worldOf(1)
  await runCli(argv(), short)
  expect(short.written.stderr).toBe('')
  const quiet = worldOf(10_000)
  await runCli([...argv(), '--quiet'], quiet)
  expect(quiet.written.stderr).toBe('')
})

test('a bar on a terminal, taken away at the end', async () => {
  const world = worldOf(400, true)
  expect(await runCli([...argv(), '--json'], world)).toBe(0)
  const drawn = world.written.stderr.split('\r\u001B[2K')
  expect(drawn).toContainEqual(expect.stringMatching(/^writing rows \[#*-*\] [\d,]+ of 5,000 rows, .* left$/))
  expect(world.written.stderr.endsWith('\r\u001B[2K')).toBe(true)
  expect(JSON.parse(world.written.stdout).rows.added).toBe(5_000)
})

test('an interruption ends it with 130, without a report file and without rows', async () => {
  const world = testWorld(at())
  const run = runCli([...argv(), '--report', at('report.jsonl')], world)
  setTimeout(() => world.raiseSignal(), 30)
  expect([await run, world.written.stderr]).toEqual([
    130,
    expect.stringMatching(/^error: interrupted; nothing was left/),
  ])
  expect(readdirSync(at()).sort()).toEqual(existsSync(at('data')) ? ['data', 'main.jsonl'] : ['main.jsonl'])
  const next = testWorld(at())
  await runCli([...argv(), '--json', '--dry-run'], next)
  expect(JSON.parse(next.written.stdout).rows.added).toBe(5_000)
})

test('a report never takes the place of an imported file', async () => {
  const world = testWorld(at())
  const main = at('main.jsonl')
  expect(await runCli([...argv(), '--report', at('x', '..', 'main.jsonl')], world)).toBe(2)
  expect(world.written.stderr).toContain(`--report and --main name the same file, ${main}`)
  expect(existsSync(at('data'))).toBe(false)
})
