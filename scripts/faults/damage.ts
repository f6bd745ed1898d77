// Damage: single bits turned in the values of a store, table by table, and anywhere in a backup. What has a checksum is found; of each table
// the share is told in which the damage is found when the store is opened and checked.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupStore } from '../../src/app/backup/backup-store.ts'
import { restoreStore } from '../../src/app/backup/restore-store.ts'
import { systemClock } from '../../src/base/time.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { dataFileOf } from '../../src/store/data-files.ts'
import { MAIN_TABLES } from '../../src/store/file/keyspace.ts'
import { KINDS } from '../../src/store/records/kinds.ts'
import { richStore } from '../../test/support/rich-store.ts'
import { type Dice, diceOf } from '../../test/support/dice.ts'
import { scratch } from './disk.ts'
import { faultsFound } from './left.ts'
import type { Report, Say } from './report.ts'

const watching = { signal: new AbortController().signal, onEntries: () => {} }

/** Tables with a checksum: translations with their history, and all records. */
const CHECKED: readonly string[] = ['head', 'revision', ...KINDS.map(({ table }) => table.name)]

const nameOf = new Map<number, string>([
  ...Object.entries(MAIN_TABLES).map(([name, number]) => [number, name] as const),
  ...KINDS.flatMap(({ table }) => [[table.number, table.name] as const]),
])

export async function runDamage(say: Say, { bits, seed }: { bits: number; seed: number }): Promise<Report> {
  const folder = scratch()
  const dice = diceOf(seed)
  const problems: string[] = []
  try {
    const rich = await richStore()
    const backup = join(folder, 'whole.backup')
    await backupStore(rich.app.store, backup, watching)
    await rich.close()
    // Written anew: each value lies in the file once.
    const fresh = join(folder, 'fresh')
    await restoreStore(backup, fresh, watching)
    const bytes = readFileSync(dataFileOf(fresh))
    if (await isFound(join(folder, 'data'), bytes)) problems.push('the store was not clean before any damage')
    const store = openStore(fresh, systemClock)
    const values = valuesOf(store.main.getRange({ start: Buffer.from([0]) }))
    await store.close()
    const shares: string[] = []
    for (const [table, all] of values) {
      const found = { count: 0, of: 0 }
      for (let bit = 0; bit < bits; bit++) {
        const at = bytes.indexOf(dice.pick(all))
        if (at < 0) continue
        const value = all.find((each) => bytes.indexOf(each) === at) as Buffer
        const place = at + dice.below(value.length)
        found.of++
        if (await isFound(join(folder, 'data'), turned(bytes, place, dice))) found.count++
        else if (CHECKED.includes(table)) problems.push(`${table}, seed ${seed}: the bit at ${place} was not found`)
      }
      if (found.of === 0) continue
      shares.push(`${table} ${found.count} of ${found.of}`)
      say(`damage: ${shares.at(-1)}`)
    }
    const whole = readFileSync(backup)
    for (let bit = 0; bit < 5 * bits; bit++) {
      const place = dice.below(whole.length)
      writeFileSync(backup, turned(whole, place, dice))
      const restored = join(folder, 'restored')
      const isRefused = await restoreStore(backup, restored, watching).then(
        () => false,
        () => true,
      )
      if (!isRefused) problems.push(`backup, seed ${seed}: the bit at ${place} of ${whole.length} was not found`)
      rmSync(restored, { recursive: true, force: true })
    }
    return {
      lines: [
        `found of single bits, by table: ${shares.join(', ')}`,
        `${5 * bits} backups with one bit turned were refused`,
      ],
      problems,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Values that are long enough to be found in the file, by table. */
function valuesOf(entries: Iterable<{ readonly key: Uint8Array; readonly value: Uint8Array }>): Map<string, Buffer[]> {
  const values = new Map<string, Buffer[]>()
  for (const { key, value } of entries) {
    const table = nameOf.get(key[0] ?? 0)
    if (table === undefined || value.length < 8) continue
    values.set(table, [...(values.get(table) ?? []), Buffer.from(value)])
  }
  return values
}

function turned(bytes: Buffer, at: number, dice: Dice): Buffer {
  const other = Buffer.from(bytes)
  other[at] = (other[at] as number) ^ (1 << dice.below(8))
  return other
}

async function isFound(data: string, bytes: Buffer): Promise<boolean> {
  rmSync(data, { recursive: true, force: true })
  await openStore(data, systemClock).close()
  writeFileSync(dataFileOf(data), bytes)
  try {
    const store = openStore(data, systemClock)
    try {
      return (await faultsFound(store)).length > 0
    } finally {
      await store.close()
    }
  } catch {
    return true
  }
}
