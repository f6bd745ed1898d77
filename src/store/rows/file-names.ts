// Names of imported files. Rows hold two-byte numbers; a number never changes its name.
import type { Database } from '../file/environment.ts'
import { keyOfU32, TABLES } from '../file/keyspace.ts'
import { getRecord, keysUnder, putRecord } from '../file/record.ts'

export const fileNumberMax = 0xffff

/** Names never change, so they may be cached. */
export class FileNames {
  readonly #names = new Map<number, string>()
  readonly #db: () => Database
  constructor(db: () => Database) {
    this.#db = db
  }

  nameOf = (file: number): string => {
    const name = this.#names.get(file) ?? getRecord<string>(this.#db(), keyOfU32('file', file))
    // An import asks for names of files that it has yet to write down.
    if (name !== undefined) this.#names.set(file, name)
    return name ?? ''
  }

  /** All, in the order of their numbers. */
  all(): string[] {
    const db = this.#db()
    return [...keysUnder(db, { prefix: Buffer.from([TABLES.file]) })].map((key) => getRecord<string>(db, key) ?? '')
  }

  /** A new name gets the next number and goes into `added`, for `addNames`. Null: too many. */
  numbersFor(names: readonly string[], added: Map<string, number>): number[] | null {
    const db = this.#db()
    const numbers = new Map<string, number>()
    let last = 0
    for (const key of keysUnder(db, { prefix: Buffer.from([TABLES.file]) })) {
      last = key.readUInt32BE(1)
      numbers.set(getRecord<string>(db, key) ?? '', last)
    }
    for (const [name, number] of added) numbers.set(name, (last = number))
    const found = names.map((name) => {
      let number = numbers.get(name)
      if (number === undefined) {
        number = ++last
        numbers.set(name, number)
        added.set(name, number)
      }
      return number
    })
    return last > fileNumberMax ? null : found
  }

  /** Call it only inside a write. */
  addNames(added: ReadonlyMap<string, number>): void {
    for (const [name, number] of added) putRecord(this.#db(), keyOfU32('file', number), name)
  }
}
