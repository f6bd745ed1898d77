// Histories, comments and proposals of API v2: what each address answers, who may decide, and what a repeated or concurrent decision gets.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { labelRows } from '../../src/app/labels/label-rows.ts'
import { markMachineHead } from '../../src/app/writes/decide-head.ts'
import { writeComment } from '../../src/app/team/comments.ts'
import { submitProposal } from '../../src/app/writes/write-single.ts'
import { takeBackReview } from '../../src/app/undo/take-back.ts'
import { sha256Hex } from '../../src/base/bytes.ts'
import { keyOf } from '../../src/store/file/keyspace.ts'
import { DECISIONS } from '../../src/store/records/decisions.ts'
import { nameOfNext, recordsOfKind } from '../../src/store/records/kind.ts'
import { writeOrThrow } from '../../src/store/write.ts'
import { readUserByName } from '../../src/store/records/people-and-keys.ts'
import { type Actor, named } from '../../src/app/actor.ts'
import { granted } from '../support/app-world.ts'
import { idOf } from '../support/game-store.ts'
import { reviewWorld, type ReviewWorld, sourceOf } from '../support/review-world.ts'
import type { Json } from '../support/v1-client.ts'

let review: ReviewWorld
beforeEach(async () => (review = await reviewWorld()))
afterEach(() => review.world.close())

const personOf = (name: string): Actor => {
  const user = readUserByName(review.world.app.store.main, name)
  if (user === undefined) throw new Error(name)
  return named(user)
}
/** Changes the text of Tara's pending proposal for a row, as on the site. */
async function reword(row: number, text: string): Promise<void> {
  const waivers = { glossary: false, validation: false }
  const sent = { rowId: idOf(row), text, sourceHash: null, waivers, waitMsMax: 1000, takes: () => true }
  granted(await submitProposal(review.world.app, personOf('Tara'), sent))
}
const pause = (): void => void (review.world.clock.ms += 1000)

describe('the history of a row', () => {
  it('has both layers, newest first, and its pages are the whole', async () => {
    const { ask, secrets, propose, writeMachine, writeManual } = review
    await writeMachine(1, 'Перша брама')
    pause()
    await writeManual(1, 'Перша брама відчинена')
    pause()
    await writeMachine(1, 'Брама перша', 'm-2')
    pause()
    const id = await propose(1, 'Відчинена перша брама')
    await ask('POST', `/proposals/${id}/approve`, secrets.other, { version: 1 })
    const whole = (await ask('GET', `/rows/${idOf(1)}/history`, secrets.reader)).json
    expect(whole.meta).toEqual({ count: 4, next_cursor: null })
    expect(whole.data.revisions.map((each: Json) => [each.layer, each.revision, each.text, each.model])).toEqual([
      ['manual', 2, 'Відчинена перша брама', null],
      ['machine', 2, 'Брама перша', 'm-2'],
      ['manual', 1, 'Перша брама відчинена', null],
      ['machine', 1, 'Перша брама', 'm-1'],
    ])
    expect(whole.data.revisions[0]).toMatchObject({
      author: 'Tara',
      reviewed_by: 'Otto',
      proposal_id: id,
      by_me: false,
    })
    const paged: Json[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '?limit=1' : `?limit=1&cursor=${cursor}`
      const { json } = await ask('GET', `/rows/${idOf(1).toUpperCase()}/history${query}`, secrets.reader)
      paged.push(...json.data.revisions)
      cursor = json.meta.next_cursor
      // A text that is written between two pages is on none of them.
      await writeMachine(1, `Брама ${paged.length}`)
    }
    expect(paged).toEqual(whole.data.revisions)
  })

  it('names my own key, and the source that a stale text was made for', async () => {
    const { ask, secrets, world, writeMachine } = review
    await writeMachine(1, 'Перша брама')
    await world.importFiles([{ id: idOf(1), text: 'The 1st gate is shut now' }])
    const mine = (await ask('GET', `/rows/${idOf(1)}/history`, secrets.admin)).json.data
    expect(mine.revisions[0]).toMatchObject({ by_me: true, key: '', freshness: 'stale', author: 'Ada' })
    expect(mine.old_sources).toEqual([{ text_hash: sha256Hex(sourceOf(1)), text: sourceOf(1) }])
    const foreign = (await ask('GET', `/rows/${idOf(1)}/history`, secrets.reader)).json.data
    expect(foreign.revisions[0]).toMatchObject({ by_me: false, key: null })
  })

  it.each([
    ['/rows/00000000000000ff/history', 404, 'entry_not_found'],
    ['/rows/00000000000000ff/comments', 404, 'entry_not_found'],
    ['/rows/ff/history', 404, 'not_found'],
    [`/rows/${idOf(1)}/history?cursor=x`, 400, 'invalid_request'],
    [`/rows/${idOf(1)}/history?cursor=1.99999999999`, 400, 'invalid_request'],
    [`/rows/${idOf(1)}/history?after=1&limit=0`, 400, 'invalid_request'],
    [`/rows/${idOf(1)}/comments?limit=1`, 400, 'invalid_request'],
    ['/proposals/1', 404, 'entry_not_found'],
    ['/proposals/0x1', 404, 'not_found'],
    ['/proposals/01', 404, 'not_found'],
    ['/proposals?status=open', 400, 'invalid_request'],
    ['/proposals?author=Nobody', 400, 'invalid_request'],
    ['/proposals?after=-1', 400, 'invalid_request'],
    ['/proposals?label=', 400, 'invalid_request'],
    ['/proposals?label=nowhere', 400, 'invalid_request'],
    ['/decisions?after=1', 400, 'invalid_request'],
    ['/decisions?after=99999999999', 400, 'invalid_request'],
  ])('%s is %i %s', async (path, status, error) => {
    const answer = await review.world.v2('GET', path, review.secrets.moderator)
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })
})

