// Two models compared blind: kept by the command, judged by keys in a browser, told when all pairs are judged.
import { afterAll, expect, it } from 'vitest'
import { modelEndpoint } from '../support/model-endpoint.ts'
import { translated } from '../support/letter-translation.ts'
import { browserWorld, faultsOf } from './browser-world.ts'

const world = await browserWorld()
let calls = 0
// The second model writes the same texts with a mark.
const endpoint = await modelEndpoint({
  translate: (source) => (calls++ % 2 === 0 ? translated(source) : `${translated(source)} та й усе`),
})
await world.windrow(['setting', 'set', 'target_language', 'uk'])
const models = ['compare', '--endpoint', endpoint.url, '--models', 'small,large', '--sample', '5', '--rows', '5']
expect(await world.windrow([...models, '--blind', '--as', 'owner'])).toContain('to judge on the site')
afterAll(async () => {
  await endpoint.close()
  await world.close()
})

it('takes a key for each pair, and shows the result at the end', async () => {
  const { page } = await world.open('mod')
  await page.goto('/admin/statistics')
  await page.locator('.tabs').getByRole('link', { name: 'Comparisons' }).click()
  await page
    .getByRole('row', { name: /when you have judged all/ })
    .getByRole('link')
    .click()
  const pairs = Number(/of (\d+)/.exec(await page.getByText(/^Pair 1 of/).innerText())?.[1])
  expect(pairs).toBeGreaterThan(2)
  expect(await faultsOf(page)).toEqual([])
  for (let pair = 1; pair <= pairs; pair++) {
    await page.getByText(`Pair ${pair} of ${pairs}`).waitFor()
    await page.keyboard.press(['1', '2', '0'][pair % 3] ?? '0')
  }
  await page.getByText(`You have judged all ${pairs} pairs.`).waitFor()
  expect(await page.locator('main').innerText()).toMatch(/small was better in \d+ pairs?, large in \d+, neither in \d+/)
  expect(await faultsOf(page)).toEqual([])
})
