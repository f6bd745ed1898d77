// A short run of the fault scripts (npm run test:faults has the long ones): processes killed at random moments, a disk that
// is full. What clients were told is compared with what the store holds afterwards.
import { describe, expect, it } from 'vitest'
import { runFullDisk, underLimit } from '../../scripts/faults/full-disk.ts'
import { runKills } from '../../scripts/faults/kills.ts'

const quiet = (): void => {}

describe('a server that is killed', () => {
  it('lost nothing it acknowledged, applied nothing twice, and answers replays byte for byte', {
    timeout: 60_000,
  }, async () => {
    const report = await runKills(3, 7, quiet)
    expect(report.problems).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(3)
    expect(report.replays).toBeGreaterThan(3)
  })
})

describe.runIf(process.platform !== 'win32')('a full disk', () => {
  it('refuses whole batches, goes on reading, and saves again when there is room', { timeout: 60_000 }, async () => {
    expect((await runFullDisk(quiet)).problems).toEqual([])
  })

  it('may also be a limit on the size of files', { timeout: 60_000 }, async () => {
    expect((await underLimit()).problems).toEqual([])
  })
})
