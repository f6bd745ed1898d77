// What real files of the game showed (docs/game-files.md): a diff exported alone, exact progress, leftovers of exports that
// were killed, files that change under the reader, files in the wrong place, and dumps whose line breaks are spelled out.
import { Refused, workSentence } from '../../../src/app/refused.ts'
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportGameFiles } from '../../../src/app/export/export-game-files.ts'
import { openGameText } from '../../../packages/formats/src/open-game-text.ts'
import { type GameStore, gameStore, idOf, type Texts, textsOf } from '../../support/game-store.ts'
import { DOUBTS_END, importSlots } from '../../support/import-slots.ts'

let game: GameStore
beforeEach(() => (game = gameStore()))
afterEach(() => game.close())

const many = (count: number, textOf: (n: number) => string): Texts =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [idOf(n + 1), textOf(n)]))

async function imports(
  files: { main?: string; reference?: string },
  choices: object = DOUBTS_END,
): Promise<readonly string[]> {
  const given = Object.fromEntries(Object.entries(files).map(([slot, path]) => [slot, { path }]))
  return (await importSlots(game.app, given, choices)).warnings.map((warning) => workSentence(warning))
}

async function exports(files: { main?: string; diff?: string }, onProgress?: (done: number, total: number) => void) {
  const out = join(game.folder, 'out')
  const request = { main: null, diff: null, ...files, out, force: true, level: 3, allowStale: false }
  const result = await exportGameFiles(game.app, onProgress === undefined ? request : { ...request, onProgress })
  if (!result.ok) throw new Refused(result.refusal)
  return result.value
}

describe('an export', () => {
  const main = (): string =>
    game.container(
      'map',
      many(3_000, (n) => `Line ${n}`),
      64,
    )

  it('is of the diff alone for a team that works on nothing else', async () => {
    const diff = game.container('map_diff', { [idOf(1)]: 'One', [idOf(2)]: 'Two' })
    await game.importFiles({ diff })
    await game.put(idOf(1), 'machine', 'Eins')
    expect((await exports({ diff })).files.map(({ slot }) => slot)).toEqual(['diff'])
    expect(await textsOf(join(game.folder, 'out', 'map_diff'))).toEqual({ [idOf(1)]: 'Eins', [idOf(2)]: 'Two' })
  })

  it('counts up to exactly the entries of its files', async () => {
    const files = { main: main(), diff: game.container('map_diff', { [idOf(1)]: 'New', [idOf(2)]: null }, 64) }
    await game.importFiles(files)
    const seen: (readonly [number, number])[] = []
    await exports(files, (done, total) => seen.push([done, total]))
    expect(new Set(seen.map(([, total]) => total))).toEqual(new Set([3_002]))
    expect(seen.at(-1)).toEqual([3_002, 3_002])
    expect(seen.every(([done], i) => done >= (seen[i - 1]?.[0] ?? 0))).toBe(true)
  })

  it('clears what killed ones left beside its files, and nothing else', async () => {
    const out = join(game.folder, 'out')
    mkdirSync(out)
    // No process has this number: it is above what systems give.
    const [dead, alive] = [2 ** 30, process.ppid]
    const left = [`.map.${dead}.windrow`, `..map.${dead}.windrow.${dead}.part`, `.map.${dead}.part`]
    const others = [`.map.${alive}.windrow`, `.other.${dead}.windrow`, 'map.bak', `.map.${dead}.txt`]
    for (const name of [...left, ...others]) writeFileSync(join(out, name), 'x')
    const template = main()
    await game.importFiles({ main: template })
    await exports({ main: template })
    expect(left.filter((name) => existsSync(join(out, name)))).toEqual([])
    expect(others.filter((name) => existsSync(join(out, name)))).toEqual(others)
  })
})

describe('an import warns', () => {
  const texts = (word: string, count = 300): string =>
    game.jsonl(
      word,
      many(count, (n) => `${word} ${n}`),
    )

  it('when most rows have another source than before', async () => {
    await imports({ main: texts('Line') })
    await expect(imports({ main: texts('Other') })).rejects.toThrow('300 of 300 rows would have another source')
    expect(await imports({ main: texts('Other') }, {})).toEqual([expect.stringContaining('is this the right file')])
    const some = many(300, (n) => (n < 140 ? `Third ${n}` : `Other ${n}`))
    expect(await imports({ main: game.jsonl('some', some) })).toEqual([])
  })

  it('when the texts are those of the stored reference', async () => {
    await imports({ main: texts('Line'), reference: texts('行') })
    expect(await imports({ main: texts('行') }, {})).toEqual([expect.stringContaining('is this the Chinese file?')])
  })

  it.each([
    ['a dump that spells out its line breaks', ['One\\nTwo', 'Three'], ['as two characters']],
    ['not where a line feed is there as well', ['One\\nTwo', 'Three\nFour'], []],
    ['not where there is neither', ['One', 'Two'], []],
  ])('of %s', async (_says, lines, warnings) => {
    const file = game.jsonl(
      'main',
      many(lines.length, (n) => lines[n] as string),
    )
    const said = await imports({ main: file })
    expect(said).toEqual(warnings.map((warning) => expect.stringContaining(warning)))
    for (const sentence of said) expect(sentence).toContain(JSON.stringify('One\\nTwo'))
  })
})

describe('a file that changes while it is read', () => {
  const readAll = async (path: string, change: () => void): Promise<string> => {
    const text = await openGameText(path, { role: 'source', skipDamaged: false })
    change()
    try {
      for await (const _ of text.entries());
    } catch (error) {
      return (error as Error).message
    }
    throw new Error('it was read to its end')
  }

  it.each([
    ['is cut off', (path: string) => truncateSync(path, readFileSync(path).length - 40)],
    [
      'is replaced by another',
      (path: string) =>
        writeFileSync(
          path,
          readFileSync(
            game.container(
              'new',
              many(9, (n) => `Newer ${n}`),
              4,
            ),
          ),
        ),
    ],
  ])('%s: the sentence says what to do, and blames nobody', async (_says, change) => {
    const path = game.container(
      'map',
      many(500, (n) => `Line ${n}`),
      16,
    )
    const said = await readAll(path, () => change(path))
    expect(said).toMatch(/map( changed while it was being read; wait|.*(a block runs past its end))/)
    expect(said).not.toContain('fault of windrow')
  })
})
