import { expect, test } from 'vitest'
import { createProgress, durationText, type ProgressSettings } from '../../../src/cli/streams/progress.ts'

const wide = { columns: 120 }

function show(settings: Partial<ProgressSettings>) {
  const written: string[] = []
  const time = { ms: 0 }
  const progress = createProgress({
    label: 'import',
    stderr: { write: (text) => written.push(text) },
    isTty: true,
    isQuiet: false,
    clock: { nowMs: () => 0, monotonicMs: () => time.ms },
    ...settings,
  })
  const at = (ms: number, done: number, total?: number): void => {
    time.ms = ms
    progress.update(done, total)
  }
  return { written, progress, at }
}

test('work of less than a second shows no bar', () => {
  const { written, progress, at } = show({ total: 100 })
  at(10, 1)
  at(999, 99)
  progress.end()
  expect(written).toEqual([])
})

test('a terminal shows a bar with rows, rate and time left, at most ten times a second, and takes it away', () => {
  const { written, progress, at } = show({ total: 1_000_000, ...wide })
  at(2_000, 500_000)
  at(2_050, 510_000)
  at(2_100, 600_000)
  progress.end()
  progress.end()
  expect(written).toEqual([
    `\r\u001B[2Kimport [${'#'.repeat(12)}${'-'.repeat(12)}] 500,000 of 1,000,000 rows, 250,000 rows/s, 2 s left`,
    expect.stringContaining('600,000 of 1,000,000 rows'),
    '\r\u001B[2K',
  ])
})

test.each([
  [90, `import [${'#'.repeat(12)}${'-'.repeat(12)}] 500,000 of 1,000,000 rows, 250,000 rows/s, 2 s left`],
  [0, `import [${'#'.repeat(12)}${'-'.repeat(12)}] 500,000 of 1,000,000 rows, 2 s left`],
  [80, `import [${'#'.repeat(12)}${'-'.repeat(12)}] 500,000 of 1,000,000 rows, 2 s left`],
  [65, `import [${'#'.repeat(12)}${'-'.repeat(12)}] 500,000 of 1,000,000 rows`],
  [40, 'import: 500,000 of 1,000,000 rows'],
  [20, 'import: 500,000 of '],
])('in %i columns the bar is what fits on one line', (columns, line) => {
  const { written, at } = show({ total: 1_000_000, columns })
  at(2_000, 500_000)
  expect(written).toEqual([`\r\u001B[2K${line}`])
})

test('elsewhere a plain line is written every 5 s', () => {
  const { written, progress, at } = show({ isTty: false, total: 100 })
  for (let ms = 0; ms <= 12_000; ms += 100) at(ms, ms / 200)
  progress.end()
  expect(written).toEqual([
    'import: 25 of 100 rows, 5 rows/s, 15 s left\n',
    'import: 50 of 100 rows, 5 rows/s, 10 s left\n',
  ])
})

test('without a total there is no time left, and it may become known on the way', () => {
  const { written, at } = show({ isTty: false, unit: 'entries' })
  at(5_000, 50)
  at(10_000, 100, 300)
  expect(written).toEqual([
    'import: 50 entries, 10 entries/s\n',
    'import: 100 of 300 entries, 10 entries/s, 20 s left\n',
  ])
})

test('--quiet shows nothing', () => {
  const { written, progress, at } = show({ isQuiet: true, total: 10 })
  at(60_000, 5)
  progress.end()
  expect(written).toEqual([])
})

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [200, '3 min 20 s'],
  [7_500, '2 h 5 min'],
])('%f seconds read "%s"', (seconds, text) => expect(durationText(seconds)).toBe(text))

test('slow work is counted by the minute, and may say more of itself', () => {
  const { written, progress } = show({ isTty: false, isSlow: true, total: 100, clock: clockAt([0, 0, 30_000]) })
  progress.update(0, 100, 'never seen')
  progress.update(50, 100, '9,000 tokens; refused: TAGS_01 2')
  expect(written).toEqual(['import: 50 of 100 rows, 100 rows/min, 30 s left, 9,000 tokens; refused: TAGS_01 2\n'])
})

function clockAt(times: readonly number[]): ProgressSettings['clock'] {
  const left = [...times]
  return { nowMs: () => 0, monotonicMs: () => left.shift() ?? 0 }
}
