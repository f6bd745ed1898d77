// Stores of a schema, entry by entry as the windrow left them that wrote them (test/vectors/stores), made into a data folder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { openToFill } from '../../src/store/file/environment.ts'

export interface StoredStore {
  /** Keys and values, base64. */
  readonly entries: readonly (readonly [key: string, value: string])[]
  /** Not before its latest write. */
  readonly clockMs: number
  /** What that windrow read of it (rich-store.ts). */
  readonly picture: Readonly<Record<string, string>>
  /** What it answered to a batch that was sent twice. */
  readonly repeated: string
}

const folder = join(import.meta.dirname, '../vectors/stores')

/** The store of a schema. */
export const storedStore = (schema: number): StoredStore =>
  JSON.parse(zstdDecompressSync(readFileSync(join(folder, `schema-${schema}.zst`))).toString()) as StoredStore

/** Makes a data folder of it, without the lock file, as after the end of its windrow. */
export async function layDown({ entries }: StoredStore, dataFolder: string): Promise<void> {
  const db = openToFill(dataFolder)
  db.transactionSync(() => {
    for (const [key, value] of entries) db.putSync(Buffer.from(key, 'base64'), Buffer.from(value, 'base64'))
  })
  await db.flushed
  await db.close()
}
