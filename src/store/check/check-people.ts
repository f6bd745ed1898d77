// What people's records have to do with each other: who is stored at all, and how many keys a person may have.
import { agentKeysPerPersonMax } from '../../domain/limits.ts'
import type { Database } from '../file/environment.ts'
import { TABLES } from '../keyspace.ts'
import { keysUnder } from '../record.ts'
import { KEYS } from '../records/people.ts'
import type { Findings } from './check-findings.ts'
import { checkKind } from './check-kinds.ts'

/** The ids of all people that are stored, those too whose record is damaged. */
export const storedUsers = (db: Database): ReadonlySet<number> =>
  new Set(Array.from(keysUnder(db, { prefix: Buffer.from([TABLES.user]) }), (key) => key.readUInt32BE(1)))

export function checkKeys(db: Database, findings: Findings, users: ReadonlySet<number>): void {
  const perPerson = new Map<string, number>()
  checkKind(db, findings, KEYS, users, ({ userId, kind }) => {
    const whose = `${userId} ${kind}`
    perPerson.set(whose, (perPerson.get(whose) ?? 0) + 1)
  })
  for (const [whose, keys] of perPerson) {
    const [userId, kind] = whose.split(' ')
    const max = kind === 'bot' ? 1 : agentKeysPerPersonMax
    if (keys > max) findings.add('key', `user ${userId}`, `has ${keys} ${kind} keys, more than ${max}`)
  }
}
