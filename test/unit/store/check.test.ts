// windrow check: each kind of damage is named, and what is derived is rebuilt by --repair and nothing else is touched.
import { copyFileSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { repairStore } from '../../../src/app/upkeep/check-store.ts'
import { createKey } from '../../../src/app/people/manage-keys.ts'
import { addUser } from '../../../src/app/people/manage-users.ts'
import { openSession } from '../../../src/app/people/sessions.ts'
import { submitProposal } from '../../../src/app/writes/write-single.ts'
import { writeBatch } from '../../../src/app/writes/write-batch.ts'
import { systemClock } from '../../../src/base/time.ts'
import type { User } from '../../../src/domain/people.ts'
import type { Head } from '../../../src/domain/row.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { fileDamage, headerDamage } from '../../../src/store/file/page-walk.ts'
import { dataFileOf } from '../../../src/store/data-files.ts'
import { StoreUnusable } from '../../../src/store/file/store-unusable.ts'
import { keyOf, u32, u48, u8 } from '../../../src/store/file/keyspace.ts'
import { AUDIT_ENTRIES } from '../../../src/store/records/audit.ts'
import { IMPORTS } from '../../../src/store/records/imports.ts'
import { ANSWERS } from '../../../src/store/records/idempotency.ts'
import { formAt, type Kind } from '../../../src/store/records/kind.ts'
import { keysOfUser, readUserByName, USERS } from '../../../src/store/records/people-and-keys.ts'
import { PROPOSALS } from '../../../src/store/records/proposals.ts'
import { SESSIONS } from '../../../src/store/records/sessions.ts'
import { ACTIVITIES } from '../../../src/store/records/act-writer.ts'
import { keysUnder } from '../../../src/store/file/record.ts'
import { putHeads, putLatest, readHeads, readRevisions } from '../../../src/store/rows/heads.ts'
import { encodeHeads, withChecksum } from '../../../src/store/rows/revision-bytes.ts'
import { openStore } from '../../../src/store/door/open-store.ts'
import { latestChange } from '../../../src/store/rows/changes.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { disagreementsIn } from '../../support/app-world.ts'
import { gameStore, idOf } from '../../support/game-store.ts'
import { tableNamed } from '../../support/tables.ts'

inspectWrites(null)

const watching = { signal: new AbortController().signal, onStep: () => {} }

const game = gameStore()
const { app } = game
const texts = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [idOf(n + 1), `Text {${n % 3}} number ${n}`]))
await game.importFiles({
  main: game.jsonl('main.jsonl', texts),
  diff: game.jsonl('diff.jsonl', { [idOf(5)]: 'Changed {0}' }),
})
// Rows 590 and on are retired.
const fewer = Object.fromEntries(Object.entries(texts).slice(0, 589))
await game.importFiles({ main: game.jsonl('main.jsonl', fewer) })
await addUser(app, null, { name: 'ann', role: 'admin', password: null })
const user = readUserByName(app.store.main, 'ann') as User
const keyRequest = {
  userName: 'ann',
  kind: 'agent',
  name: '',
  grants: [],
  denies: [],
  requestsPerMinute: null,
  secret: null,
}
await createKey(app, null, { ...keyRequest, kind: 'agent' })
const [key] = keysOfUser(app.store.main, user.id)
if (key === undefined) throw new Error('no key')
const item = { text: 'Text {0}', mode: 'direct', overwrite: true, provider: 'p', model: 'm' } as const
const items = [1, 4, 7].map((n) => ({
  ...item,
  rowId: idOf(n),
  layer: 'machine' as const,
  sourceHash: game.row(idOf(n)).sourceHash,
}))
const rendering = { problems: () => '', body: () => '{}' }
const batch = { items, idempotencyKey: 'k', bodyDigest: 'a'.repeat(64) }
await writeBatch(app, { user, key, session: null }, batch, rendering)
const waivers = { glossary: true, validation: true }
await submitProposal(
  app,
  { user, key, session: null },
  { rowId: idOf(2), text: 'Neu {1}', sourceHash: null, waivers, waitMsMax: 5_000, takes: () => true },
)
await game.put(idOf(7), 'machine', 'Text {0} again')
for (const revision of [{}, { restores: 0 }]) await game.put(idOf(10), 'machine', 'Text {0}', revision)
await openSession(app, user, '127.0.0.1')

