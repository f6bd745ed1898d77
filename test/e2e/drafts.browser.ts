// Nothing typed is ever lost (docs/site.md#what-was-typed): after an ended session, a refusal, a busy store, another
// reviewer, a closed tab and Back the text is there again; with scripts as a draft of the browser, without by the page.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { browserWorld, gameTexts, PASSWORD, rowId } from './browser-world.ts'
import { canShow } from '../support/under-wine.ts'

const world = await browserWorld()
afterAll(() => world.close())

const address = (number: number): string => `/admin/bench?layer=any&row=${rowId(100 + number)}&write=1`
const typed = 'Мандрівник іде далі\nі не озирається'
const field = (page: Page) => page.getByLabel('Translation', { exact: true })
const draftOf = (page: Page) => page.getByText('is back; it is not saved yet')

async function type(page: Page, number: number): Promise<void> {
  await page.goto(address(number))
  await field(page).fill(typed)
}

/** The row holds the text, as a draft that says so. */
async function expectDraft(page: Page, number: number): Promise<void> {
  await page.goto(address(number))
  await draftOf(page).waitFor()
  expect(await field(page).inputValue()).toBe(typed)
  await page.getByText('34 letters').waitFor()
  const [below, above] = await Promise.all([draftOf(page).boundingBox(), field(page).boundingBox()])
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
}

async function signInAgain(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('mod')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

it.each([true, false])('comes back through the sign-in when the session has ended (scripts: %s)', async (scripts) => {
  const { page, errors } = await world.open('mod', { javaScriptEnabled: scripts })
  await type(page, scripts ? 1 : 2)
  await page.context().clearCookies({ name: 'windrow_session' })
  await page.getByRole('button', { name: 'Save and next' }).click()
  expect(await page.getByLabel('Your text').inputValue()).toBe(typed)
  await signInAgain(page)
  await page.getByRole('heading', { name: 'You are signed in again' }).waitFor()
  if (scripts) {
    const other = await page.context().newPage()
    await expectDraft(other, 1)
    await other.close()
  }
  expect(await page.getByLabel('Your text').inputValue()).toBe(typed)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page.getByText('saved as the manual text').waitFor()
  await page.goto(`/admin/rows/${rowId(scripts ? 101 : 102)}`)
  expect(await page.getByLabel('Manual text').first().textContent()).toBe(typed.replace('\n', '↵\n'))
  expect(await draftOf(page).count()).toBe(0)
  expect(errors.filter((error) => !error.includes('403'))).toEqual([])
})

it.each([true, false])('comes back when the form is of an earlier session (scripts: %s)', async (scripts) => {
  const { page } = await world.open('mod', { javaScriptEnabled: scripts })
  const number = scripts ? 3 : 4
  await type(page, number)
  const other = await page.context().newPage()
  await other.context().clearCookies({ name: 'windrow_session' })
  await other.goto('/admin/sign-in')
  await signInAgain(other)
  await other.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.getByRole('button', { name: 'Save and next' }).click()
  await page.getByRole('heading', { name: 'This form has expired' }).waitFor()
  if (scripts) await expectDraft(other, number)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page.getByText('saved as the manual text').waitFor()
})

it.each([true, false])('comes back when the source was changed meanwhile (scripts: %s)', async (scripts) => {
  const { page } = await world.open('mod', { javaScriptEnabled: scripts })
  const number = scripts ? 5 : 6
  await type(page, number)
  const changed = { [rowId(100 + number)]: `Wanderer number ${number} runs on` }
  await world.windrow(['import', '--main', world.jsonl(`changed-${number}.jsonl`, gameTexts(changed))])
  await page.getByRole('button', { name: 'Save and next' }).click()
  await page.getByText('The source has just changed').waitFor()
  expect(await field(page).inputValue()).toBe(typed)
  if (!scripts) return
  // A refused page shows the text as if it were saved: its draft must outlive it.
  await page.goto('/admin/')
  await expectDraft(page, number)
})

it.runIf(canShow('a writer beside it'))('comes back when the store could not be written', async () => {
  const { page } = await world.open('mod')
  await type(page, 7)
  const holder = fileURLToPath(new URL('../support/hold-writer.ts', import.meta.url))
  const held = spawn(process.execPath, [holder, join(world.folder, 'data')], { stdio: ['pipe', 'pipe', 'inherit'] })
  await new Promise((resolve) => held.stdout.once('data', resolve))
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/save'),
  )
  await page.getByRole('button', { name: 'Save and next' }).click()
  expect((await answered).status()).toBe(503)
  await page.getByRole('alert').waitFor()
  expect(await field(page).inputValue()).toBe(typed)
  held.stdin.end()
  await new Promise((resolve) => held.once('exit', resolve))
  await expectDraft(page, 7)
})

it('comes back after a closed tab and after Back, and can be thrown away', async () => {
  const { page, errors } = await world.open('mod')
  await type(page, 8)
  await page.close({ runBeforeUnload: false })
  const next = await page.context().newPage()
  await expectDraft(next, 8)
  await next.goto('/admin/')
  await next.goBack()
  await draftOf(next).waitFor()
  expect(await field(next).inputValue()).toBe(typed)
  await next.getByRole('button', { name: 'Discard it' }).click()
  expect(await field(next).inputValue()).toBe('')
  await next.reload()
  expect(await draftOf(next).count()).toBe(0)
  expect(errors).toEqual([])
})

it("is nobody else's, and goes when the text is saved", async () => {
  const { page } = await world.open('mod')
  await type(page, 9)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Name').fill('owner')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.goto(address(9))
  expect(await field(page).inputValue()).toBe('')
  await type(page, 9)
  await page.getByRole('button', { name: 'Save and next' }).click()
  await page.getByText('saved as the manual text').waitFor()
  const kept = await page.evaluate<string[]>(
    "Object.keys(localStorage).filter((name) => name.startsWith('windrow draft'))",
  )
  expect(kept).toHaveLength(1)
})
