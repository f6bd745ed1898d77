// The page of names that are not in the glossary: who sees it, a name made a term, another said to be none, and that taken back.
import { afterAll, expect, it } from 'vitest'
import { listTerms } from '../../../src/app/upkeep/read-glossary.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld } from './site-world.ts'

const WHO = ['Monks', 'Guards', 'Children', 'Hunters', 'Pilgrims', 'Soldiers']
const KHTO = ['Ченці', 'Вартові', 'Діти', 'Мисливці', 'Прочани', 'Солдати']
const WAYS = ['Мохійський пагорб', 'гору Моїстів']
const world = await siteWorld()
const { game } = world
const lines = WHO.flatMap((who, at) => [
  [`${who} walk up to Mohist Hill & sleep.`, `${KHTO[at]} ідуть на ${WAYS[at % 2]}.`],
  [`${who} read the Main Story of old.`, `${KHTO[at]} читають головний сюжет.`],
  [`${who} wait for rain.`, `${KHTO[at]} ідуть, читають і чекають на дощ.`],
])
const sources = lines.map(([source = ''], at) => [idOf(at + 1), source])
await game.importFiles({ main: game.jsonl('main.jsonl', Object.fromEntries(sources)) })
for (const [at, [, text = '']] of lines.entries()) await game.put(idOf(at + 1), 'machine', text)
afterAll(() => world.close())

const bench = (term: string, how: 'has' | 'lacks', words: string): string =>
  `/admin/bench?${new URLSearchParams({ layer: 'leading', term, [how]: words }).toString()}`.replaceAll('&', '&amp;')

const namesIn = (body: string): string[] =>
  Array.from(body.matchAll(/<th scope="row"><bdi>(.*?)<\/bdi>/g), ([, name = '']) => name)

it('shows a translator how the names are translated, least agreement first, with a form that proposes a term', async () => {
  const tom = await world.as('translator')
  // The sources are studied beside the page.
  await expect.poll(async () => (await tom.get('/admin/names')).body).not.toContain('come back in a moment')
  const { body, status } = await tom.get('/admin/names')
  expect(status).toBe(200)
  expect(namesIn(body)).toEqual(['Mohist Hill', 'Main Story'])
  expect(body).toContain('2 names in 18 rows')
  expect(body).toContain('50 % of 6')
  expect(body).toContain('100 % of 6')
  expect(body).toContain(`<bdi>гору Моїстів</bdi> <a href="${bench('Mohist Hill', 'has', 'гору Моїстів')}">3 texts</a>`)
  expect(body).toContain(`<a href="${bench('Mohist Hill', 'lacks', 'на Мохійський пагорб')}">all rows without`)
  expect(body).not.toContain('Make a term')
  expect(body.match(/Propose the term/g)).toHaveLength(2)
  expect((await (await world.as('user')).get('/admin/names')).status).toBe(403)
})

it('a name that is proposed says so, and is not proposed again', async () => {
  const tom = await world.as('translator')
  await tom.get('/admin/names')
  await tom.post('/admin/suggestions', { source: 'the Main Story', forms: 'головний сюжет', back: '/admin/names' })
  const { body } = await tom.get('/admin/names')
  expect(body.match(/Propose the term/g)).toHaveLength(1)
  expect(body).toContain('<a href="/admin/suggestions">proposed</a>')
})

it('makes the first name a term with a key, and keeps what is no term', async () => {
  const admin = await world.as('admin')
  const { body } = await admin.get('/admin/names')
  expect(body.match(/data-key="1"/g)).toHaveLength(1)
  await admin.post('/admin/names', { act: 'term', name: 'Mohist Hill', translation: ' Мохійський пагорб ' })
  expect(listTerms(world.app)).toMatchObject([{ source: 'Mohist Hill', forms: ['Мохійський пагорб'] }])
  await admin.post('/admin/names', { act: 'not', name: 'Main Story', order: 'likely' })
  const after = await admin.get('/admin/names?order=likely')
  expect(namesIn(after.body)).toEqual([])
  expect(after.body).toContain('Marked as not terms: 1')
  await admin.post('/admin/names', { act: 'again', name: 'Main Story' })
  expect(namesIn((await admin.get('/admin/names')).body)).toContain('Main Story')
  expect((await admin.post('/admin/names', { act: 'maybe', name: 'Main Story' })).status).toBe(422)
})
