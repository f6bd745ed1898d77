// Bad clocks: a step back or forward never gives a quota twice, never revives what has expired, never puts things out of
// order.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '../../../src/app/app.ts'
import { createKey } from '../../../src/app/people/manage-keys.ts'
import { addUser, changeQuota } from '../../../src/app/people/manage-users.ts'
import { openSession, readSessionActor } from '../../../src/app/people/sessions.ts'
import { repairStore } from '../../../src/app/upkeep/check-store.ts'
import { writeBatch } from '../../../src/app/writes/write-batch.ts'
import type { ApiKey, User } from '../../../src/domain/people.ts'
import { freshen, lastTimeGiven } from '../../../src/store/view.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { allRevisions } from '../../../src/store/rows/heads.ts'
import { changedAt } from '../../../src/store/rows/changes.ts'
import { admitLegacyRequest, admitRequest, legacyUsed } from '../../../src/store/volatile/counters.ts'
import { keyOf } from '../../../src/store/file/keyspace.ts'
import { keysOfUser, putUser, readUserByName } from '../../../src/store/records/people-and-keys.ts'
import { keysUnder } from '../../../src/store/file/record.ts'
import { allOfKind } from '../../../src/store/records/kind.ts'
import { KINDS } from '../../../src/store/records/kinds.ts'
import { readRowById } from '../../../src/store/rows/read-rows.ts'
import type { Store } from '../../../src/store/store.ts'
import { idOf } from '../../support/game-store.ts'
import { temporaryFolder } from '../../support/program.ts'
import { richStore } from '../../support/rich-store.ts'
import { tableNamed } from '../../support/tables.ts'
import { DOUBTS_END, importSlots } from '../../support/import-slots.ts'
import { disagreementsIn, openApp } from '../../support/app-world.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const noon = Date.UTC(2026, 5, 15, 12)

let temporary: ReturnType<typeof temporaryFolder>
let app: App
let user: User
let key: ApiKey
const clock = { ms: noon, nowMs: () => clock.ms, monotonicMs: () => performance.now() }
let sent = 0

beforeEach(async () => {
  clock.ms = noon
  temporary = temporaryFolder()
  app = openApp(join(temporary.path, 'data'), clock)
  const path = join(temporary.path, 'main.jsonl')
  const lines = Array.from({ length: 20 }, (_, i) => JSON.stringify({ id: idOf(i + 1), text: `Source text ${i}` }))
  writeFileSync(path, lines.join('\n'))
  await importSlots(app, { main: { path } }, DOUBTS_END)
  await addUser(app, null, { name: 'ann', role: 'admin', password: null })
  await changeQuota(app, null, 'ann', 3)
  const request = { userName: 'ann', kind: 'agent' as const, name: '', grants: [], denies: [], requestsPerMinute: null }
  await createKey(app, null, { ...request, secret: null })
  user = readUserByName(app.store.main, 'ann') as User
  key = keysOfUser(app.store.main, user.id)[0] as ApiKey
})

afterEach(async () => {
  await app.store.close()
  temporary.remove()
})

/** Writes one row; what became of it, with what is left of the day. */
async function writeRow(row: number, idempotencyKey = `k${++sent}`): Promise<string> {
  freshen(app.store)
  const { sourceHash } = readRowById(app.store.main, app.store.files, idOf(row)) as { sourceHash: string }
  const item = { rowId: idOf(row), text: `Text ${++sent}`, layer: 'machine', mode: 'direct', overwrite: true } as const
  const items = [{ ...item, sourceHash, provider: 'p', model: 'm' }]
  const batch = { items, idempotencyKey, bodyDigest: 'a'.repeat(64) }
  const answer = await writeBatch(app, { user, key, session: null }, batch, {
    problems: () => '',
    body: ({ quota }) => `left ${quota.remaining} until ${quota.resetsAtMs}`,
  })
  if (!answer.ok) return answer.refusal.code
  return answer.value.isReplayed ? `replayed: ${answer.value.body}` : answer.value.body
}

const until = (timeMs: number): string => `until ${timeMs}`

