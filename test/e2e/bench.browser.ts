// The workbench in a real browser (docs/workbench.md): the jobs of translators and reviewers with scripts and without, by
// keys in the Ukrainian layout, on desktop and phone, counted where a number was promised.
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { browserWorld, gameTexts, rowId, faultsOf } from './browser-world.ts'

const long = 'The old road winds along the river and nobody remembers who built it. '.repeat(10).slice(0, 690)
const longAfter = long.replaceAll('river', 'stream')
const drafts = Array.from({ length: 55 }, (_, i) => i)

const world = await browserWorld()
const translated = Object.fromEntries(drafts.map((i) => [rowId(100 + i), `Мандрівник ${i} іде собі далі`]))
const localized = { ...translated, [rowId(700)]: 'Стара дорога в’ється вздовж річки. '.repeat(20).slice(0, 690) }
const files = (texts: Record<string, string>) => ['--main', world.jsonl('main2.jsonl', gameTexts(texts))]
await world.windrow(['import', ...files({ [rowId(700)]: long }), '--localized', world.jsonl('uk2.jsonl', localized)])
await world.windrow(['import', ...files({ [rowId(700)]: longAfter })])
afterAll(() => world.close())

const place = (page: Page) => page.locator('.place strong').textContent()
const total = async (page: Page): Promise<number> =>
  Number(/of ([\d,]+)/.exec((await page.locator('.whereabouts').textContent()) ?? '')?.[1]?.replace(',', ''))
/** Until the list is as long: what a click brings comes later. */
const hasTotal = (page: Page, count: number) => page.locator('.whereabouts').getByText(`of ${count}`).waitFor()
/** Opens the editor of a text that is to be decided: by the bar, without scripts by the fold. */
const edit = (page: Page, hasScripts: boolean): Promise<void> =>
  hasScripts ? page.locator('.bar [data-opens]').click() : page.locator('#edit > summary').click()
const note = (page: Page, words: string) => page.locator('#desk .note').getByText(words).waitFor()

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_, javaScriptEnabled) => {
  it('a translator goes from row to row, and a reviewer decides, takes back and rejects', async () => {
    const { page: anna, errors } = await world.open('anna', { javaScriptEnabled })
    await anna.goto('/admin/bench?job=untranslated')
    const before = await total(anna)
    for (const i of [0, 1, 2]) {
      const source = (await anna.getByRole('group', { name: 'Source' }).textContent()) ?? ''
      const tags = (source.match(/\{0\}|%s/g) ?? []).join(' ')
      await anna.getByLabel('Translation', { exact: true }).fill(`Мандрівник ${i} ${tags} стоїть тут\n`.trim())
      await anna.getByRole('button', { name: 'Propose and next' }).click()
      await note(anna, 'a reviewer will look at it')
      await hasTotal(anna, before - i - 1)
    }

    const { page: mod, errors: others } = await world.open('mod', { javaScriptEnabled })
    await mod.goto('/admin/bench?job=proposals')
    const waiting = await total(mod)
    await mod.getByRole('button', { name: 'Approve', exact: true }).click()
    await note(mod, 'approved')
    await mod.getByRole('button', { name: 'Undo' }).click()
    await note(mod, 'taken back')
    await hasTotal(mod, waiting)
    await mod.locator('summary').filter({ hasText: 'Reject' }).click()
    await mod.getByLabel('Why it is rejected').fill('Не те число')
    await mod.getByRole('button', { name: 'Reject with this reason' }).click()
    await note(mod, 'rejected')
    await mod.locator('summary').filter({ hasText: 'Reject' }).click()
    await mod.getByRole('button', { name: 'Не те число', exact: true }).click()
    await hasTotal(mod, waiting - 2)
    await edit(mod, javaScriptEnabled)
    await mod.getByLabel('Translation', { exact: true }).fill('Мандрівник {0} стоїть отут %s')
    await mod.getByRole('button', { name: 'Approve this wording' }).click()
    await mod.locator('#desk').getByRole('status').or(mod.locator('#desk').getByRole('alert')).first().waitFor()
    expect([...errors, ...others].filter((each) => !each.includes('422'))).toEqual([])
  })

  it('what was typed and refused stands there with the reason', async () => {
    const { page } = await world.open('mod', { javaScriptEnabled })
    await page.goto(`/admin/bench?layer=any&row=${rowId(3)}&write=1`)
    await page.getByLabel('Translation', { exact: true }).fill('Без тега')
    await page.getByRole('button', { name: 'Save and next' }).click()
    await page.locator('#desk [role=alert]').getByText('was not saved').waitFor()
    expect(await page.getByLabel('Translation', { exact: true }).inputValue()).toBe('Без тега')
    expect(page.url()).toContain(javaScriptEnabled ? `/admin/bench?layer=any&row=${rowId(3)}` : '/admin/bench/save')
  })
})

/** A key by its place, as a browser sends it while the Ukrainian layout is on. */
async function ukrainian(page: Page) {
  const client = await page.context().newCDPSession(page)
  return async (code: string, key: string, more = {}): Promise<void> => {
    await client.send('Input.dispatchKeyEvent', { type: 'keyDown', code, key, text: key, ...more })
    await client.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key })
  }
}

