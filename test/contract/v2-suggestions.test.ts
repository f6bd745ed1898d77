// Suggested terms and labels: agents suggest through API v2, people decide, and agents read what became of them.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { approveSuggestion, rejectSuggestion } from '../../src/app/suggestions/decide-suggestion.ts'
import { removeLabel } from '../../src/app/labels/change-labels.ts'
import { labelRows } from '../../src/app/labels/label-rows.ts'
import { listTerms } from '../../src/app/upkeep/read-glossary.ts'
import { suggestionsPerPersonMax } from '../../src/domain/limits.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import { auditEntries } from '../../src/store/records/audit.ts'
import { granted } from '../support/app-world.ts'
import { idOf } from '../support/game-store.ts'
import { openV1App, type V1App } from '../support/v1-app.ts'
import { answerCheck } from '../support/v1-openapi.ts'
import type { Json } from '../support/v1-client.ts'

const answers = answerCheck(openApiDocument('0') as Json)
const path = '/glossary/proposals'
let world: V1App
let secret = ''
beforeEach(async () => {
  world = openV1App()
  ;({ secret } = await world.person('agent', 'translator'))
})
afterEach(() => world.close())

async function ask(method: string, target: string, body?: object): Promise<Json> {
  const answer = await world.v2(method, target, secret, body)
  expect(answer.status, answer.text).toBe(200)
  answers.check({ method, path: `/api/v2${target}` }, { ...answer, headers: Object.fromEntries(answer.headers) })
  return answer.json
}
const propose = (...items: readonly object[]): Promise<Json> => ask('POST', path, { items })
const gate = { source: 'Gate', forms: ['брам*'], note: 'of a town', evidence: [idOf(1)], provider: 'p', model: 'm-1' }

it('is told what is new, open already, and in the glossary already', async () => {
  const first = await propose(gate, { ...gate, source: 'gate' }, { source: 'Hero', forms: [] })
  expect(first.data.items).toEqual([
    { source: 'Gate', status: 'proposed', proposal_id: 1 },
    { source: 'gate', status: 'unchanged', reason: 'already_proposed', proposal_id: 1 },
    { source: 'Hero', status: 'proposed', proposal_id: 2 },
  ])
  expect(first.meta).toEqual({ total: 3, proposed: 2, unchanged: 1, rejected: 0 })
  granted(await approveSuggestion(world.app, null, { id: 1 }))
  const [again, other] = (await propose(gate, { ...gate, forms: ['ворота'] })).data.items
  expect(again).toEqual({ source: 'Gate', status: 'unchanged', reason: 'in_glossary' })
  expect(other).toEqual({ source: 'Gate', status: 'proposed', proposal_id: 3 })
})

it('proposes what a term says, and refuses a kind that there is not', async () => {
  const facts = { kind: 'place', gender: 'feminine', meaning: 'of the old town' }
  await propose({ ...gate, ...facts })
  expect((await ask('GET', path)).data.proposals[0]).toMatchObject(facts)
  granted(await approveSuggestion(world.app, null, { id: 1 }))
  expect(listTerms(world.app)[0]?.facts).toEqual(facts)
  const { status, json } = await world.v2('POST', path, secret, { items: [{ ...gate, kind: 'town' }] })
  expect([status, json.details.errors[0].field]).toEqual([400, 'items[0].kind'])
})

it('shows what people decided, a page at a time', async () => {
  await propose(gate, { source: 'Hero', forms: ['герой'] }, { source: 'Sage', forms: ['мудрець'] })
  const edited = { source: 'Hero', forms: ['геро*'], caseSensitive: true, doNotTranslate: false, note: '' }
  granted(await approveSuggestion(world.app, null, { id: 1 }))
  granted(await approveSuggestion(world.app, null, { id: 2, edited }))
  granted(await rejectSuggestion(world.app, null, { id: 3, reason: 'an ordinary word' }))
  expect(listTerms(world.app).map(({ source, forms }) => [source, forms])).toEqual([
    ['Gate', ['брам*']],
    ['Hero', ['геро*']],
  ])
  expect((await ask('GET', path)).data.proposals).toEqual([])
  const page = await ask('GET', `${path}?status=all&limit=2`)
  expect(page.meta).toEqual({ count: 2, next: 2 })
  expect(page.data.proposals[0]).toMatchObject({
    proposal_id: 1,
    status: 'approved',
    source: 'Gate',
    evidence: [idOf(1)],
    author: 'agent',
    decided_by: null,
    added_as: null,
  })
  expect(page.data.proposals[1].added_as).toMatchObject({ forms: ['геро*'], case_sensitive: true })
  const rest = await ask('GET', `${path}?status=all&after=2`)
  expect(rest.data.proposals).toMatchObject([{ proposal_id: 3, status: 'rejected', reason: 'an ordinary word' }])
  expect(rest.meta).toEqual({ count: 1, next: null })
  expect((await ask('GET', `${path}?status=all&after=4294967295`)).data.proposals).toEqual([])
  const rejected = (await ask('GET', `${path}?status=rejected`)).data.proposals
  expect(rejected.map(({ proposal_id: id }: Json) => id)).toEqual([3])
  const actions = [...auditEntries(world.app.store.main)].map(({ action, subject }) => `${action} ${subject}`)
  expect(actions.slice(0, 3)).toEqual(['suggestion.reject Sage', 'suggestion.approve Hero', 'suggestion.approve Gate'])
})

