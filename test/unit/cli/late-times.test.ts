// A clock that was ahead once: the doctor says what to do, and `windrow check --repair-times` does it on a person's word.
import { expect, test } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'
import { endOf, testWorld } from '../../support/cli-world.ts'

const [day, noon] = [86_400_000, Date.UTC(2026, 10, 23, 12)]
const clock = { ms: noon, nowMs: () => clock.ms, monotonicMs: () => performance.now() }

const { at } = cliFolder('file')
const windrow = (...argv: string[]) => endOf(argv, testWorld(at(), { WINDROW_PORT: '0' }, '', clock))

const latestWrite = async () => {
  const { checks } = JSON.parse((await windrow('doctor', '--json')).stdout)
  return checks.find(({ what }: { what: string }) => what === 'latest write')
}

test('times stand still until a person says that the clock is right', async () => {
  await windrow('user', 'add', 'Olena', '--role', 'admin')
  clock.ms = noon + 400 * day
  await windrow('user', 'add', 'Ihor', '--role', 'user')
  clock.ms = noon + day
  await windrow('user', 'add', 'Taras', '--role', 'user')
  expect(await latestWrite()).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^2027-12-28.* run windrow check --repair-times 2026-11-24$/),
  })

  const wrong = await windrow('check', '--repair-times', '2027-12-28')
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    'error: the clock of this machine says 2026-11-24; set it right first (nothing was changed)\n',
  ])
  const unread = await windrow('check', '--repair-times', 'today')
  expect([unread.code, unread.stderr]).toEqual([2, expect.stringMatching(/today is not a date; .* such as 2026-11-24/)])
  expect((await latestWrite()).status).toBe('warning')

  const repaired = await windrow('check', '--repair-times', '2026-11-24')
  expect([repaired.code, repaired.stdout]).toEqual([0, expect.stringMatching(/^set to now: \d+\neverything agrees: /)])
  expect(await latestWrite()).toMatchObject({ status: 'ok', message: expect.stringMatching(/^2026-11-24/) })
  const again = await windrow('check', '--repair-times', '2026-11-24')
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('no time lies in the future')])
})
