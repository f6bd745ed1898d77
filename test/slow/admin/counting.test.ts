// A page on which something is still being counted says so, and comes back by itself until it is there.
import { afterAll, expect, test } from 'vitest'
import { idOf } from '../../support/game-store.ts'
import { siteWorld } from '../../unit/admin/site-world.ts'

const world = await siteWorld()
// So many that they are hardly counted at the first look.
const rows = Array.from({ length: 40_000 }, (_, n) => [idOf(n + 1), `Wanderer number ${n} walks on`] as const)
await world.game.importFiles({ main: world.game.jsonl('many.jsonl', Object.fromEntries(rows)) })
afterAll(() => world.close())

test.each(['/admin/', '/admin/imports/2', '/admin/statistics', '/admin/team/1'])('%s', async (path) => {
  const one = await world.as('super_admin')
  for (let isCounting = true; isCounting; ) {
    const { body, headers } = await one.get(path)
    isCounting = headers.has('refresh')
    expect(body.includes('being counted')).toBe(isCounting)
    expect(body.includes('this page reloads by itself')).toBe(isCounting)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
})
