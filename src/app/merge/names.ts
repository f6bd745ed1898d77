// Names of people by id, kept in memory because histories repeat the same few.
import type { Database } from '../../store/store.ts'
import { readUser } from '../../store/people.ts'

export function createNames(db: Database): (id: number) => string {
  const names = new Map<number, string>()
  return (id) => {
    let name = names.get(id)
    if (name === undefined) {
      name = readUser(db, id)?.name ?? `person ${id}`
      names.set(id, name)
    }
    return name
  }
}
