// The game's texts in other languages in a real browser: a file dropped on the form goes to its language, the profile chooses, the
// workbench shows.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { browserWorld, faultsOf, rowId } from './browser-world.ts'

const world = await browserWorld()
const official = {
  de: 'Hier tobt ein Schneesturm.',
  ja: 'ここでは吹雪が渦巻いている。',
  pt_br: 'Uma nevasca rodopia aqui.',
  fr: 'Un blizzard tourbillonne ici.',
}
const files = Object.entries(official).flatMap(([language, text]) => [
  '--official',
  `${language}=${world.jsonl(`${language}.jsonl`, { [rowId(1)]: text })}`,
])
await world.windrow(['import', ...files])
afterAll(() => world.close())

it('three languages that the profile chose stand beside a row', async () => {
  const { page, errors } = await world.open('mod', { viewport: { width: 1280, height: 900 } })
  await page.goto(`/admin/bench?layer=any&row=${rowId(1)}`)
  await page.locator('.rare > summary').click()
  await page.getByRole('link', { name: 'Show other languages of the game' }).click()
  for (const name of ['German', 'Japanese', 'Brazilian Portuguese']) await page.getByLabel(name).check()
  expect(await faultsOf(page)).toEqual([])
  const form = page.locator('form[action="/admin/profile/browser"]')
  await form.getByRole('button').click()
  await page.goto(`/admin/bench?layer=any&row=${rowId(1)}`)
  for (const name of ['German', 'Japanese', 'Brazilian Portuguese']) await page.getByRole('heading', { name }).waitFor()
  expect(await page.locator('.sheet [lang=ja]').textContent()).toContain('吹雪')
  expect(await page.getByText('blizzard tourbillonne').count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  if (process.env['WINDROW_SHOTS'] !== undefined) {
    const shots = process.env['WINDROW_SHOTS']
    mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: join(shots, 'bench.png') })
    await page.goto('/admin/profile')
    await page.locator('#browser-title').scrollIntoViewIfNeeded()
    await page.screenshot({ path: join(shots, 'profile.png') })
    await page.goto(`/admin/rows/${rowId(1)}`)
    await page.screenshot({ path: join(shots, 'row.png') })
  }
  expect(errors).toEqual([])
})

it('files dropped on the form go to their languages, more than one into one field', async () => {
  const { page, errors } = await world.open('owner')
  await page.goto('/admin/imports')
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    for (const name of ['translate_words_map_de', 'translate_words_map_ko_diff', 'translate_words_map_en'])
      data.items.add(new File(['x'], name))
    return data
  })()`)
  await page.locator('form.takes-files').first().dispatchEvent('drop', { dataTransfer: data })
  const names = (field: string): Promise<string[]> =>
    page
      .locator(`form.takes-files [name=${field}]`)
      .first()
      .evaluate((field) =>
        [...(field as unknown as { files: Iterable<{ name: string }> }).files].map(({ name }) => name),
      )
  expect(await names('official')).toEqual(['translate_words_map_de', 'translate_words_map_ko_diff'])
  expect(await names('main')).toEqual(['translate_words_map_en'])
  expect(errors).toEqual([])
})
