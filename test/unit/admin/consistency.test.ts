// The page of what is inconsistent: each kind with its rows, 50 findings a page, and the state after a change.
import { afterAll, expect, it } from 'vitest'
import { labelRows } from '../../../src/app/labels/label-rows.ts'
import { granted } from '../../support/app-world.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld } from './site-world.ts'

const sourceOf = (i: number): string => `A <b> ${'ab'.repeat(i)}`
const pairs = Array.from({ length: 60 }, (_, i) => [1000 + 2 * i, 1001 + 2 * i, sourceOf(i + 1)] as const)
const world = await siteWorld()
const { game } = world
const texts = pairs.flatMap(([a, b, source]) => [
  [idOf(a), source],
  [idOf(b), source],
])
await game.importFiles({ main: game.jsonl('main.jsonl', Object.fromEntries(texts)) })
for (const [i, [a, b]] of pairs.entries()) {
  await game.put(idOf(a), 'manual', `<b> один ${'ц'.repeat(i)}`)
  await game.put(idOf(b), 'machine', `<b> два ${'щ'.repeat(i)}`)
}
const anna = await world.as('translator')
afterAll(() => world.close())

it('shows 50 findings a page with escaped texts and links to rows and to a search', async () => {
  const first = await anna.get('/admin/consistency')
  expect(first.status).toBe(200)
  expect(first.body.match(/rowspan=/g)).toHaveLength(50)
  expect(first.body).toContain('60 findings among 120 texts')
  expect(first.body).toContain(`<a href="/admin/bench?layer=any&amp;row=${idOf(1000)}">`)
  expect(first.body).toContain('/admin/rows?q=%22A+%3Cb%3E+abab')
  expect(first.body).not.toContain('<b>')
  expect(first.body).toMatch(/<td dir="auto" translate="no" lang="en" rowspan/)
  expect(first.body).toContain('suggested')
  const second = await anna.get('/admin/consistency?from=50')
  expect(second.body.match(/rowspan=/g)).toHaveLength(10)
  expect(second.body).not.toContain('rel="next"')
})

it('shows the findings that have a row with a label', async () => {
  const { app } = world
  expect((await anna.get('/admin/consistency')).body).not.toContain('name="label"')
  granted(await labelRows(app, null, { label: 'gate', act: 'give', origin: 'list' }, [idOf(1001)]))
  const { body } = await anna.get('/admin/consistency?label=Gate')
  expect(body.match(/rowspan=/g)).toHaveLength(1)
  expect(body).toContain('1 finding with rows of this label among 120 texts')
  expect(body).toContain(`<a href="/admin/bench?layer=any&amp;row=${idOf(1000)}">`)
  expect(body).toContain('<option value="gate" selected>')
  expect((await anna.get('/admin/consistency?label=nowhere')).body).toContain('No issue of this kind')
})

it('shows the other kinds, and what is not there any more no longer', async () => {
  expect((await anna.get('/admin/consistency?kind=same_text')).body).toContain('Nothing of this kind')
  await world.game.put(idOf(1001), 'manual', '<b> Один!')
  const { body } = await anna.get('/admin/consistency')
  expect(body).not.toContain(`row=${idOf(1000)}"`)
  expect((await anna.get('/admin/consistency?from=nonsense')).status).toBe(200)
})
