// Labels from a rule to its rows, in a real browser with scripts and without; in the workbench by keys.
import { afterAll, describe, expect, it } from 'vitest'
import { browserWorld, rowId } from './browser-world.ts'

const world = await browserWorld()
afterAll(() => world.close())

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_, javaScriptEnabled) => {
  const label = javaScriptEnabled ? 'kind:walker' : 'kind:rambler'

  it('a rule is tried, made and listed; one of its rows loses the label by hand', async () => {
    const { page, errors } = await world.open('owner', { javaScriptEnabled })
    await page.goto('/admin/labels')
    await page.getByRole('link', { name: 'Make a rule' }).click()
    const rule = page.locator('form[action="/admin/labels/try"]')
    await rule.getByLabel('Label').fill(label)
    await rule.getByLabel('Patterns').fill('Wanderer number 1*')
    await rule.getByRole('button', { name: 'Try it' }).click()
    await page.getByText(`31 rows would get ${label} now.`).waitFor()
    expect(await page.locator('section', { hasText: 'What the rule would do' }).getByRole('listitem').count()).toBe(10)
    await page.getByRole('button', { name: 'Make this rule' }).click()
    // The table behind the picture; the page comes again by itself until the rule has found its rows.
    const rows = page.locator('tr', { hasText: label }).locator('a', { hasText: '31' }).first()
    await page.goto((await rows.getAttribute('href')) ?? '')
    await page.getByText('31 rows', { exact: true }).waitFor()
    await page.locator(`tbody a[href$="row=${rowId(101)}"]`).click()
    await page.locator('.rare > summary').click()
    const labels = page.locator('.rare .more', { hasText: 'Labels' })
    await labels.locator('summary').click()
    await labels.getByRole('listitem').filter({ hasText: label }).getByText('by a rule').waitFor()
    await labels.getByRole('button', { name: `Take away ${label}` }).click()
    await labels.getByRole('listitem').filter({ hasText: label }).waitFor({ state: 'detached' })
    await page.goto('/admin/rows')
    await page.locator('.filters summary').click()
    await page.locator('select[name=label]').selectOption(label)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('30 rows', { exact: true }).waitFor()
    expect(await page.locator(`a[href$="row=${rowId(101)}"]`).count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('ticked rows get a label, and a filter’s rows lose it after a question', async () => {
    const { page, errors } = await world.open('owner', { javaScriptEnabled })
    const ticked = `${label}:ticked`
    await page.goto('/admin/rows?from=10')
    for (const number of [105, 106]) await page.locator(`input[name=tick][value="${rowId(number)}"]`).check()
    await page.getByText('Label rows').click()
    const form = page.locator('#label-many')
    await form.getByLabel('Label').fill(ticked)
    await form.getByRole('button', { name: 'Give to ticked' }).click()
    await page.getByText('2 rows, 2 of them changed.').waitFor()
    await page.getByRole('link', { name: 'Rows with this label' }).click()
    await page.getByText('Label rows').click()
    await form.getByLabel('Label').fill(ticked)
    await form.getByRole('button', { name: 'Take from all 2 rows…' }).click()
    await page.getByRole('button', { name: 'Label 2 rows' }).click()
    await page.getByText('2 rows, 2 of them changed.').waitFor()
    await page.getByRole('link', { name: 'Go on' }).click()
    await page.getByText('No rows here.').waitFor()
    expect(errors).toEqual([])
  })
})

it('in the workbench a label is given and taken by keys, and the typed text stays', async () => {
  const { page, errors } = await world.open('owner')
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(140)}`)
  await page.keyboard.press('Escape')
  await page.keyboard.press('l')
  await page.keyboard.type('hand:made')
  await page.keyboard.press('Enter')
  const labels = page.locator('.rare .more', { hasText: 'Labels' })
  await labels.getByText('by hand').waitFor()
  expect(new URL(page.url()).searchParams.get('row')).toBe(rowId(140))
  await page.locator('#text').fill('Мандрівник')
  await labels.getByRole('button', { name: 'Take away hand:made' }).press('Enter')
  await labels.getByText('by hand').waitFor({ state: 'detached' })
  expect(await page.locator('#text').inputValue()).toBe('Мандрівник')
  expect(errors).toEqual([])
})