afterAll(() => game.close())

const disagreements = async (): Promise<string[]> => {
  return (await disagreementsIn(game.app.store)).map(({ table, at, problem }) => `${table}, ${at}: ${problem}`)
}

/** The first entry of a table: key and a copy of its value. */
function firstOf(table: string): { key: Buffer; value: Buffer } {
  const { main } = game.app.store
  for (const key of keysUnder(main, { prefix: keyOf(tableNamed(table)), limit: 1 })) {
    return { key, value: Buffer.from(main.getBinary(key) as Buffer) }
  }
  throw new Error(`nothing in ${table}`)
}

const put = (key: Buffer, value: Buffer | null): Promise<void> =>
  writeOrThrow(game.app.store, ({ db }) => {
    if (value === null) void db.remove(key)
    else void db.put(key, value)
  })

const flipped = (value: Buffer, at: number): Buffer => {
  const copy = Buffer.from(value)
  copy[at] = (copy[at] as number) ^ 1
  return copy
}
const nothing = Buffer.alloc(0)

describe('a store as windrow left it', () => {
  it('has nothing to find', async () => expect(await disagreements()).toEqual([]))
})

describe('what is derived', () => {
  const DERIVED: readonly string[] = [
    'row_by_id',
    'cell',
    'changed_at',
    'changed',
    'proposal_by_row',
    'proposal_by_status',
    'proposal_by_author',
    'proposal_pending',
    'user_by_name',
    'key_by_digest',
    'key_by_user',
    'session_by_user',
    'idempotency_expiry',
  ]
  it.each(DERIVED)('is found missing in %s and rebuilt', async (table) => {
    const { key } = firstOf(table)
    await put(key, null)
    expect(await disagreements()).toContainEqual(expect.stringMatching(new RegExp(`^${table}, `)))
    await repairStore(game.app.store, watching)
    expect(await disagreements()).toEqual([])
  })

  const STRAY: readonly [name: string, key: Buffer, value: Buffer][] = [
    ['row_by_id', keyOf('row_by_id', Buffer.from('ffffffffffffffff', 'hex')), Buffer.from([1, 0, 0, 0])],
    ['cell', keyOf('cell', u8(3), u32(999)), Buffer.alloc(64, 1)],
    ['changed', keyOf('changed', u48(5), u32(0)), nothing],
    ['changed_at', keyOf('changed_at', u32(999)), Buffer.alloc(6 * 513, 1)],
    ['head', keyOf('head', u32(300)), Buffer.from(encodeHeads({ manual: null, machine: null }))],
    ['proposal_by_row', keyOf(tableNamed('proposal_by_row'), u32(9), u32(9)), nothing],
    ['proposal_pending', keyOf(tableNamed('proposal_pending'), u32(9), u32(9)), Buffer.from('1')],
    ['user_by_name', keyOf(tableNamed('user_by_name'), 'nobody'), Buffer.from('1')],
    ['key_by_digest', keyOf(tableNamed('key_by_digest'), Buffer.alloc(32)), Buffer.from('1')],
    ['session_by_user', keyOf(tableNamed('session_by_user'), u32(1), Buffer.alloc(32)), nothing],
    ['idempotency_expiry', keyOf(tableNamed('idempotency_expiry'), u48(5), u32(1), 'x'), nothing],
  ]
  it.each(STRAY)('is found in %s where nothing should be, and taken away', async (table, key, value) => {
    await put(key, value)
    expect(await disagreements()).toContainEqual(expect.stringMatching(new RegExp(`^${table}, `)))
    await repairStore(game.app.store, watching)
    expect(await disagreements()).toEqual([])
    if (table !== 'changed_at') expect(game.app.store.main.doesExist(key)).toBe(false)
  })

  it('is found in changed where a chunk has another earliest time, which an earlier windrow did not note', async () => {
    await game.put(idOf(11), 'machine', 'Text {0} once more')
    const { timeMs } = latestChange(game.app.store.main, 0)
    const key = keyOf('changed', u48(timeMs), u32(0))
    const value = Buffer.from(game.app.store.main.getBinary(key) as Buffer)
    for (const [noted, problems] of [
      [flipped(value, 6), ['changed, chunk 0: is indexed with another earliest time than its own']],
      [value.subarray(0, 6), []],
    ] as const) {
      await put(key, noted)
      expect(await disagreements()).toEqual(problems)
      await repairStore(game.app.store, watching)
      expect(await disagreements()).toEqual([])
    }
  })

  it('is counted: cells, ids', async () => {
    const counts = firstOf('meta')
    expect(counts.key.toString('utf8', 1)).toBe('cell_counts')
    await put(counts.key, flipped(counts.value, 0))
    await put(keyOf('meta', 'next_user'), Buffer.from('1'))
    await put(keyOf('meta', 'next_ordinal'), Buffer.from('17'))
    expect(await disagreements()).toEqual([
      'meta, next_user: is 1, but 1 is given already',
      'meta, next_ordinal: is 17, but 600 is given already',
      expect.stringMatching(/^meta, cell_counts: cell \d+ is counted as \d+ rows and holds \d+$/),
    ])
    await repairStore(game.app.store, watching)
    expect(await disagreements()).toEqual([])
  })

  it('is right in content too: a bit of a cell, a head, its flag, a time of the future', async () => {
    const cell = firstOf('cell')
    await put(cell.key, flipped(cell.value, 9))
    const { machine, ...heads } = readHeads(game.app.store.main, 1)
    await writeOrThrow(game.app.store, ({ db }) =>
      putHeads(db, 1, { ...heads, machine: { ...(machine as Head), isInvalid: true } }),
    )
    const found = await disagreements()
    expect(found).toContainEqual(expect.stringMatching(/^cell, cell \d+, chunk \d+: row \d+ /))
    expect(found).toContain('head, row 1: machine head is marked invalid but its text keeps the markup of the source')
    await repairStore(game.app.store, watching)
    expect(await disagreements()).toEqual([])
  })
})

