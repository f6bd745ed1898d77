// The log of events as API v2 gives it (docs/api-v2.md#events): what each piece of work leaves there, and how it is read by number.
import { afterAll, expect, it } from 'vitest'
import { addLabelRule, removeLabel, removeLabelRule } from '../../src/app/labels/change-labels.ts'
import { labelRows } from '../../src/app/labels/label-rows.ts'
import { deleteComment, writeComment } from '../../src/app/team/comments.ts'
import { takeBackReview, takeBackRevision } from '../../src/app/undo/take-back.ts'
import { changeGlossary } from '../../src/app/upkeep/change-glossary.ts'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import { approveProposal, rejectProposal } from '../../src/app/writes/review-proposal.ts'
import type { User } from '../../src/domain/people.ts'
import { idOf } from '../support/game-store.ts'
import { openV1App } from '../support/v1-app.ts'
import type { Json } from '../support/v1-client.ts'

const people: Record<string, { user: User; secret: string }> = {}
const world = openV1App()
await world.importFiles([1, 2, 3, 4].map((row) => ({ id: idOf(row), text: `The ${row}th gate` })))
for (const role of ['admin', 'moderator', 'translator', 'user'] as const) people[role] = await world.person(role, role)
afterAll(() => world.close())

const actorOf = (name: string) => ({ user: people[name]?.user as User, key: null, session: null })
const get = async (query: string): Promise<Json> =>
  (await world.v2('GET', `/events${query}`, people['user']?.secret ?? '')).json
/** Events without their numbers and times. */
const told = async (query: string): Promise<unknown[]> =>
  (await get(query)).data.events.map(({ kind, actor, facts }: Json) => [kind, actor?.name ?? null, facts])

async function write(name: string, rows: readonly number[], item: object, key: string): Promise<void> {
  const { json } = await world.get(`/rows?limit=100`, people[name]?.secret ?? '')
  const hashOf = (row: number): string => json.data.rows.find((each: Json) => each.row_id === idOf(row)).source_hash
  const items = rows.map((row) => ({
    row_id: idOf(row),
    source_hash: hashOf(row),
    text: `Брама ${row} ${key}`,
    ...item,
  }))
  const answer = await world.post('/translations', people[name]?.secret ?? '', { items }, key)
  expect([answer.status, answer.json.meta.rejected]).toEqual([200, 0])
}

