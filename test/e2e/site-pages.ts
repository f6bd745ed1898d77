// The pages of the site that a browser walks over as their owner, and a store in which there is something on each.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserWorld, browserWorld, gameTexts, rowId } from './browser-world.ts'

export const PAGES = [
  '/admin/',
  '/admin/profile',
  '/admin/profile/keys/2',
  '/admin/bench',
  '/admin/bench?job=stale',
  '/admin/bench?job=drafts',
  '/admin/bench?job=proposals',
  '/admin/bench?job=rejected',
  '/admin/bench?q=gate',
  '/admin/rows',
  '/admin/rows?job=stale',
  '/admin/rows?q=gate',
  `/admin/rows/${rowId(1)}`,
  `/admin/rows/${rowId(2)}`,
  `/admin/rows/${rowId(4)}`,
  '/admin/proposals',
  '/admin/bench?proposal=1',
  '/admin/bench?proposal=2',
  '/admin/consistency',
  '/admin/misfits',
  '/admin/words',
  '/admin/decide',
  '/admin/windrow',
  '/admin/brief',
  '/admin/comparisons',
  '/admin/samples?job=drafts',
  '/admin/glossary',
  '/admin/suggestions',
  '/admin/labels',
  '/admin/labels/change',
  '/admin/glossary/term?source=gate&exact=0',
  '/admin/statistics',
  '/admin/imports',
  '/admin/imports/1',
  '/admin/imports/3',
  '/admin/imports/3?offers=1',
  '/admin/rows?label=kind%3Awanderer',
  '/admin/bench?label=-',
  '/admin/undo',
  '/admin/game',
  '/admin/game?folder=nowhere',
  '/admin/news',
  '/admin/activity',
  '/admin/team/2',
  '/admin/people',
  '/admin/people/2',
  '/admin/audit',
  '/admin/settings',
  '/admin/releases',
  '/admin/webhooks',
  '/docs',
  '/docs/start',
  '/docs/command-line',
  '/docs/search?q=import',
]

export async function worldOfPages(): Promise<BrowserWorld> {
  const world = await browserWorld()
  const glossary = join(world.folder, 'glossary.csv')
  writeFileSync(glossary, 'source,forms,note\ngate,брам*,a place\nhero,геро*,\n')
  await world.windrow(['glossary', 'import', glossary])
  await world.windrow(['label', 'add-rule', 'kind:wanderer', 'source', '--pattern', 'Wanderer *'])
  const { page } = await world.open('anna')
  for (const [number, text] of [
    [2, 'Натисни {0}, щоб відчинити браму %s'],
    [5, 'Перший рядок\nдругий рядок'],
  ] as const) {
    await page.goto(`/admin/bench?layer=any&row=${rowId(number)}&write=1`)
    await page.getByLabel('Translation', { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Propose and next' }).click()
    await page.locator('#desk .note').getByText('a reviewer will look at it').waitFor()
  }
  await page.goto('/admin/profile')
  await page.getByText('New agent key').click()
  await page.getByRole('button', { name: 'Create agent key' }).click()
  const owner = (await world.open('owner')).page
  await owner.goto('/admin/profile')
  await owner.getByRole('button', { name: 'Create new key' }).click()
  const next = { [rowId(1)]: 'A blizzard is swirling there.', [rowId(2)]: 'Press {0} to open the great gate of %s' }
  await world.windrow(['import', '--main', world.jsonl('next.jsonl', gameTexts(next))])
  const key = (await world.windrow(['key', 'create', '--user', 'anna', '--name', 'agent'])).trim()
  const suggest = (path: string, item: object): Promise<Response> =>
    fetch(`${world.server.url}/api/v2/${path}/proposals`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ items: [item] }),
    })
  const made = [
    await suggest('glossary', { source: 'blizzard', forms: ['заметіл*'], note: 'of snow', model: 'm-1' }),
    await suggest('labels', { label: 'place:gate', act: 'give', row_ids: [rowId(2)], note: 'a gate', model: 'm-1' }),
  ]
  for (const each of made)
    if (!(await each.text()).includes('"proposed"')) throw new Error(`${each.url}: ${each.status}`)
  return world
}
