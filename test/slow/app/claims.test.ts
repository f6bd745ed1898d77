// Claims as use cases, with a clock that moves only when it is told to: who is given what, when a row is free again, and that
// nothing is given twice. The HTTP face has tests of its own.
import { setTimeout as wait } from 'node:timers/promises'
import { type Actor, named } from '../../../src/app/actor.ts'
import { claimableOfWork } from '../../../src/app/claims/claimable.ts'
import type { ClaimWork, SourceFilter } from '../../../src/domain/vocabulary.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  giveBackClaim,
  renewClaim,
  takeClaim,
  type TakeClaim,
  type TakenClaim,
} from '../../../src/app/claims/take-claim.ts'
import { takeOpenRows } from '../../../src/app/claims/take-open-rows.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { NobodyWaits, Turn } from '../../../src/base/turn.ts'
import type { ApiKey, User } from '../../../src/domain/people.ts'
import { claimLooksMax, claimsPerPersonMax } from '../../../src/domain/limits.ts'
import { idOf } from '../../support/game-store.ts'
import { openV1App, type V1App } from '../../support/v1-app.ts'
import { diceOf } from '../../support/dice.ts'
import { granted } from '../../support/app-world.ts'

interface Worker {
  readonly user: User
  readonly secret: string
}

let world: V1App
beforeEach(() => (world = openV1App()))
afterEach(() => world.close())

const textOf = (number: number): string => `Row number ${number} of the tale`
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ id: idOf(from + i), text: textOf(from + i) }))

type Wanted = Omit<TakeClaim, 'work'> & { readonly work: ClaimWork; readonly source: SourceFilter }
const WANTED: Wanted = { work: 'none', source: 'all', limit: 10, seconds: 60, request: null }
const claimOf = (actor: Actor, { work, source, ...wanted }: Wanted) =>
  takeClaim(world.app, actor, { ...wanted, work: claimableOfWork(world.app, work, source) })
const ask = (worker: Worker, wanted: Partial<Wanted> = {}) => claimOf(named(worker.user), { ...WANTED, ...wanted })
const take = (worker: Worker, wanted: Partial<Wanted> = {}): TakenClaim => granted(ask(worker, wanted))
const rowsOf = ({ claim }: TakenClaim): readonly number[] => claim?.ordinals ?? []
const renew = (worker: Worker, id: string, seconds = 60) => renewClaim(world.app, named(worker.user), id, seconds)
const giveBack = (worker: Worker, id: string) => giveBackClaim(world.app, named(worker.user), id)

let batches = 0
/** Writes rows through API v1: the machine layer, or a proposal. */
async function write({ secret }: Worker, ordinals: readonly number[], layer: 'machine' | 'manual', overwrite = false) {
  const items = ordinals.map((ordinal) => ({
    row_id: idOf(ordinal),
    text: `Рядок ${ordinal} з оповіді про мандри`,
    layer,
    source_hash: sha256Hex(textOf(ordinal)),
    ...(layer === 'machine' && { provider: 'p', model: 'm', overwrite }),
  }))
  return await world.post('/translations', secret, { items }, `batch ${++batches}`)
}

