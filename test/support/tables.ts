// Tables of main by their names, those of records too.
import { type AnyTable, MAIN_TABLES, type MainTable } from '../../src/store/file/keyspace.ts'
import { RECORD_TABLES } from '../../src/store/records/kinds.ts'

export const NAMES_OF_MAIN: readonly string[] = [...Object.keys(MAIN_TABLES), ...RECORD_TABLES.map(({ name }) => name)]

export function tableNamed(name: string): AnyTable {
  const table = RECORD_TABLES.find((each) => each.name === name)
  if (table === undefined && !(name in MAIN_TABLES)) throw new Error(`no table ${name}`)
  return table ?? (name as MainTable)
}
