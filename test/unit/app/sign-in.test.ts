// docs/people.md#sign-in-and-sessions inside the test's own process, where time can be moved: how long sessions live, what an attempt
// counts for, and that a device which signed in before is apart.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app/app.ts'
import { countedAddress, deviceCookie, knownDevice, signIn } from '../../../src/app/people/sign-in.ts'
import { addUser, changePassword } from '../../../src/app/people/manage-users.ts'
import { keepSession, openSession, readSessionActor } from '../../../src/app/people/sessions.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import type { User } from '../../../src/domain/people.ts'
import { putSession, readSession } from '../../../src/store/records/sessions.ts'
import { putUser } from '../../../src/store/people.ts'
import { freshen } from '../../../src/store/view.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { granted, type AppWorld, openAppWorld } from '../../support/app-world.ts'

const PASSWORD = 'seven quiet lanterns'
const dayMs = 24 * 60 * 60 * 1000
let world: AppWorld
let app: App
let user: User
beforeEach(async () => {
  world = openAppWorld()
  app = world.app
  const password = granted(await app.passwords.hash(PASSWORD))
  user = granted(await addUser(app, null, { name: 'Olena', role: 'admin', password }))
})
afterEach(() => world.close())

/** Uses a session after some days; whether it is still good. */
async function useAfter(days: number, secret: string): Promise<boolean> {
  world.clock.ms += days * dayMs
  freshen(app.store)
  const actor = readSessionActor(app, secret)
  if (actor?.session == null) return false
  keepSession(app, actor.session)
  await app.store.writes.idle()
  return true
}

describe('a session', () => {
  test('ends when it is not used for 14 days', async () => {
    const { secret } = granted(await openSession(app, user, ''))
    expect(await useAfter(13, secret)).toBe(true)
    expect(await useAfter(13, secret)).toBe(true)
    expect(await useAfter(14, secret)).toBe(false)
  })

  test('ends after 90 days, however much it is used', async () => {
    const { secret } = granted(await openSession(app, user, ''))
    for (let days = 10; days < 90; days += 10) expect(await useAfter(10, secret)).toBe(true)
    expect(await useAfter(9.9, secret)).toBe(true)
    expect(await useAfter(0.2, secret)).toBe(false)
  })

  test('of before this rule goes on by it', async () => {
    const { secret } = granted(await openSession(app, user, ''))
    const digest = sha256Hex(secret)
    await writeOrThrow(app.store, (txn) => {
      const session = readSession(txn.db, digest)
      if (session !== undefined) putSession(txn, digest, { ...session, expiresAtMs: session.createdAtMs + 14 * dayMs })
    })
    expect(await useAfter(10, secret)).toBe(true)
    expect(await useAfter(10, secret)).toBe(true)
  })

  test('is not opened for somebody whose password was changed since they showed it', async () => {
    granted(await changePassword(app, null, 'Olena', 'another digest'))
    expect((await openSession(app, user, '')).ok).toBe(false)
  })

  test('is not opened without a code for somebody who has turned a second factor on since they showed their password', async () => {
    const secondFactor = { secret: 'A'.repeat(32), lastStep: 0, recovery: [], sinceMs: 1 }
    await writeOrThrow(app.store, (txn) => putUser(txn, user, { ...user, secondFactor }))
    expect(await openSession(app, user, '')).toEqual({ ok: false, refusal: { code: 'account_inactive' } })
  })

  test('is noted as used once in a while, not with every request', async () => {
    const { secret } = granted(await openSession(app, user, ''))
    const { expiresAtMs } = readSession(app.store.main, sha256Hex(secret)) ?? {}
    await useAfter(1 / 48, secret)
    expect(readSession(app.store.main, sha256Hex(secret))?.expiresAtMs).toBe(expiresAtMs)
  })
})

describe('attempts at a name', () => {
  const attempt = (address: string, password: string, device: string | null = null) =>
    signIn(app, { name: 'Olena', password, address, device })
  const codeOf = async (...asked: Parameters<typeof attempt>): Promise<string> => {
    const answer = await attempt(...asked)
    return answer.ok ? 'signed in' : answer.refusal.code
  }
  /** Ten attempts from each of ten addresses. */
  async function lockOut(): Promise<void> {
    for (let i = 0; i < 100; i++) expect(await codeOf(`203.0.113.${i % 10}`, 'wrong')).toBe('wrong')
  }

  test('lock strangers out, and no device that signed in before', async () => {
    const device = deviceCookie(user, app.random)
    await lockOut()
    expect(await codeOf('192.0.2.1', PASSWORD)).toBe('throttled')
    expect(await codeOf('192.0.2.1', PASSWORD, 'AAAAAAAAAAAAAAAAAAAAAA.'.padEnd(66, 'A'))).toBe('throttled')
    expect(await codeOf('192.0.2.1', PASSWORD, device)).toBe('signed in')
    for (let i = 0; i < 10; i++) expect(await codeOf('192.0.2.1', 'wrong', device)).toBe('wrong')
    expect(await codeOf('192.0.2.1', PASSWORD, device)).toBe('throttled')
  })

  test('that come back too soon do not count when too many wait', async () => {
    const many = await Promise.all(Array.from({ length: 60 }, (_, i) => codeOf(`198.51.100.${i}`, 'wrong')))
    expect(many.filter((code) => code === 'wrong')).toHaveLength(22)
    expect(many.filter((code) => code === 'crowded')).toHaveLength(38)
    // 22 counted: 78 more are let in.
    const more: string[] = []
    for (let i = 0; i < 80; i++) more.push(await codeOf(`198.51.101.${i}`, 'wrong'))
    expect(more.filter((code) => code === 'wrong')).toHaveLength(78)
  })
})

describe("a device's cookie", () => {
  test('vouches for its person until the password changes', () => {
    const cookie = deviceCookie(user, app.random)
    expect(knownDevice(user, cookie)).toHaveLength(22)
    expect(knownDevice({ ...user, id: 99 }, cookie)).toBeNull()
    expect(knownDevice({ ...user, password: 'another' }, cookie)).toBeNull()
    expect(knownDevice({ ...user, password: null }, cookie)).toBeNull()
    expect(knownDevice(undefined, cookie)).toBeNull()
    expect(knownDevice(user, null)).toBeNull()
    expect(knownDevice(user, `${cookie.slice(0, -4)}AAAA`)).toBeNull()
  })
})

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:0:7:1::9', '2001:db8:0:7::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000:ffff::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.5', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('the address %s counts as %s', (address, counted) => expect(countedAddress(address)).toBe(counted))
