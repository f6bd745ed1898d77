// Notes the work that is writing values aside (aside.ts), so that leftovers of a killed import are found.
import type { Database } from './environment.ts'
import { keyOf } from './keyspace.ts'
import { getRecord } from './record.ts'

/** Work whose values are aside and not yet visible; its process may be dead. */
export interface OpenAside {
  /** The number of this work's values in `aside`. It is never reused once they are visible. */
  readonly number: number
  /** A random id of this work, because the number of work that was cleared is used again. */
  readonly holder: string
  /** Ids with this ordinal or a later one have no row yet; null: no new id was given. */
  readonly namedFrom: number | null
}
export const openKey = keyOf('meta', 'aside')

export const readOpenAside = (db: Database): OpenAside | undefined => getRecord<OpenAside>(db, openKey)
