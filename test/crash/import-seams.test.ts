// An import that is killed before each of its transactions in turn: the store is as it was or as it will be, rows, flags and
// all, and the same import done again does all of it.
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importLocalized } from '../../src/app/import/import-localized.ts'
import { checkStore } from '../../src/app/upkeep/check-store.ts'
import { systemClock } from '../../src/base/time.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { revealedKey } from '../../src/store/file/aside.ts'
import { readHeads } from '../../src/store/rows/heads.ts'
import { readNextOrdinal } from '../../src/store/rows/ordinals.ts'
import { readRow } from '../../src/store/rows/read-rows.ts'
import { hasMoves, rowsWithSource } from '../../src/store/rows/same-source.ts'
import { openApp } from '../support/app-world.ts'
import { jsonLines } from '../support/game-files.ts'
import { temporaryFolder } from '../support/program.ts'

const program = join(import.meta.dirname, 'import-main.ts')
const rows = 1_300
const idOf = (row: number): string => (row + 1).toString(16).padStart(16, '0')
const some = (count: number, textOf: (row: number) => string) =>
  jsonLines(Array.from({ length: count }, (_, row) => ({ id: idOf(row), text: textOf(row) })))

/** Runs the import; true: it came to its end. */
const runs = (data: string, file: string, killedBefore: number): boolean =>
  spawnSync(process.execPath, [program, data, file, String(killedBefore)], { stdio: 'inherit' }).status === 0

/** What the store says of every row, and whether the import has been revealed while its marks, or its sources, still wait. */
async function stateOf(data: string): Promise<{ rows: string; isSettling: boolean; isMoving: boolean }> {
  const store = openStore(data, systemClock)
  const { main, files } = store
  try {
    const { disagreements } = await checkStore(store, { signal: new AbortController().signal, onStep: () => {} })
    expect(disagreements).toEqual([])
    const said: unknown[] = []
    for (let ordinal = 1; ordinal < readNextOrdinal(main); ordinal++) {
      const { machine } = readHeads(main, ordinal)
      const hash = readRow(main, files, ordinal)?.sourceHash
      said.push([hash, machine?.text, machine?.isInvalid, hash === undefined ? null : rowsWithSource(main, hash)])
    }
    return { rows: JSON.stringify(said), isSettling: main.doesExist(revealedKey), isMoving: hasMoves(main) }
  } finally {
    await store.close()
  }
}

test('an import that is killed before any of its transactions did nothing, or all', async () => {
  const { path: folder, remove } = temporaryFolder()
  const [data, untouched] = [join(folder, 'data'), join(folder, 'untouched')]
  const fileOf = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const first = fileOf(
    'main',
    some(rows, (row) => `Take {0}, ${row}`),
  )
  // Every second row loses the token that its translation has; the last ones go, and others come.
  const update = fileOf(
    'update',
    some(rows - 40, (row) => (row % 2 === 0 ? `Take it, ${row}` : `Take {0}, ${row}`)),
  )
  expect(runs(data, first, 0)).toBe(true)
  const app = openApp(data, systemClock)
  const texts = some(rows, (row) => `Візьми {0}, ${row}`)
  await importLocalized(app, { main: fileOf('texts', texts), dryRun: false, overwrite: false, overwriteAll: false })
  await app.store.close()
  cpSync(data, untouched, { recursive: true })
  const before = await stateOf(data)
  const found: Awaited<ReturnType<typeof stateOf>>[] = []
  for (let killedBefore = 1; ; killedBefore++) {
    rmSync(data, { recursive: true })
    cpSync(untouched, data, { recursive: true })
    const isDone = runs(data, update, killedBefore)
    found.push(await stateOf(data))
    if (isDone) break
    expect(runs(data, update, 0)).toBe(true)
    expect(await stateOf(data)).toMatchObject({ isSettling: false, isMoving: false })
  }
  const after = found.at(-1)?.rows
  expect(after).not.toBe(before.rows)
  const isNew = found.map((state) => state.rows === after)
  // First as it was, then as it is, and nothing else.
  expect(found.every((state, i) => state.rows === (isNew[i] === true ? after : before.rows))).toBe(true)
  expect(isNew).toEqual(isNew.toSorted((a, b) => Number(a) - Number(b)))
  expect(isNew.filter((each) => !each).length).toBeGreaterThan(4)
  expect(found.some(({ isSettling }) => isSettling)).toBe(true)
  expect(found.some(({ isMoving }) => isMoving)).toBe(true)
  remove()
})
