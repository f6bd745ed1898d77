// What is typed into any field of any page survives a step, a slow or failed answer, a reload and the end of a session
// (docs/site.md#what-was-typed): the words are in the field again, or offered beside it.
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { PASSWORD, type Person, rowId, slowDown } from './browser-world.ts'
import { PAGES, worldOfPages } from './site-pages.ts'

const world = await worldOfPages()
await world.windrow(['write', '--as', 'anna', '--model', 'm-1'], `${rowId(150)}\tМандрівник 50 іде далі\n`)
afterAll(() => world.close())

async function signInAs(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Name').fill(person)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
}

const FIELDS =
  'form[method=post] :is(textarea, input:not([type]), input[type=text], input[type=url], input[type=number]):not([readonly], [autocomplete=one-time-code], [autocomplete=username])'

/** The fields of the page with their forms, unfolded, and what stands in them. */
const standing = (page: Page): Promise<readonly string[]> =>
  page.locator(FIELDS).evaluateAll((fields) =>
    (fields as HTMLInputElement[]).map((field) => {
      for (let at = field.closest('details'); at !== null; at = at.parentElement?.closest('details') ?? null)
        at.open = true
      return `${new URL(field.form?.action ?? '').pathname} ${field.name}: ${field.value}`
    }),
  )

/** Types a number of its own into each field. */
async function typeInAll(page: Page): Promise<readonly string[]> {
  const before = await standing(page)
  for (const [place, field] of (await page.locator(FIELDS).all()).entries()) {
    await field.evaluate((element) => (element as HTMLInputElement).focus())
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(String(11 + place))
  }
  const typed = await standing(page)
  expect(typed.map((line) => line.replace(/\d+$/, ''))).toHaveLength(before.length)
  return typed
}

const pages = [...PAGES, '/admin/names', '/admin/setup/game']

it('every field of every page: after another page, a reload and the end of the session', async () => {
  const { page } = await world.open('owner')
  let fields = 0
  for (const path of pages) {
    await page.goto(path)
    const typed = await typeInAll(page)
    fields += typed.length
    if (typed.length === 0) continue
    await page.reload()
    expect([path, await standing(page)]).toEqual([path, typed])
    await page.context().clearCookies({ name: 'windrow_session' })
    await page.goto(path)
    await signInAs(page, 'owner')
    await page.goto(path)
    expect([path, await standing(page)]).toEqual([path, typed])
    await page.evaluate('localStorage.clear()')
  }
  expect(fields).toBeGreaterThan(120)
})

const rowNow = (page: Page): Promise<string | null> =>
  page.evaluate("document.querySelector('#desk [name=row]')?.value ?? null")
const isOf = (page: Page, row: string) => expect.poll(() => rowNow(page)).toBe(row)
const isLeft = (page: Page, row: string) => expect.poll(() => rowNow(page)).not.toBe(row)

it('every field of the workbench: after a step by key, a step by the list and the way back', async () => {
  const { page } = await world.open('owner')
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(101)}`)
  const typed = await typeInAll(page)
  expect(typed.length).toBeGreaterThan(4)
  await page.evaluate("for (const each of document.querySelectorAll('.pop')) each.open = false")
  for (const step of [
    () => page.getByRole('link', { name: 'Skip', exact: true }).click(),
    () => page.locator('.queue a').nth(5).click(),
    () => page.goBack(),
  ]) {
    const row = await page.inputValue('#desk [name=row]')
    await step()
    await isLeft(page, row)
  }
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(101)}`)
  expect(await standing(page)).toEqual(typed)
})

const field = (page: Page): Locator => page.locator('textarea#text')
const comment = (page: Page): Locator => page.locator('form[action$="/comments"] textarea')
it('words typed while a text is being saved stay with it, whole, and the field says that it saves', async () => {
  const { page, errors } = await world.open('mod')
  await slowDown(page.context(), 1500)
  const path = `/admin/bench?job=untranslated&row=${rowId(103)}`
  await page.goto(path)
  await field(page).fill('Мандрівник три іде далі')
  await comment(page).fill('Недописане питання')
  await field(page).focus()
  await page.keyboard.press('Control+Enter')
  await page.locator('#desk[aria-busy] .saving').waitFor()
  await page.keyboard.press('Control+A')
  // Longer than the answer takes, so that it comes in the midst of a word.
  await page.keyboard.type('Уже наступний переклад', { delay: 100 })
  await isLeft(page, rowId(103))
  expect(await field(page).inputValue()).toBe('')
  expect(await comment(page).inputValue()).toBe('')
  await page.getByText('You kept typing while the text was being saved').waitFor()
  await page.locator('#desk .done').getByRole('link', { name: 'Look' }).click()
  await isOf(page, rowId(103))
  expect(await field(page).inputValue()).toBe('Уже наступний переклад')
  expect(await comment(page).inputValue()).toBe('Недописане питання')
  expect(await world.windrow(['row', rowId(103), '--as', 'mod'])).toContain('Мандрівник три іде далі')
  expect(errors).toEqual([])
})

it('a comment survives an approval with another wording, and words typed meanwhile are kept with the proposal', async () => {
  const { page } = await world.open('mod')
  await slowDown(page.context(), 1500)
  await page.goto(`/admin/bench?job=proposals&row=${rowId(150)}`)
  await comment(page).fill('Гарно, але спитаю')
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await field(page).fill('Мандрівник 50 іде собі далі')
  await page.keyboard.press('Control+Enter')
  await page.locator('#desk[aria-busy]').waitFor()
  await page.keyboard.insertText(', до самого вечора')
  await isLeft(page, rowId(150))
  await page.locator('#desk .done').getByRole('link', { name: 'Look' }).click()
  await isOf(page, rowId(150))
  expect(await comment(page).inputValue()).toBe('Гарно, але спитаю')
  await page.getByRole('button', { name: 'Put it back' }).click()
  expect(await field(page).inputValue()).toBe('Мандрівник 50 іде собі далі, до самого вечора')
})

