// What an import does between its parts: the references' half after the sources' half, one time for all, many file names.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type ImportHooks,
  ImportRefused,
  importGameFiles,
  type SlotRequest,
} from '../../../src/app/import-game-files.ts'
import { imports } from '../../../src/store/audit.ts'
import { changedAt } from '../../../src/store/changes.ts'
import { readReference, readRow, TooManyFiles } from '../../../src/store/rows.ts'
import { type AppWorld, openAppWorld } from '../../support/app-world.ts'
import { jsonLines } from '../../support/game-files.ts'

let world: AppWorld
beforeEach(() => {
  world = openAppWorld()
})
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
) {
  const all = { main: null, diff: null, reference: null, reference_diff: null, ...slots }
  const options = { format: null, isDryRun: false, allowRetire: false, skipDamaged: false, force: false, userId: null }
  const common = { signal: new AbortController().signal, onRow: null, onProgress: () => {} }
  return await importGameFiles(world.app, { slots: all, ...options }, { ...common, ...hooks })
}

const storeOf = () => world.app.store.main
const sourceAt = (ordinal: number): string | undefined => readRow(storeOf(), world.app.store.files, ordinal)?.main?.text

test('an interruption between sources and references says what is in and what is not', async () => {
  await imported({ main: file('main', { 1: 'One' }), reference: file('zh', { 1: '一' }) })
  const abort = new AbortController()
  const onProgress = (what: string): void => {
    if (what === 'reading zh2') abort.abort()
  }
  const slots = { main: file('main2', { 1: 'Uno' }), reference: file('zh2', { 1: '壹' }) }
  const interrupted = imported(slots, { signal: abort.signal, onProgress })
  await expect(interrupted).rejects.toThrow(ImportRefused)
  await expect(interrupted).rejects.toThrow(/interrupted; main and diff are imported, the references are as they were/)
  expect([sourceAt(1), readReference(storeOf(), 1)?.main]).toEqual(['Uno', '一'])
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

test('more files than a row can name are refused, and nothing is written', { timeout: 30_000 }, async () => {
  const lines = Array.from({ length: 65_536 }, (_, n) => extractorLine(n + 1, `file ${n}`))
  await expect(imported({ main: file('dump.csv', extractorHead + lines.join('')) })).rejects.toThrow(TooManyFiles)
  expect(sourceAt(1)).toBeUndefined()
  await imported({ main: file('less.csv', extractorHead + lines.slice(0, 65_535).join('')) })
  expect(readRow(storeOf(), world.app.store.files, 65_535)?.main?.fileName).toBe('file 65534')
})
