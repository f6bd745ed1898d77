// Writes a store of the present schema into a file beside this one, for tests of the windrows to come:
//   node test/vectors/stores/make.ts
// Files of earlier schemas were written by the windrow that had them, and are never made again.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, constants } from 'node:zlib'
import { open } from 'lmdb'
import { STORE_SCHEMA } from '../../../src/store/schema-version.ts'
import { mainFolder } from '../../../src/store/data-files.ts'
import { pictureOf, repeatBatch, richStore } from '../../support/rich-store.ts'
import type { StoredStore } from '../../support/stored-store.ts'

const path = join(import.meta.dirname, `schema-${STORE_SCHEMA}.zst`)
if (readdirSync(import.meta.dirname).includes(`schema-${STORE_SCHEMA}.zst`)) throw new Error(`${path} is there already`)
const rich = await richStore()
const picture = await pictureOf(rich.app, rich.folder)
const repeated = JSON.stringify(await repeatBatch(rich.app))
const { folder } = rich.app.store
await rich.app.store.close()
// Past windrow's own opening, which shows what lies aside in its place.
const raw = open<Uint8Array, Uint8Array>({
  path: mainFolder(folder),
  keyEncoding: 'binary',
  encoding: 'binary',
  readOnly: true,
})
const entries = Array.from(raw.getRange({ start: Buffer.from([0]) }), ({ key, value }): [string, string] => [
  Buffer.from(key).toString('base64'),
  Buffer.from(value).toString('base64'),
])
await raw.close()
const stored: StoredStore = { entries, clockMs: rich.clock.ms, picture, repeated }
const options = { params: { [constants.ZSTD_c_compressionLevel]: 19 } }
const bytes = zstdCompressSync(Buffer.from(JSON.stringify(stored)), options)
writeFileSync(path, bytes)
console.log(`${path}: ${entries.length} entries, ${bytes.length} bytes`)