it('words typed while a plain page saves are in its field again, and what was saved is no draft', async () => {
  const { page } = await world.open('owner')
  await slowDown(page.context(), 1500)
  await page.goto('/admin/brief')
  const brief = page.locator('textarea[name=text]')
  await brief.fill('Say it short.')
  // By a script: what drives the browser waits until the page has its answer.
  const isBusy = await page.evaluate(`(() => {
    const form = document.querySelector('main form')
    form.querySelector('.primary').click()
    const field = form.elements.text
    field.setRangeText(' And plain.', field.value.length, field.value.length)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return form.ariaBusy
  })()`)
  expect(isBusy).toBe('true')
  await page.getByText('The brief is saved.').waitFor()
  await expect.poll(() => brief.inputValue()).toBe('Say it short. And plain.')
  expect(page.url()).not.toMatch(/note|took/)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The brief is saved.').waitFor()
  await page.reload()
  expect(await page.locator('p.draft').count()).toBe(0)
  expect(await page.evaluate("Object.keys(localStorage).filter((name) => name.includes('draft'))")).toEqual([])
})

it('an act that saves no text leaves its draft, and one that failed leaves all', async () => {
  const { page } = await world.open('mod')
  const path = `/admin/bench?job=untranslated&row=${rowId(104)}`
  await page.goto(path)
  await field(page).fill('Мандрівник чотири')
  await page.route('**/bench/save', (route) => route.abort())
  await page.keyboard.press('Control+Enter')
  await page.getByText('The server did not answer').waitFor()
  await page.unroute('**/bench/save')
  await page.goto(`/admin/rows/${rowId(104)}`)
  await page.goto(path)
  expect(await field(page).inputValue()).toBe('Мандрівник чотири')
})

it('where the saved text has changed since, the field keeps it and offers what was typed', async () => {
  const { page } = await world.open('owner')
  const setting = page.locator('input[name=daily_row_quota]')
  await page.goto('/admin/settings')
  await setting.fill('123')
  await page.goto('/admin/')
  await world.windrow(['setting', 'set', 'daily_row_quota', '77'])
  await page.goto('/admin/settings')
  expect(await setting.inputValue()).toBe('77')
  await page.getByRole('button', { name: 'Put it back' }).click()
  expect(await setting.inputValue()).toBe('123')
  await page.getByRole('button', { name: 'Discard it' }).click()
  expect(await setting.inputValue()).toBe('77')
})

it("is nobody else's in the same browser, in any field", async () => {
  const { page } = await world.open('mod')
  const path = `/admin/bench?job=untranslated&row=${rowId(105)}`
  await page.goto(path)
  await comment(page).fill('Лише моє')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await signInAs(page, 'owner')
  await page.goto(path)
  expect(await comment(page).inputValue()).toBe('')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await signInAs(page, 'mod')
  await page.goto(path)
  expect(await comment(page).inputValue()).toBe('Лише моє')
})

it.each([true, false])(
  'of two tabs neither replaces what the other one saved, unseen (scripts: %s)',
  async (scripts) => {
    const { page } = await world.open('mod', { javaScriptEnabled: scripts })
    const row = rowId(scripts ? 106 : 107)
    const tabs = [page, await page.context().newPage()] as const
    const texts = ['Мандрівник собі йде', 'Мандрівник іде далі'] as const
    for (const tab of tabs) await tab.goto(`/admin/bench?layer=any&row=${row}&write=1`)
    const save = async (tab: Page, text: string): Promise<void> => {
      await field(tab).fill(text)
      await tab.getByRole('button', { name: 'Save and next' }).click()
    }
    const stored = (): Promise<string> => world.windrow(['row', row, '--as', 'mod'])
    await save(tabs[0], texts[0])
    await tabs[0].getByText('saved as the manual text').waitFor()
    await save(tabs[1], texts[1])
    await tabs[1].getByRole('group', { name: 'The present text' }).getByText(texts[0]).waitFor()
    expect(await field(tabs[1]).inputValue()).toBe(texts[1])
    expect(await stored()).toContain(texts[0])
    await tabs[1].getByRole('button', { name: 'Save and next' }).click()
    await tabs[1].getByText('saved as the manual text').waitFor()
    expect(await stored()).toContain(texts[1])
  },
)

it('a form far above its limit says so and leads back to its page, where the text is', async () => {
  const { page } = await world.open('owner')
  const list = page.locator('textarea[name=list]')
  const lines = `source,forms\n${`${'word'.repeat(30)},слово\n`.repeat(36_000)}`
  await page.goto('/admin/glossary')
  await list.evaluate((area, text) => {
    ;(area as HTMLTextAreaElement).value = text
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }, lines)
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Import' }).click()
  expect((await answered).status()).toBe(413)
  await page.getByText('The form is larger than 2048 KiB, so nothing was done; send less at a time.').waitFor()
  await page.getByRole('link', { name: 'Back to the form' }).click()
  await page.getByText('is back; it is not saved yet').waitFor()
  expect((await list.inputValue()).length).toBe(lines.length)
})
