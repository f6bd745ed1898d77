// What there is after a fault: of each store what it says, and of each other file its bytes. Two folders in which the same was done have
// the same state; what `windrow check` finds in a store is a problem.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkStore } from '../../src/app/upkeep/check-store.ts'
import { readSchema } from '../../src/store/file/environment.ts'
import { TABLES } from '../../src/store/file/keyspace.ts'
import { systemClock } from '../../src/base/time.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { KINDS } from '../../src/store/records/kinds.ts'
import { allRevisions } from '../../src/store/rows/heads.ts'
import { readNextOrdinal } from '../../src/store/rows/ordinals.ts'
import { readRow } from '../../src/store/rows/read-rows.ts'
import { STORE_SCHEMA } from '../../src/store/schema-version.ts'
import type { Store } from '../../src/store/store.ts'

export interface State {
  /** By the path in the folder: a digest of what the store says or of the file's bytes. */
  readonly parts: ReadonlyMap<string, string>
  readonly problems: readonly string[]
}

const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16)
export const fileDigest = (bytes: Buffer, folder: string): string =>
  digest(bytes.length < 10_000 ? bytes.toString('latin1').replaceAll(folder, '') : bytes)

/** Files without a promise: they are made anew, or are a part of something that was not finished. */
const isFleeting = (path: string): boolean =>
  /(^|\/)(own|volatile|derived|packed)\/|lock\.mdb$|lock\.\d|room\.\d|\/writer$|(^|\/)\.|\.part$|\/twins|\/(upgrading|restoring)-|\.spool$|\/game\/installed\.json$/.test(
    path,
  )
export const isStoreFile = (path: string): boolean => path.endsWith('/main/data.mdb')

/** All names with a promise below a folder. */
const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => isPromised(path))

export const isPromised = (path: string): boolean => !isFleeting(path)

/** A process that gave up may still be removing files. */
function digestOf(path: string, folder: string): string | null {
  try {
    return fileDigest(readFileSync(path), folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The folder's name is left out of all digests. */
export async function stateOf(folder: string): Promise<State> {
  const parts = new Map<string, string>()
  const problems: string[] = []
  for (const path of namesIn(folder)) {
    const digest = isStoreFile(path) ? null : digestOf(join(folder, path), folder)
    if (digest !== null) parts.set(path, digest)
    else if (isStoreFile(path))
      parts.set(
        path,
        await saidBy(join(folder, path, '../..'), problems).catch((error: Error) => {
          problems.push(`${path}: ${error.message}`)
          return 'unusable'
        }),
      )
  }
  return { parts, problems }
}

/** Records of what was done: a work that was refused and done again may have another number. */
const NUMBERED: readonly string[] = ['event', 'audit', 'import']

const numbers = new Set<number>([
  ...KINDS.filter(({ table }) => !NUMBERED.includes(table.name)).map(({ table }) => table.number),
  TABLES.quota,
  TABLES.answer_bytes,
  TABLES.act_of_person,
  TABLES.label_rows,
])

/** What the store of a data folder says. */
export async function saidBy(data: string, problems: string[]): Promise<string> {
  const store = openStore(data, systemClock, { isOld: true })
  try {
    const schema = readSchema(store.main)
    if (schema !== STORE_SCHEMA) return `schema ${schema}`
    const { disagreements } = await checkStore(store, { signal: new AbortController().signal, onStep: () => {} })
    for (const { table, at, problem } of disagreements) problems.push(`check: ${table}, ${at}: ${problem}`)
    return said(store)
  } finally {
    await store.close()
  }
}

/** A digest of all that clients are told of, however it lies in the store. */
function said({ main, files }: Store): string {
  const hash = createHash('sha256')
  for (const { ordinal, manual, machine } of allRevisions(main))
    hash.update(JSON.stringify([ordinal, manual, machine]).replaceAll(/"via":"\w+:\d+"/g, ''))
  for (let ordinal = 1; ordinal < readNextOrdinal(main); ordinal++) {
    const row = readRow(main, files, ordinal)
    if (row !== null) hash.update(JSON.stringify([row.rowId, row.sourceHash]))
  }
  for (const { key, value } of main.getRange({ start: Buffer.from([0]) }))
    if (numbers.has(key[0] ?? 0)) hash.update(key).update(value)
  return hash.digest('hex').slice(0, 16)
}
