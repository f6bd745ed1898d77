// Notes the work that is writing values aside (aside.ts), so that leftovers of a killed import are found.
import type { Database } from './environment.ts'
import { keyOf } from './keyspace.ts'
import { getRecord } from './record.ts'

/** Work whose values are aside and not yet visible; its process may be dead. */
export interface OpenAside {
  /** Never reused once its work is visible. */
  readonly number: number
  /** Tells uses of one number apart: a cleared number is reused. */
  readonly holder: string
  /** Ids from this ordinal on have no row yet; null: none was given. */
  readonly namedFrom: number | null
}
export const openKey = keyOf('meta', 'aside')

export const readOpenAside = (db: Database): OpenAside | undefined => getRecord<OpenAside>(db, openKey)
