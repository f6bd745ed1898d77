// Untranslated work at the workbench goes by families of like texts, and then on where the family was begun (docs/workbench.md).
import { afterAll, expect, it } from 'vitest'
import { SearchIndexer } from '../../../src/search/upkeep.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld } from './site-world.ts'

const TEXTS = [
  'Gather 5 herbs',
  'Gate',
  'Gather 7 herbs',
  'Wall',
  'Gather 9 herbs',
  'The <b>gate</b>',
  'The gate',
] as const

const world = await siteWorld()
const texts = Object.fromEntries(TEXTS.map((text, at) => [idOf(at + 1), text]))
await world.game.importFiles({ main: world.game.jsonl('families.jsonl', texts) })
await new SearchIndexer(world.app).renew(new AbortController().signal)
const mod = await world.as('moderator')
afterAll(() => world.close())

/** Of a link or an answer: the rows after `row` and `from`. */
const stepIn = (address: string): readonly [string | null, string | null] => {
  const parameters = new URL(address.replaceAll('&amp;', '&'), 'http://localhost').searchParams
  return [parameters.get('row'), parameters.get('begun')]
}
const linked = async (address: string, rel: 'next' | 'prev') => {
  const { body } = await mod.get(`/admin/bench?job=untranslated&${address}`)
  return stepIn(new RegExp(`rel="${rel}" href="([^"]*)"`).exec(body)?.[1] ?? '')
}
const saved = async (number: number, from: number | null) => {
  const source = world.game.row(idOf(number)).sourceHash
  const row = { at: 'job=untranslated', row: idOf(number), source, text: `Рядок ${number}`, how: 'direct' }
  const { location } = await mod.post('/admin/bench/save', { ...row, ...(from !== null && { begun: idOf(from) }) })
  return stepIn(location ?? '')
}

it('is skipped within a family, and behind it goes on where that began', async () => {
  expect(await linked(`row=${idOf(1)}`, 'next')).toEqual([idOf(3), idOf(1)])
  expect(await linked(`row=${idOf(3)}&begun=${idOf(1)}`, 'next')).toEqual([idOf(5), idOf(1)])
  expect(await linked(`row=${idOf(5)}&begun=${idOf(1)}`, 'prev')).toEqual([idOf(3), idOf(1)])
  expect(await linked(`row=${idOf(3)}&begun=${idOf(1)}`, 'prev')).toEqual([idOf(1), null])
  expect(await linked(`row=${idOf(5)}&begun=${idOf(1)}`, 'next')).toEqual([idOf(2), null])
  expect(await linked(`row=${idOf(2)}`, 'next')).toEqual([idOf(3), null])
})

/** The list: headings, and the texts of the rows below them. */
async function listed(address: string): Promise<readonly string[]> {
  const { body } = await mod.get(`/admin/bench?job=untranslated&${address}`)
  const pane = /<section class="pane list-pane".*?<\/section>/s.exec(body)?.[0] ?? ''
  const lines = pane.matchAll(/<h2>(.*?)<\/h2>|translate="no"[^>]*>([^<]*)/gs)
  return Array.from(lines, ([, heading, row]) =>
    heading === undefined ? (row ?? '') : `# ${heading.replaceAll(/<[^>]*>/g, '')}`,
  )
}

it('stands in the list under a heading with its count, and so does what follows in the file', async () => {
  const own = await listed(`row=${idOf(3)}&begun=${idOf(1)}`)
  const alike = ['# Alike: “Gather … herbs” · 2', 'Gather 7 herbs', 'Gather 9 herbs']
  expect(own.slice(own.indexOf(alike[0] as string)).slice(0, 6)).toEqual([
    ...alike,
    expect.stringMatching(/^# Further in the file · \d+$/),
    'Gate',
    'Wall',
  ])
  const further = own.slice(own.findIndex((line) => line.startsWith('# Further')))
  expect(further[0]).toBe(`# Further in the file · ${further.length - 1}`)
  expect(await listed(`row=${idOf(4)}`)).not.toContain(expect.stringMatching('#'))
})

it('carries the beginning along in forms', async () => {
  const { body } = await mod.get(`/admin/bench?job=untranslated&row=${idOf(3)}&begun=${idOf(1)}`)
  expect(body).toContain(`name="begun" value="${idOf(1)}"`)
  expect(body).toMatch(/<strong>\d+<\/strong> of \d+ · similar to the one before/)
})

it('a saved row leads to the next of its family, whatever others have translated meanwhile', async () => {
  expect(await saved(1, null)).toEqual([idOf(3), idOf(1)])
  await world.game.put(idOf(5), 'machine', 'Збери 9 трав')
  expect(await saved(3, 1)).toEqual([idOf(2), null])
  expect(await saved(2, null)).toEqual([idOf(4), null])
})

it('other lists go in the order of the game', async () => {
  const { body } = await mod.get(`/admin/bench?layer=any&row=${idOf(1)}`)
  expect(stepIn(/rel="next" href="([^"]*)"/.exec(body)?.[1] ?? '')).toEqual([idOf(2), null])
})
