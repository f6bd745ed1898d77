// Comfort and joy of the site in a real browser (docs/workbench.md#the-list): the menu in Ukrainian, the theme, the size of texts,
// the field above a phone's keyboard, thanks by a key.
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { browserWorld, faultsOf, type Person, PASSWORD, rowId } from './browser-world.ts'

const world = await browserWorld()
afterAll(() => world.close())

/** Signed in, in Ukrainian. */
async function open(person: Person, width: number, height: number): Promise<{ page: Page; errors: string[] }> {
  const opened = await world.open(null, { viewport: { width, height }, locale: 'uk-UA', timezoneId: 'Europe/Kyiv' })
  const { page } = opened
  await page.goto('/admin/sign-in')
  await page.locator('[name=name]').fill(person)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('main form button').first().click()
  await page.getByRole('button', { name: 'Вийти' }).waitFor()
  return opened
}

const heightOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).boundingBox())?.height ?? 0

it('the menu of an owner has eight entries in one line at 1280, and tabs below it the rest', async () => {
  const { page, errors } = await open('owner', 1280, 800)
  expect(await heightOf(page, '.top')).toBeLessThan(60)
  expect(await page.locator('.top nav a').count()).toBe(8)
  await page.locator('.top nav a', { hasText: 'Налаштування' }).click()
  await page.locator('.tabs').getByRole('link', { name: 'Вебхуки' }).click()
  await page.waitForURL('**/admin/webhooks')
  expect(await page.locator('.top nav a[aria-current]').textContent()).toBe('Налаштування')
  expect(await faultsOf(page)).toEqual([])
  expect(errors).toEqual([])
})

it('light or dark is chosen on the profile, and holds in the workbench', async () => {
  const { page, errors } = await open('anna', 1280, 800)
  const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
  const light = await ground()
  await page.goto('/admin/profile')
  await page.locator('select[name=theme]').selectOption('dark')
  await page.locator('form[action="/admin/profile/browser"] button').click()
  await page.goto('/admin/bench')
  const dark = await ground()
  expect(dark).not.toBe(light)
  expect(await faultsOf(page)).toEqual([])
  expect(errors).toEqual([])
})

it('source and translation are read at 20 px, short ones at 26, and jobs have numbers', async () => {
  const { page } = await open('mod', 1280, 800)
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(120)}`)
  for (const selector of ['.source-text .text', '#text']) {
    const size: string = await page.locator(selector).evaluate((element) => getComputedStyle(element).fontSize)
    expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(20)
    expect(Number.parseFloat(size)).toBeLessThanOrEqual(26)
  }
  expect(await page.locator('.jobs svg').count()).toBe(6)
  expect(Number(await page.locator('.jobs .untranslated b').textContent())).toBeGreaterThan(100)
})

it("a moderator's bar takes one line at 1280 with an undo, and Ctrl+S stays at the text", async () => {
  const { page, errors } = await open('mod', 1280, 800)
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(119)}`)
  await page.locator('#text').fill('Мандрівник 19 іде далі')
  await page.keyboard.press('Control+s')
  await page.locator('#desk .done').waitFor()
  expect(await page.locator('#text').inputValue()).toBe('Мандрівник 19 іде далі')
  await page.getByRole('link', { name: 'Пропустити' }).click()
  await page.locator('.place', { hasText: ' з ' }).waitFor()
  expect(await page.locator('.steps').getByRole('button', { name: 'Скасувати' }).count()).toBe(1)
  expect(await heightOf(page, '.bar')).toBeLessThanOrEqual(65)
  expect(errors).toEqual([])
})

it('an empty reason is refused beside its field, and sent nowhere', async () => {
  const anna = await open('anna', 1280, 800)
  await anna.page.goto(`/admin/bench?job=untranslated&row=${rowId(118)}`)
  await anna.page.locator('#text').fill('Мандрівник 18 іде далі')
  await anna.page.keyboard.press('Control+Enter')
  await anna.page.locator('#desk .done').waitFor()
  const { page, errors } = await open('mod', 1280, 800)
  await page.goto('/admin/bench?job=proposals')
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.name')).toBe('reason')
  await page.keyboard.insertText('Бракує крапки')
  await page.keyboard.press('Enter')
  await page.locator('#desk .done').waitFor()
  expect(errors).toEqual([])
})

it('the rare conditions of a list have the whole width of a phone', async () => {
  const { page } = await open('mod', 390, 780)
  await page.goto('/admin/rows')
  await page.locator('.filters details summary').click()
  const width = async (selector: string): Promise<number> => (await page.locator(selector).boundingBox())?.width ?? 0
  expect(await width('.filters details')).toBeGreaterThan(0.9 * (await width('.filters')))
})

it("on a phone the game's box stands below the field and above the bar, which is at the foot; with its keyboard up it is away", async () => {
  const { page } = await open('anna', 390, 780)
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(120)}`)
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    return { top: box?.y ?? 0, foot: (box?.y ?? 0) + (box?.height ?? 0) }
  }
  for (const text of ['Мандрівник', 'Мандрівник іде далі. '.repeat(60)]) {
    await page.locator('#text').fill(text)
    await page.locator('#box .game').getByText(text.trim(), { exact: false }).waitFor()
    const [place, sheet, box, bar] = [
      await boxOf('.place'),
      await boxOf('.sheet'),
      await boxOf('#box'),
      await boxOf('.bar'),
    ]
    expect([place.foot <= sheet.top, sheet.foot <= box.top, box.foot <= bar.top, bar.foot]).toEqual([
      true,
      true,
      true,
      780,
    ])
  }
  await page.setViewportSize({ width: 390, height: 420 })
  expect(await page.locator('#box').isVisible()).toBe(false)
  expect((await boxOf('.bar')).foot).toBe(420)
})

it('with a keyboard on a phone the bar is not over the field', async () => {
  const { page } = await open('anna', 390, 420)
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(120)}`)
  await page.locator('#text').fill('Перший\nДругий\nТретій')
  await page.locator('#text').scrollIntoViewIfNeeded()
  const [field, bar] = [await page.locator('#text').boundingBox(), await page.locator('.bar').boundingBox()]
  if (field === null || bar === null) throw new Error('no field or bar')
  expect(bar.y).toBeGreaterThanOrEqual(field.y + field.height)
})

it('a text is thanked by t after its approval, and the author reads it', async () => {
  const anna = await open('anna', 1280, 800)
  await anna.page.goto(`/admin/bench?job=untranslated&row=${rowId(121)}`)
  await anna.page.locator('#text').fill('Мандрівник 21 іде далі')
  await anna.page.keyboard.press('Control+Enter')
  await anna.page.locator('.today', { hasText: 'сьогодні: 1' }).waitFor()
  const mod = await open('mod', 1280, 800)
  await mod.page.goto('/admin/bench?job=proposals')
  await mod.page.keyboard.press('a')
  await mod.page.getByRole('button', { name: 'Подякувати' }).waitFor()
  expect(await faultsOf(mod.page)).toEqual([])
  await mod.page.keyboard.press('t')
  await mod.page.getByText('вашу подяку надіслано').waitFor()
  await anna.page.goto('/admin/news')
  await anna.page.getByText('дякую за цей текст!').waitFor()
  expect([...anna.errors, ...mod.errors]).toEqual([])
})
