// Pages with nothing in them show what came in by themselves, and by a plain link without scripts (docs/workbench.md#the-list).
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { programWorld } from '../support/program-world.ts'
import { browserWorld, faultsOf, gameTexts, PASSWORD, rowId, signIn } from './browser-world.ts'

const world = await browserWorld()
const fresh = programWorld()
await fresh.done(['user', 'add', 'owner', '--role', 'super_admin', '--password-stdin', '--quiet'], `${PASSWORD}\n`)
afterAll(async () => {
  await world.close()
  await fresh.close()
})

/** Past the time after which a page looks again. */
const later = (page: Page) => page.clock.fastForward('00:11')

async function propose(page: Page, row: string, text: string): Promise<void> {
  await page.goto(`/admin/bench?layer=any&row=${row}&write=1`)
  await page.getByLabel('Translation', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Propose and next' }).click()
  await page.locator('#desk .note').getByText('a reviewer will look at it').waitFor()
}

const approve = async (page: Page): Promise<void> => {
  await page.goto('/admin/bench?job=proposals')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.locator('#desk .note').getByText('approved').waitFor()
}

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_, javaScriptEnabled) => {
  const lookAgain = async (page: Page): Promise<void> =>
    javaScriptEnabled ? await later(page) : await page.getByRole('link', { name: 'Look again' }).click()

  it('reviews and news show what a colleague did', async () => {
    const { page: bench, errors } = await world.open('mod', { javaScriptEnabled })
    const { page: list } = await world.open('owner', { javaScriptEnabled })
    const { page: news } = await world.open('anna', { javaScriptEnabled })
    const EMPTY = [
      [bench, '/admin/bench?job=proposals', 'Nothing is left in this list.'],
      [list, '/admin/proposals', 'No proposals.'],
      ...(javaScriptEnabled ? [[news, '/admin/news', 'None of your proposals was decided'] as const] : []),
    ] as const
    for (const [page, path, words] of EMPTY) {
      if (javaScriptEnabled) await page.clock.install()
      await page.goto(path)
      await lookAgain(page)
      await page.locator('.empty').getByText(words).waitFor()
      if (javaScriptEnabled) expect(await faultsOf(page)).toEqual([])
    }
    const text = `Мандрівник стоїть тут, ${javaScriptEnabled}`
    await propose((await world.open('anna')).page, rowId(130 + Number(javaScriptEnabled)), text)
    for (const page of [bench, list]) {
      await lookAgain(page)
      await page.getByText(text).first().waitFor()
    }
    await approve(list)
    if (javaScriptEnabled) await later(news)
    else await news.goto('/admin/news')
    await news.getByText(text).waitFor()
    expect(errors).toEqual([])
  })
})

it('with something typed it says that something came in, and takes nothing away', async () => {
  const { page, errors } = await world.open('mod')
  await page.clock.install()
  await page.goto('/admin/bench?job=proposals')
  await page.getByText('Nothing is left in this list.').waitFor()
  const search = page.locator('input[name=q]').first()
  await page.locator('details:has(input[name=q]) > summary').first().click()
  await search.fill('wande')
  await propose((await world.open('anna')).page, rowId(140), 'Мандрівниця стоїть тут')
  await later(page)
  const link = page.getByRole('link', { name: 'There is something new: show it' })
  await link.waitFor()
  expect(await search.inputValue()).toBe('wande')
  await link.click()
  await page.getByText('Мандрівниця стоїть тут').first().waitFor()
  expect(errors).toEqual([])
  await approve(page)
})

it('the pages of a fresh store show the game when it is there', async () => {
  const { url: baseURL } = await fresh.serve()
  const { page, errors } = await world.open(null, { baseURL })
  await signIn(page, 'owner')
  const pages = [page]
  for (const _ of [1, 2, 3, 4, 5]) pages.push(await page.context().newPage())
  const PATHS = ['/admin/', '/admin/bench', '/admin/imports', '/admin/game', '/admin/rows', '/admin/proposals']
  for (const [at, path] of PATHS.entries()) {
    const each = pages[at] as Page
    await each.clock.install()
    await each.goto(`${baseURL}${path}`)
    await each.getByRole('link', { name: 'Look again' }).first().waitFor()
    expect(await faultsOf(each)).toEqual([])
    if (path !== '/admin/imports') {
      await each.getByText('There is no game text yet.').waitFor()
      await each.getByRole('link', { name: "Import the game's files" }).waitFor()
    }
    expect(await each.getByText(/Everything is reviewed|Translate a row/).count()).toBe(0)
  }
  await fresh.done(['import', '--main', world.jsonl('fresh.jsonl', gameTexts()), '--quiet'])
  const THERE = ['.field-picture, svg, img.field', '#text', 'table[data-list]', '#files-title', 'table.rows', '.empty']
  for (const [at, selector] of THERE.entries()) {
    const each = pages[at] as Page
    await later(each)
    await each.locator('main').locator(selector).first().waitFor()
  }
  expect(errors).toEqual([])
})
