// Charts for those who hear a page: every picture has a name, and the table behind one has all that the picture leaves out.
import { expect, it } from 'vitest'
import { barList, dayRows } from '../../../src/admin/parts/charts.ts'
import { html, type Html } from '../../../src/admin/html.ts'

const drawn = async (shown: Html): Promise<string> => (await shown).toString()

it('a bar of nothing is hidden, the others have a name', async () => {
  const series = [{ name: 'kept', kind: 'manual_fresh' }]
  const bars = [3, 0].map((value) => ({ name: `model ${value}`, values: [value] }))
  const shown = await drawn(barList('Texts', series, bars))
  const pictures = Array.from(shown.matchAll(/<svg viewBox="0 0 100[^>]*>/g), ([tag]) => tag)
  expect(pictures).toEqual([
    expect.stringContaining('role="img" aria-label="3 kept"'),
    expect.stringMatching(/^(?!.*role="img").*aria-hidden="true"/),
  ])
})

it('the table behind rows of days has everybody, the picture the first twelve', async () => {
  const days = Array.from({ length: 7 }, (_, at) => `2026-01-0${at + 1}`)
  const people = Array.from({ length: 15 }, (_, at) => ({ name: html`person ${at}`, counts: days.map(() => at) }))
  const shown = await drawn(dayRows('Weeks', days, people))
  expect(shown.match(/<li><span>person/g)).toHaveLength(12)
  expect(shown.match(/<th scope="row">person/g)).toHaveLength(15)
})