describe('the daily quota', () => {
  const nextDay = Date.UTC(2026, 5, 16)

  it('is not given twice by a step back over midnight', async () => {
    clock.ms = nextDay + minute
    for (const left of [2, 1, 0]) expect(await writeRow(1)).toBe(`left ${left} ${until(nextDay + day)}`)
    clock.ms = nextDay - minute
    expect(await writeRow(1)).toBe('daily_row_quota_exceeded')
    clock.ms = nextDay + hour
    expect(await writeRow(1)).toBe('daily_row_quota_exceeded')
  })

  it('is not given twice by a step forward and back again', async () => {
    for (let i = 0; i < 3; i++) await writeRow(1)
    clock.ms = noon + 2 * day
    expect(await writeRow(1)).toMatch(/^left 2 /)
    clock.ms = noon
    expect(await writeRow(1)).toMatch(/^left 1 /)
    expect(await writeRow(1)).toMatch(/^left 0 /)
    expect(await writeRow(1)).toBe('daily_row_quota_exceeded')
  })
})

describe('a stored answer', () => {
  it('counts for 24 hours, and is not revived by a step back', async () => {
    const first = await writeRow(1, 'once')
    clock.ms = noon + day - 1
    expect(await writeRow(1, 'once')).toBe(`replayed: ${first}`)
    clock.ms = noon + day
    const second = await writeRow(2, 'once')
    expect(second).toMatch(/^left 2 /)
    clock.ms = noon
    expect(await writeRow(1, 'once')).toBe(`replayed: ${second}`)
  })

  it('is removed by the first batches after it is over, and none before', async () => {
    const kept = (table: 'idempotency' | 'idempotency_expiry'): number => {
      freshen(app.store)
      return Array.from(keysUnder(app.store.main, { prefix: keyOf(tableNamed(table)) })).length
    }
    await writeRow(1, 'first')
    clock.ms = noon + hour
    await writeRow(2, 'second')
    clock.ms = noon + day - 1
    await writeRow(1, 'third')
    expect([kept('idempotency'), kept('idempotency_expiry')]).toEqual([3, 3])
    clock.ms = noon + day
    await writeRow(2, 'fourth')
    expect([kept('idempotency'), kept('idempotency_expiry')]).toEqual([3, 3])
    clock.ms = noon + 3 * day
    await writeRow(1, 'fifth')
    expect([kept('idempotency'), kept('idempotency_expiry')]).toEqual([1, 1])
  })

  it('expires by the time of the latest write, when the clock went back since', async () => {
    await writeRow(1, 'once')
    clock.ms = noon + day + minute
    await writeRow(1, 'another')
    clock.ms = noon + minute
    expect(await writeRow(2, 'once')).toMatch(/^left /)
  })
})

describe('a session', () => {
  it('that has expired is not revived by a step back', async () => {
    const opened = await openSession(app, user, '127.0.0.1')
    if (!opened.ok) throw new Error(opened.refusal.code)
    freshen(app.store)
    expect(readSessionActor(app, opened.value.secret)?.user.name).toBe('ann')
    clock.ms = noon + 15 * day
    expect(readSessionActor(app, opened.value.secret)).toBeNull()
    await writeRow(1)
    freshen(app.store)
    clock.ms = noon
    expect(readSessionActor(app, opened.value.secret)).toBeNull()
  })
})

describe('requests a minute', () => {
  it('go on counting after a step back, and are given anew in the next minute that was not there before', () => {
    for (let i = 0; i < 5; i++) expect(admitRequest(app.store, 1, 5).isAdmitted).toBe(true)
    for (const back of [2 * minute, 10 * minute, 5 * hour, 400 * day]) {
      clock.ms = noon - back
      expect(admitRequest(app.store, 1, 5).isAdmitted).toBe(false)
      expect(admitRequest(app.store, 1, 6).remaining).toBe(0)
      clock.ms += minute
      expect(admitRequest(app.store, 1, 5).remaining).toBe(4)
      for (let i = 0; i < 4; i++) admitRequest(app.store, 1, 5)
    }
  })
})

describe('legacy requests a day', () => {
  it('are not given twice by steps back and forward', () => {
    const ask = (): boolean => admitLegacyRequest(app.store, 1, 1, 'show_info', 3).isAdmitted
    expect([ask(), ask(), ask(), ask()]).toEqual([true, true, true, false])
    for (const days of [1, -1, 3, -1, 0]) {
      const before = legacyUsed(app.store, 1, 'show_info')
      clock.ms = noon + days * day
      if (days <= 0) expect([before, ask()]).toEqual([expect.any(Number), false])
      else while (ask());
    }
    expect(legacyUsed(app.store, 1, 'show_info')).toBe(3)
  })
})

