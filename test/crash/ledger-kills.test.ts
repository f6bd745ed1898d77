// A few of the kills of `npm run test:faults -- --only ledger-kills` (1,000 with --kills 1000): `windrow translate` killed between buying
// and writing, directly and by jobs.
import { expect, it } from 'vitest'
import { runLedgerKills } from '../../scripts/faults/ledger-kills.ts'

it('a run that is killed between buying and writing buys only the prompt under way again, and loses nothing', async () => {
  expect((await runLedgerKills(8, 11, () => {}, 4)).problems).toEqual([])
})
