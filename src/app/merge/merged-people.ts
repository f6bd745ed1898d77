// The people in a merged file (docs/merging.md#people). An unknown name becomes a person who can't sign in.
import type { User } from '../../domain/people.ts'
import { foldedName } from '../../domain/people.ts'
import type { Database } from '../../store/store.ts'
import { putUser, readUserByName, USER } from '../../store/people.ts'
import type { Aside, Txn } from '../../store/txn.ts'
import { Refused } from '../refused.ts'

export class MergedPeople {
  readonly #db: Database
  readonly #ids = new Map<string, number>()
  readonly #strangers = new Map<string, string>()

  constructor(db: Database) {
    this.#db = db
  }

  get strangers(): number {
    return this.#strangers.size
  }

  /** `reserve` gives ids for new names. */
  async learn(names: Iterable<string>, reserve: (count: number) => Promise<number>): Promise<void> {
    const unknown: string[] = []
    for (const name of names) {
      const folded = foldedName(name)
      if (this.#ids.has(folded)) continue
      const id = readUserByName(this.#db, name)?.id
      this.#ids.set(folded, id ?? 0)
      if (id === undefined) unknown.push(name)
    }
    if (unknown.length === 0) return
    let next = await reserve(unknown.length)
    for (const name of unknown) {
      this.#strangers.set(foldedName(name), name)
      this.#ids.set(foldedName(name), next++)
    }
  }

  idOf = (name: string): number => {
    const id = this.#ids.get(foldedName(name))
    if (id === undefined) throw new Error(`nobody learned the name ${name}`)
    return id
  }

  /** Throws Refused if one of the new people was added meanwhile. */
  store(txn: Txn): void {
    for (const [folded, name] of this.#strangers) {
      if (readUserByName(txn.db, name) !== undefined) throw new Refused({ code: 'person_overtaken', name })
      const user: User = {
        id: this.#ids.get(folded) as number,
        name,
        role: 'user',
        state: 'deactivated',
        password: null,
        dailyRowQuota: null,
        historicalRequests: 0,
        createdAtMs: txn.timeMs,
      }
      putUser(txn, null, user)
    }
  }
}

export const reservePeople =
  (aside: Aside) =>
  (count: number): Promise<number> =>
    aside.reserve(USER, count)