describe('times', () => {
  it('never go back: what is written later is never dated earlier', async () => {
    await changeQuota(app, null, 'ann', 100)
    let latest = 0
    for (const step of [0, hour, -2 * hour, -30 * day, minute, 2 * hour, -1]) {
      clock.ms += step
      await writeRow(3)
      freshen(app.store)
      const time = changedAt(app.store.main, 3)
      expect(time).toBeGreaterThanOrEqual(Math.max(latest, clock.ms))
      latest = time
    }
  })
})

describe('times that a clock gave which was ahead', () => {
  const watching = { signal: new AbortController().signal, onStep: () => {} }

  /** Every time that is stored, as far as records say it by a name. */
  function latestIn(store: Store): number {
    freshen(store)
    let latest = lastTimeGiven(store)
    const see = (time: unknown): void => void (latest = Math.max(latest, Number(time ?? 0)))
    for (const kind of KINDS)
      for (const value of allOfKind(store.main, kind))
        for (const [name, time] of Object.entries(value as object))
          if (name.endsWith('Ms') && name !== 'expiresAtMs') see(time)
    for (const { manual, machine } of allRevisions(store.main))
      for (const { createdAtMs, approvedAtMs } of [...manual, ...machine]) [createdAtMs, approvedAtMs].forEach(see)
    for (const key of keysUnder(store.main, { prefix: keyOf('act_of_person') })) see(key.readUIntBE(5, 6))
    for (const key of keysUnder(store.main, { prefix: keyOf('changed') })) see(key.readUIntBE(1, 6))
    return latest
  }

  const textsIn = (store: Store): string[] =>
    [...allRevisions(store.main)].map(({ ordinal, manual, machine }) =>
      JSON.stringify([
        ordinal,
        [manual, machine].map((all) => all.map(({ seq, text, status }) => [seq, text, status])),
      ]),
    )

  it('are taken back by a repair: texts stay, what was used stays used, and what is written next is dated now', async () => {
    const rich = await richStore()
    try {
      const { store } = rich.app
      const before = textsIn(store)
      const [endMs, nowMs] = [latestIn(store), rich.clock.ms - 100 * minute]
      expect(endMs).toBeGreaterThan(nowMs)
      const { timesTakenBack } = await repairStore(store, watching, nowMs)
      expect(timesTakenBack).toBeGreaterThan(100)
      expect(latestIn(store)).toBe(nowMs)
      expect(await disagreementsIn(store)).toEqual([])
      expect(textsIn(store)).toEqual(before)
      rich.clock.ms = nowMs + minute
      await addUser(rich.app, null, { name: 'dora', role: 'user', password: null })
      expect(latestIn(store)).toBe(nowMs + minute)
      expect((await repairStore(store, watching, nowMs + 2 * minute)).timesTakenBack).toBe(0)
    } finally {
      await rich.close()
    }
  })

  it('and of a second factor the last step goes back too, or no code would open anything', async () => {
    const ahead = noon + 400 * day
    const secondFactor = { secret: 'A'.repeat(32), lastStep: ahead / 30_000, recovery: [], sinceMs: ahead }
    await writeOrThrow(app.store, (txn) => putUser(txn, user, { ...user, secondFactor }))
    clock.ms = ahead
    await writeRow(1)
    clock.ms = noon + hour
    await repairStore(app.store, watching, clock.ms)
    expect(await disagreementsIn(app.store)).toEqual([])
    const { lastStep, sinceMs } = readUserByName(app.store.main, 'ann')?.secondFactor ?? {}
    expect([lastStep, sinceMs]).toEqual([clock.ms / 30_000, clock.ms])
  })

  it('and what was used on days to come counts for today', async () => {
    await writeRow(1)
    clock.ms = noon + 400 * day
    for (let i = 0; i < 2; i++) await writeRow(1)
    clock.ms = noon + hour
    expect((await repairStore(app.store, watching, clock.ms)).timesTakenBack).toBeGreaterThan(2)
    expect(await disagreementsIn(app.store)).toEqual([])
    expect(await writeRow(1)).toBe(`left 0 ${until(Date.UTC(2026, 5, 16))}`)
    expect(await writeRow(1)).toBe('daily_row_quota_exceeded')
    clock.ms = noon + day
    expect(await writeRow(1)).toBe(`left 2 ${until(Date.UTC(2026, 5, 17))}`)
    expect(changedAt(app.store.main, 1)).toBe(clock.ms)
  })
})
