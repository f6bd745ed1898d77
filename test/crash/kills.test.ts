// A short run of the fault scripts (npm run test:faults has the long ones): processes killed at random moments, a disk that
// is full. What clients were told is compared with what the store holds afterwards.
import { describe, expect, it } from 'vitest'
import { runFullDisk, underLimit } from '../../scripts/faults/full-disk.ts'
import { runKills } from '../../scripts/faults/kills.ts'
import { runWorkKills } from '../../scripts/faults/work-kills.ts'
import { canShow } from '../support/under-wine.ts'

const quiet = (): void => {}
/** Of the game in which work is killed: many chunks, and a quarter of what npm run test:faults takes. */
const rows = 5_000

describe('a server that is killed', () => {
  it('lost nothing it acknowledged, applied nothing twice, answers replays byte for byte, and logged each write once', async () => {
    const report = await runKills(3, 7, quiet)
    expect(report.problems).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(3)
    expect(report.replays).toBeGreaterThan(3)
    expect(report.events).toBeGreaterThan(3)
    expect(report.delivered.requests).toBeGreaterThan(0)
  })
})

describe('long work that is killed leaves nothing or all of it, and done again it does all', () => {
  it.each([
    ['import', 3],
    ['update', 4],
    ['merge', 2],
    ['revert', 2],
  ] as const)('%s', async (name, moments) => {
    expect((await runWorkKills(name, moments, quiet, rows)).problems).toEqual([])
  })
})

describe.runIf(canShow('a full disk'))('a full disk', () => {
  it('refuses whole batches, goes on reading, and saves again when there is room', async () => {
    expect((await runFullDisk(quiet)).problems).toEqual([])
  })

  it('may also be a limit on the size of files', async () => expect((await underLimit()).problems).toEqual([]))
})
