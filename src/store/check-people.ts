// Checks people, their keys, and the indexes that find them.
import { agentKeysPerPersonMax } from '../domain/limits.ts'
import { type ApiKey, foldedName, type User } from '../domain/people.ts'
import type { Findings } from './check-findings.ts'
import { entriesOf, IndexCheck, jsonBytes, nothing, parseRecord } from './check-reading.ts'
import { KeySchema, UserSchema } from './check-schemas.ts'
import type { Database } from './environment.ts'
import { keyOf, u32 } from './keyspace.ts'
import { readKey, readUser } from './people.ts'

/** Checks users with their names; returns the ids of all that are stored. */
export function checkUsers(db: Database, findings: Findings): Set<number> {
  const ids = new Set<number>()
  const names = new IndexCheck(db, findings, 'user_by_name', 'user')
  for (const { key, value } of entriesOf(db, 'user')) {
    const id = key.readUInt32BE(1)
    const at = `user ${id}`
    findings.count('user')
    ids.add(id)
    const user = parseRecord<User>(findings, 'user', at, value, UserSchema)
    if (user === null) continue
    if (user.id !== id) findings.add('user', at, `calls itself user ${user.id}`)
    names.expect(keyOf('user_by_name', foldedName(user.name)), jsonBytes(id), at)
  }
  names.finish(
    (key, value) => {
      const user = readUser(db, Number(value.toString('utf8')))
      return user !== undefined && foldedName(user.name) === key.toString('utf8', 1)
    },
    (key) => key.toString('utf8', 1),
  )
  return ids
}

/** Checks keys with their digests and owners. */
export function checkKeys(db: Database, findings: Findings, users: ReadonlySet<number>): void {
  const byDigest = new IndexCheck(db, findings, 'key_by_digest', 'key')
  const byUser = new IndexCheck(db, findings, 'key_by_user', 'key')
  const perPerson = new Map<string, number>()
  for (const { key: storedUnder, value } of entriesOf(db, 'key')) {
    const id = storedUnder.readUInt32BE(1)
    const at = `key ${id}`
    findings.count('key')
    const key = parseRecord<ApiKey>(findings, 'key', at, value, KeySchema)
    if (key === null) continue
    if (key.id !== id) findings.add('key', at, `calls itself key ${key.id}`)
    if (!users.has(key.userId)) findings.add('key', at, `belongs to person ${key.userId}, who is not stored`)
    byDigest.expect(digestKey(key.digest), jsonBytes(id), at)
    byUser.expect(keyOf('key_by_user', u32(key.userId), u32(id)), nothing, at)
    const kind = `${key.userId} ${key.kind}`
    perPerson.set(kind, (perPerson.get(kind) ?? 0) + 1)
  }
  byDigest.finish(
    (key, value) => readKey(db, Number(value.toString('utf8')))?.digest === key.toString('hex', 1),
    (key) => `digest ${key.toString('hex', 1, 5)}…`,
  )
  byUser.finish(
    (key) => readKey(db, key.readUInt32BE(5))?.userId === key.readUInt32BE(1),
    (key) => `key ${key.readUInt32BE(5)} of user ${key.readUInt32BE(1)}`,
  )
  checkNumbers(findings, perPerson)
}

const digestKey = (digest: string): Buffer => keyOf('key_by_digest', Buffer.from(digest, 'hex'))

function checkNumbers(findings: Findings, perPerson: ReadonlyMap<string, number>): void {
  for (const [whose, keys] of perPerson) {
    const [userId, kind] = whose.split(' ')
    const max = kind === 'bot' ? 1 : agentKeysPerPersonMax
    if (keys > max) findings.add('key', `user ${userId}`, `has ${keys} ${kind} keys, more than ${max}`)
  }
}