it('is decided once, by those who may change the glossary, and rejected with a reason', async () => {
  await propose(gate)
  const { user } = await world.person('reader', 'moderator')
  const asPerson = { user, key: null, session: null }
  expect(await approveSuggestion(world.app, asPerson, { id: 1 })).toMatchObject({
    refusal: { code: 'suggestions_out_of_reach' },
  })
  expect(await rejectSuggestion(world.app, null, { id: 1, reason: ' ' })).toMatchObject({
    refusal: { code: 'no_reason' },
  })
  expect(await approveSuggestion(world.app, null, { id: 9 })).toMatchObject({ refusal: { code: 'no_suggestion' } })
  granted(await approveSuggestion(world.app, null, { id: 1 }))
  const again = await rejectSuggestion(world.app, null, { id: 1, reason: 'no' })
  expect(again).toMatchObject({ refusal: { code: 'suggestion_decided', status: 'approved' } })
})

it('takes no more pending proposals of a person than the limit', async () => {
  const fifty = (from: number) => Array.from({ length: 50 }, (_, at) => ({ source: `term ${from + at}`, forms: [] }))
  for (let from = 0; from < suggestionsPerPersonMax; from += 50) await propose(...fifty(from))
  const { data } = await propose({ source: 'one more', forms: [] })
  expect(data.items).toEqual([{ source: 'one more', status: 'rejected', reason: 'too_many_of_person' }])
})

it('takes a key that may write, and names every fault', async () => {
  const { secret: reader } = await world.person('reader', 'user')
  expect((await world.v2('POST', path, reader, { items: [gate] })).json.error).toBe('forbidden_ability')
  const bad = { source: ' ', forms: ['a|b'], note: 'a\nb', evidence: ['zz'], provider: '', kind: 'name' }
  const { json } = await world.v2('POST', path, secret, { items: [bad] })
  const fields = new Set(json.details.errors.map(({ field }: Json) => field))
  const named = ['source', 'forms[0]', 'note', 'evidence[0]', 'provider', 'kind'].map((name) => `items[0].${name}`)
  expect(fields).toEqual(new Set(named))
})

it('takes labels of rows, labels them when a person approves, and stores none twice', async () => {
  await world.importFiles(Array.from({ length: 4 }, (_, at) => ({ id: idOf(at + 1), text: `Sword ${at + 1}` })))
  const of = (act: string, ...numbers: readonly number[]) => ({
    label: 'kind:item',
    act,
    row_ids: numbers.map(idOf),
    model: 'm-1',
  })
  const suggest = async (...items: readonly object[]): Promise<Json> =>
    (await ask('POST', '/labels/proposals', { items })).data.items
  const label = 'kind:item'
  expect(
    await suggest({ ...of('give', 1, 2), note: 'swords' }, of('give', 2, 1, 2), of('take', 3), of('give', 99)),
  ).toEqual([
    { label, status: 'proposed', proposal_id: 1 },
    { label, status: 'unchanged', reason: 'already_proposed', proposal_id: 1 },
    { label, status: 'unchanged', reason: 'done_already' },
    { label, status: 'rejected', reason: 'unknown_rows' },
  ])
  granted(await approveSuggestion(world.app, null, { id: 1 }))
  const [, given] = [...auditEntries(world.app.store.main)]
  expect(given).toMatchObject({
    action: 'label.rows.give',
    subject: label,
    details: { changed: 2, origin: 'proposal' },
  })
  expect((await ask('GET', `/rows?label=${label}`)).data.rows.map(({ row_id: id }: Json) => id)).toEqual(
    [1, 2].map(idOf),
  )
  expect(await suggest(of('give', 1), of('take', 1, 3))).toEqual([
    { label, status: 'unchanged', reason: 'done_already' },
    { label, status: 'proposed', proposal_id: 2 },
  ])
  expect((await ask('GET', '/labels/proposals')).data.proposals).toMatchObject([
    { proposal_id: 2, status: 'pending', label, act: 'take', row_ids: [1, 3].map(idOf), model: 'm-1', author: 'agent' },
  ])
  expect((await ask('GET', `${path}?status=all`)).data.proposals).toEqual([])
  granted(await rejectSuggestion(world.app, null, { id: 2, reason: 'it is one' }))
  expect((await ask('GET', '/labels/proposals?status=rejected')).data.proposals[0].reason).toBe('it is one')
})

it('adds no suggested term to a suggested label, and labels nothing of a label that is gone', async () => {
  await world.importFiles([{ id: idOf(1), text: 'Sword' }])
  granted(await labelRows(world.app, null, { label: 'x', act: 'give', origin: 'list' }, [idOf(1)]))
  await ask('POST', '/labels/proposals', { items: [{ label: 'x', act: 'take', row_ids: [idOf(1)] }] })
  const edited = { source: 'Hero', forms: [], caseSensitive: true, doNotTranslate: false, note: '' }
  expect(await approveSuggestion(world.app, null, { id: 1, edited })).toMatchObject({
    refusal: { code: 'no_suggestion' },
  })
  granted(await removeLabel(world.app, null, 'x'))
  expect(await approveSuggestion(world.app, null, { id: 1 })).toMatchObject({ refusal: { code: 'no_label' } })
  expect((await ask('GET', '/labels/proposals')).meta.count).toBe(1)
  const bad = { label: '-', act: 'reset', row_ids: ['zz'], note: 'a\nb', model: '', kind: 'x' }
  const { json } = await world.v2('POST', '/labels/proposals', secret, { items: [bad] })
  const fields = json.details.errors.map(({ field }: Json) => field).toSorted()
  expect(fields).toEqual(['act', 'kind', 'label', 'model', 'note', 'row_ids[0]'].map((name) => `items[0].${name}`))
})
