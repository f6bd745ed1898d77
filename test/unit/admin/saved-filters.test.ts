// docs/filters.md#saved-filters: kept by each person for themselves, offered where lists are, taken by the command line.
import { afterAll, describe, expect, it } from 'vitest'
import { named } from '../../../src/app/actor.ts'
import { listSavedFilters, saveFilter, savedFilterNamed } from '../../../src/app/work/saved-filters.ts'
import { checkStore } from '../../../src/app/upkeep/check-store.ts'
import { savedFiltersMax } from '../../../src/domain/limits.ts'
import { ALL_WORK, filterOfJob } from '../../../src/domain/work/work-filter.ts'
import { freshen } from '../../../src/store/view.ts'
import { siteWorld } from './site-world.ts'

const world = await siteWorld()
const mod = await world.as('moderator')
afterAll(() => world.close())

const names = (): readonly string[] => {
  freshen(world.app.store)
  return listSavedFilters(world.app, world.people.moderator.id).map(({ name }) => name)
}
const links = (body: string): readonly string[] =>
  Array.from(
    /aria-label="Your filters">(.*?)<\/nav>/s.exec(body)?.[1]?.matchAll(/<a href="([^"]*)"/g) ?? [],
    ([, to = '']) => to.replaceAll('&amp;', '&'),
  )

describe('without scripts', () => {
  it('saves what a list shows and offers it on the workbench, to its person alone', async () => {
    const at = 'layer=machine&model=x%26y'
    const answer = await mod.post('/admin/filters', { do: 'save', name: '  Drafts of x&y ', at })
    expect([answer.status, answer.location]).toEqual([303, `/admin/bench?${at}&note=filter-save`])
    const bench = await mod.get(`/admin/bench?${at}`)
    expect(links(bench.body)).toEqual([`/admin/bench?${at}`])
    expect(bench.body).toMatch(/aria-current="page"[^>]*>Drafts of x&amp;y</)
    const other = await world.as('translator')
    expect((await other.get('/admin/bench')).body).not.toContain('Drafts of')
  })

  it('renames and deletes, and says what is wrong', async () => {
    const post = (fields: Readonly<Record<string, string>>) => mod.post('/admin/filters', { at: '', ...fields })
    expect((await post({ do: 'rename', was: 'Drafts of x&y', name: 'drafts OF X&Y' })).status).toBe(303)
    expect(names()).toEqual(['drafts OF X&Y'])
    await mod.post('/admin/filters', { do: 'save', name: 'Stale', at: 'job=stale' })
    for (const [fields, status, says] of [
      [{ do: 'rename', was: 'Stale', name: 'Drafts of X&y' }, 409, 'already have a filter called drafts OF X&amp;Y'],
      [{ do: 'rename', was: 'Never', name: 'New' }, 404, 'no filter called Never'],
      [{ do: 'delete', was: 'Never' }, 404, 'no filter called Never'],
      [{ do: 'save', name: '', at: 'job=stale' }, 422, '1 to 60 characters'],
      [{ do: 'save', name: 'x'.repeat(61), at: 'job=stale' }, 422, '1 to 60 characters'],
      [{ do: 'save', name: 'a=b', at: 'job=stale' }, 422, 'must not have ='],
      [{ do: 'save', name: 'Everything', at: '' }, 422, 'has no conditions'],
      [{ do: 'save', name: 'Long', at: `model=${'x'.repeat(2_000)}` }, 422, 'too long to save'],
    ] as const) {
      const answer = await post(fields)
      expect([answer.status, answer.body.includes(says), fields]).toEqual([status, true, fields])
    }
    expect(names()).toEqual(['drafts OF X&Y', 'Stale'])
    expect((await post({ do: 'delete', was: 'drafts of x&y' })).location).toBe('/admin/bench?note=filter-delete')
    expect(names()).toEqual(['Stale'])
  })
})

it('keeps as many as a person may, and the store is whole with them', async () => {
  const actor = named(world.people.admin)
  const save = (name: string) => saveFilter(world.app, actor, name, filterOfJob('drafts'))
  for (let i = 0; i < savedFiltersMax; i++) expect((await save(`filter ${i}`)).ok).toBe(true)
  expect(await save('one more')).toMatchObject({ ok: false, refusal: { code: 'too_many_filters' } })
  expect((await save('FILTER 7')).ok).toBe(true)
  freshen(world.app.store)
  expect(savedFilterNamed(world.app, 'filter 7')).toEqual({ ok: true, value: filterOfJob('drafts') })
  await saveFilter(world.app, named(world.people.user), 'filter 7', { ...ALL_WORK, model: 'z' })
  freshen(world.app.store)
  expect(savedFilterNamed(world.app, 'filter 7')).toMatchObject({
    refusal: expect.stringContaining('user/filter 7 or admin/FILTER 7') as string,
  })
  expect(savedFilterNamed(world.app, 'user/filter 7')).toMatchObject({ value: { model: 'z' } })
  expect(savedFilterNamed(world.app, 'nobody/knows')).toMatchObject({ ok: false })
  const { disagreements, counted } = await checkStore(world.app.store, {
    signal: new AbortController().signal,
    onStep: () => {},
  })
  expect([disagreements, counted.get('saved_filter')]).toEqual([[], savedFiltersMax + 2])
})
