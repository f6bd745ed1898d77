// What an import does between its parts: the references' half after the sources' half, one time for all, many file names.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportHooks, SlotRequest } from '../../../src/app/import/import-request.ts'
import { importLocalized } from '../../../src/app/import/import-localized.ts'
import { addUser } from '../../../src/app/people/manage-users.ts'
import type { Role } from '../../../src/domain/vocabulary.ts'
import { keyOf, u32 } from '../../../src/store/file/keyspace.ts'
import { putOfKind } from '../../../src/store/records/kind.ts'
import { USERS } from '../../../src/store/records/people-and-keys.ts'
import { readHeads } from '../../../src/store/rows/heads.ts'
import { freshen } from '../../../src/store/view.ts'
import { imports } from '../../../src/store/records/imports.ts'
import { changedAt } from '../../../src/store/rows/changes.ts'
import { readReference } from '../../../src/store/rows/references.ts'
import { readRow } from '../../../src/store/rows/read-rows.ts'
import { type AppWorld, openAppWorld } from '../../support/app-world.ts'
import { jsonLines } from '../../support/game-files.ts'
import { DOUBTS_END, importSlots } from '../../support/import-slots.ts'

let world: AppWorld
beforeEach(() => (world = openAppWorld()))
afterEach(() => world.close())

const id = (number: number): string => number.toString(16).padStart(16, '0')

function file(name: string, texts: Readonly<Record<number, string>> | string): SlotRequest {
  const path = join(world.folder, name)
  const lines =
    typeof texts === 'string'
      ? texts
      : jsonLines(Object.entries(texts).map(([n, text]) => ({ id: id(Number(n)), text })))
  writeFileSync(path, lines)
  return { path }
}

async function imported(
  slots: Partial<Record<'main' | 'diff' | 'reference', SlotRequest>>,
  hooks: Partial<ImportHooks> = {},
  userId: number | null = null,
) {
  return await importSlots(world.app, slots, { ...DOUBTS_END, userId }, hooks)
}

const storeOf = () => world.app.store.main
const sourceAt = (ordinal: number): string | undefined => readRow(storeOf(), world.app.store.files, ordinal)?.main?.text

test('an interruption leaves sources and references as they were, and nothing aside', async () => {
  await imported({ main: file('main', { 1: 'One' }), reference: file('zh', { 1: '一' }) })
  const entries = (): string[] =>
    Array.from(storeOf().getRange({ start: Buffer.from([0]) }), ({ key, value }) =>
      Buffer.concat([key, Buffer.from(value)]).toString('hex'),
    )
  const before = entries()
  const slots = { main: file('main2', { 1: 'Uno', 2: 'Due' }), reference: file('zh2', { 1: '壹' }) }
  for (const moment of ['reading zh2', 'comparing rows', 'comparing references', 'writing rows']) {
    const abort = new AbortController()
    const onProgress = (what: string): void => {
      if (what === moment) abort.abort()
    }
    await expect(imported(slots, { signal: abort.signal, onProgress })).rejects.toThrow(/aborted/)
    freshen(world.app.store)
    expect(entries()).toEqual(before)
  }
  await imported(slots)
  expect([sourceAt(1), sourceAt(2), readReference(storeOf(), 1)?.main]).toEqual(['Uno', 'Due', '壹'])
})

test('who loses the right while all lies aside changes nothing', async () => {
  const { app } = world
  await imported({ main: file('main', { 1: 'One' }) })
  const added = await addUser(app, null, { name: 'Owner', role: 'super_admin', password: null })
  if (!added.ok) throw new Error('no user was made')
  const user = added.value
  const become = (role: Role): void => {
    app.store.main.transactionSync(() =>
      putOfKind(app.store.main, USERS, keyOf(USERS.table, u32(user.id)), user, { ...user, role }),
    )
  }
  const onProgress = (what: string): void => {
    if (what === 'comparing rows') become('moderator')
  }
  const sources = { main: file('main2', { 1: 'Uno', 2: 'Due' }) }
  await expect(imported(sources, { onProgress }, user.id)).rejects.toThrow('may not import')
  await expect(imported(sources, {}, user.id)).rejects.toThrow('may not import')
  become('super_admin')
  const localized = {
    main: (file('uk', { 1: 'Один' }) as { path: string }).path,
    overwrite: false,
    overwriteAll: false,
    dryRun: false,
    authorId: user.id,
  }
  const demoted = importLocalized(app, { ...localized, onProgress: () => become('moderator') })
  await expect(demoted).rejects.toThrow('may not import')
  freshen(app.store)
  expect([sourceAt(1), sourceAt(2), readHeads(storeOf(), 1).machine]).toEqual(['One', undefined, null])
  become('super_admin')
  await importLocalized(app, localized)
  expect(readHeads(storeOf(), 1).machine?.text).toBe('Один')
})

test('a damaged reference is found before anything is written', async () => {
  await imported({ main: file('main', { 1: 'One' }) })
  const slots = { main: file('main2', { 1: 'Uno' }), reference: file('zh', '{"id":"x","text":"y"}\n') }
  await expect(imported(slots)).rejects.toThrow(/zh, line 1/)
  expect(sourceAt(1)).toBe('One')
})

test('all rows that one import changes get one time, and it stands once in the list of imports', async () => {
  const onProgress = (): void => {
    world.clock.ms += 1_000
  }
  const slots = { main: file('main', { 1: 'One', 2: 'Two' }), reference: file('zh', { 2: '二' }) }
  await imported(slots, { onProgress })
  expect(changedAt(storeOf(), 1)).toBe(changedAt(storeOf(), 2))
  const all = [...imports(storeOf())]
  expect(all.map(({ files }) => files.map(({ slot, fileName }) => [slot, fileName]))).toEqual([
    [
      ['main', 'main'],
      ['reference', 'zh'],
    ],
  ])
  expect(all[0]?.report).toMatchObject({ rows: { added: 2 }, reference: { added: 1 } })
})

const extractorLine = (number: number, name: string): string =>
  `"${number}";"${name}";"1";"1";"1";"0";"${id(number)}";"Text ${number}"\r\n`
const extractorHead = 'Number;File;All Blocks;Work Blocks;Current Block;Unknown;ID;OriginalText\r\n'

test('rows keep the file and number that their dump names', async () => {
  const lines = [7, 8, 9].map((number) => extractorLine(number, `part_${number % 2}`))
  await imported({ main: file('dump.csv', extractorHead + lines.join('')) })
  const places = [1, 2, 3].map((ordinal) => readRow(storeOf(), world.app.store.files, ordinal)?.main)
  expect(places.map((slot) => [slot?.fileName, slot?.number])).toEqual([
    ['part_1', 7],
    ['part_0', 8],
    ['part_1', 9],
  ])
})

test('more files than a row can name are refused, and nothing is written', async () => {
  const lines = Array.from({ length: 65_536 }, (_, n) => extractorLine(n + 1, `file ${n}`))
  await expect(imported({ main: file('dump.csv', extractorHead + lines.join('')) })).rejects.toThrow(
    /more than 65535 different files/,
  )
  expect(sourceAt(1)).toBeUndefined()
  await imported({ main: file('less.csv', extractorHead + lines.slice(0, 65_535).join('')) })
  expect(readRow(storeOf(), world.app.store.files, 65_535)?.main?.fileName).toBe('file 65534')
})
