// Checks people's records against one another: which are stored, and how many keys each has.
import { agentKeysPerPersonMax } from '../../domain/limits.ts'
import type { ApiKey } from '../../domain/people.ts'
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import { keysUnder } from '../file/record.ts'
import { KEY, USER } from '../records/people-and-keys.ts'
import type { Beside } from './check-kinds.ts'
import type { Visit } from './check-findings.ts'

/** Contains also people whose record is damaged. */
export const storedUsers = (db: Database): ReadonlySet<number> =>
  new Set(Array.from(keysUnder(db, { prefix: keyOf(USER) }), (key) => key.readUInt32BE(1)))

export function keysPerPerson({ findings }: Visit): Beside<ApiKey> {
  const perPerson = new Map<string, number>()
  return {
    onRecord({ userId, kind }) {
      const whose = `${userId} ${kind}`
      perPerson.set(whose, (perPerson.get(whose) ?? 0) + 1)
    },
    onEnd() {
      for (const [whose, keys] of perPerson) {
        const [userId, kind] = whose.split(' ')
        const max = kind === 'bot' ? 1 : agentKeysPerPersonMax
        if (keys > max) findings.add(KEY, `user ${userId}`, `has ${keys} ${kind} keys, more than ${max}`)
      }
    },
  }
}
