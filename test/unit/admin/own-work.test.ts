// What the overview says to a person alone (docs/workbench.md#the-list): the first texts, and texts in a release.
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { publishRelease } from '../../../src/app/releases/publish.ts'
import { granted } from '../../support/app-world.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld } from './site-world.ts'

const hourMs = 3_600_000

const world = await siteWorld()
const { game } = world
mkdirSync(join(game.folder, 'game'))
const main = game.container('game/translate_words_map_en', {
  [idOf(1)]: 'Talk to me',
  [idOf(2)]: 'Press {0} for %s',
  [idOf(3)]: 'Go away',
  [idOf(4)]: 'Who is there?',
  [idOf(5)]: 'A blizzard is swirling around the gate',
  [idOf(6)]: 'Come in',
})
await game.importFiles({ main })
afterAll(() => world.close())
afterEach(() => void vi.restoreAllMocks())

it('leads a newcomer over three easy texts to the list, and is gone then', async () => {
  const vira = await world.as('translator')
  const path = async (): Promise<readonly string[]> => {
    const box = /<h3>Your first texts<\/h3>.*?<\/ol>/s.exec((await vira.get('/admin/')).body)?.[0] ?? ''
    return [...box.matchAll(/<li.*?<\/li>/gs)].map(([item]) => item.replaceAll(/<[^>]*>/g, '').trim())
  }
  expect(await path()).toEqual(['○ A blizzard is swirling around the gate', '○ Go away', '○ Come in'])
  const write = async (number: number, text: string): Promise<void> => {
    const { body } = await vira.get(`/admin/bench?job=untranslated&row=${idOf(number)}`)
    const source = /name="source" value="(\w+)"/.exec(body)?.[1] ?? ''
    await vira.post('/admin/bench/save', { at: 'job=untranslated', row: idOf(number), source, text })
  }
  await write(3, 'Іди геть')
  expect(await path()).toEqual(['✓ Done', '○ A blizzard is swirling around the gate', '○ Come in'])
  await write(6, 'Заходь')
  await write(1, 'Поговори зі мною')
  expect(await path()).toEqual(['✓ Done', '✓ Done', '✓ Done'])
  await write(4, 'Хто там?')
  expect(await path()).toEqual([])
})

it('says how many texts of the visitor are in the latest release, and nothing without one', async () => {
  const { id: authorId } = world.people.moderator
  await world.game.put(idOf(5), 'manual', 'Біля брами вирує заметіль', { status: 'approved', authorId })
  const mod = await world.as('moderator')
  expect((await mod.get('/admin/news')).body).not.toContain('of yours.')
  const asked = {
    version: '1.2',
    notes: '',
    gameBuild: null,
    test: { state: 'verified' as const, note: '' },
    editions: [],
    main,
    diff: null,
    level: 3,
  }
  granted(await publishRelease(world.app, null, asked))
  for (const page of ['/admin/', '/admin/news']) {
    const shown = async (): Promise<string> => (await mod.get(page)).body
    await expect.poll(shown).toContain('Release 1.2 has 1 text of yours.')
  }
  const other = await world.as('admin')
  expect((await other.get('/admin/news')).body).not.toContain('of yours.')
})

it('says at the end of a day how many texts there were, how many of them were accepted, and draws the goal', async () => {
  const vira = await world.as('translator')
  const day = async (): Promise<string> =>
    (/<h2 id="goal">.*?<\/section>/s.exec((await vira.get('/admin/')).body)?.[0] ?? '')
      .replaceAll(/<[^>]*>/g, ' ')
      .trim()
  expect(await day()).toMatch(/^Your day\s+4 today\s+The last two weeks .* [\d-]+: 4 texts /s)
  const mod = await world.as('moderator')
  const { body } = await mod.get(`/admin/bench?job=proposals&row=${idOf(3)}`)
  const named = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ''
  const fields = ['at', 'row', 'source', 'proposal', 'version', 'before'].map((name) => [name, named(name)] as const)
  await mod.post('/admin/bench/approve', [...fields, ['text', 'Іди геть']])
  expect(await day()).toMatch(/^Your day\s+4 today\s+1 text of yours accepted\s/)
})

it('counts a day from midnight where the browser is; without its zone, where the server is', async () => {
  vi.stubEnv('TZ', 'UTC')
  const vira = await world.as('super_admin')
  const at = vi.spyOn(world.app.clock, 'nowMs')
  const midnightMs = Math.ceil(Date.now() / (24 * hourMs)) * 24 * hourMs
  at.mockReturnValue(midnightMs - hourMs / 2)
  const address = `/admin/bench?layer=any&write=1&row=${idOf(4)}`
  const source = /name="source" value="(\w+)"/.exec((await vira.get(address)).body)?.[1] ?? ''
  await vira.post('/admin/bench/save', { at: 'layer=any', row: idOf(4), source, text: 'Хто тут?', how: 'direct' })
  const today = async (zone: string): Promise<string | null> => {
    vira.cookies.set('windrow_zone', zone)
    return /<span class="today">(\d+) today/.exec((await vira.get(address)).body)?.[1] ?? null
  }
  const ZONES = ['UTC', 'Europe/Kyiv', 'America/New_York', 'Nowhere/At_all', '']
  const inAll = async (): Promise<(string | null)[]> => {
    const found: (string | null)[] = []
    for (const zone of ZONES) found.push(await today(zone))
    return found
  }
  expect(await inAll()).toEqual(['1', '1', '1', '1', '1'])
  at.mockReturnValue(midnightMs + hourMs / 2)
  expect(await inAll()).toEqual([null, '1', '1', null, null])
  at.mockReturnValue(midnightMs + 22.5 * hourMs)
  expect(await inAll()).toEqual([null, null, null, null, null])
  vi.unstubAllEnvs()
})
