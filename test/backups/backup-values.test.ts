// A backup holds the largest value of each table, and what was written is read back and compared.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { backupStore } from '../../src/app/backup/backup-store.ts'
import { Refused } from '../../src/app/refused.ts'
import { restoreStore } from '../../src/app/backup/restore-store.ts'
import { systemClock } from '../../src/base/time.ts'
import { textBytesMax } from '../../src/domain/limits.ts'
import { BackupDamaged, BackupWriter, entryBytesMax } from '../../src/store/file/backup-format.ts'
import { dumpStore } from '../../src/store/backup.ts'
import { keyOf, ROWS_PER_BLOCK, u32 } from '../../src/store/file/keyspace.ts'
import { STORE_SCHEMA } from '../../src/store/schema-version.ts'
import { openSnapshot } from '../../src/store/view.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { temporaryFolder } from '../support/program.ts'
import { NAMES_OF_MAIN, tableNamed } from '../support/tables.ts'

const watching = { signal: new AbortController().signal, onEntries: () => {} }
const folder = temporaryFolder()
const store = openStore(join(folder.path, 'data'), systemClock)
afterAll(async () => {
  await store.close()
  folder.remove()
})

/** In JSON a control character of a text takes six bytes. */
const jsonTextBytes = 6 * textBytesMax
const recordBytes = 64 * 1024

/** Both sources of each row of a block, with their hashes and places. */
const LARGEST: Readonly<Record<string, number>> = {
  row: ROWS_PER_BLOCK * (2 * textBytesMax + 1024),
  reference: ROWS_PER_BLOCK * (2 * textBytesMax + 1024),
  head: 2 * (textBytesMax + 1024),
  revision: jsonTextBytes + recordBytes,
  proposal: jsonTextBytes + recordBytes,
  old_source: jsonTextBytes,
  glossary: 2 ** 20,
  import: 2 ** 20,
  audit: 2 ** 20,
}
const LEFT_OUT: readonly string[] = [
  'session',
  'invite',
  'session_by_user',
  'idempotency',
  'idempotency_expiry',
  'answer_bytes',
  'aside',
]
const kept = NAMES_OF_MAIN.filter((table) => !LEFT_OUT.includes(table))
const ofTest = (table: string): Buffer => keyOf(tableNamed(table), u32(0xffff_fff0))

describe('a backup', () => {
  it('brings the largest value of each table back, and larger ones than a frame that is written', async () => {
    const values = new Map(kept.map((table) => [table, randomBytes(LARGEST[table] ?? recordBytes)]))
    values.set('setting', Buffer.alloc(entryBytesMax - 12_345, 7))
    store.main.transactionSync(() => {
      for (const [table, value] of values) void store.main.put(ofTest(table), value)
      for (const table of LEFT_OUT) void store.main.put(ofTest(table), Buffer.from('gone'))
    })
    const [file, data] = [join(folder.path, 'largest'), join(folder.path, 'restored')]
    // No such store was ever written: its backup is called damaged, and holds everything all the same.
    const { path } = await backupStore(store, file, watching)
    expect(path).toBe(join(folder.path, 'damaged-largest'))
    await restoreStore(path, data, watching)
    const restored = openStore(data, systemClock)
    for (const [table, value] of values) {
      const found = restored.main.getBinary(ofTest(table))
      expect([table, found !== undefined && value.equals(found)]).toEqual([table, true])
    }
    for (const table of LEFT_OUT) expect(restored.main.doesExist(ofTest(table))).toBe(false)
    await restored.close()
  })

  it('of a stranger whose one entry claims gigabytes is refused before they are there', async () => {
    const path = join(folder.path, 'bomb')
    const file = await open(path, 'wx')
    const writer = new BackupWriter({ append: (bytes) => file.appendFile(bytes) })
    await writer.begin({ format: 2, schema: STORE_SCHEMA, createdAtMs: 0 })
    const head = Buffer.alloc(6)
    head.writeUInt16LE(8, 0)
    head.writeUInt32LE(0xffff_ffff, 2)
    await writer.add('E', Buffer.concat([head, Buffer.alloc(2 ** 20)]))
    await writer.add('E', Buffer.from('no frame is read that follows'))
    await file.close()
    let entriesSeen = 0
    const restoring = restoreStore(path, join(folder.path, 'exploded'), { ...watching, onEntries: () => entriesSeen++ })
    await expect(restoring).rejects.toThrow(/can't be restored: an entry claims 4294967309 bytes; nothing was changed/)
    expect(entriesSeen).toBe(0)
  })

  it('that the disk did not keep as it was written is refused', async () => {
    const path = join(folder.path, 'turned')
    const file = await open(path, 'wx+')
    let writes = 0
    const turning = new Proxy(file, {
      get(target, name) {
        if (name !== 'appendFile') return (Reflect.get(target, name) as (...given: unknown[]) => unknown).bind(target)
        return (bytes: Buffer) => {
          const written = Buffer.from(bytes)
          if (++writes === 3) written[100] = (written[100] as number) ^ 1
          return target.appendFile(written)
        }
      },
    })
    const snapshot = openSnapshot(store)
    await expect(dumpStore(snapshot, 0, turning, watching)).rejects.toThrow(BackupDamaged)
    snapshot.close()
    await file.close()
    expect(readFileSync(path).length).toBeGreaterThan(0)
    await expect(backupStore(store, path, watching)).rejects.toThrow(Refused)
  })
})
