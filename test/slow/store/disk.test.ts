// What the short form of npm run test:faults leaves out, on a disk that logs and fails (scripts/faults/disk.c).
import { expect, it } from 'vitest'
import { runEachCall } from '../../../scripts/faults/each-call.ts'
import { runPower } from '../../../scripts/faults/power.ts'

const quiet = (): void => {}

it('power that goes loses what was acknowledged where the disk lies about its flushes', async () => {
  const { problems } = await runPower(quiet, { images: 60, seed: 1, works: ['approval'], lies: true })
  expect(problems).not.toEqual([])
})

// A full disk may refuse the header of a commit, behind which the engine reads nothing until it is opened again.
it('a call that finds the disk full once is told plainly, whichever it is, and the next one goes on', async () => {
  expect((await runEachCall(quiet, ['approval'], ['ENOSPC'])).problems).toEqual([])
})

// On a full disk the executable's name was gone: none of the renames that should have brought it back had room.
it('a full disk leaves a program under its name, whichever call of an update or of the way back finds it full', async () => {
  expect((await runEachCall(quiet, ['update'], ['full'])).problems).toEqual([])
})