it('comments of a row, the newest last', async () => {
  const { ask, secrets, world } = review
  for (const text of ['Which gate?', '@Mo the northern one'])
    granted(await writeComment(world.app, personOf('Tara'), { rowId: idOf(2), text }))
  const { json } = await ask('GET', `/rows/${idOf(2)}/comments`, secrets.translator)
  expect(json.data.comments.map(({ text, by_me, mentions }: Json) => [text, by_me, mentions])).toEqual([
    ['Which gate?', true, []],
    ['@Mo the northern one', true, ['Mo']],
  ])
})

describe('the queue', () => {
  it('by status and author; its pages are the whole', async () => {
    const { ask, secrets, propose, world } = review
    const ids = [await propose(1, 'Брама 1'), await propose(2, 'Брама 2'), await propose(3, 'Брама 3', secrets.other)]
    await ask('POST', `/proposals/${ids[1]}/reject`, secrets.moderator, { version: 1, reason: 'no' })
    const idsOf = async (query: string) => {
      const { json } = await ask('GET', `/proposals${query}`, secrets.translator)
      return json.data.proposals.map(({ id }: Json) => id)
    }
    expect(await idsOf('')).toEqual([ids[0], ids[2]])
    expect(await idsOf('?author=me')).toEqual([ids[0]])
    expect(await idsOf('?author=otto&status=all')).toEqual([ids[2]])
    expect(await idsOf('?status=all')).toEqual(ids.toReversed())
    expect(await idsOf('?status=pending&after=4294967295')).toEqual([])
    granted(await labelRows(world.app, null, { label: 'kind:gate', act: 'give', origin: 'list' }, [idOf(2), idOf(3)]))
    expect(await idsOf('?label=Kind:Gate')).toEqual([ids[2]])
    expect(await idsOf('?label=kind:gate&status=all')).toEqual([ids[2], ids[1]])
    expect(await idsOf('?label=-&author=me')).toEqual([ids[0]])
    const paged: number[] = []
    for (let after: number | null = 0; after !== null; ) {
      const { json } = await ask('GET', `/proposals?status=all&limit=1&after=${after}`, secrets.translator)
      paged.push(...json.data.proposals.map(({ id }: Json) => id))
      after = json.meta.next
    }
    expect(paged).toEqual(ids.toReversed())
    const [rejected] = (await ask('GET', '/proposals?status=rejected', secrets.translator)).json.data.proposals
    expect(rejected).toMatchObject({ id: ids[1], decided_by: 'Mo', reason: 'no', by_me: true })
  })

  it('a proposal with its checks, its rivals, and who may decide', async () => {
    const { ask, secrets, propose, writeMachine } = review
    await writeMachine(1, 'Перша брама')
    const id = await propose(1, 'Брама 1')
    const rival = await propose(1, 'Брама перша', secrets.other)
    const cardFor = async (secret: string, of = id) => (await ask('GET', `/proposals/${of}`, secret)).json.data.proposal
    const card = await cardFor(secrets.moderator)
    expect(card).toMatchObject({ id, version: 1, rivals: [rival], errors: [], waived_errors: [], stale: false })
    expect(card.layers).toMatchObject({ manual: null, machine: { text: 'Перша брама', revision: 1 } })
    expect([card.approve, card.reject]).toEqual([{ allowed: true }, { allowed: true }])
    const own = await cardFor(secrets.other, rival)
    expect([own.approve, own.reject]).toMatchObject([
      { allowed: false, code: 'forbidden_permission' },
      { allowed: true },
    ])
    expect((await cardFor(secrets.translator)).reject).toMatchObject({ allowed: false, code: 'forbidden_permission' })
    const { secret: blunt } = await review.world.person('blunt', 'moderator', { denies: ['translations:write-manual'] })
    expect((await cardFor(blunt)).approve).toMatchObject({ allowed: false, code: 'forbidden_ability' })
  })

  it('takes rows:read and a role that may propose', async () => {
    const { ask, secrets, world, propose } = review
    const id = await propose(1, 'Брама 1')
    const { secret: blind } = await world.person('blind', 'admin', { denies: ['rows:read'] })
    for (const path of ['/proposals', `/proposals/${id}`, '/decisions']) {
      expect((await ask('GET', path, secrets.reader)).json.error, path).toBe('forbidden_permission')
      expect((await ask('GET', path, blind)).json.error, path).toBe('forbidden_ability')
    }
    expect((await ask('GET', `/rows/${idOf(1)}/comments`, blind)).json.error).toBe('forbidden_ability')
  })
})

