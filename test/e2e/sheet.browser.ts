// The sheet of the workbench in a real browser (docs/workbench.md): the grey text, the game's box, letters that the eye cannot tell, and
// how little of windrow itself stands on it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { browserWorld, faultsOf, gameTexts, rowId } from './browser-world.ts'

const unseen = ' Two  rivals,\u00a0one stair\u00adcase\u200b.'
const HARD = {
  [rowId(704)]: 'The long road goes on. '.repeat(440).trim(),
  [rowId(705)]: 'ينتظر السيف القديم عند البوابة.',
  [rowId(706)]: '芦苇封冻之前，把灯带来。',
}
const world = await browserWorld()
const texts = gameTexts({ [rowId(701)]: 'Sleeve Arrow', [rowId(702)]: unseen, ...HARD })
const files = ['--main', world.jsonl('sheet.jsonl', texts)]
const known = { [rowId(100)]: 'Мандрівник іде собі далі стежкою' }
await world.windrow(['import', ...files, '--localized', world.jsonl('known.jsonl', known)])
await world.windrow(['setting', 'set', 'target_language', 'uk'])
afterAll(() => world.close())

const field = (page: Page) => page.locator('textarea#text')
const ghost = (page: Page) => page.locator('.under .ghost')

/** A row with a text that is like a translated one, which stands grey in the field. */
async function openGhost(number: number): Promise<{ page: Page; errors: string[] }> {
  const { page, errors } = await world.open('mod')
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(number)}`)
  await ghost(page).getByText('Мандрівник іде собі далі стежкою').waitFor()
  await field(page).focus()
  return { page, errors }
}

it('a known text stands grey in the field: Tab takes it, Ctrl+→ a word, and what is typed goes before the rest', async () => {
  const { page, errors } = await openGhost(101)
  expect(await field(page).inputValue()).toBe('')
  expect(await page.getByRole('status').getByText('Tab takes the grey text').count()).toBe(1)
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Control+ArrowRight')
  expect(await field(page).inputValue()).toBe('Мандрівник ')
  await page.keyboard.insertText('один ')
  expect(await ghost(page).count()).toBe(0)
  await page.keyboard.insertText('іде собі')
  expect(await ghost(page).textContent()).toBe(' далі стежкою')
  await page.keyboard.press('Tab')
  expect(await field(page).inputValue()).toBe('Мандрівник один іде собі далі стежкою')
  await page.keyboard.press('Control+z')
  expect(await field(page).inputValue()).toBe('Мандрівник один іде собі')
  expect(errors).toEqual([])
})

it('Esc leaves the field and puts the grey text away, so that Tab passes the field; nothing of it is saved', async () => {
  const { page } = await openGhost(102)
  await page.keyboard.press('Escape')
  expect(await ghost(page).count()).toBe(0)
  expect(await field(page).evaluate((area) => area === document.activeElement)).toBe(false)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await field(page).evaluate((area) => area === document.activeElement)).toBe(false)
  await page.keyboard.press('Control+Enter')
  await page.locator('#desk [role=alert]').waitFor()
  expect(await world.windrow(['row', rowId(102), '--as', 'mod'])).not.toContain('стежкою')
})

it('an input method composes in the field as if there were no grey text', async () => {
  const { page } = await openGhost(103)
  const client = await page.context().newCDPSession(page)
  await client.send('Input.imeSetComposition', { text: 'Манд', selectionStart: 4, selectionEnd: 4 })
  expect(await ghost(page).count()).toBe(0)
  await client.send('Input.insertText', { text: 'Мандрівник' })
  expect(await field(page).inputValue()).toBe('Мандрівник')
  expect(await ghost(page).textContent()).toBe(' іде собі далі стежкою')
})

it('the layer under the field has the measures of the field', async () => {
  const { page } = await openGhost(104)
  await page.keyboard.insertText('Довгий рядок, що не вміститься в один ряд. '.repeat(12))
  const [above, below] = await page.locator('.field > textarea, .field > .under').evaluateAll((both) =>
    both.map((each) => {
      const { font, padding, width, height } = getComputedStyle(each)
      return { font, padding, width, height, lines: each.scrollHeight }
    }),
  )
  expect([above, below]).toEqual([below, above])
})

it("the game's box shows the source, then what one types; its bar is red where that runs over", async () => {
  const { page } = await world.open('mod')
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(701)}`)
  expect(await page.locator('#box .game').textContent()).toBe('Sleeve Arrow')
  await field(page).fill('Стріла з рукава')
  await page.locator('#box .game').getByText('Стріла з рукава').waitFor()
  expect(await page.locator('#box rect.over').count()).toBe(0)
  await field(page).fill('Стріла з рукава, сьома форма школи')
  await page.locator('#box rect.over').waitFor()
  expect(await page.locator('#box span.over').textContent()).toMatch(/школи$/)
})

