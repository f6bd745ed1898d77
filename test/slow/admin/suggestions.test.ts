// What people and agents suggest, on the site: a term is edited before it is added, labels are given and taken, a rejection needs a
// reason, and one who proposes reads what became of it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listTerms } from '../../../src/app/upkeep/read-glossary.ts'
import { labelsOfRow } from '../../../src/app/work/row-labels.ts'
import type { NewSuggestion } from '../../../src/domain/checks/suggestion.ts'
import { suggestionsPerPersonMax } from '../../../src/domain/limits.ts'
import { nextId, putSuggestion, readSuggestion, SUGGESTION } from '../../../src/store/records.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { idOf } from '../../support/game-store.ts'
import { type SiteWorld, siteWorld, type Visitor } from '../../unit/admin/site-world.ts'

let world: SiteWorld
let owner: Visitor
beforeEach(async () => {
  world = await siteWorld()
  owner = await world.as('super_admin')
})
afterEach(() => world.close())

const UNDECIDED = { keyId: null, deciderId: null, decidedAtMs: null, reason: null } as const
const suggest = (suggestion: NewSuggestion, authorId = 1): Promise<unknown> =>
  writeOrThrow(world.app.store, (txn) => {
    const id = nextId(txn, SUGGESTION)
    putSuggestion(txn, null, {
      ...suggestion,
      id,
      status: 'pending',
      authorId,
      createdAtMs: txn.timeMs,
      ...UNDECIDED,
    })
  })
const by = { provider: 'local', model: 'm-1' }
const term = { source: 'gate', forms: ['брам*'], caseSensitive: false, doNotTranslate: false, note: 'of the town' }
const sent = { source: 'gate', forms: 'брам*\nворіт*', note: 'of the town' }
const suggestTerm = (): Promise<unknown> => suggest({ kind: 'term', what: term, rowIds: [idOf(2)], ...by })
const suggestLabel = (act: 'give' | 'take'): Promise<unknown> =>
  suggest({ kind: 'label', what: { label: 'kind:gate', act, note: 'it opens' }, rowIds: [idOf(2)], ...by })
const stateOf = (id: number) => readSuggestion(world.app.store.main, id)

it('a term is added as a person edited it', async () => {
  expect((await owner.get('/admin/glossary')).body).not.toContain('Decide on what is suggested')
  await suggestTerm()
  expect((await owner.get('/admin/glossary')).body).toContain('Decide on what is suggested: 1 suggestion')
  const { body } = await owner.get('/admin/suggestions')
  expect(body).toContain('value="gate"')
  expect(body).toContain('m-1')
  expect(body).toContain(`/admin/bench?layer=any&amp;row=${idOf(2)}`)
  const added = await owner.post('/admin/suggestions/1/term', sent)
  expect(added.location).toBe('/admin/suggestions?note=suggestion-approved')
  expect(listTerms(world.app).find(({ source }) => source === 'gate')?.forms).toEqual(['брам*', 'воріт*'])
  expect(stateOf(1)).toMatchObject({ status: 'approved', addedAs: { forms: ['брам*', 'воріт*'] } })
  const again = await owner.post('/admin/suggestions/1/term', sent)
  expect([again.status, again.body]).toEqual([409, expect.stringContaining('was already approved')])
})

it('refuses a term that cannot be one, and what is not there', async () => {
  await suggestTerm()
  const bad = await owner.post('/admin/suggestions/1/term', { ...sent, forms: 'a|b' })
  expect([bad.status, stateOf(1)?.status]).toEqual([422, 'pending'])
  expect((await owner.post('/admin/suggestions/7/term', sent)).status).toBe(404)
})

it('a label is given and taken', async () => {
  const labels = (): string[] => labelsOfRow(world.app, 2).map(({ name }) => name)
  await suggestLabel('give')
  expect((await owner.get('/admin/labels')).body).toContain('1 suggestion')
  expect((await owner.get('/admin/suggestions')).body).toMatch(/Give it to 1 row\.<.*it opens/)
  await owner.post('/admin/suggestions/1/label')
  expect(labels()).toEqual(['kind:gate'])
  await suggestLabel('take')
  await owner.post('/admin/suggestions/2/label')
  expect(labels()).toEqual([])
})