it('tells each piece of work once, in the order of the commits, and nothing else', async () => {
  expect(await told('')).toEqual([
    ['rows.imported', null, { import_id: 1, files: 'main.jsonl', added: 4, changed: 0, retired: 0 }],
    ...['admin', 'moderator', 'translator', 'user'].map((name) => ['people.added', null, { name }]),
  ])
  const { meta } = await get('?limit=1')
  expect(meta).toEqual({ count: 1, next: 1, first: 1, last: 5 })
  const machine = { layer: 'machine', provider: 'p', model: 'm-1' }
  await write('admin', [1, 2, 3], machine, 'batch-1')
  await write('admin', [1, 2], machine, 'nothing-new-is-no-event')
  await write('translator', [1], { layer: 'manual', mode: 'proposal' }, 'batch-2')
  await write('translator', [2], { layer: 'manual', mode: 'proposal' }, 'batch-3')
  const approved = { version: null, confirmSource: false, confirmWaived: false, text: null }
  await approveProposal(world.app, actorOf('moderator'), { id: 1, ...approved })
  await rejectProposal(world.app, actorOf('moderator'), { id: 2, version: null, reason: 'a private reason' })
  await takeBackReview(world.app, actorOf('moderator'), { id: 2 })
  await takeBackRevision(world.app, actorOf('moderator'), { rowId: idOf(1), layer: 'manual', seq: 1 })
  await writeComment(world.app, actorOf('translator'), { rowId: idOf(3), text: 'a private thought' })
  await writeComment(world.app, actorOf('translator'), { rowId: idOf(3), text: 'another' })
  await deleteComment(world.app, actorOf('translator'), 1)
  await deleteComment(world.app, actorOf('moderator'), 2)
  await changeSetting(world.app, null, 'target_language', 'de')
  const entries = [{ source: 'gate', forms: ['Брама'], caseSensitive: false, doNotTranslate: false, note: '' }]
  await changeGlossary(world.app, actorOf('admin'), { entries, how: 'merge', origin: 'gate' })
  await addLabelRule(world.app, actorOf('admin'), 'Boss', { field: 'source', patterns: ['gate'] })
  await labelRows(world.app, actorOf('admin'), { label: 'boss', act: 'give', origin: 'test' }, [idOf(1), idOf(2)])
  await removeLabelRule(world.app, actorOf('admin'), 1)
  await removeLabel(world.app, actorOf('admin'), 'Boss')
  const keyId = expect.any(Number)
  const single = (row: number): object => ({ count: 1, row_id: idOf(row) })
  expect(await told('?after=5')).toEqual([
    [
      'texts.written',
      'admin',
      { layer: 'machine', count: 3, key_id: keyId, provider: 'p', model: 'm-1', via: 'batch:batch-1' },
    ],
    ['proposals.made', 'translator', { ...single(1), key_id: keyId, via: 'batch:batch-2', proposal_id: 1 }],
    ['proposals.made', 'translator', { ...single(2), key_id: keyId, via: 'batch:batch-3', proposal_id: 2 }],
    ['proposals.approved', 'moderator', { ...single(1), proposal_id: 1 }],
    ['proposals.rejected', 'moderator', { ...single(2), proposal_id: 2 }],
    ['proposals.reopened', 'moderator', { proposal_id: 2, row_id: idOf(2) }],
    ['proposals.reopened', 'moderator', { proposal_id: 1, row_id: idOf(1) }],
    ['texts.reverted', 'moderator', { via: 'revert:1', count: 1, row_id: idOf(1) }],
    ['comments.written', 'translator', { ...single(3), comment_id: 1 }],
    ['comments.written', 'translator', { ...single(3), comment_id: 2 }],
    ['comments.removed', 'translator', { comment_id: 1, row_id: idOf(3) }],
    ['comments.removed', 'moderator', { author: 'translator', comment_id: 2, row_id: idOf(3) }],
    ['settings.changed', null, { name: 'target_language', to: 'de' }],
    ['glossary.changed', 'admin', { origin: 'gate', added: 1, updated: 0, removed: 0 }],
    ['labels.changed', 'admin', { label: 'Boss', change: 'add' }],
    ['labels.changed', 'admin', { label: 'Boss', change: 'rule.add', rule_id: 1 }],
    ['labels.changed', 'admin', { label: 'Boss', change: 'rows.give', rows: 2 }],
    ['labels.changed', 'admin', { label: 'Boss', change: 'rule.remove', rule_id: 1 }],
    ['labels.changed', 'admin', { label: 'Boss', change: 'remove' }],
  ])
})

it('pages by number: each event once, whatever the limit and the kinds', async () => {
  const all = (await get('')).data.events
  for (const [limit, kind] of [
    [1, null],
    [3, null],
    [100, null],
    [1, 'people.added'],
    [2, 'comments.removed,texts.written'],
  ] as const) {
    const seen: Json[] = []
    for (let after = 0, last = -1; after !== last; ) {
      const { data, meta } = await get(`?after=${after}&limit=${limit}${kind === null ? '' : `&kind=${kind}`}`)
      seen.push(...data.events)
      ;({ next: after, last } = meta)
    }
    expect(seen).toEqual(all.filter((event: Json) => kind === null || kind.split(',').includes(event.kind)))
  }
  expect(all.map(({ id }: Json) => id)).toEqual(all.map((_: Json, at: number) => at + 1))
})

it.each([
  ['?after=-1&limit=0&kind=texts', ['after', 'limit', 'kind']],
  ['?kind=texts.written,texts.written', ['kind']],
  ['?since=5', ['since']],
  ['?after=100000', ['after']],
])('refuses %s with all its faults', async (query, fields) => {
  const { error, details } = await get(query)
  expect([error, details.errors.map(({ field }: Json) => field)]).toEqual(['invalid_request', fields])
})
