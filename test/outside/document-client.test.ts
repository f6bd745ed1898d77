// A client made only from `/openapi.json` does what a program beside the game does from one patch to the next: it reads what an
// import brought, claims these rows, asks for memory and context, writes, and learns what people made of its texts.
import { afterAll, expect, it } from 'vitest'
import { type Call, documentClient } from '../support/document-client.ts'
import type { Json } from '../support/v1-client.ts'
import { ROWS, v1World } from '../support/v1-world.ts'

const world = await v1World({ agent: { user: 'robot', role: 'admin' }, person: { user: 'Mo', role: 'moderator' } })
const clientOf = await documentClient(world.server.port)
const agent = clientOf(world.keys.agent)
const person = clientOf(world.keys.person)
afterAll(() => world.close())

const given = async (call: ReturnType<Call>): Promise<Json> => {
  const answer = await call
  expect([answer.status, answer.text]).toEqual([expect.toBeOneOf([200, 201, 204]), answer.text])
  return answer.json
}
const item = ({ row_id, source_hash }: Json, text: string): Json => ({ row_id, source_hash, text })
const BY_ROBOT = { layer: 'machine', provider: 'example', model: 'example-1' }
const CLIENT = { client: 'sister', client_version: '2.0', prompt_version: '7' }
const TEXTS: Readonly<Record<string, string>> = {
  [ROWS.spare1]: 'Перший запасний рядок тексту',
  [ROWS.spare2]: 'Другий запасний рядок тексту',
  [ROWS.spare3]: 'Третій запасний рядок тексту',
  [ROWS.spare4]: 'Четвертий запасний рядок тексту',
}