describe('a decision', () => {
  const approve = (id: number, secret: string, body: object = { version: 1 }) =>
    review.ask('POST', `/proposals/${id}/approve`, secret, body)
  const reject = (id: number, secret: string, body: object = { version: 1, reason: 'no' }) =>
    review.ask('POST', `/proposals/${id}/reject`, secret, body)
  const manualOf = async (row: number): Promise<string | undefined> =>
    (await review.world.get(`/rows/${idOf(row)}`, review.secrets.admin)).json.data.row.layers.manual?.text

  it('approves as it is, in other words, or rejects', async () => {
    const { secrets, propose } = review
    const ids = [await propose(1, 'Брама 1'), await propose(2, 'Брама 2'), await propose(3, 'Брама 3')]
    const answers = [
      await approve(ids[0] ?? 0, secrets.moderator),
      await approve(ids[1] ?? 0, secrets.moderator, { version: 1, text: 'Брама друга' }),
      await reject(ids[2] ?? 0, secrets.moderator),
    ]
    expect(answers.map(({ json }) => [json.data.outcome, json.data.final_text, json.data.proposal.reason])).toEqual([
      ['approved', 'Брама 1', null],
      ['edited', 'Брама друга', null],
      ['rejected', null, 'no'],
    ])
    expect([await manualOf(1), await manualOf(2), await manualOf(3)]).toEqual(['Брама 1', 'Брама друга', undefined])
  })

  it('repeated by the same person gets the same answer, and another one is refused', async () => {
    const { secrets, propose } = review
    const [one, two] = [await propose(1, 'Брама 1'), await propose(2, 'Брама 2')]
    const edited = { version: 1, text: 'Брама перша' }
    const [first, rejected] = [await approve(one, secrets.moderator, edited), await reject(two, secrets.moderator)]
    pause()
    const [again, rejectedAgain] = [await approve(one, secrets.moderator, edited), await reject(two, secrets.moderator)]
    expect([again.text, rejectedAgain.text]).toEqual([first.text, rejected.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    for (const other of [
      await approve(one, secrets.moderator),
      await approve(one, secrets.moderator, { version: 2, text: 'Брама перша' }),
      await approve(one, secrets.admin, edited),
      await reject(one, secrets.moderator),
      await reject(two, secrets.moderator, { version: 1, reason: 'still no' }),
      await approve(two, secrets.admin),
    ]) {
      expect([other.status, other.json.error]).toEqual([409, 'stale_head'])
      expect(other.json.details.proposal.decided_by).toBe('Mo')
    }
  })

  it('of two at the same moment, one is refused', async () => {
    const { secrets, propose } = review
    const id = await propose(1, 'Брама 1')
    const answers = await Promise.all([
      approve(id, secrets.moderator),
      reject(id, secrets.other),
      approve(id, secrets.admin),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  it('about a version that its author has changed is refused with the present one', async () => {
    const { secrets, propose } = review
    const id = await propose(1, 'Брама 1')
    await reword(1, 'Брама один')
    const answer = await approve(id, secrets.moderator)
    expect([answer.status, answer.json.error]).toEqual([409, 'stale_head'])
    expect(answer.json.details.proposal).toMatchObject({ version: 2, text: 'Брама один', status: 'pending' })
    expect((await approve(id, secrets.moderator, { version: 2 })).status).toBe(200)
  })

  it('about a stale proposal takes the hash of the present source', async () => {
    const { ask, secrets, propose, world } = review
    const id = await propose(1, 'Брама 1')
    const text = 'The 1st gate is shut now'
    await world.importFiles([{ id: idOf(1), text }])
    const card = (await ask('GET', `/proposals/${id}`, secrets.moderator)).json.data.proposal
    expect(card).toMatchObject({ stale: true, source_text: text, made_for: { source_hash: sha256Hex(sourceOf(1)) } })
    for (const body of [{ version: 1 }, { version: 1, source_hash: sha256Hex(sourceOf(1)) }]) {
      const { json } = await approve(id, secrets.moderator, body)
      expect(json).toMatchObject({ error: 'stale_source', details: { current_source_text: text } })
    }
    expect((await approve(id, secrets.moderator, { version: 1, source_hash: card.source_hash })).status).toBe(200)
  })

  it('about a text that fails, or whose checks were waived', async () => {
    const { secrets, propose, world } = review
    const id = await propose(1, 'Брама 1')
    const empty = await approve(id, secrets.moderator, { version: 1, text: ' ' })
    expect([empty.status, empty.json.error, empty.json.details.errors.length]).toEqual([422, 'empty_text', 1])
    const waivers = { glossary: false, validation: true }
    const sent = { rowId: idOf(2), text: sourceOf(2), sourceHash: null, waivers, waitMsMax: 1000, takes: () => true }
    const { proposal } = granted(await submitProposal(world.app, personOf('Tara'), sent))
    const waived = proposal?.id ?? 0
    const card = (await review.ask('GET', `/proposals/${waived}`, secrets.moderator)).json.data.proposal
    expect([card.waived, card.errors, card.waived_errors.length]).toEqual([true, [], 1])
    expect((await approve(waived, secrets.moderator)).json.error).toBe(card.waived_errors[0].code)
    expect((await approve(waived, secrets.moderator, { version: 1, confirm_waived: true })).status).toBe(200)
  })

  it('takes the abilities of the site', async () => {
    const { secrets, propose, world } = review
    const id = await propose(1, 'Брама 1')
    const own = await propose(2, 'Брама 2', secrets.moderator)
    const { secret: blunt } = await world.person('blunt', 'admin', { denies: ['translations:write-manual'] })
    const { secret: blind } = await world.person('blind', 'admin', { denies: ['rows:read'] })
    const errorOf = async (of: number, secret: string) => (await approve(of, secret)).json.error
    expect(await errorOf(id, secrets.translator)).toBe('forbidden_permission')
    expect(await errorOf(id, blunt)).toBe('forbidden_ability')
    expect(await errorOf(id, blind)).toBe('forbidden_ability')
    expect(await errorOf(own, secrets.moderator)).toBe('forbidden_permission')
    expect(await errorOf(999, secrets.moderator)).toBe('entry_not_found')
    expect((await reject(own, secrets.moderator)).status).toBe(200)
    expect((await reject(id, secrets.translator)).json.error).toBe('forbidden_permission')
  })

  it('is refused with every fault of its body', async () => {
    const { secrets, propose } = review
    const id = await propose(1, 'Брама 1')
    const faultsOf = (json: Json): string[] => json.details.errors.map(({ field }: Json) => field).toSorted()
    const wrong = { text: 1, source_hash: 'x', confirm_waived: 'yes', force: true }
    const fields = ['confirm_waived', 'force', 'source_hash', 'text', 'version']
    expect(faultsOf((await approve(id, secrets.moderator, wrong)).json)).toEqual(fields)
    expect(faultsOf((await reject(id, secrets.moderator, { version: 0, reason: ' \n' })).json)).toEqual([
      'reason',
      'version',
    ])
    expect(faultsOf((await reject(id, secrets.moderator, { version: 1, reason: 'x'.repeat(4001) })).json)).toEqual([
      'reason',
    ])
  })
})

describe('decisions', () => {
  const decisionsOf = async (query = ''): Promise<Json> =>
    (await review.ask('GET', `/decisions${query}`, review.secrets.translator)).json

  it('in the order of deciding, with what was proposed and what became of it', async () => {
    const { ask, secrets, propose, writeMachine, writeManual } = review
    await writeMachine(1, 'Перша брама')
    await writeMachine(2, 'Друга брама')
    await writeMachine(3, 'Третя брама')
    const ids = [await propose(1, 'Брама 1'), await propose(4, 'Брама 4')]
    await ask('POST', `/proposals/${ids[1]}/reject`, secrets.moderator, { version: 1, reason: 'Too short.' })
    await ask('POST', `/proposals/${ids[0]}/approve`, secrets.moderator, { version: 1, text: 'Брама перша' })
    await writeManual(2, 'Друга брама вже відчинена')
    await writeManual(3, 'Третя брама')
    await writeManual(5, 'П’ята брама')
    const { data, meta } = await decisionsOf()
    expect(meta).toEqual({ count: 4, next: 4, has_more: false })
    expect(
      data.decisions.map(({ number, outcome, proposal, machine, final_text, reason }: Json) => [
        number,
        outcome,
        proposal?.text,
        machine?.text,
        final_text,
        reason,
      ]),
    ).toEqual([
      [1, 'rejected', 'Брама 4', undefined, null, 'Too short.'],
      [2, 'edited', 'Брама 1', 'Перша брама', 'Брама перша', null],
      [3, 'edited', undefined, 'Друга брама', 'Друга брама вже відчинена', null],
      [4, 'approved', undefined, 'Третя брама', 'Третя брама', null],
    ])
    expect(data.decisions[1]).toMatchObject({
      decided_by: 'Mo',
      row_id: idOf(1),
      proposal: { id: ids[0], author: 'Tara', by_me: true },
      machine: { provider: 'p', model: 'm-1', author: 'Ada', by_me: false },
    })
    const paged: Json[] = []
    for (let [after, more] = [0, true]; more; ) {
      const page = await decisionsOf(`?limit=1&after=${after}`)
      paged.push(...page.data.decisions)
      ;[after, more] = [page.meta.next, page.meta.has_more]
    }
    expect(paged).toEqual(data.decisions)
    expect(await decisionsOf('?after=4')).toMatchObject({ data: { decisions: [] }, meta: { next: 4, has_more: false } })
  })

  it('a decision that was taken back stays, with its texts, and the next one follows', async () => {
    const { ask, secrets, propose, world } = review
    const id = await propose(1, 'Брама 1')
    await ask('POST', `/proposals/${id}/reject`, secrets.moderator, { version: 1, reason: 'no' })
    granted(await takeBackReview(world.app, personOf('Mo'), { id }))
    await reword(1, 'Брама перша')
    await ask('POST', `/proposals/${id}/approve`, secrets.moderator, { version: 2 })
    const { decisions } = (await decisionsOf()).data
    expect(decisions.map(({ outcome, proposal, reason }: Json) => [outcome, proposal.text, reason])).toEqual([
      ['rejected', 'Брама 1', 'no'],
      ['approved', 'Брама перша', null],
    ])
  })

  it('marks of machine texts are decisions about them', async () => {
    const { writeMachine, world } = review
    for (const [row, mark] of [
      [1, 'approved'],
      [2, 'rejected'],
      [3, 'reviewed'],
    ] as const) {
      await writeMachine(row, `Брама ${row}`)
      const seen = { seq: 1, sourceHash: sha256Hex(sourceOf(row)) }
      granted(await markMachineHead(world.app, personOf('Mo'), { rowId: idOf(row), mark, seen }))
    }
    const { decisions } = (await decisionsOf()).data
    expect(decisions.map(({ outcome, proposal, machine }: Json) => [outcome, proposal, machine.text])).toEqual([
      ['approved', null, 'Брама 1'],
      ['rejected', null, 'Брама 2'],
    ])
  })

  it('what was decided before the store had the log comes first, by time', async () => {
    const { ask, secrets, propose, world } = review
    const ids = [await propose(1, 'Брама 1'), await propose(2, 'Брама 2'), await propose(3, 'Брама 3')]
    await ask('POST', `/proposals/${ids[1]}/approve`, secrets.moderator, { version: 1, text: 'Брама друга' })
    pause()
    await ask('POST', `/proposals/${ids[0]}/reject`, secrets.moderator, { version: 1, reason: 'no' })
    const forget = (): Promise<void> =>
      writeOrThrow(world.app.store, ({ db }) => {
        for (const { key } of recordsOfKind(db, DECISIONS)) db.removeSync(key)
        db.removeSync(keyOf('meta', nameOfNext(DECISIONS.table)))
      })
    const outcomesOf = async (): Promise<Json> =>
      (await decisionsOf()).data.decisions.map(({ number, proposal, outcome, final_text }: Json) => [
        number,
        proposal.id,
        outcome,
        final_text,
      ])
    const earlier = [
      [1, ids[1], 'edited', 'Брама друга'],
      [2, ids[0], 'rejected', null],
    ]
    await forget()
    expect(await outcomesOf()).toEqual(earlier)
    await forget()
    await ask('POST', `/proposals/${ids[2]}/approve`, secrets.moderator, { version: 1 })
    expect(await outcomesOf()).toEqual([...earlier, [3, ids[2], 'approved', 'Брама 3']])
  })
})
