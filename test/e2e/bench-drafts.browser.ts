// Nothing typed into the workbench is ever lost (docs/decisions.md#what-was-typed): whatever became of its sending, the text is
// there when the item is opened again. The same for the page of a row, with scripts and without: drafts.browser.ts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canShow } from '../support/under-wine.ts'
import { type BrowserWorld, browserWorld, gameTexts, PASSWORD, rowId } from './browser-world.ts'

let world: BrowserWorld
beforeAll(async () => {
  world = await browserWorld()
})
afterAll(() => world.close())

const typed = 'Мандрівник іде далі\nі не озирається'
const address = (row: string): string => `/admin/bench?layer=any&row=${row}&write=1`
const field = (page: Page) => page.getByLabel('Translation', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save and next' }).click()

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('mod')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Each ends with the text unsaved, on whatever page. */
const CAUSES: Readonly<Record<string, (page: Page, row: string) => Promise<unknown>>> = {
  'an ended session': async (page) => {
    await page.context().clearCookies({ name: 'windrow_session' })
    await save(page)
    expect(await page.getByLabel('Your text').inputValue()).toBe(typed)
    await signIn(page)
    await page.getByRole('heading', { name: 'You are signed in again' }).waitFor()
  },
  'a form of an earlier session': async (page) => {
    const other = await page.context().newPage()
    await other.context().clearCookies({ name: 'windrow_session' })
    await other.goto('/admin/sign-in')
    await signIn(other)
    await other.getByRole('button', { name: 'Sign out' }).waitFor()
    await save(page)
    await page.getByRole('heading', { name: 'This form is too old' }).waitFor()
  },
  'another source meanwhile': async (page, row) => {
    const changed = world.jsonl(`changed-${row}.jsonl`, gameTexts({ [row]: 'Wanderers run on, all of them' }))
    await world.windrow(['import', '--main', changed])
    await save(page)
    await page.getByText('The source was changed meanwhile').waitFor()
    expect(await field(page).inputValue()).toBe(typed)
  },
  'a closed tab': (page) => page.close({ runBeforeUnload: false }),
  Back: async (page) => {
    await page.goto('/admin/')
    await page.goBack()
    expect(await field(page).inputValue()).toBe(typed)
  },
}

async function expectDraft(page: Page, row: string): Promise<void> {
  const next = await page.context().newPage()
  await next.goto(address(row))
  await next.getByText('is back; it is not saved yet').waitFor()
  expect(await field(next).inputValue()).toBe(typed)
}

it.each(Object.keys(CAUSES).map((name, i) => [name, rowId(130 + i)] as const))('outlives %s', async (name, row) => {
  const { page } = await world.open('mod')
  await page.goto(address(row))
  await field(page).fill(typed)
  await CAUSES[name]?.(page, row)
  await expectDraft(page, row)
})

it.runIf(canShow('a writer beside it'))('outlives a store that cannot be written', async () => {
  const { page } = await world.open('mod')
  const row = rowId(140)
  await page.goto(address(row))
  await field(page).fill(typed)
  const holder = fileURLToPath(new URL('../support/hold-writer.ts', import.meta.url))
  const held = spawn(process.execPath, [holder, join(world.folder, 'data')], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(held.stdout, 'data')
  await save(page)
  await page.getByRole('alert').waitFor()
  expect(await field(page).inputValue()).toBe(typed)
  held.stdin.end()
  await once(held, 'exit')
  await expectDraft(page, row)
})
