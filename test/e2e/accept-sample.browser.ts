// A list of drafts accepted by a sample: drawn, read by keys in a browser, accepted by a button, and taken back.
import { afterAll, expect, it } from 'vitest'
import { browserWorld, faultsOf, gameTexts, rowId } from './browser-world.ts'

const world = await browserWorld()
afterAll(() => world.close())

const drafts = Object.keys(gameTexts()).filter((id) => id >= rowId(100) && id < rowId(106))
const lines = [
  { row_id: rowId(2), text: 'Натисніть {0}, щоб відчинити браму %s' },
  ...drafts.map((id, at) => ({ row_id: id, text: `Мандрівник номер ${at} іде далі` })),
]
await world.windrow(
  ['write', '-', '--as', 'owner', '--provider', 'p', '--model', 'm'],
  lines.map((line) => JSON.stringify(line)).join('\n'),
)

it('keys decide a sample, and the rest is accepted with a bound', async () => {
  const { page } = await world.open('mod')
  await page.goto('/admin/samples?job=drafts')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Draw the sample' }).click()
  await page.getByText(/^Row 1 of/).waitFor()
  const rows = Number(/of (\d+)/.exec(await page.getByText(/^Row 1 of/).innerText())?.[1])
  expect(rows).toBe(lines.length + 2)
  expect(await faultsOf(page)).toEqual([])
  const press = async (row: number, key: string): Promise<void> => {
    await page.getByText(`Row ${row} of ${rows}`).waitFor()
    await page.keyboard.press(key)
  }
  await press(1, '1')
  // The key was the wrong one: it is read again.
  await press(2, '0')
  for (let row = 1; row <= rows; row++) await press(row, row === 1 ? '2' : '1')
  await page.getByText(`At most 0.0 % wrong, 95 % sure: 0 texts of ${rows - 1} rows`).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: `Accept ${rows - 1} rows` }).click()
  await page.getByText(`${rows - 1} rows accepted as reviewed`).waitFor()
  await page.getByRole('link', { name: 'Take this back' }).click()
  await page.getByRole('button', { name: 'Count' }).click()
  await page.getByRole('button', { name: `Take back ${rows - 1} texts` }).click()
  await page.getByText(/Done as revert/).waitFor()
})