it('a rejection keeps its reason, and needs one', async () => {
  await suggestTerm()
  expect((await owner.post('/admin/suggestions/1/reject', { reason: ' ' })).status).toBe(422)
  expect((await owner.post('/admin/suggestions/1/reject', { reason: 'x'.repeat(4_001) })).status).toBe(422)
  expect(stateOf(1)?.status).toBe('pending')
  const rejected = await owner.post('/admin/suggestions/1/reject', { reason: 'an ordinary word' })
  expect(rejected.location).toBe('/admin/suggestions?note=suggestion-rejected')
  expect(stateOf(1)).toMatchObject({ status: 'rejected', reason: 'an ordinary word' })
  expect((await owner.get('/admin/suggestions')).body).toContain('There are no suggestions.')
})

describe('a translator proposes a term', () => {
  const proposed = {
    source: ' gate ',
    forms: 'брам*',
    note: 'of the town',
    row: idOf(2),
    back: '/admin/names?order=likely',
  }
  const known = 'the glossary already has that term, or somebody proposed it'

  it('from a page, and once only; the one who decides changes it', async () => {
    const tom = await world.as('translator')
    await tom.get('/admin/suggestions')
    const answer = await tom.post('/admin/suggestions', proposed)
    expect(answer.location).toBe('/admin/names?order=likely&note=term-suggested')
    expect(stateOf(1)).toMatchObject({
      kind: 'term',
      status: 'pending',
      keyId: null,
      rowIds: [idOf(2)],
      what: { source: 'gate' },
    })
    const again = await tom.post('/admin/suggestions', { ...proposed, back: '//evil.example' })
    expect(again.location).toBe('/admin/?note=term-known')
    expect((await tom.get('/admin/glossary?note=term-known')).body).toContain(known)
    const overview = (await owner.get('/admin/')).body
    expect(overview).toMatch(/<li><a href="\/admin\/suggestions">[^<]+<\/a> <strong>1<\/strong><\/li>/)
    expect(overview).toMatch(/>To decide <b>1<\/b><\/a>/)
    await owner.post('/admin/suggestions/1/term', sent)
    const own = (await tom.get('/admin/suggestions')).body
    expect(own).toMatch(/<bdi>gate<\/bdi> – <bdi>брам\* \| воріт\*<\/bdi>.*approved.*changed/)
    expect(own).not.toContain('Add to the glossary')
  })

  it('and reads why it was declined', async () => {
    const tom = await world.as('translator')
    await tom.get('/admin/suggestions')
    await tom.post('/admin/suggestions', proposed)
    await owner.get('/admin/suggestions')
    await owner.post('/admin/suggestions/1/reject', { reason: 'an ordinary <b>word' })
    expect((await tom.get('/admin/suggestions')).body).toContain('an ordinary &lt;b&gt;word')
  })

  it('but not one that cannot be one, nor 201', async () => {
    const tom = await world.as('translator')
    await tom.get('/admin/suggestions')
    expect((await tom.post('/admin/suggestions', { source: 'gate', forms: 'a|b' })).status).toBe(422)
    expect((await tom.post('/admin/suggestions', { source: ' ', forms: 'a' })).status).toBe(422)
    const tomId = Number(/data-person="(\d+)"/.exec((await tom.get('/admin/')).body)?.[1])
    for (let at = 0; at < suggestionsPerPersonMax; at++)
      await suggest({ kind: 'term', what: { ...term, source: `word ${at}` }, rowIds: [], ...by }, tomId)
    const over = await tom.post('/admin/suggestions', { source: 'one more', forms: 'слово' })
    expect([over.status, over.body]).toEqual([409, expect.stringContaining('200 of your suggestions are waiting')])
    expect((await (await world.as('user')).get('/admin/suggestions')).status).toBe(403)
  })

  it('an admin who fills in the same form adds the term', async () => {
    await owner.get('/admin/suggestions')
    const added = await owner.post('/admin/suggestions', proposed)
    expect(added.location).toBe('/admin/names?order=likely&note=term-saved')
    expect(listTerms(world.app)).toMatchObject([{ source: 'gate', forms: ['брам*'] }])
  })

  it('the workbench offers the form with the row, outside of the form of the text', async () => {
    const { body } = await (await world.as('translator')).get(`/admin/bench?layer=any&row=${idOf(2)}`)
    const side = body.slice(body.indexOf('class="pop rare"'), body.indexOf('id="desk"'))
    expect(side).toContain('Propose a term')
    expect(side).toContain(`<input type="hidden" name="row" value="${idOf(2)}">`)
    expect(side).toContain(`name="back" value="/admin/bench?layer=any&amp;row=${idOf(2)}"`)
  })
})
