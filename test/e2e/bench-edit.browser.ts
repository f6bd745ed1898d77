// What somebody types on the workbench while there is a text already, while others decide too, and while the server says no:
// the field is the one that helps, letters stay letters, nothing lands on another proposal (docs/workbench.md).
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { browserWorld, faultsOf, gameTexts, rowId } from './browser-world.ts'

const [overMachine, overManual] = [rowId(110), rowId(111)]
const world = await browserWorld()
const machine = { [overMachine]: 'Мандрівник 10 іде далі', [overManual]: 'Мандрівник 11 іде далі' }
const files = ['--main', world.jsonl('again.jsonl', gameTexts())]
await world.windrow(['import', ...files, '--localized', world.jsonl('uk3.jsonl', machine)])

const field = (page: Page) => page.getByLabel('Translation', { exact: true })

async function write(page: Page, row: string, text: string, button = 'Propose and next'): Promise<void> {
  await page.goto(`/admin/bench?layer=any&row=${row}&write=1`)
  await field(page).fill(text)
  await page.getByRole('button', { name: button }).click()
  await page.locator('#desk [role=status]').first().waitFor()
}

const { page } = await world.open('mod')
await write(page, overManual, 'Мандрівник одинадцять', 'Save and next')
afterAll(() => world.close())

describe.each([
  ['a machine text', overMachine],
  ['a manual text', overManual],
])('a proposal over %s', (_, row) => {
  it('is edited: the field opens by key, fills, helps, and says what the checks find', async () => {
    await write((await world.open('anna')).page, row, 'Мандрівниця йде далі')
    const { page, errors } = await world.open('mod')
    await page.goto(`/admin/bench?job=proposals&row=${row}`)
    await page.keyboard.press('e')
    await page.locator('textarea#text:focus').waitFor()
    expect(await field(page).inputValue()).toBe('Мандрівниця йде далі')
    await page.locator('#live').getByText('✓').waitFor()
    await field(page).fill('Зламаний {7}')
    await page.locator('#live [title^=TAGS]').first().waitFor()
    await page.keyboard.press('Control+o')
    expect(await field(page).inputValue()).toMatch(/^Wanderer number/)
    await page.locator('.side-pane').getByText('History').click()
    await page.locator('.tab.past').getByRole('button', { name: 'Use' }).first().click()
    expect(await field(page).inputValue()).toMatch(/^Мандрівник/)
    expect(await faultsOf(page)).toEqual([])
    await field(page).fill('Мандрівниця йде далі своєю дорогою')
    await page.getByRole('button', { name: 'Approve this wording' }).click()
    await page.locator('#desk').getByText('approved with your wording').waitFor()
    expect(errors).toEqual([])
  })
})

it("times stay on the reader's clock after each step", async () => {
  const { page } = await world.open('mod', { timezoneId: 'Asia/Tokyo' })
  await page.goto(`/admin/bench?layer=any&row=${overMachine}`)
  const shown = page.locator('#bench time')
  const areLocal = async (): Promise<boolean[]> =>
    await shown.evaluateAll((times) =>
      (times as HTMLTimeElement[]).map((time) =>
        time.textContent.endsWith(
          ` ${new Date(time.dateTime).getHours().toString().padStart(2, '0')}:${time.dateTime.slice(14, 16)}`,
        ),
      ),
    )
  expect(new Set(await areLocal())).toEqual(new Set([true]))
  await page.locator('#sheet').focus()
  await page.keyboard.press('j')
  await page.locator(`#desk input[name=row][value="${overManual}"]`).waitFor({ state: 'attached' })
  expect(new Set(await areLocal())).toEqual(new Set([true]))
})

