// What is promised in numbers of actions, counted by doing it: from the first start to the game, fifty reviews with five rewordings
// (twenty rows with twenty saves: bench.browser.ts).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { container } from '../support/game-files.ts'
import { programWorld } from '../support/program-world.ts'
import { browserWorld, rowId } from './browser-world.ts'

const world = await browserWorld()
const fresh = programWorld()
afterAll(async () => {
  await world.close()
  await fresh.close()
})

it('from the first start to an own row saved are at most six actions, and to the game at most three more', async () => {
  const game = join(fresh.folder, 'Package/HD/oversea/locale')
  const file = join(game, 'translate_words_map_en')
  mkdirSync(game, { recursive: true })
  const own = Array.from({ length: 40 }, (_, i) => ({ id: rowId(0xa0 + i), text: `The own row, number ${i}` }))
  writeFileSync(file, container(own, 4))
  const before = readFileSync(file)
  const server = await fresh.serve([], { WINDROW_GAME: game })
  await expect.poll(() => server.log()).toMatch(/\/admin\/setup\?code=/)
  const { page, errors } = await world.open(null, { locale: 'uk-UA', timezoneId: 'Europe/Kyiv' })
  await page.goto(/http:\S+\/admin\/setup\?code=\S+/.exec(server.log())?.[0] ?? '')

  let actions = 0
  const act = async (work: Promise<unknown>): Promise<void> => {
    actions++
    await work
  }
  await act(page.locator('[name=password]').fill('a first password'))
  await act(page.locator('[name=again]').fill('a first password'))
  await act(page.keyboard.press('Enter'))
  await page.locator('.found').getByText('oversea').waitFor()
  await act(page.locator('.found button').click())
  await page.locator('textarea#text:focus').waitFor()
  await act(page.keyboard.insertText('Власний рядок'))
  await act(page.keyboard.press('Control+Enter'))
  await page.locator('#desk .note').waitFor()
  expect(actions).toBeLessThanOrEqual(6)
  expect(await fresh.done(['setting', 'get', 'target_language'])).toContain('uk')

  actions = 0
  await act(page.locator('header .brand').click())
  await act(page.locator('main a[href="/admin/game"]').first().click())
  await act(page.locator('.found button.primary').click())
  await expect.poll(() => readFileSync(file).equals(before)).toBe(false)
  await page.locator('.note, [role=status]').first().waitFor()
  expect(actions).toBeLessThanOrEqual(3)
  expect(errors).toEqual([])
})

it('fifty reviews with five rewordings among them take at most 55 keys', async () => {
  const items = Array.from({ length: 50 }, (_, i) => i)
  const lines = items.map((i) => `${rowId(100 + i)}\tМандрівник ${i} іде далі\n`).join('')
  await world.windrow(['write', '--as', 'anna', '--model', 'm-1'], lines)
  const { page, errors } = await world.open('mod')
  await page.goto('/admin/bench?job=proposals')
  const left = (count: number) => page.locator('.place').getByText(`of ${count}`).waitFor()
  await left(50)
  let keys = 0
  const press = async (name: string): Promise<void> => {
    keys++
    await page.keyboard.press(name)
  }
  for (const i of items) {
    if (i % 10 === 9) {
      await press('e')
      await page.locator('textarea#text:focus').waitFor()
      await page.keyboard.insertText(' своєю дорогою')
      await press('Control+Enter')
    } else await press('a')
    if (i < 49) await left(49 - i)
    else await page.getByText('Nothing is left in this list.').waitFor()
  }
  expect(keys).toBeLessThanOrEqual(55)
  expect(await world.windrow(['row', rowId(109), '--as', 'mod'])).toContain('Мандрівник 9 іде далі своєю дорогою')
  expect(errors).toEqual([])
})