it('letters that the eye cannot tell are drawn in the source and in the field, and copied as they are', async () => {
  const { page } = await world.open('mod')
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(702)}`)
  const signs = (place: string) =>
    page.locator(`${place} .unseen`).evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['sign']))
  const drawn = ['␣', '␣', '⍽', '¬', '·']
  expect(await signs('#source')).toEqual(drawn)
  expect(await page.locator('#source').textContent()).toBe(unseen)
  await page.keyboard.press('Control+o')
  expect(await field(page).inputValue()).toBe(unseen)
  expect(await signs('.under')).toEqual(drawn)
  expect(
    await page
      .locator('.under .unseen')
      .first()
      .evaluate((each) => getComputedStyle(each).paddingLeft),
  ).toBe('0px')
})

it('on a desk at rest are at most 95 words of windrow, and the sheet is 720 px wide in the middle', async () => {
  const { page } = await world.open('owner', { viewport: { width: 1920, height: 1080 } })
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(110)}`)
  const words = await page.evaluate<number>(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let words = 0
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.parentElement
      if (!at.checkVisibility({ contentVisibilityAuto: true }) || at.closest('[translate=no], .hidden')) continue
      words += node.data.match(/\\p{L}+/gu)?.length ?? 0
    }
    return words
  })()`)
  expect(words).toBeLessThanOrEqual(95)
  const box = await page.locator('.work').boundingBox()
  expect(box?.width).toBe(720)
})

it.each([
  ['forced colours', { forcedColors: 'active' }],
  ['reduced motion', { reducedMotion: 'reduce' }],
  ['scripts off', { javaScriptEnabled: false }],
  ['a phone with its keyboard up', { viewport: { width: 390, height: 420 }, isMobile: true, hasTouch: true }],
] as const)(
  '%s: 10,000 letters, Arabic and Chinese stand whole, without a fault, above the main button',
  async (of, options) => {
    const { page, errors } = await world.open('mod', options)
    for (const [row, text] of Object.entries(HARD)) {
      await page.goto(`/admin/bench?job=untranslated&row=${row}`)
      expect(await page.locator('#source').textContent()).toBe(text)
      const button = await page.locator('.bar .primary').boundingBox()
      expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
      expect(button?.width).toBeGreaterThan(0)
      expect(await page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      if (of !== 'scripts off') expect(await faultsOf(page)).toEqual([])
      if (of === 'reduced motion') expect(await page.evaluate('document.getAnimations().length')).toBe(0)
    }
    expect(errors).toEqual([])
  },
)

it('a volunteer meets at most 15 notions on a desk at rest', async () => {
  const doors = { [rowId(703)]: 'Press {0} to open the door of %s' }
  const localized = { [rowId(703)]: 'Натисни {0}, щоб відчинити двері %s' }
  const more = [
    '--main',
    world.jsonl('doors.jsonl', gameTexts({ ...HARD, ...doors })),
    '--localized',
    world.jsonl('uk.jsonl', localized),
  ]
  await world.windrow(['import', ...more])
  writeFileSync(join(world.folder, 'terms.csv'), 'source,forms,note\ngate,брам*,\n')
  await world.windrow(['glossary', 'import', join(world.folder, 'terms.csv')])
  const { page } = await world.open('anna', { viewport: { width: 1920, height: 1080 } })
  await page.goto(`/admin/bench?job=untranslated&row=${rowId(2)}`)
  await page.locator('.hit').first().waitFor()
  expect(await page.locator('.beside label:visible').count()).toBe(2)
  const notions = await page.evaluate<string[]>(`(() => {
    // Of many alike one is met; a tab and what stands in it are one.
    const ONE_OF_MANY = {
      '.queue': 'a row', '.chips': 'a tag', '.job': 'the job', '.field': 'the field',
      '.hit, label:has([value=like])': 'a like text', 'dl.terms, label:has([value=terms])': 'a term',
    }
    const seen = document.querySelectorAll(
      '#bench :is(a, button, summary, textarea, input, label:has(input), progress, .whereabouts, .tag, .badge, .length, #box, .today)',
    )
    const nameOf = (each) => {
      const many = Object.keys(ONE_OF_MANY).find((place) => each.closest(place) !== null)
      const own = each.id || each.name || each.getAttribute('aria-label') || each.textContent.trim()
      return many === undefined ? own : ONE_OF_MANY[many]
    }
    const isSeen = (each) =>
      each.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) &&
      each.closest('.hidden, .parts, #box :not(#box)') === null &&
      !(each.tagName === 'INPUT' && each.closest('label') !== null)
    return [...new Set([...seen].filter(isSeen).map(nameOf))]
  })()`)
  expect(notions.length, notions.join(' | ')).toBeLessThanOrEqual(15)
  expect(notions.length, notions.join(' | ')).toBeGreaterThan(10)
})