describe('heads', () => {
  it('that are gone give way to the revision before, and know what took a text away', async () => {
    const { main } = game.app.store
    const before = readHeads(main, 7)
    const withdrawn = readHeads(main, 10)
    await put(keyOf('head', u32(7)), null)
    await put(keyOf('head', u32(10)), null)
    expect(await disagreements()).toEqual([
      'head, row 7: machine head is missing',
      'head, row 10: machine was emptied by a revision other than its heads say',
    ])
    await repairStore(game.app.store, watching)
    expect(await disagreements()).toEqual([])
    expect(readHeads(main, 10)).toEqual(withdrawn)
    expect(readHeads(main, 7).machine).toMatchObject({ seq: 1, text: 'Text {0}' })
    expect(readRevisions(main, 7, 'machine')).toHaveLength(1)
    await writeOrThrow(game.app.store, ({ db }) => {
      putLatest(db, 7, readHeads(db, 7), 'machine', { ...(before.machine as Head), isInvalid: false })
    })
    await repairStore(game.app.store, watching)
    expect(await disagreements()).toEqual([])
  })
})

/** A record of a kind with other members. */
const withOther =
  (kind: Kind<unknown>, members: object) =>
  (value: Buffer, key: Buffer): Buffer => {
    const form = formAt(kind, key)
    return form.encode({ ...(form.decode(value, value.length) as object), ...members })
  }