describe('what is given out', () => {
  it('rows in the order of the game, none twice, and how many are left and held', async () => {
    await world.importFiles(lines(1, 30))
    const [a, b] = [await world.person('a', 'admin'), await world.person('b', 'admin')]
    const first = take(a)
    expect(rowsOf(first)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(first).toMatchObject({ left: 20, heldByOthers: 0, retryAfterSeconds: null, isReplayed: false })
    const second = take(b, { limit: 15 })
    expect(rowsOf(second)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25])
    expect(second).toMatchObject({ left: 5, heldByOthers: 10 })
    expect(rowsOf(take(a))).toEqual([26, 27, 28, 29, 30])
  })

  it('never service rows, and no row whose source is empty', async () => {
    const main = [...lines(1, 2), { id: idOf(3), text: '12:34' }, { id: idOf(4), text: '' }, ...lines(5, 5)]
    await world.importFiles(main, [{ id: idOf(5), text: '', deleted: true as const }, ...lines(6, 6)])
    const taken = take(await world.person('a', 'admin'))
    expect(rowsOf(taken)).toEqual([1, 2, 6])
    expect(taken.left).toBe(0)
  })

  it('only rows of the source that was asked for', async () => {
    await world.importFiles(lines(1, 3), [{ id: idOf(2), text: 'Changed by the diff' }, ...lines(4, 4)])
    const a = await world.person('a', 'admin')
    expect(rowsOf(take(a, { source: 'diff_only' }))).toEqual([4])
    expect(rowsOf(take(a, { source: 'diff' }))).toEqual([2])
    expect(rowsOf(take(a, { source: 'main' }))).toEqual([1, 3])
  })

  it('a row with a pending proposal is work for who can write, and not for who can only propose', async () => {
    await world.importFiles(lines(1, 3))
    const translators = [await world.person('t1', 'translator'), await world.person('t2', 'translator')]
    const admin = await world.person('a', 'admin')
    await write(translators[0] as Worker, [2], 'manual')
    expect(rowsOf(take(translators[1] as Worker, { limit: 1 }))).toEqual([1])
    expect(rowsOf(take(translators[0] as Worker))).toEqual([3])
    expect(rowsOf(take(admin))).toEqual([2])
  })

  it('stale work: rows whose text in the claimer’s layer is of another source, and none that the game deleted', async () => {
    await world.importFiles(lines(1, 4))
    const a = await world.person('a', 'admin')
    await write(a, [1, 2, 3, 4], 'machine')
    await world.importFiles(
      [1, 2, 3, 4].map((n) => ({ id: idOf(n), text: `${textOf(n)}, retold` })),
      [{ id: idOf(2), text: '', deleted: true as const }],
    )
    const taken = take(a, { work: 'stale' })
    expect(rowsOf(taken)).toEqual([1, 3, 4])
    expect(taken.left).toBe(0)
    expect(rowsOf(take(a, { work: 'none' }))).toEqual([])
  })

  it('nothing to who may write nothing', async () => {
    await world.importFiles(lines(1, 3))
    expect(ask(await world.person('reader', 'user'))).toEqual({ ok: false, refusal: { code: 'forbidden_ability' } })
  })
})

