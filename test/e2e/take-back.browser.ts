// A moderator takes an import of machine texts back on the site: sees how much that is, with ten examples, before anything is
// done, does it, and finds the way back.
import { afterAll, expect, test } from 'vitest'
import { browserWorld, gameTexts, rowId } from './browser-world.ts'

const world = await browserWorld()
afterAll(() => world.close())

test('counts, shows ten, takes back, and names the way back', async () => {
  const wanderers = Array.from({ length: 60 }, (_, i) => rowId(100 + i))
  expect(Object.keys(gameTexts())).toEqual(expect.arrayContaining(wanderers))
  const texts = Object.fromEntries(wanderers.map((id, i) => [id, `Мандрівник номер ${i} іде далі`]))
  await world.windrow(['import', '--localized', world.jsonl('more.jsonl', texts)])
  const [log = ''] = (await world.windrow(['log', '--limit', '1'])).split('\n')
  const number = /import:(\d+)/.exec(log)?.[1] ?? ''
  const { page, errors } = await world.open('mod')
  await page.click('.top nav >> text=Game')
  await page.click('.tabs >> text=Take back')
  await page.click('button.primary')
  expect(await page.textContent('[role=alert]')).toContain('Say what to take back')
  await page.fill('input[name=import]', number)
  await page.click('button.primary')
  await page.waitForSelector('text=Take back 60 texts')
  expect(await page.locator('tbody tr').count()).toBe(10)
  expect(await page.locator('tbody tr').first().textContent()).toContain('Мандрівник номер 0 іде далі')
  const machineOf = (): Promise<string> => world.windrow(['export', '--to', '-', '--text', 'machine'])
  expect(await machineOf()).toContain('Мандрівник номер 7')
  await page.click('text=Take back 60 texts')
  await page.waitForSelector('text=Done as revert 1')
  expect(await machineOf()).not.toContain('Мандрівник')
  await page.click('text=Take this back')
  expect(await page.inputValue('input[name=revert]')).toBe('1')
  await page.goto(new URL(`/admin/rows/${rowId(100)}`, page.url()).href)
  await page.click('summary:has-text("2 revisions")')
  expect(await page.textContent('ol.history')).toContain('Taken back by mod')
  // The browser calls the refusal of an empty form an error.
  expect(errors.filter((error) => !error.includes('422'))).toEqual([])
})

test("takes times of the reader's clock, and shows them so", async () => {
  const { page } = await world.open('mod', { timezoneId: 'Asia/Tokyo' })
  await page.goto('/admin/undo')
  await page.getByText('Since (your time)').waitFor()
  await page.fill('input[name=model]', 'some-model')
  await page.fill('input[name=since]', '2026-03-01T08:30:00')
  await page.click('button.primary')
  const shown = page.locator('dl time').first()
  await shown.waitFor()
  expect(await shown.getAttribute('datetime')).toBe('2026-02-28T23:30:00.000Z')
  expect(await shown.textContent()).toBe('2026-03-01 08:30')
  await page.goto('/admin/undo?model=m&since=2026-02-28T23:30')
  expect(await page.inputValue('input[name=since]')).toMatch(/^2026-03-01T08:30/)
})