describe('what is original', () => {
  const wrong = (at: number) => (value: Buffer) => flipped(value, at)
  /** As a windrow with a fault would write it. */
  const summed = (at: number, byte: number) => (value: Buffer) => {
    const record = Buffer.from(value.subarray(4))
    record[at] = byte
    return Buffer.from(withChecksum(record))
  }
  const ORIGINAL: readonly [table: string, name: string, change: (value: Buffer, key: Buffer) => Buffer][] = [
    ['row', 'a letter of a text', (value) => flipped(value, value.length - 1)],
    ['row', 'the header of a block', wrong(4)],
    ['row', 'the length of a block', (value) => value.subarray(0, -1)],
    ['head', 'a letter of a text', (value) => flipped(value, value.indexOf('Text'))],
    ['head', 'its checksum', wrong(3)],
    ['head', 'a status that there is not', summed(1, 7)],
    ['head', 'a length', (value) => value.subarray(0, -1)],
    ['revision', 'a letter of a text', (value) => flipped(value, value.indexOf('Text'))],
    ['revision', 'which members it has', wrong(5)],
    ['revision', 'a length', (value) => value.subarray(0, -1)],
    ['proposal', 'a status', withOther(PROPOSALS, { status: 'pendant' })],
    ['user', 'a member', withOther(USERS, { role: undefined })],
    ['key', 'a length', (value) => value.subarray(0, -1)],
    ['key', 'what is behind it', (value) => Buffer.concat([value, Buffer.from([1])])],
    ['import', 'damaged JSON', (value) => value.subarray(0, -1)],
    ['idempotency', 'a digest', withOther(ANSWERS, { bodyDigest: undefined })],
    ['quota', 'a number', () => Buffer.from('-1')],
    ['answer_bytes', 'a number', () => Buffer.from('-1')],
    ['file', 'a name', () => Buffer.from('7')],
    ['session', 'a member', withOther(SESSIONS, { userId: undefined })],
    ['retired', 'an id', (value) => value.subarray(1)],
    ['import', 'an id', withOther(IMPORTS, { id: 2 })],
    ['proposal', 'a letter of a text', (value) => flipped(value, value.indexOf('Neu'))],
    ['audit', 'an id', withOther(AUDIT_ENTRIES, { id: 2 })],
    ['proposal', 'an id', withOther(PROPOSALS, { id: 2 })],
    ['activity', 'a kind', withOther(ACTIVITIES, { kind: undefined })],
    ['import_rows', 'a place', (value) => value.subarray(1)],
  ]
  it.each(ORIGINAL)('is named when damaged (%s: %s) and left as it is by a repair', async (table, _, change) => {
    const { key, value } = firstOf(table)
    const damaged = change(value, key)
    await put(key, damaged)
    const before = await disagreements()
    expect(before).toContainEqual(expect.stringMatching(new RegExp(`^${table}, `)))
    await repairStore(game.app.store, watching)
    expect(Buffer.from(game.app.store.main.getBinary(key) as Buffer)).toEqual(damaged)
    await put(key, value)
    await repairStore(game.app.store, watching)
    expect(await disagreements()).toEqual([])
  })

  it('is a proposal that calls itself otherwise: its author’s pending one is the one that lies there', async () => {
    const { key, value } = firstOf('proposal')
    await put(key, withOther(PROPOSALS, { id: 7 })(value, key))
    expect(await disagreements()).toEqual([
      'proposal, proposal 1: calls itself proposal 7',
      'proposal_by_row, proposal 1: is missing',
      'proposal_by_status, proposal 1: is missing',
      'proposal_by_author, proposal 1: is missing',
      ...['proposal_by_row', 'proposal_by_status', 'proposal_by_author'].map(
        (table) => `${table}, proposal 1: belongs to no record`,
      ),
    ])
    await put(key, value)
    expect(await disagreements()).toEqual([])
  })

  it('is missed: a revision in the middle, a person that others name, a key of no table', async () => {
    const { main } = game.app.store
    const user = keyOf(tableNamed('user'), u32(1))
    const stored = Buffer.from(main.getBinary(user) as Buffer)
    await put(user, null)
    await put(Buffer.from([200, 1]), Buffer.from('?'))
    await put(
      keyOf('revision', u32(7), u8(1), u32(3)),
      Buffer.from(main.getBinary(keyOf('revision', u32(7), u8(1), u32(1))) as Buffer),
    )
    const found = await disagreements()
    expect(found).toContain('key, key 1: belongs to person 1, who is not stored')
    expect(found).toContain('proposal, proposal 1: is by person 1, who is not stored')
    expect(found).toContain('head, row 1, machine, revision 1: names person 1, who is not stored')
    expect(found).toContain('revision, row 7, machine, revision 1: names person 1, who is not stored')
    expect(found).toContain('revision, row 7, machine, revision 3: comes where revision 2 should be')
    expect(found).toContain('unknown, table 200: holds 1 entries of no known table')
    await put(keyOf('revision', u32(7), u8(1), u32(3)), null)
    await put(Buffer.from([200, 1]), null)
    await put(user, stored)
    await repairStore(game.app.store, watching)
    expect(await disagreements()).toEqual([])
  })
})

