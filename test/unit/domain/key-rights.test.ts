// docs/people.md#keys: owners narrow their keys, managers and the command line widen them, and a key knows who set what.
import { describe, expect, test } from 'vitest'
import { BLANK_RIGHTS, changeKeyRights } from '../../../src/domain/key-rights.ts'
import type { KeySetters } from '../../../src/domain/people.ts'

const isBelow: Parameters<typeof changeKeyRights>[2]['isBelow'] = () => false
const owner = { id: 7, mayWiden: false, isBelow }
const manager = { id: 3, mayWiden: true, isBelow }
const commandLine = { id: null, mayWiden: true, isBelow }
type Change = Parameters<typeof changeKeyRights>[3]
type Key = Parameters<typeof changeKeyRights>[0]

const keyWith = (rights: Change, setBy?: KeySetters): Key => ({
  ...BLANK_RIGHTS,
  userId: 7,
  ...rights,
  ...(setBy !== undefined && { setBy }),
})
const result = (key: Key, by: typeof owner | typeof commandLine, change: Change) =>
  changeKeyRights(key, 'translator', by, change)

describe('an owner', () => {
  test.each<[string, Key, Change]>([
    ['denies', keyWith({}), { denies: ['rows:read'] }],
    ['switches off', keyWith({}), { state: 'deactivated' }],
    [
      "lowers the rate and raises it to the role's",
      keyWith({ requestsPerMinute: 5 }, { rate: 7 }),
      { requestsPerMinute: 60 },
    ],
    ['gives a grant up', keyWith({ grants: ['rows:read'] }, { 'grant rows:read': 3 }), { grants: [] }],
    ['lifts an own deny', keyWith({ denies: ['rows:read'] }, { 'deny rows:read': 7 }), { denies: [] }],
    ['switches on what they switched off', keyWith({ state: 'deactivated' }, { state: 7 }), { state: 'active' }],
    ['lowers a rate above the role', keyWith({ requestsPerMinute: 500 }, { rate: 3 }), { requestsPerMinute: 400 }],
  ])('%s', (_, key, change) => expect(result(key, owner, change)).toMatchObject({ ok: true, value: change }))

  test.each<[string, Key, Change]>([
    ['grant', keyWith({}), { grants: ['rows:read'] }],
    ["set a rate above the role's", keyWith({}), { requestsPerMinute: 61 }],
    ['raise a rate that a manager set', keyWith({ requestsPerMinute: 5 }, { rate: 3 }), { requestsPerMinute: 6 }],
    [
      'clear a rate that the command line set',
      keyWith({ requestsPerMinute: 5 }, { rate: null }),
      { requestsPerMinute: null },
    ],
    ["lift a manager's deny", keyWith({ denies: ['rows:read'] }, { 'deny rows:read': 3 }), { denies: [] }],
    [
      'switch on what the command line switched off',
      keyWith({ state: 'deactivated' }, { state: null }),
      { state: 'active' },
    ],
    ['lift a deny of before this was noted', keyWith({ denies: ['rows:read'] }), { denies: [] }],
    ['switch on a key of before this was noted', keyWith({ state: 'deactivated' }), { state: 'active' }],
  ])('does not %s; a manager does', (_, key, change) => {
    const refused = result(key, owner, change)
    expect(refused.ok ? [] : refused.refusal).toHaveLength(1)
    expect(result(key, manager, change)).toMatchObject({ ok: true, value: change })
    expect(result(key, commandLine, change).ok).toBe(true)
  })
})

test('every refused thing is named at once', () => {
  const key = keyWith({ state: 'deactivated', denies: ['rows:read'] })
  const refused = result(key, owner, { state: 'active', denies: [], grants: ['rows:read'], requestsPerMinute: 1_000 })
  expect(refused).toEqual({
    ok: false,
    refusal: [
      { doing: 'activating' },
      { doing: 'raising' },
      { doing: 'granting', ability: 'rows:read' },
      { doing: 'allowing', ability: 'rows:read' },
    ],
  })
})

test('a key of before this was noted keeps what nobody changes', () => {
  const key = keyWith({ grants: ['rows:read'], denies: ['translations:propose'], requestsPerMinute: 500 })
  const { grants, denies, requestsPerMinute, state } = key
  expect(result(key, owner, { grants, denies, requestsPerMinute })).toEqual({
    ok: true,
    value: { grants, denies, requestsPerMinute, state, setBy: {} },
  })
})

describe('an admin, whose own key it is', () => {
  const admin = { id: 7, mayWiden: true, isBelow: (setter: number | null) => setter === null || setter === 3 }
  const key = (setter: number | null): Key => keyWith({ denies: ['rows:read'] }, { 'deny rows:read': setter })

  test('does not lift what the command line or somebody above set', () => {
    for (const setter of [null, 3]) expect(result(key(setter), admin, { denies: [] }).ok).toBe(false)
    for (const setter of [7, 4]) expect(result(key(setter), admin, { denies: [] }).ok).toBe(true)
  })

  test('does not raise a rate by lowering it first', () => {
    const slow = keyWith({ requestsPerMinute: 5 }, { rate: 3 })
    const slower = result(slow, admin, { requestsPerMinute: 4 })
    expect(slower).toMatchObject({ ok: true, value: { requestsPerMinute: 4, setBy: { rate: 3 } } })
    expect(result(slow, admin, { requestsPerMinute: 6 }).ok).toBe(false)
  })

  test("lifts it on somebody else's key", () => {
    expect(result({ ...key(3), userId: 9 }, admin, { denies: [] }).ok).toBe(true)
  })
})
