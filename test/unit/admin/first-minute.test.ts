// A newcomer's first minute: an invite leads to one real sentence with a like text, and to who will look at the translation.
import { afterAll, expect, it } from 'vitest'
import { idOf } from '../../support/game-store.ts'
import { siteWorld } from './site-world.ts'

const world = await siteWorld()
const { game } = world
await game.importFiles({
  main: game.jsonl('sentences.jsonl', {
    [idOf(1)]: 'FEED',
    [idOf(2)]: 'ward',
    [idOf(3)]: 'Nobody has seen the ferry today.',
    [idOf(4)]: 'The old gate opens only for the patient.',
    [idOf(5)]: 'The old gate opens only for the pilgrim.',
  }),
})
await game.putAll('manual', [[idOf(5), 'Стара брама відчиняється лише для прочанина.']])
afterAll(() => world.close())

it('shows one sentence of four to ten words, its like text, and who will look at it', async () => {
  const vira = await world.as('translator')
  const { status, body } = await vira.get('/admin/first?note=joined')
  expect(status).toBe(200)
  expect(body).toContain('The old gate opens only for the patient.')
  expect(body).toMatch(/\d\d % alike, already translated/)
  expect(body).toContain('Стара брама відчиняється лише для прочанина.')
  expect(body).toMatch(/(moderator|admin) will look at it\. You cannot break anything\./)
  const other = await vira.get(`/admin/first?after=${idOf(4)}`)
  expect(other.body).not.toMatch(/class="said">[^<]*(<[^>]*>)?(FEED|ward)/)
})

it('sends the text on as a proposal', async () => {
  const vira = await world.as('translator')
  const { body } = await vira.get('/admin/first')
  const named = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ''
  const sent = {
    at: named('at'),
    row: named('row'),
    source: named('source'),
    text: 'Стара брама відчиняється лише для терплячих.',
  }
  const done = await vira.post('/admin/bench/save', sent)
  expect(done.location).toContain('did=proposed')
})

it('leads on to the overview who reviews, and who may only look', async () => {
  for (const role of ['moderator', 'user'] as const)
    expect((await (await world.as(role)).get('/admin/first?note=joined')).location).toBe('/admin/?note=joined')
})
