// `windrow setting set caption_policy` recomputes which heads are shown as invalid (docs/configuration.md#settings;
// docs/rows.md#shown-status).
import { afterAll, expect, test } from 'vitest'
import { id, openImportWorld } from '../support/import-world.ts'

const world = await openImportWorld()
const main = world.file('main', {
  [id(1)]: 'Raise <Agility|780|#C|15> now',
  [id(2)]: 'Speak <to the guard>',
  [id(3)]: 'Take {0}',
  [id(4)]: 'Retired {0}',
})
await world.imports('--main', main)
// Localized files pass no gate, so they can hold what breaks the markup.
const localized = world.file('uk', {
  [id(1)]: 'Підніми <{0} Спритність|780|#C|15> зараз',
  [id(2)]: 'Поговори',
  [id(3)]: 'Візьми {1}',
  [id(4)]: 'Без ряду {1}',
})
const { localized: counts } = await world.imports('--localized', localized)
expect(counts).toMatchObject({ written: 4, invalid: 3 })
afterAll(() => world.close())

const shown = async (): Promise<string[]> =>
  (await world.rows('&fields=layers')).map(({ layers }) => layers.machine.status)

test('a change of the policy changes what is invalid at once, and back', async () => {
  expect(await shown()).toEqual(['draft', 'invalid', 'invalid', 'invalid'])
  const since = new Date(Date.now() + 1).toISOString()
  expect((await world.windrow('setting', 'set', 'caption_policy', 'free')).stdout).toBe('caption_policy is free\n')
  // Captions are text now: a token in one counts, and plain tags may go.
  expect(await shown()).toEqual(['invalid', 'draft', 'invalid', 'invalid'])
  // No revision, no change of a row.
  expect(await world.total(`&updated_since=${since}`)).toBe(0)
  expect((await world.windrow('setting', 'set', 'caption_policy', 'keep')).code).toBe(0)
  expect(await shown()).toEqual(['draft', 'invalid', 'invalid', 'invalid'])
})

test('rows that were retired meanwhile come back with the flag of the policy in force', async () => {
  await world.imports('--main', world.file('less', { [id(3)]: 'Take {0}' }))
  await world.windrow('setting', 'set', 'caption_policy', 'free')
  await world.imports('--main', `${world.folder}/main`)
  expect(await shown()).toEqual(['invalid', 'draft', 'invalid', 'invalid'])
})

test('an import into a store that has texts already does not say again which policy is in force', async () => {
  for (const argv of [
    ['--main', `${world.folder}/main`],
    ['--localized', `${world.folder}/uk`, '--dry-run'],
  ]) {
    const { code, stderr } = await world.windrow('import', ...argv)
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('caption_policy')])
  }
})
