// Every page in a real browser: no console error, nothing for axe-core, nothing from another host, under 100 KB
// all in, nothing wider than a narrow screen, in light and dark.
import { afterAll, describe, expect, it } from 'vitest'
import { rowId, faultsOf, signIn } from './browser-world.ts'
import { PAGES, worldOfPages } from './site-pages.ts'

const world = await worldOfPages()
afterAll(() => world.close())

const pageBytesMax = 100_000

describe.each([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['narrow and dark', { colorScheme: 'dark', viewport: { width: 320, height: 640 } }],
] as const)('%s', (_, options) => {
  it('has no page with a fault', async () => {
    const { page, errors } = await world.open('owner', options)
    const faults: string[] = []
    for (const path of PAGES) {
      const answer = await page.goto(path)
      expect(`${path} ${answer?.status()}`).toBe(`${path} 200`)
      for (const details of await page.locator('details').all())
        await details.evaluate((each) => each.setAttribute('open', ''))
      faults.push(...(await faultsOf(page)).map((fault) => `${path} ${fault}`))
      const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (width > 0) faults.push(`${path} is ${width} px too wide`)
    }
    expect(faults).toEqual([])
    expect(errors).toEqual([])
  })
})

it("shows times on the reader's clock, and in UTC where no script runs", async () => {
  const { page } = await world.open('owner', { timezoneId: 'Asia/Tokyo' })
  await page.goto('/admin/imports')
  const time = page.locator('main time').first()
  const utcMs = Date.parse((await time.getAttribute('datetime')) ?? '')
  const at = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
  expect(await time.textContent()).toBe(at(utcMs + 9 * 3_600_000))
  await page.getByText('When (your time)').first().waitFor()
  const plain = (await world.open('owner', { timezoneId: 'Asia/Tokyo', javaScriptEnabled: false })).page
  await plain.goto('/admin/imports')
  expect(await plain.locator('main time').first().textContent()).toBe(at(utcMs))
  await plain.getByText('When (UTC)').first().waitFor()
})

it('would see a fault', async () => {
  const { page } = await world.open(null)
  await page.goto('/admin/sign-in')
  await page.evaluate("document.querySelector('label').replaceWith(document.createElement('input'))")
  expect((await faultsOf(page)).join('\n')).toMatch(/^label: <input>/m)
})

it('has a sign-in without a fault', async () => {
  const { page, errors } = await world.open(null, { colorScheme: 'dark' })
  await page.goto('/admin/')
  expect(await faultsOf(page)).toEqual([])
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

/** Its text needs no translation. */
const withoutWork = rowId(4)

it('leads from any row that a page names to its workbench in one action', async () => {
  const { page } = await world.open('owner')
  const islands: string[] = []
  let rows = 0
  // The ids of the docs are examples.
  for (const path of PAGES.filter((each) => !each.startsWith('/docs'))) {
    await page.goto(path)
    const [named, led] = await page.evaluate<[string[], string[]]>(`(() => {
      const main = document.getElementById('main')
      const links = [...main.querySelectorAll('a')].map((link) => new URL(link.getAttribute('href'), location.href))
      const ids = [...(main.textContent ?? '').matchAll(/\\b[0-9a-f]{16}\\b/g)].map(([id]) => id)
      const cards = links.map(({ pathname }) => /^\\/admin\\/rows\\/([0-9a-f]{16})$/.exec(pathname)?.[1]).filter(Boolean)
      const bench = links.filter(({ pathname }) => pathname === '/admin/bench').map(({ searchParams }) => searchParams.get('row'))
      return [[...ids, ...cards], [...bench, ...[...main.querySelectorAll('#desk [name=row]')].map(({ value }) => value)]]
    })()`)
    rows += named.length
    islands.push(...named.filter((id) => id !== withoutWork && !led.includes(id)).map((id) => `${path} ${id}`))
  }
  expect(rows).toBeGreaterThan(100)
  expect([...new Set(islands)]).toEqual([])
})

it('never logs a query, a name or a password', async () => {
  const { page } = await world.open(null)
  await page.goto('/admin/setup?code=not-the-code-at-all')
  const log = world.server.log()
  expect(log).toContain('GET /admin/setup')
  expect(log).not.toContain('not-the-code-at-all')
  expect(log).not.toContain('correct horse')
})

it('shows fifty proposals on a phone within 4,000 px', async () => {
  const { page } = await world.open('mod', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto('/admin/proposals')
  const height = await page.evaluate<number>(`(() => {
    const list = document.querySelector('.queue tbody')
    while (list.children.length < 50) list.append(list.children[0].cloneNode(true))
    return document.documentElement.scrollHeight
  })()`)
  expect(height).toBeGreaterThan(2_000)
  expect(height).toBeLessThanOrEqual(4_000)
})
