// Opening a store that something happened to: each case opens, or is one sentence that says what to do. Nothing crashes.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/time.ts'
import { admitRequest } from '../../src/store/volatile/counters.ts'
import { volatileFolder } from '../../src/store/file/disposable.ts'
import { dataFileOf, mainFolder } from '../../src/store/data-files.ts'
import { openToFill } from '../../src/store/file/environment.ts'
import { StoreUnusable } from '../../src/store/file/store-unusable.ts'
import { keyOf } from '../../src/store/file/keyspace.ts'
import { getRecord, putRecord } from '../../src/store/file/record.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { writeOrThrow } from '../../src/store/write.ts'
import { runProcess as run, temporaryFolder } from '../support/program.ts'

const temporary = temporaryFolder()
const folder = temporary.path
const made = join(folder, 'made')
const key = keyOf('meta', 'probe')
const holder = fileURLToPath(new URL('./hold-main.ts', import.meta.url))

const store = openStore(made, systemClock)
await writeOrThrow(store, ({ db }) => putRecord(db, key, 'there'))
await store.close()
afterAll(() => temporary.remove())

const copyOf = (name: string): string => {
  const copy = join(folder, name)
  cpSync(made, copy, { recursive: true })
  return copy
}

const probe = async (data: string): Promise<string | undefined> => {
  const store = openStore(data, systemClock)
  const value = getRecord<string>(store.main, key)
  await store.close()
  return value
}

describe('a store opens', () => {
  it('when its lock files are gone, or were left by a process that died', async () => {
    const data = copyOf('locks')
    rmSync(join(mainFolder(data), 'lock.mdb'))
    expect(await probe(data)).toBe('there')
    writeFileSync(join(mainFolder(data), 'lock.mdb'), Buffer.alloc(100))
    expect(await probe(data)).toBe('there')
  })

  it('when what is volatile is gone, damaged, or of an earlier boot, and counts anew', async () => {
    const data = copyOf('volatile')
    const ways = [
      () => rmSync(volatileFolder(data), { recursive: true }),
      () => writeFileSync(join(volatileFolder(data), 'data.mdb'), Buffer.alloc(50_000, 7)),
      () => writeFileSync(join(volatileFolder(data), 'boot'), 'another boot'),
      () => rmSync(join(volatileFolder(data), 'boot')),
    ]
    for (const [person, spoil] of ways.entries()) {
      const before = openStore(data, systemClock)
      expect(admitRequest(before, person, 1).isAdmitted).toBe(true)
      await before.close()
      spoil()
      const after = openStore(data, systemClock)
      expect(admitRequest(after, person, 1).isAdmitted).toBe(true)
      await after.close()
      expect(await probe(data)).toBe('there')
    }
  })

  it('with the counters of this boot kept', async () => {
    const data = copyOf('counters')
    const clock = { nowMs: () => 1_800_000_000_000, monotonicMs: () => 0 }
    const first = openStore(data, clock)
    admitRequest(first, 1, 2)
    await first.close()
    const second = openStore(data, clock)
    expect(admitRequest(second, 1, 2).remaining).toBe(0)
    await second.close()
  })

  it('when the disk was full as it was made', async () => {
    const data = join(folder, 'unborn')
    await openToFill(data).close()
    truncateSync(dataFileOf(data), 4096)
    expect(await probe(data)).toBeUndefined()
    const empty = join(folder, 'zero')
    mkdirSync(mainFolder(empty), { recursive: true })
    writeFileSync(dataFileOf(empty), '')
    expect(await probe(empty)).toBeUndefined()
  })

  it('with files that only its owner can read', async () => {
    const data = join(folder, 'rights')
    await probe(data)
    if (process.platform === 'win32') return
    for (const path of [data, mainFolder(data), volatileFolder(data)]) expect(statSync(path).mode & 0o77).toBe(0)
    expect(statSync(dataFileOf(data)).mode & 0o77).toBe(0)
  })

  it('while another process writes, without waiting for it', async () => {
    const data = copyOf('held')
    const child = spawn(process.execPath, [holder, data])
    await new Promise((resolve) => child.stdout.once('data', resolve))
    expect(await probe(data)).toBe('there')
    expect(child.exitCode).toBeNull()
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
    // And the writer is free again when the process that held it was killed.
    const store = openStore(data, systemClock)
    await writeOrThrow(store, ({ db }) => putRecord(db, key, 'again'))
    await store.close()
  })
})

describe('a store is refused in a sentence', () => {
  const REFUSED: readonly [name: string, spoil: (data: string) => void, said: RegExp][] = [
    [
      'cut short',
      (data) => truncateSync(dataFileOf(data), 8192 + 100),
      /is damaged \(.*\); windrow restore brings back/,
    ],
    [
      'another file',
      (data) => writeFileSync(dataFileOf(data), readFileSync(holder)),
      /is damaged \(page 0 is not the header/,
    ],
    [
      'zeros',
      (data) => writeFileSync(dataFileOf(data), Buffer.alloc(100_000)),
      /is damaged \(page 0 is not the header/,
    ],
    [
      'garbage behind the header',
      (data) => {
        const bytes = readFileSync(dataFileOf(data))
        writeFileSync(dataFileOf(data), bytes.fill(0xaa, 8192))
      },
      /is damaged \(page \d+ is damaged: it carries another number\)/,
    ],
    [
      'a folder for a file',
      (data) => {
        rmSync(dataFileOf(data))
        mkdirSync(dataFileOf(data))
      },
      /cannot be opened/,
    ],
    [
      'a file for the folder',
      (data) => {
        rmSync(data, { recursive: true })
        writeFileSync(data, 'x')
      },
      /cannot be opened: .*; check that the folder is writable/,
    ],
  ]
  it.each(REFUSED)('%s', async (name, spoil, said) => {
    const data = copyOf(`refused ${name}`)
    spoil(data)
    expect(() => openStore(data, systemClock)).toThrow(StoreUnusable)
    expect(() => openStore(data, systemClock)).toThrow(said)
    const { code, stderr } = await run(['check', '--data', data])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: .*\n$/)
  })

  it('of a newer version, and nothing is changed', async () => {
    const data = copyOf('newer')
    const store = openStore(data, systemClock)
    await writeOrThrow(store, ({ db }) => putRecord(db, keyOf('meta', 'schema'), 99))
    await store.close()
    const before = readFileSync(dataFileOf(data))
    const { code, stderr } = await run(['stats', '--data', data])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: the store in .* has schema 99 .*: a newer windrow wrote it/)
    // On Windows opening may lengthen the file.
    expect(readFileSync(dataFileOf(data)).subarray(0, before.length).equals(before)).toBe(true)
  })

  it('that is not there, by commands that only read', async () => {
    const data = join(folder, 'nowhere')
    for (const command of [['check'], ['stats'], ['backup', join(folder, 'b')]]) {
      const { code, stderr } = await run([...command, '--data', data])
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: there is no store in /)])
    }
    expect(existsSync(data)).toBe(false)
  })
})
