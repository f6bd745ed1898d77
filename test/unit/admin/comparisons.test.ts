// Blind comparisons on the site: pairs one after the other, without a word about whose a text is, and the result when all are judged.
import { afterAll, expect, it } from 'vitest'
import { named } from '../../../src/app/actor.ts'
import { keepComparison } from '../../../src/app/comparisons.ts'
import { addUser } from '../../../src/app/people/manage-users.ts'
import { granted } from '../../support/app-world.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld, type Visitor } from './site-world.ts'

const pairsCount = 12
const world = await siteWorld()
const ada = named(granted(await addUser(world.app, null, { name: 'Ada', role: 'admin', password: null })))
const pairs = Array.from({ length: pairsCount }, (_, at) => ({
  rowId: idOf(1),
  source: `Source ${at}`,
  texts: [`Добрий текст ${at}`, `Слабкий текст ${at}`] as const,
}))
expect(granted(await keepComparison(world.app, ada, { models: ['small-model', 'large-model'], pairs, same: 3 }))).toBe(
  1,
)
afterAll(() => world.close())

const path = '/admin/comparisons/1'
const place = (body: string): string => /name="place" value="(\d+)"/.exec(body)?.[1] ?? ''

/** Judges all pairs; `choose` gets the place and whether the good text is shown first. */
async function judgeAll(visitor: Visitor, choose: (place: number, isGoodFirst: boolean) => string): Promise<number> {
  let turned = 0
  for (let at = 0; at < pairsCount; at++) {
    const { body } = await visitor.get(path)
    expect(body).not.toMatch(/small-model|large-model/)
    const isGoodFirst = body.indexOf('Добрий') < body.indexOf('Слабкий')
    if (!isGoodFirst) turned++
    const verdict = choose(Number(place(body)), isGoodFirst)
    expect((await visitor.post(path, { place: place(body), verdict })).location).toBe(path)
  }
  return turned
}

it('shows texts in both orders, and the result only to those who have judged all', async () => {
  const one = await world.as('moderator')
  expect((await one.get('/admin/comparisons')).body).toContain('when you have judged all')
  const turned = await judgeAll(one, (at, isGoodFirst) => (at < 2 ? 'equal' : isGoodFirst ? 'first' : 'second'))
  expect(turned).toBeGreaterThan(0)
  expect(turned).toBeLessThan(pairsCount)
  const { body } = await one.get(path)
  expect(body.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')).toContain(
    'small-model was better in 10 pairs, large-model in 0, neither in 2 (1 person)',
  )
  const other = await world.as('super_admin')
  expect((await other.get('/admin/comparisons')).body).not.toContain('small-model')
})

it('counts a pair that several judged once, for the model that more of them chose', async () => {
  const other = await world.as('admin')
  await judgeAll(other, (at, isGoodFirst) => ((at === 5 || at === 1) === isGoodFirst ? 'second' : 'first'))
  const { body } = await other.get('/admin/comparisons')
  // Pair 1: equal and a loss; pair 5: a win and a loss; pair 0: equal and a win.
  expect(body.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')).toContain(
    'small-model was better in 10 pairs, large-model in 1, neither in 1 (2 people)',
  )
})

it('refuses pairs that are not there, choices that are none, and people who do not review', async () => {
  const one = await world.as('moderator')
  expect((await one.post(path, { place: '99', verdict: 'first' })).status).toBe(404)
  expect((await one.post(path, { place: '0', verdict: 'third' })).status).toBe(422)
  expect((await one.get('/admin/comparisons/2')).status).toBe(404)
  expect((await (await world.as('user')).get(path)).status).toBe(403)
})