describe('when a row is free again', () => {
  it('to the millisecond when its claim ends, and never before', async () => {
    await world.importFiles(lines(1, 10))
    const [a, b] = [await world.person('a', 'admin'), await world.person('b', 'admin')]
    const { claim } = take(a, { seconds: 60 })
    expect(claim?.endsAtMs).toBe(world.clock.ms + 60_000)
    world.clock.ms += 59_999
    expect(take(b)).toMatchObject({ claim: null, left: 0, heldByOthers: 10, retryAfterSeconds: 1 })
    world.clock.ms += 1
    expect(renew(a, claim?.id ?? '').ok).toBe(false)
    expect(rowsOf(take(b))).toHaveLength(10)
  })

  it('later when the claim is renewed, and at once when it is given back', async () => {
    await world.importFiles(lines(1, 10))
    const [a, b] = [await world.person('a', 'admin'), await world.person('b', 'admin')]
    const id = take(a).claim?.id ?? ''
    world.clock.ms += 59_999
    expect(granted(renew(a, id, 100)).endsAtMs).toBe(world.clock.ms + 100_000)
    world.clock.ms += 99_999
    expect(take(b).claim).toBeNull()
    expect(giveBack(b, id)).toEqual({ ok: false, refusal: { code: 'claim_not_found' } })
    expect(giveBack(a, id).ok).toBe(true)
    expect(giveBack(a, id).ok).toBe(false)
    expect(rowsOf(take(b))).toHaveLength(10)
  })

  it('also when the clock has gone back: no claim outlives the longest that there can be', async () => {
    await world.importFiles(lines(1, 10))
    const a = await world.person('a', 'admin')
    take(a, { seconds: 3600 })
    world.clock.ms -= 1
    expect(rowsOf(take(a))).toHaveLength(10)
  })

  it('a row leaves its claim when it is written or proposed; a finished claim takes no place', async () => {
    await world.importFiles(lines(1, 60))
    const [a, t] = [await world.person('a', 'admin'), await world.person('t', 'translator')]
    const { claim } = take(a, { limit: 2 })
    await write(a, [1], 'machine')
    expect(granted(renew(a, claim?.id ?? '')).ordinals).toEqual([2])
    const proposed = take(t, { limit: 2 })
    expect(rowsOf(proposed)).toEqual([3, 4])
    await write(t, [3], 'manual')
    expect(granted(renew(t, proposed.claim?.id ?? '')).ordinals).toEqual([4])
    for (let i = 1; i < claimsPerPersonMax; i++) expect(rowsOf(take(a, { limit: 1 }))).toHaveLength(1)
    world.clock.ms += 1_500
    expect(ask(a)).toEqual({ ok: false, refusal: { code: 'too_many_claims', retryAfterSeconds: 59 } })
    await write(a, [2], 'machine')
    expect(rowsOf(take(a, { limit: 1 }))).toHaveLength(1)
  })

  it('a row that comes back is given out before what lies behind it', async () => {
    await world.importFiles(lines(1, 30))
    const [a, b] = [await world.person('a', 'admin'), await world.person('b', 'admin')]
    const first = take(a)
    take(b)
    giveBack(a, first.claim?.id ?? '')
    expect(rowsOf(take(b))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })
})

describe('a request that is asked again', () => {
  const request = { idempotencyKey: 'k', bodyDigest: 'd' }

  it('gets the same claim while it lives, without the rows that are done', async () => {
    await world.importFiles(lines(1, 30))
    const a = await world.person('a', 'admin')
    const first = take(a, { request })
    await write(a, [1, 2], 'machine')
    const again = take(a, { request })
    expect(again).toMatchObject({ isReplayed: true, claim: { id: first.claim?.id } })
    expect(rowsOf(again)).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
    expect(ask(a, { request: { ...request, bodyDigest: 'e' } })).toMatchObject({
      refusal: { code: 'duplicate_idempotency_key' },
    })
    const key = { id: 8, grants: [], denies: [] }
    const holder = { user: a.user, key: key as unknown as ApiKey, session: null }
    const withKey = claimOf(holder, { ...WANTED, request })
    expect(granted(withKey).isReplayed).toBe(false)
    world.clock.ms += 60_000
    expect(take(a, { request })).toMatchObject({ isReplayed: false })
  })
})

it('a look is bounded: rows that cannot be given are passed once, and the work ends all the same', async () => {
  const rows = claimLooksMax + 300
  await world.importFiles(lines(1, rows))
  const [t, other] = [await world.person('t', 'translator'), await world.person('other', 'translator')]
  // All but the last row have a proposal.
  for (let from = 1; from < rows; from += 50) {
    const ordinals = Array.from({ length: Math.min(50, rows - from) }, (_, i) => from + i)
    expect((await write(other, ordinals, 'manual')).status).toBe(200)
  }
  expect(take(t)).toMatchObject({ claim: null, retryAfterSeconds: 1 })
  expect(rowsOf(take(t))).toEqual([rows])
  await write(t, [rows], 'manual')
  const answers = Array.from({ length: 3 }, () => take(t))
  expect(answers.map(({ claim }) => claim)).toEqual([null, null, null])
  expect(answers.some(({ retryAfterSeconds, left }) => retryAfterSeconds === null && left === 0)).toBe(true)
})

it('a request that fails behind its claim leaves none, because nobody learned its id', async () => {
  await world.importFiles(lines(1, 10))
  const agent = await world.person('agent', 'admin')
  const wanted = { ...WANTED, work: claimableOfWork(world.app, 'none', 'all') }
  // Its first turn is over, and the client has gone away, when memory is asked.
  const turn = new Turn(agent.user.id, () => true)
  await wait(20)
  await expect(takeOpenRows(world.app, named(agent.user), wanted, turn)).rejects.toThrow(NobodyWaits)
  expect(take(agent)).toMatchObject({ claim: { ordinals: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, heldByOthers: 0 })
})

it('memory fills rows for a claim for a second; then they are given out as they are', async () => {
  await world.importFiles(Array.from({ length: 4 }, (_, i) => ({ id: idOf(i + 1), text: textOf(1) })))
  const agent = await world.person('agent', 'admin')
  await write(agent, [1], 'machine')
  let askedForTime = 0
  const clock = { ...world.app.clock, monotonicMs: () => 600 * askedForTime++ }
  const wanted = { ...WANTED, limit: 1, work: claimableOfWork(world.app, 'none', 'all') }
  const taken = await takeOpenRows({ ...world.app, clock }, named(agent.user), wanted, new Turn(agent.user.id))
  expect(granted(taken)).toMatchObject({ remembered: 1, claim: { ordinals: [3] } })
})

it('sixteen agents: no row is held twice, none is starved, all is done though some die', async () => {
  const rows = 1_600
  await world.importFiles(lines(1, rows))
  const agents = await Promise.all(Array.from({ length: 16 }, (_, i) => world.person(`agent ${i}`, 'admin')))
  const random = diceOf(20261121)
  const holds = new Map<number, { by: number; untilMs: number }>()
  const done = new Set<number>()
  const given = agents.map(() => 0)
  const working = agents.map((): { id: string; ordinals: readonly number[]; endsAtMs: number } | null => null)
  const isAlive = agents.map(() => true)

  for (let turn = 0; done.size < rows; turn++) {
    expect(turn).toBeLessThan(2_000)
    world.clock.ms += random.below(2_000)
    const i = random.below(agents.length)
    const agent = agents[i] as Worker
    if (!isAlive[i]) continue
    const mine = working[i] ?? null
    if (mine !== null) {
      working[i] = null
      // Three of them fall silent with rows in their hands; the others finish some of theirs and give the rest back.
      if (turn > 40 && i < 3) {
        isAlive[i] = false
        continue
      }
      const finished = mine.ordinals.filter(() => random.below(10) > 0)
      if (world.clock.ms < mine.endsAtMs) {
        const answer = await write(agent, finished.slice(0, 50), 'machine')
        expect(answer.json.meta).toMatchObject({ written: Math.min(50, finished.length) })
        for (const ordinal of finished.slice(0, 50)) done.add(ordinal)
      }
      if (giveBack(agent, mine.id).ok) for (const ordinal of mine.ordinals) holds.delete(ordinal)
      continue
    }
    const taken = take(agent, { limit: 1 + random.below(50), seconds: 60 + random.below(60) })
    if (taken.claim === null) {
      const isHeld = (ordinal: number): boolean => (holds.get(ordinal)?.untilMs ?? 0) > world.clock.ms
      const undone = Array.from({ length: rows }, (_, at) => at + 1).filter((ordinal) => !done.has(ordinal))
      expect(undone.every(isHeld), 'an agent gets nothing only while others hold all that is left').toBe(true)
      expect(taken.retryAfterSeconds).not.toBeNull()
      continue
    }
    for (const ordinal of taken.claim.ordinals) {
      const holder = holds.get(ordinal)
      expect(done.has(ordinal), `row ${ordinal} is already done`).toBe(false)
      expect(holder !== undefined && holder.untilMs > world.clock.ms, `row ${ordinal} is held already`).toBe(false)
      holds.set(ordinal, { by: i, untilMs: taken.claim.endsAtMs })
    }
    working[i] = taken.claim
    given[i] = (given[i] ?? 0) + taken.claim.ordinals.length
  }
  expect(isAlive.filter(Boolean)).toHaveLength(13)
  expect(Math.min(...given)).toBeGreaterThan(0)
  expect(take(agents[5] as Worker)).toMatchObject({ claim: null, retryAfterSeconds: null, left: 0, heldByOthers: 0 })
})
