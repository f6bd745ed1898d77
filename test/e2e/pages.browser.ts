// Every page in a real browser: no console error, nothing serious for axe-core, nothing from another host, under 100 KB
// all in, nothing wider than a narrow screen, in light and dark.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserWorld, browserWorld, gameTexts, rowId, seriousFaults, signIn } from './browser-world.ts'

let world: BrowserWorld
beforeAll(async () => {
  world = await browserWorld()
  const glossary = join(world.folder, 'glossary.csv')
  writeFileSync(glossary, 'source,forms,note\ngate,брам*,a place\nhero,геро*,\n')
  await world.windrow(['glossary', 'import', glossary])
  const { page } = await world.open('anna')
  for (const [number, text] of [
    [2, 'Натисни {0}, щоб відчинити браму %s'],
    [5, 'Перший рядок\nдругий рядок'],
  ] as const) {
    await page.goto(`/admin/rows/${rowId(number)}`)
    await page.getByLabel('Translation').fill(text)
    await page.getByRole('button', { name: 'Propose' }).click()
  }
  await page.goto('/admin/profile')
  await page.getByText('New agent key').click()
  await page.getByRole('button', { name: 'Create agent key' }).click()
  const owner = (await world.open('owner')).page
  await owner.goto('/admin/profile')
  await owner.getByRole('button', { name: 'Create new key' }).click()
  const next = { [rowId(1)]: 'A blizzard is swirling there.', [rowId(2)]: 'Press {0} to open the great gate of %s' }
  await world.windrow(['import', '--main', world.jsonl('next.jsonl', gameTexts(next))])
})
afterAll(() => world.close())

const PAGES = [
  '/admin/',
  '/admin/profile',
  '/admin/profile/keys/2',
  '/admin/rows',
  '/admin/rows?state=stale',
  '/admin/rows?q=gate',
  `/admin/rows/${rowId(1)}`,
  `/admin/rows/${rowId(2)}`,
  `/admin/rows/${rowId(4)}`,
  '/admin/proposals',
  '/admin/proposals/1',
  '/admin/proposals/2',
  '/admin/glossary',
  '/admin/glossary/term?source=gate&exact=0',
  '/admin/statistics',
  '/admin/imports',
  '/admin/imports/1',
  '/admin/people',
  '/admin/people/2',
  '/admin/audit',
  '/admin/settings',
]
const pageBytesMax = 100_000

describe.each([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['narrow and dark', { colorScheme: 'dark', viewport: { width: 400, height: 800 } }],
] as const)('%s', (_, options) => {
  it('has no page with a fault', { timeout: 180_000 }, async () => {
    const { page, errors } = await world.open('owner', options)
    const faults: string[] = []
    for (const path of PAGES) {
      const answer = await page.goto(path)
      expect(`${path} ${answer?.status()}`).toBe(`${path} 200`)
      for (const details of await page.locator('details').all())
        await details.evaluate((each) => each.setAttribute('open', ''))
      faults.push(...(await seriousFaults(page)).map((fault) => `${path} ${fault}`))
      const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (width > 0) faults.push(`${path} is ${width} px too wide`)
    }
    expect(faults).toEqual([])
    expect(errors).toEqual([])
  })
})

it('would see a fault', async () => {
  const { page } = await world.open(null)
  await page.goto('/admin/sign-in')
  await page.evaluate("document.querySelector('label').replaceWith(document.createElement('input'))")
  expect((await seriousFaults(page)).join()).toMatch(/^label: <input>/)
})

it('has a sign-in without a fault', async () => {
  const { page, errors } = await world.open(null, { colorScheme: 'dark' })
  await page.goto('/admin/')
  expect(await seriousFaults(page)).toEqual([])
  expect(errors).toEqual([])
})

it('loads no page above 100 KB, and nothing from another host', async () => {
  const { page } = await world.open(null)
  await signIn(page, 'owner')
  for (const path of PAGES) {
    let bytes = 0
    const hosts = new Set<string>()
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.setCacheDisabled', { cacheDisabled: true })
    client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(bytes, path).toBeGreaterThan(1_000)
    expect(bytes, path).toBeLessThan(pageBytesMax)
    expect([...hosts]).toEqual([new URL(world.server.url).host])
    await client.detach()
  }
})

it('never logs a query, a name or a password', async () => {
  const { page } = await world.open(null)
  await page.goto('/admin/setup?code=not-the-code-at-all')
  const log = world.server.log()
  expect(log).toContain('GET /admin/setup')
  expect(log).not.toContain('not-the-code-at-all')
  expect(log).not.toContain('correct horse')
})