describe('by keys', () => {
  it('fifty decisions take fifty keys in the Ukrainian layout; a held key decides once', async () => {
    const { page, errors } = await world.open('mod')
    await page.goto('/admin/bench?job=drafts')
    const before = await total(page)
    const press = await ukrainian(page)
    await press('KeyA', 'ф', { autoRepeat: true })
    expect(await total(page)).toBe(before)
    const navigations: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) navigations.push(`${request.method()} ${request.url()}`)
    })
    for (let i = 1; i <= 50; i++) {
      await (i % 10 === 0 ? press('KeyV', 'м') : press('KeyA', 'ф'))
      await hasTotal(page, before - i)
    }
    await press('KeyG', 'п')
    await press('KeyU', 'г')
    await hasTotal(page, before - 49)
    expect(navigations).toEqual([])
    expect(errors).toEqual([])
  })

  it('twenty rows are translated with twenty saves and no page load', async () => {
    const { page, errors } = await world.open('mod')
    await page.goto('/admin/bench?job=untranslated&source=all')
    const before = await total(page)
    const navigations: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) navigations.push(`${request.method()} ${request.url()}`)
    })
    await page.getByLabel('Translation', { exact: true }).focus()
    for (let i = 1; i <= 20; i++) {
      await page.keyboard.insertText(`Мандрівник ${i} стоїть на місці`)
      for (const n of [1, 2])
        if ((await page.locator('#desk .chips [data-insert]').count()) >= n) await page.keyboard.press(`Control+${n}`)
      await page.keyboard.press('Control+Enter')
      await hasTotal(page, before - i)
      await page.waitForFunction("document.activeElement?.id === 'text' && document.activeElement.value === ''")
    }
    expect(navigations).toEqual([])
    expect(errors).toEqual([])
  })

  it('can be switched off as single letters, and are shown under ?', async () => {
    const { page } = await world.open('mod')
    await page.goto('/admin/bench?job=stale')
    const row = await place(page)
    await page.keyboard.press('?')
    await page.getByLabel('Use single-letter keys').uncheck()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('a')
    await page.keyboard.press('e')
    expect(await page.locator('#edit').getAttribute('open')).toBeNull()
    expect(await place(page)).toBe(row)
  })

  it('findings are never older than the text beside them', async () => {
    const { page } = await world.open('mod')
    await page.goto(`/admin/bench?layer=any&row=${rowId(3)}&write=1`)
    const live = page.locator('#live')
    await page.getByLabel('Translation', { exact: true }).fill('Без тега')
    await live.getByTitle('TAGS_01').waitFor()
    await page.route('**/bench/check', (route) => route.abort())
    await page.getByLabel('Translation', { exact: true }).fill('<Agility|780|#C|15> героя')
    await live.getByText('Not checked').waitFor()
    expect(await live.textContent()).not.toContain('✓')
    await page.unroute('**/bench/check')
    await page.getByLabel('Translation', { exact: true }).fill('<Agility|780|#C|15> нашого героя')
    await live.getByText('✓').waitFor()
    expect(await page.locator('#box .ink-C').textContent()).toBe('Agility')
  })
})

it('shows all that a decision needs above the fold at 1440×900 for texts of 700 characters', async () => {
  const { page } = await world.open('mod', { viewport: { width: 1440, height: 900 } })
  await page.goto(`/admin/bench?job=stale&row=${rowId(700)}`)
  for (const part of ['.source-text', '.side-text .text', '.side-text .fine, .side-text .findings', '.bar']) {
    const box = await page.locator(part).first().boundingBox()
    expect([part, (box?.y ?? 9999) + (box?.height ?? 0) <= 900]).toEqual([part, true])
  }
  expect(await page.locator('.source-text del').first().textContent()).toBe('river')
})

it.each([
  ['desktop', 1440, 900, 'light'],
  ['tablet', 800, 1000, 'dark'],
  ['phone', 390, 844, 'dark'],
  ['small phone', 320, 640, 'light'],
] as const)('has no fault on a %s', async (_, width, height, colorScheme) => {
  const hasTouch = width < 500
  const { page, errors } = await world.open('mod', {
    viewport: { width, height },
    colorScheme,
    hasTouch,
    isMobile: hasTouch,
  })
  for (const address of ['job=untranslated', 'job=stale', 'job=drafts', 'job=proposals', 'job=rejected']) {
    await page.goto(`/admin/bench?${address}`)
    for (const details of await page.locator('details').all())
      await details.evaluate((each) => each.setAttribute('open', ''))
    for (const part of width < 860 ? ['list', 'side', 'text'] : ['']) {
      if (part !== '' && (await page.locator('#desk.desk').count()) > 0)
        await page.locator(`.parts [value=${part}]`).check({ force: true })
      expect(await faultsOf(page)).toEqual([])
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      expect([address, part, Math.max(0, wide)]).toEqual([address, part, 0])
    }
    const hasBar = (await page.locator('.bar').count()) > 0
    const bar = hasBar ? await page.locator('.bar').boundingBox() : null
    if (bar !== null) expect(bar.y + bar.height).toBeLessThanOrEqual(height + 1)
  }
  expect(errors).toEqual([])
})

it('20 rows of one family are filled from similar texts by keys, and words are shown as they were put elsewhere', async () => {
  const { page: mod, errors } = await world.open('mod')
  await mod.goto(`/admin/bench?job=untranslated&row=${rowId(190)}`)
  const left = await total(mod)
  const field = mod.getByLabel('Translation', { exact: true })
  await field.fill('Мандрівник 90 іде далі')
  await mod.keyboard.press('Control+Enter')
  for (let done = 1; done <= 20; done++) {
    await hasTotal(mod, left - done)
    await mod.getByLabel('Similar texts').getByTitle('the same except for numbers').first().waitFor()
    await mod.keyboard.press('Control+m')
    expect(await field.inputValue()).toContain('Мандрівник')
    if (done < 20) await mod.keyboard.press('Control+Enter')
  }
  await mod.keyboard.press('Control+k')
  await mod.keyboard.type('wanderer')
  await mod.locator('#put mark').first().waitFor()
  expect(await mod.locator('#put').textContent()).toContain('Мандрівник')
  expect(errors).toEqual([])
})
