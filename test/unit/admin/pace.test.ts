// How much one person may ask of the site in a minute (docs/site.md#what-one-person-may-cost): decisions come quickly, and
// whoever has to wait reads it in their own language.
import { afterAll, expect, test } from 'vitest'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { granted } from '../../support/app-world.ts'
import { type Answer, siteWorld } from './site-world.ts'

const formsAMinute = 10
const world = await siteWorld()
granted(await changeSetting(world.app, null, 'site_writes_per_minute', String(formsAMinute)))
afterAll(() => world.close())

/** More than fit into two minutes: one may end on the way. */
async function sendMany(role: 'admin' | 'moderator', path: string): Promise<readonly Answer[]> {
  const visitor = await world.as(role)
  const answers: Answer[] = []
  for (let i = 0; i < 2 * formsAMinute + 2; i++) answers.push(await visitor.post(path, {}, { 'accept-language': 'uk' }))
  return answers.filter(({ status }) => status === 429)
}

test('forms have a ceiling, and its page speaks the language of its reader', async () => {
  const refused = await sendMany('admin', '/admin/profile/keys/999/switch')
  expect(refused.length).toBeGreaterThan(0)
  const alert = /role="alert">([^<]*)/.exec(refused[0]?.body ?? '')?.[1] ?? ''
  expect(alert).toMatch(/спробуйте ще раз через \d+ с/)
  expect(alert).not.toMatch(/[a-z]{3}/i)
})

test.each(['save', 'approve', 'reject', 'reviewed', 'fits', 'confirm'])(
  'decisions one at a time do not reach that ceiling: %s',
  async (what) => expect(await sendMany('moderator', `/admin/bench/${what}`)).toEqual([]),
)
