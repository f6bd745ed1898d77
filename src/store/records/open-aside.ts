// The note of who writes aside now (file/aside.ts): what a killed import left there is found by it.
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import { getRecord } from '../file/record.ts'

/** The work whose values lie aside and are not revealed yet, be it alive or not. */
export interface OpenAside {
  /** Once it is revealed, nobody else ever has it. */
  readonly number: number
  /** Whose it is: a number that was cleared is given again. */
  readonly holder: string
  /** Ids with this ordinal and above have no row yet; null: none was given. */
  readonly namedFrom: number | null
}
export const openKey = keyOf('meta', 'aside')

export const readOpenAside = (db: Database): OpenAside | undefined => getRecord<OpenAside>(db, openKey)
