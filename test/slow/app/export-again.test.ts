// A second export (docs/game-files.md#writing): blocks packed before are taken, whatever happened to them, and nothing is
// written where nothing changed.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportGameFiles, type ExportGameFiles, type ExportOutcome } from '../../../src/app/export/export-game-files.ts'
import { Refused } from '../../../src/app/refused.ts'
import { parseWorkFilter } from '../../../src/domain/work/work-filter.ts'
import { type GameStore, gameStore, idOf, textsOf } from '../../support/game-store.ts'

const TEXTS = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [idOf(n + 1), `Text ${n}`]))
const long = new Date('2026-01-02T03:04:05Z')

let game: GameStore
let main: string
let packed: string
beforeEach(async () => {
  game = gameStore()
  mkdirSync(join(game.folder, 'game'))
  main = game.container('game/map', TEXTS)
  packed = join(game.app.store.folder, 'packed')
  await game.importFiles({ main })
  await game.put(idOf(1), 'machine', 'Текст 0')
})
afterEach(() => game.close())

async function exported(folder: string, change: Partial<ExportGameFiles> = {}): Promise<ExportOutcome> {
  const out = join(game.folder, folder)
  const request = { main, diff: null, out, force: true, level: 3, allowStale: false, ...change }
  const result = await exportGameFiles(game.app, request)
  if (!result.ok) throw new Refused(result.refusal)
  return result.value
}
const bytesOf = (folder: string): Buffer => readFileSync(join(game.folder, folder, 'map'))
const keptFiles = (): string[] => readdirSync(packed).toSorted()

describe('blocks packed before', () => {
  it('are taken, so that another export keeps none anew', async () => {
    await exported('one')
    const kept = keptFiles()
    expect(kept).toEqual([expect.stringMatching(/^\d+-\d+\.blocks$/)])
    await exported('two')
    expect(keptFiles()).toEqual(kept)
    expect(bytesOf('two')).toEqual(bytesOf('one'))
  })

  it('are of their level', async () => {
    await exported('one')
    await exported('two', { level: 19 })
    expect(keptFiles()).toHaveLength(2)
  })

  it.each([
    ['flipped', (path: string) => writeFileSync(path, Buffer.from(readFileSync(path)).fill(0x55, 20, 40))],
    ['cut', (path: string) => truncateSync(path, statSync(path).size - 9)],
    ['empty', (path: string) => truncateSync(path, 0)],
  ])('may be %s: they are packed again', async (_, damage) => {
    await exported('one')
    damage(join(packed, keptFiles()[0] ?? ''))
    await exported('two')
    expect(bytesOf('two')).toEqual(bytesOf('one'))
    expect(keptFiles()).toHaveLength(2)
  })

  it('need no folder', async () => {
    await exported('one')
    rmSync(packed, { recursive: true })
    writeFileSync(packed, 'a file')
    await exported('two')
    expect(bytesOf('two')).toEqual(bytesOf('one'))
  })

  it('leave when there are too many, and with them what killed exports left', async () => {
    mkdirSync(packed)
    for (let n = 1; n <= 70; n++) writeFileSync(join(packed, `${1_000_000_000_000 + n}-1.blocks`), 'x')
    writeFileSync(join(packed, '1000000000000-999999999.part'), 'x')
    await exported('one')
    const kept = keptFiles()
    expect(kept).toHaveLength(65)
    expect(kept[0]).toBe('1000000000007-1.blocks')
  })
})

describe('an export with nothing changed', () => {
  const touch = (folder: string): void => utimesSync(join(game.folder, folder, 'map'), long, long)
  const isTouched = (folder: string): boolean => statSync(join(game.folder, folder, 'map')).mtimeMs === long.getTime()

  it('leaves the files alone and tells the same', async () => {
    const first = await exported('one')
    touch('one')
    expect(await exported('one')).toEqual({ ...first, isSame: true })
    expect(isTouched('one')).toBe(true)
  })

  it('still asks before it replaces a file', async () => {
    await exported('one')
    await expect(exported('one', { force: false })).rejects.toThrow('--force')
  })

  it.each<[string, () => unknown, Partial<ExportGameFiles>]>([
    ['a translation', () => game.put(idOf(2), 'machine', 'Текст 1'), {}],
    ['the file', () => writeFileSync(join(game.folder, 'one', 'map'), 'x'), {}],
    ['the file that went', () => rmSync(join(game.folder, 'one', 'map')), {}],
    ['the template', () => game.container('game/map', { ...TEXTS, [idOf(999)]: 'More' }), {}],
    ['the level', () => undefined, { level: 1 }],
    ['the rule for stale texts', () => undefined, { allowStale: true }],
  ])('is none after a change of %s', async (_, act, change) => {
    await exported('one')
    touch('one')
    await act()
    expect((await exported('one', change)).isSame).toBe(false)
    expect(isTouched('one')).toBe(false)
  })

  it('is not remembered for a filter, which may look at more than the store', async () => {
    const { filter } = parseWorkFilter(new URLSearchParams('layer=machine'))
    await exported('one', { filter })
    expect((await exported('one', { filter })).isSame).toBe(false)
  })

  it('has the texts of the store', async () => {
    await exported('one')
    await exported('one')
    expect((await textsOf(join(game.folder, 'one', 'map')))[idOf(1)]).toBe('Текст 0')
  })
})
