// What there is after a fault: of each store what it says, and of each other file its bytes. Two folders in which the same was done have
// the same state; what `windrow check` finds in a store is a problem.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSchema } from '../../src/store/file/environment.ts'
import { TABLES } from '../../src/store/file/keyspace.ts'
import { fileDamage } from '../../src/store/file/page-walk.ts'
import { systemClock } from '../../src/base/time.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { KINDS } from '../../src/store/records/kinds.ts'
import { allRevisions } from '../../src/store/rows/heads.ts'
import { readNextOrdinal } from '../../src/store/rows/ordinals.ts'
import { readRow } from '../../src/store/rows/read-rows.ts'
import { STORE_SCHEMA } from '../../src/store/schema-version.ts'
import type { Store } from '../../src/store/store.ts'
import { faultsFound } from './left.ts'

export interface State {
  /** By the path in the folder: a digest of what the store says or of the file's bytes. */
  readonly parts: ReadonlyMap<string, string>
  readonly problems: readonly string[]
}

const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16)
export const fileDigest = (bytes: Buffer, folder: string): string =>
  digest(bytes.length < 10_000 ? bytes.toString('latin1').replaceAll(folder, '') : bytes)

/** All others are made anew, or are a part of something that was not finished. */
export const isPromised = (path: string): boolean =>
  !/(^|\/)(own|volatile|derived|packed|backups)\/|lock\.mdb$|lock\.\d|room\.\d|\/writer$|(^|\/)\.|\.part$|\/twins|\/(upgrading|restoring)-|\.spool$|\/game\/installed\.json$/.test(
    path,
  )
/** A cut in the middle of the way back may leave no program but the one that is wanted. */
export const isSpare = (path: string): boolean => path === 'program/windrow.old'
/** Files that may be there before what they are for, and after it. */
export const isBeside = (path: string): boolean => /^(data|player)\/(game|releases)\//.test(path) || isSpare(path)
export const isStoreFile = (path: string): boolean => path.endsWith('/main/data.mdb')

/** A process that gave up may still be removing files. */
export function digestOf(path: string, folder: string): string | null {
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
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length + 1)
    if (!entry.isFile() || !isPromised(path)) continue
    if (isStoreFile(path)) {
      const saying = await sayingOf(file)
      parts.set(path, saying.said)
      problems.push(...saying.problems.map((problem) => `${path}: ${problem}`))
    } else {
      const bytes = digestOf(file, folder)
      if (bytes !== null) parts.set(path, bytes)
    }
  }
  return { parts, problems }
}

/** Records of what was done: a work that was refused and done again may have another number, or have left notes of files and old sources. */
const NUMBERED: readonly string[] = ['event', 'audit', 'import', 'export_digest', 'old_source']

const numbers = new Set<number>([
  ...KINDS.filter(({ table }) => !NUMBERED.includes(table.name)).map(({ table }) => table.number),
  TABLES.quota,
  TABLES.answer_bytes,
  TABLES.act_of_person,
  TABLES.label_rows,
])

interface Saying {
  readonly said: string
  /** A digest of its entries: what is not told of, too. */
  readonly entries?: string
  readonly problems: readonly string[]
}

/** What stores say, by a digest of their bytes and by one of their entries. */
const known = new Map<string, Saying>()
const knownMax = 200_000
/** How many different files were opened, and how many different contents were checked whole. */
export const sayings = { opened: 0, checked: 0 }

/** What the store in a file says, which is opened as windrow does: once for the same bytes, and checked once for the same entries. */
export async function sayingOf(file: string): Promise<Saying> {
  const bytes = digest(readFileSync(file))
  const found = known.get(bytes) ?? (await learn(file))
  if (known.size > knownMax) known.clear()
  known.set(bytes, found)
  return found
}

async function learn(file: string): Promise<Saying> {
  sayings.opened++
  try {
    // First, as LMDB trusts its pages: a damaged one may end the process.
    const steps = fileDamage(file)
    let step = steps.next()
    while (step.done !== true) step = steps.next()
    if (step.value !== null) return { said: 'damaged', problems: [step.value] }
    const store = openStore(join(file, '../..'), systemClock, { isOld: true })
    try {
      const hash = createHash('sha256')
      for (const { key, value } of store.main.getRange({ start: Buffer.from([0]) })) hash.update(key).update(value)
      const entries = hash.digest('hex')
      const found = known.get(entries) ?? { ...(await saidBy(store)), entries }
      known.set(entries, found)
      return found
    } finally {
      await store.close()
    }
  } catch (error) {
    return { said: 'unusable', problems: [(error as Error).message] }
  }
}

async function saidBy(store: Store): Promise<Saying> {
  sayings.checked++
  const schema = readSchema(store.main)
  if (schema !== STORE_SCHEMA) return { said: `schema ${schema}`, problems: [] }
  return { said: said(store), problems: await faultsFound(store) }
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
