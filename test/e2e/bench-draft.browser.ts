// A machine draft by one key, of a model that a running server was told of (docs/workbench.md#machine-drafts).
import { afterAll, expect, it } from 'vitest'
import { modelEndpoint } from '../support/model-endpoint.ts'
import { browserWorld, faultsOf, rowId } from './browser-world.ts'

const translate = (source: string): string => source.replace('Wanderer number', 'Мандрівник').replace('walks on', 'іде')
const endpoint = await modelEndpoint({ translate, seed: 1, brokenShare: 0, isStructured: true, answerMs: 50 })
const world = await browserWorld({
  WINDROW_DRAFT_ENDPOINT: endpoint.url,
  WINDROW_DRAFT_MODEL: 'qwen3:8b',
  WINDROW_DRAFT_PROVIDER: 'ollama',
  OPENAI_API_KEY: 'sk-1',
})
await world.windrow(['setting', 'set', 'target_language', 'uk'])
afterAll(async () => {
  await world.close()
  await endpoint.close()
})

it('is asked for and taken by one key, and saved with its model', async () => {
  const { page, errors } = await world.open('mod')
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(107)}`)
  await page.locator('#text:focus').waitFor()
  await page.keyboard.press('Control+d')
  await page.getByText('ollama · qwen3:8b').waitFor()
  expect(await page.getByLabel('Translation', { exact: true }).inputValue()).toBe('')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Control+d')
  expect(await page.getByLabel('Translation', { exact: true }).inputValue()).toBe('Мандрівник 7 іде')
  await page.keyboard.press('Control+Enter')
  await page.locator('#desk .note').getByText('saved as the manual text').waitFor()
  await page.goto(`/admin/rows/${rowId(107)}`)
  await page.getByText('windrow draft ollama qwen3:8b').first().waitFor()
  expect(endpoint.authorization).toEqual(new Set(['Bearer sk-1']))
  expect(errors).toEqual([])
})

it('by a letter outside of the field, over a machine text', async () => {
  await world.windrow(
    ['write', '--as', 'owner', '--provider', 'x', '--model', 'y'],
    `${rowId(108)}\tМандрівник 8 крокує`,
  )
  const { page, errors } = await world.open('mod')
  await page.goto(`/admin/bench?job=drafts&row=${rowId(108)}`)
  await page.keyboard.press('d')
  await page.getByText('ollama · qwen3:8b').waitFor()
  await page.keyboard.press('d')
  expect(await page.getByLabel('Translation', { exact: true }).inputValue()).toBe('Мандрівник 8 іде')
  await page.keyboard.press('Control+Enter')
  await page.locator('#desk .note').getByText('saved as the manual text').waitFor()
  expect(errors).toEqual([])
})

it('without scripts comes in the field of the next page', async () => {
  const { page } = await world.open('anna', { javaScriptEnabled: false })
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(109)}`)
  await page.getByRole('button', { name: 'Machine draft' }).click()
  expect(await page.getByLabel('Translation', { exact: true }).inputValue()).toBe('Мандрівник 9 іде')
  await page.getByRole('button', { name: 'Propose and next' }).click()
  await page.locator('#desk .note').getByText('a reviewer will look at it').waitFor()
})
