// Gathers people's work on texts (acts) during one write and stores it at its end: counts by kind, person and hour, and
// each act by hand. A batch of fifty texts costs one entry and one event.
//
//   activity        key: hour (u32), user, kind, digest of key, provider and model (8 bytes)   value: ActivityRecord
//   act_of_person   key: user, time (u48), ordinal, kind, number                               value: none
import { sha256 } from '../../base/bytes.ts'
import { type Act, ACT_KINDS, eventOfActs, hourOf, isKeptAlone } from '../../domain/events.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32, u48, u8 } from '../file/keyspace.ts'
import type { EventWriter } from './events.ts'
import { type Kind, putOfKind, readOfKind } from './kind.ts'
import * as is from './members.ts'

const ACTIVITY = { name: 'activity', number: 37 } as const

const MEMBERS = {
  userId: is.id,
  kind: is.oneOf(ACT_KINDS),
  keyId: is.orNull(is.id),
  provider: is.orNull(is.text),
  model: is.orNull(is.text),
  count: is.id,
  firstMs: is.time,
  lastMs: is.time,
}
export type ActivityRecord = is.RecordOf<typeof MEMBERS>

const digestBytes = 8
const nothing = Buffer.alloc(0)

/** The digest made last, kept because consecutive batches mostly have the same key and model. */
let digested: { readonly text: string; readonly digest: Buffer } = { text: '', digest: Buffer.alloc(0) }

function digestOf(text: string): Buffer {
  if (text !== digested.text) digested = { text, digest: sha256(text).subarray(0, digestBytes) }
  return digested.digest
}

export function activityKey(hour: number, of: Pick<Act, 'kind' | 'userId' | 'keyId' | 'provider' | 'model'>): Buffer {
  const digest = digestOf(JSON.stringify([of.keyId, of.provider, of.model]))
  return keyOf(ACTIVITY, u32(hour), u32(of.userId), u8(ACT_KINDS.indexOf(of.kind)), digest)
}

export const ACTIVITIES: Kind<ActivityRecord> = {
  table: ACTIVITY,
  ...is.stored<ActivityRecord>(MEMBERS),
  nameOf: (key) => `activity ${key.toString('hex', 1)}`,
  problem: (record, key) => {
    const [first, last] = [hourOf(record.firstMs), hourOf(record.lastMs)]
    const isItsOwn = record.firstMs <= record.lastMs && first === last && activityKey(last, record).equals(key)
    return isItsOwn ? null : 'is stored under another hour, person or kind than its own'
  },
  people: ({ userId }) => [['is of', userId]],
}

interface Counted {
  readonly act: Act
  count: number
}

export class ActWriter {
  readonly #db: Database
  readonly #timeMs: number
  readonly #events: EventWriter
  readonly #gathered = new Map<string, Counted>()
  /** The count that was raised last, because a batch is mostly acts of one kind. */
  #last: Counted | null = null

  constructor(db: Database, timeMs: number, events: EventWriter) {
    this.#db = db
    this.#timeMs = timeMs
    this.#events = events
  }

  note(act: Act): void {
    if (this.#last === null || !isAlike(this.#last.act, act)) this.#last = this.#countedAs(act)
    this.#last.count++
    const { kind, userId, ordinal, number } = act
    if (!isKeptAlone(kind)) return
    const key = keyOf(
      'act_of_person',
      u32(userId),
      u48(this.#timeMs),
      u32(ordinal),
      u8(ACT_KINDS.indexOf(kind)),
      u32(number),
    )
    void this.#db.put(key, nothing)
  }

  #countedAs(act: Act): Counted {
    const { kind, userId, keyId, provider, model } = act
    const name = JSON.stringify([kind, userId, keyId, provider, model])
    const counted = this.#gathered.get(name) ?? { act, count: 0 }
    this.#gathered.set(name, counted)
    return counted
  }

  finish(): void {
    const hour = hourOf(this.#timeMs)
    for (const { act, count } of this.#gathered.values()) {
      const { kind, userId, keyId, provider, model } = act
      const key = activityKey(hour, act)
      const before = readOfKind(this.#db, ACTIVITIES, key)
      const record: ActivityRecord = {
        userId,
        kind,
        keyId,
        provider,
        model,
        count: (before?.count ?? 0) + count,
        firstMs: before?.firstMs ?? this.#timeMs,
        lastMs: this.#timeMs,
      }
      putOfKind(this.#db, ACTIVITIES, key, before ?? null, record)
      this.#events.tell(userId, eventOfActs(act, count))
    }
    this.#gathered.clear()
    this.#last = null
  }
}

const isAlike = (a: Act, b: Act): boolean =>
  a.kind === b.kind && a.userId === b.userId && a.keyId === b.keyId && a.provider === b.provider && a.model === b.model