it('from an import to the decisions about its texts, by the document alone', async () => {
  const start = await given(agent('decisions', { limit: 100 }))
  const { meta: log } = await given(agent('events', { limit: 100 }))

  // What the newest import brought, and a claim of these rows by the filter that the answer gives.
  const { patches } = (await given(agent('patches', { limit: 1 }))).data
  const { patch } = (await given(agent('patch', { patch_id: patches[0].id }))).data
  const untranslated = patch.states.find(({ state }: Json) => state === 'none')
  expect(untranslated.rows).toBeGreaterThan(Object.keys(TEXTS).length)
  const claimed = await given(agent('takeClaim', {}, { filter: untranslated.filter, limit: 50, fields: 'core,tokens' }))
  const rows: Json[] = claimed.data.rows
  expect(rows).toHaveLength(untranslated.rows)
  const rowOf = (id: string): Json => rows.find(({ row_id }) => row_id === id)

  // What is known about their texts: nothing yet, then the text of a person.
  const asked = { row_ids: rows.map(({ row_id }) => row_id) }
  const { terms } = (await given(agent('context', {}, { ...asked, examples: 1 }))).data
  expect(terms.map(({ source }: Json) => source)).toEqual(['Jianghu'])
  const matched = (await given(agent('matchTerms', {}, asked))).data
  const named = matched.texts.find(({ row_id }: Json) => row_id === ROWS.glossary)
  expect(matched.terms[named.matches[0].term].source).toBe('Jianghu')
  const memoryOf = async (source: string): Promise<Json[]> =>
    (await given(agent('memory', {}, { texts: [source] }))).data.texts[0].matches
  expect(await memoryOf(rowOf(ROWS.plain).source_text)).toEqual([])
  const direct = { ...item(rowOf(ROWS.plain), 'Ласкаво просимо додому, мандрівнику.'), layer: 'manual', mode: 'direct' }
  await given(person('writeV2', { 'Idempotency-Key': 'p1' }, { items: [direct] }))
  expect((await memoryOf(rowOf(ROWS.plain).source_text))[0]).toMatchObject({ text: direct.text, layer: 'manual' })

  // It writes machine texts, and a proposal, as this version of itself.
  const items = Object.entries(TEXTS).map(([id, text]) => ({ ...item(rowOf(id), text), ...BY_ROBOT }))
  const written = await given(agent('writeV2', { 'Idempotency-Key': 'a1' }, { items, ...CLIENT }))
  expect(written.meta).toMatchObject({ total: 4, written: 4, rejected: 0 })
  const proposing = { ...item(rowOf(ROWS.short), 'Так'), layer: 'manual', mode: 'proposal' }
  const proposed = await given(agent('writeV2', { 'Idempotency-Key': 'a2' }, { items: [proposing], ...CLIENT }))
  const [{ proposal_id, proposal_version: version }] = proposed.data.items
  // What was refused says what to do, and the document has the shape of that.
  const broken = { ...item(rowOf(ROWS.tokens), 'Маєте {0} монет у $E.'), ...BY_ROBOT }
  const [refused] = (await given(agent('writeV2', { 'Idempotency-Key': 'a3' }, { items: [broken] }))).data.items
  expect(refused.errors[0]).toMatchObject({
    code: 'markup_functional_breakage',
    details: { agent_action: 'retranslate', missing: { '{0}': 1 } },
  })
  const claim = { claim_id: claimed.data.claim.id }
  expect((await given(agent('renewClaim', claim, { ttl_s: 600 }))).meta.count).toBeLessThan(rows.length)
  expect((await agent('giveBackClaim', claim)).status).toBe(204)

  // A person approves one machine text, edits another, and rejects the proposal.
  const manual = (id: string, text: string): Json => ({ ...item(rowOf(id), text), layer: 'manual', mode: 'direct' })
  const decided = [manual(ROWS.spare1, TEXTS[ROWS.spare1] ?? ''), manual(ROWS.spare2, 'Другий запасний рядок')]
  await given(person('writeV2', { 'Idempotency-Key': 'p2' }, { items: decided }))
  const { proposals } = (await given(person('proposals', { author: 'robot' }))).data
  expect(proposals.map(({ id }: Json) => id)).toEqual([proposal_id])
  expect((await given(person('proposal', { proposal_id }))).data.proposal.reject.allowed).toBe(true)
  await given(person('reject', { proposal_id }, { version, reason: 'Too short.' }))
  const late = await person('approve', { proposal_id }, { version })
  expect([late.status, late.json.error, late.json.details.agent_action]).toEqual([409, 'stale_head', 'refetch'])

  // It learns of them from where it left off.
  const learned = await given(agent('decisions', { after: start.meta.next, limit: 100 }))
  expect(
    learned.data.decisions.map(({ row_id, outcome, final_text, reason }: Json) => [
      row_id,
      outcome,
      final_text,
      reason,
    ]),
  ).toEqual([
    [ROWS.spare1, 'approved', TEXTS[ROWS.spare1], null],
    [ROWS.spare2, 'edited', 'Другий запасний рядок', null],
    [ROWS.short, 'rejected', null, 'Too short.'],
  ])
  const again = await given(agent('decisions', { after: learned.meta.next }))
  expect([again.data.decisions, again.meta.next]).toEqual([[], learned.meta.next])
  const { revisions } = (await given(agent('history', { row_id: ROWS.spare2 }))).data
  expect(revisions.map(({ layer, author, text }: Json) => [layer, author, text])).toEqual([
    ['manual', 'Mo', 'Другий запасний рядок'],
    ['machine', 'robot', TEXTS[ROWS.spare2]],
  ])
  expect(revisions[1]).toMatchObject({ ...CLIENT, model: BY_ROBOT.model, by_me: true })
  const happened = await given(agent('events', { after: log.next, limit: 100 }))
  expect(happened.data.events.map(({ kind, actor, facts }: Json) => [kind, actor.name, facts.count])).toEqual([
    ['texts.written', 'Mo', 1],
    ['texts.written', 'robot', 4],
    ['proposals.made', 'robot', 1],
    ['texts.written', 'Mo', 2],
    ['proposals.rejected', 'Mo', 1],
  ])
  expect(happened.meta.next).toBe(happened.meta.last)
})

it('an answer of every list can be paged by the document alone', async () => {
  const all = (await given(agent('rowsV2', { limit: 100 }))).data.rows.map(({ row_id }: Json) => row_id)
  const paged: string[] = []
  for (let after: number | null = 0; after !== null; ) {
    const page: Json = await given(agent('rowsV2', { limit: 5, after }))
    paged.push(...page.data.rows.map(({ row_id }: Json) => row_id))
    after = page.meta.next
  }
  expect(paged).toEqual(all)
})

it('sends nothing that the document does not describe', async () => {
  await expect(agent('rowsV2', { colour: 'red' })).rejects.toThrow('no parameter colour')
  await expect(agent('rowsV2', { limit: 1000 })).rejects.toThrow('limit')
  await expect(agent('takeClaim', {}, { rows: 5 })).rejects.toThrow('takeClaim body')
  await expect(agent('everything')).rejects.toThrow('no operation')
})