describe("the store's file", () => {
  const walk = (path: string): string | null => {
    const steps = fileDamage(path)
    for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
  }
  const copy = (name: string): string => {
    const path = join(game.folder, name)
    copyFileSync(dataFileOf(game.app.store.folder), path)
    return path
  }
  const overwrite = (path: string, at: number, bytes: Buffer): void =>
    void writeSync(openSync(path, 'r+'), bytes, 0, bytes.length, at)

  it('is whole', () => {
    expect(walk(copy('whole.mdb'))).toBeNull()
    expect(headerDamage(copy('whole.mdb'))).toBeNull()
  })

  it('is found cut short, wherever', () => {
    const size = readFileSync(dataFileOf(game.app.store.folder)).length
    let damage: string | null = null
    for (let to = size - 4096; to > 8192; to -= 20_480) {
      const path = copy('short.mdb')
      truncateSync(path, to)
      damage = headerDamage(path)
      // What lies at the end may be free pages: then nothing is lost.
      expect(damage ?? 'beyond the end of the file').toMatch(/beyond the end of the file|names page/)
      expect(damage === null).toBe(walk(path) === null)
    }
    expect(damage).not.toBeNull()
  })

  it('is found with a page overwritten, or one that carries another number', () => {
    const root = Number(readFileSync(dataFileOf(game.app.store.folder)).readBigUInt64LE(136))
    const path = copy('page.mdb')
    const newer = Number(readFileSync(path).readBigUInt64LE(4096 + 136))
    for (const page of [root, newer]) overwrite(path, page * 4096, Buffer.alloc(4096, 0x55))
    expect(walk(path)).toMatch(/^page \d+ is damaged: it carries another number$/)
    expect(headerDamage(path)).toMatch(/^page \d+ is damaged/)
  })

  it('is no store at all: said in a sentence, by the page check and at the start', () => {
    for (const [content, said] of [
      [Buffer.alloc(100_000, 7), 'page 0 is not the header of a store'],
      [Buffer.from('something else'), 'the file is too short for its header'],
    ] as const) {
      const folder = join(game.folder, `other${content.length}`)
      openStore(folder, systemClock)
        .close()
        .catch(() => {})
      const path = dataFileOf(folder)
      truncateSync(path, 0)
      overwrite(path, 0, content)
      expect(headerDamage(path)).toBe(said)
      expect(() => openStore(folder, systemClock)).toThrow(StoreUnusable)
    }
  })
})
