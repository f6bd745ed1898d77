// A few of the power cuts and failing calls of npm run test:faults, on a disk that logs and fails (scripts/faults/disk.c).
import { describe, expect, it } from 'vitest'
import { runEachCall } from '../../../scripts/faults/each-call.ts'
import { runPower } from '../../../scripts/faults/power.ts'

const quiet = (): void => {}

describe('power that goes', () => {
  it('loses nothing that was acknowledged, and leaves a store that opens and goes on', async () => {
    expect((await runPower(quiet, { images: 90, seed: 1, works: ['approval', 'import', 'update'] })).problems).toEqual(
      [],
    )
  })

  it('loses what was acknowledged where the disk lies about its flushes', async () => {
    const { problems } = await runPower(quiet, { images: 60, seed: 1, works: ['approval'], lies: true })
    expect(problems).not.toEqual([])
  })
})

// A full disk may refuse the header of a commit, behind which the engine reads nothing until it is opened again.
it('a call that finds the disk full once is told plainly, whichever it is, and the next one goes on', async () => {
  expect((await runEachCall(quiet, ['approval'], ['ENOSPC'])).problems).toEqual([])
})

// On a full disk the executable's name was gone: none of the renames that should have brought it back had room.
it('a full disk leaves a program under its name, whichever call of an update or of the way back finds it full', async () => {
  expect((await runEachCall(quiet, ['update'], ['full'])).problems).toEqual([])
})
