// The button of a page's main action is in the window as soon as the page is open, behind every note, on wide windows, on a phone and
// on a phone with its keyboard up, where it takes one slim line (docs/workbench.md).
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { NOTES } from '../../src/admin/notes.ts'
import { rowId } from './browser-world.ts'
import { worldOfPages } from './site-pages.ts'

const world = await worldOfPages()
await world.windrow(['write', '--as', 'anna', '--model', 'm-1'], `${rowId(150)}\tМандрівник 50 іде далі\n`)
// A desk asks for help of its own; one person opens some four hundred here in a minute.
await world.windrow(['setting', 'set', 'site_reads_per_minute', '100000'])
afterAll(() => world.close())

const notes = Object.keys(NOTES)
const JOBS = ['untranslated', 'stale', 'drafts', 'proposals', 'rejected']
const OTHERS = [
  '/admin/brief',
  '/admin/imports',
  '/admin/undo',
  '/admin/settings',
  '/admin/setup/game',
  '/admin/proposals',
]
const slimPx = 50

/** The main button, as high as it stands; the one of an open editor first. */
const buttonNow = (page: Page): Promise<{ readonly isInView: boolean; readonly barPx: number }> =>
  page.evaluate(`(() => {
    const shown = [...document.querySelectorAll('#desk [data-save], .bar .primary, main:not(.full) .primary')].find((each) => each.checkVisibility({ contentVisibilityAuto: true }) && each.closest('details:not([open])') === null)
    const box = shown?.getBoundingClientRect()
    const bar = [...document.querySelectorAll('.bar')].find((each) => each.checkVisibility()) ?? shown
    return { isInView: box !== undefined && box.top >= 0 && box.bottom <= innerHeight && box.height > 0, barPx: bar?.clientHeight ?? 0 }
  })()`)

describe.each([
  [1280, 600],
  [1280, 800],
  [1366, 768],
  [1920, 1080],
  [390, 780],
  [390, 420],
])('%i×%i', (width, height) => {
  const isPhone = width < 500
  const open = () => world.open('owner', { viewport: { width, height }, isMobile: isPhone, hasTouch: isPhone })

  it('has it on the workbench behind every note, which leaves the address', async () => {
    const { page, errors } = await open()
    const missing: string[] = []
    for (const note of notes) {
      await page.goto(`/admin/bench?job=untranslated&note=${note}`)
      await page.locator('main > .note').waitFor()
      const { isInView, barPx } = await buttonNow(page)
      if (!isInView || (height < 500 && barPx > slimPx)) missing.push(note)
      expect(page.url()).not.toContain('note=')
    }
    expect(missing).toEqual([])
    expect(errors).toEqual([])
  })

  it('has it in each job, and while one edits', async () => {
    const { page } = await open()
    const missing: string[] = []
    for (const job of JOBS) {
      await page.goto(`/admin/bench?job=${job}&note=game-imported`)
      if ((await page.locator('.bar').count()) === 0) continue
      if (!(await buttonNow(page)).isInView) missing.push(job)
      const edit = page.locator('.bar [data-opens]')
      if ((await edit.count()) > 0) await edit.click()
      await page.locator('textarea#text').click()
      await page.keyboard.insertText('Мандрівник іде далі, довго і не озираючись, аж до самого вечора. '.repeat(4))
      if (!(await buttonNow(page)).isInView) missing.push(`${job}, edited`)
    }
    expect(missing).toEqual([])
  })

  it('has it on other pages that are for one action', async () => {
    const { page } = await open()
    const missing: string[] = []
    for (const path of OTHERS) {
      await page.goto(path)
      if (!(await buttonNow(page)).isInView) missing.push(path)
    }
    expect(missing).toEqual([])
  })
})
