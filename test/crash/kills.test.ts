// A short run of the fault scripts (npm run test:faults has the long ones): processes killed at random moments. What clients were told is compared with what the store holds afterwards.
import { describe, expect, it } from 'vitest'
import { runKills } from '../../scripts/faults/kills.ts'

const quiet = (): void => {}

describe('a server that is killed', () => {
  it('lost nothing it acknowledged, applied nothing twice, answers replays byte for byte, and logged each write once', async () => {
    const report = await runKills(3, 7, quiet)
    expect(report.problems).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(3)
    expect(report.replays).toBeGreaterThan(3)
    expect(report.events).toBeGreaterThan(3)
  })
})