it('a refused text is typed on where it was: letters neither leave the row nor decide while it is not saved', async () => {
  const row = rowId(150)
  const { page } = await world.open('mod')
  await page.goto(`/admin/bench?layer=any&row=${row}&write=1`)
  await field(page).fill('Мандрівник {7} далі')
  await field(page).evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(10, 10))
  await page.keyboard.press('Control+Enter')
  await page.locator('#desk [role=alert]').waitFor()
  await page.keyboard.type('jk')
  expect(await field(page).inputValue()).toBe('Мандрівникjk {7} далі')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.getByText('single letters do nothing').waitFor()
  expect(await page.locator('#desk input[name=row]').inputValue()).toBe(row)
  expect(await field(page).inputValue()).toBe('Мандрівникjk {7} далі')
  await field(page).fill('')
  await page.keyboard.press('Escape')
  await page.reload()
})

it('what the server does not take just now is sent again by itself, once', async () => {
  const { page } = await world.open('mod')
  await page.goto(`/admin/bench?layer=any&row=${rowId(160)}&write=1`)
  await field(page).fill('Мандрівник шістдесят')
  const sent: number[] = []
  await page.route('**/bench/save', async (route) => {
    sent.push(Date.now())
    if (sent.length > 1) return await route.continue()
    return await route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, body: '<h1>Please wait</h1>' })
  })
  await page.keyboard.press('Control+Enter')
  await page.locator('#desk').getByText('This will be sent again').waitFor()
  expect(await field(page).inputValue()).toBe('Мандрівник шістдесят')
  await page.keyboard.press('Control+Enter')
  await page.locator('#desk').getByText('saved as the manual text').waitFor()
  expect(sent.length).toBe(2)
})

it('a check that the server does not take just now is asked again by itself', async () => {
  const { page } = await world.open('mod')
  await page.goto(`/admin/bench?layer=any&row=${rowId(161)}&write=1`)
  let asked = 0
  await page.route('**/bench/check', async (route) =>
    asked++ > 0 ? await route.continue() : await route.fulfill({ status: 429, headers: { 'Retry-After': '1' } }),
  )
  await field(page).fill('Мандрівник {7}')
  await page.locator('#live').getByText('This will be checked again').waitFor()
  await page.locator('#live [title^=TAGS]').first().waitFor()
  expect(asked).toBe(2)
})

it('the field has the focus where a text is to be written, and Enter goes into it', async () => {
  const { page } = await world.open('mod')
  await page.goto(`/admin/bench?layer=any&row=${rowId(162)}&write=1`)
  await page.locator('textarea#text:focus').waitFor()
  for (const key of ['Enter', 'e']) {
    await page.keyboard.press('Escape')
    await page.keyboard.press(key)
    await page.locator('textarea#text:focus').waitFor()
  }
  expect(await field(page).inputValue()).toBe('')
  await page.goto(`/admin/bench?layer=any&row=${overMachine}`)
  await page.locator('.skip').focus()
  await page.keyboard.press('Enter')
  await page.locator('#sheet:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('textarea#text:focus').waitFor()
  expect(await field(page).inputValue()).not.toBe('')
})

it('a proposal that a colleague decided meanwhile stays, with what one typed for it', async () => {
  const row = rowId(170)
  for (const by of ['anna', 'owner'] as const) {
    const { page } = await world.open(by)
    await write(page, row, `Мандрівник від ${by}`, by === 'anna' ? 'Propose and next' : 'Propose')
  }
  const { page } = await world.open('mod')
  await page.goto(`/admin/bench?job=proposals&row=${row}`)
  await page.keyboard.press('e')
  await field(page).fill('Мандрівник від мене')
  const { page: other } = await world.open('owner')
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Approve', exact: true }).click()
  await other.locator('#desk .note').getByText('approved').waitFor()
  await page.getByRole('button', { name: 'Approve this wording' }).click()
  await page.locator('#desk [role=alert]').getByText('was already approved').waitFor()
  await page.getByText('owner approved it').waitFor()
  expect(await field(page).inputValue()).toBe('Мандрівник від мене')
  expect(await field(page).evaluate((area) => area === document.activeElement)).toBe(true)
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.locator('#desk .note').getByText('proposed').waitFor()
  await page.reload()
  await page.locator('.side-text h2').getByText('owner').waitFor()
})
