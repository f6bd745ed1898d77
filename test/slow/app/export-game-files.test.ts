// Translated game files (docs/game-files.md#writing; docs/rows.md#what-goes-into-the-game;
// docs/command-line.md#export): what goes in, what is counted, what is refused, and that nothing is left half done.
import { Refused, workSentence } from '../../../src/app/refused.ts'
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportGameFiles, type ExportGameFiles, type ExportOutcome } from '../../../src/app/export/export-game-files.ts'
import { exportTexts } from '../../../src/app/export/export-texts.ts'
import type { ExportTarget } from '../../../src/app/export/export-targets.ts'
import { heldTarget } from '../../../src/base/held-files.ts'
import { parseWorkFilter } from '../../../src/domain/work/work-filter.ts'
import { type GameStore, gameStore, idOf, type Texts, textsOf } from '../../support/game-store.ts'

const [A, B, C, D, E, F] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5), idOf(6)] as const
const MAIN: Texts = { [A]: 'One {0}', [B]: 'Two', [C]: 'Three', [D]: 'Four', [E]: '{0}' }
const DIFF: Texts = { [C]: 'Three, new', [D]: null, [F]: 'Six' }

let game: GameStore
let main: string
let diff: string
let out: string
beforeEach(async () => {
  game = gameStore()
  mkdirSync(join(game.folder, 'game'))
  main = game.container('game/map', MAIN)
  diff = game.container('game/map_diff', DIFF)
  out = join(game.folder, 'out')
  await game.importFiles({ main, diff })
})
afterEach(() => game.close())

const options = (): ExportGameFiles => ({ main, diff, out, force: false, level: 3, allowStale: false })

async function exported(change: Partial<ExportGameFiles> = {}): Promise<ExportOutcome> {
  const result = await exportGameFiles(game.app, { ...options(), ...change })
  if (!result.ok) throw new Refused(result.refusal)
  return result.value
}

async function refusal(change: Partial<ExportGameFiles> = {}): Promise<string> {
  const result = await exportGameFiles(game.app, { ...options(), ...change })
  if (result.ok) throw new Error('it was not refused')
  return workSentence(result.refusal)
}

it('translates only rows of a filter; the others keep what they would have without a translation', async () => {
  await game.put(A, 'machine', 'Один {0}', { model: 'x' })
  await game.put(B, 'machine', 'Два', { model: 'y' })
  const filter = parseWorkFilter(new URLSearchParams('layer=machine&model=x')).filter
  const { files } = await exported({ filter })
  expect(await textsOf(join(out, 'map'))).toEqual({ ...MAIN, [A]: 'Один {0}' })
  expect(files[0]).toMatchObject({ layers: { machine: 1 }, fallback: { outside_filter: 2, overlaid: 2 } })
  const dumpOf = async (text: 'game' | 'machine'): Promise<unknown[]> => {
    const to = join(game.folder, `${text}.jsonl`)
    await exportTexts(game.app, { to, format: 'jsonl', text, state: 'all', source: 'main', filter })
    return readFileSync(to, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { text: unknown }).text)
  }
  expect(await dumpOf('game')).toEqual(['Один {0}'])
  expect(await dumpOf('machine')).toEqual(['Один {0}'])
})

it('as another language, the files have the names of that language of the game', async () => {
  await game.put(A, 'machine', 'Один {0}')
  const { files } = await exported({ asLanguage: 'pt_br' })
  expect(files.map(({ path }) => path)).toEqual([
    join(out, 'translate_words_map_pt_br'),
    join(out, 'translate_words_map_pt_br_diff'),
  ])
  expect(await textsOf(join(out, 'translate_words_map_pt_br'))).toEqual({ ...MAIN, [A]: 'Один {0}' })
  expect(await refusal({ asLanguage: 'pt_br' })).toContain('translate_words_map_pt_br')
})

describe('an export of an untouched store', () => {
  it('is the game files byte for byte, and leaves them importable', async () => {
    const { files, warnings } = await exported()
    expect(readFileSync(join(out, 'map')).equals(readFileSync(main))).toBe(true)
    expect(readFileSync(join(out, 'map_diff')).equals(readFileSync(diff))).toBe(true)
    expect(warnings).toEqual([])
    expect(files.map(({ slot, entries, deletionMarkers }) => [slot, entries, deletionMarkers])).toEqual([
      ['main', 5, 0],
      ['diff', 3, 1],
    ])
    await exported({ main: join(out, 'map'), diff: join(out, 'map_diff'), out: join(game.folder, 'again') })
  })

  it('counts what keeps its text: without a translation, or replaced by the diff', async () => {
    const [ofMain, ofDiff] = (await exported()).files
    expect(ofMain?.fallback).toMatchObject({ untranslated: 3, overlaid: 2, template_differs: 0 })
    expect(ofDiff?.fallback).toMatchObject({ untranslated: 2, overlaid: 0, template_differs: 0 })
  })

  it('warns when the diff that was imported is left out', async () => {
    expect((await exported({ diff: null })).warnings).toEqual([expect.stringContaining('give it with --diff too')])
  })
})

describe('the text of an entry', () => {
  it('is the approved manual head, before the machine head', async () => {
    await game.put(A, 'machine', 'Einer {0}')
    await game.put(A, 'manual', 'Eins {0}')
    const { files } = await exported()
    expect((await textsOf(join(out, 'map')))[A]).toBe('Eins {0}')
    expect(files[0]?.layers).toEqual({ manual: 1, machine: 0 })
  })

  it.each([
    ['stale', { sourceHash: 'f'.repeat(64) }, 'Eins {0}'],
    ['a draft', { status: 'draft' }, 'Eins {0}'],
    ['invalid', {}, 'Eins'],
  ] as const)('is the machine head when the manual one is %s', async (_, revision, text) => {
    await game.put(A, 'machine', 'Einer {0}')
    await game.put(A, 'manual', text, revision)
    await exported()
    expect((await textsOf(join(out, 'map')))[A]).toBe('Einer {0}')
  })

  it.each([
    ['stale', { sourceHash: 'f'.repeat(64) }, 'Einer {0}'],
    ['rejected', { status: 'rejected' }, 'Einer {0}'],
    ['invalid', {}, 'Einer'],
    ['too_long', {}, `{0}${'ü'.repeat(32_768)}`],
  ] as const)('stays the source when the machine head is %s', async (reason, revision, text) => {
    await game.put(A, 'machine', text, revision)
    const { files } = await exported()
    expect(await textsOf(join(out, 'map'))).toEqual(MAIN)
    expect(files[0]?.fallback[reason]).toBe(1)
    expect(files[0]?.layers).toEqual({ manual: 0, machine: 0 })
  })

  it('may be 65,536 bytes long', async () => {
    const text = `{0}${'ü'.repeat(32_766)}x`
    await game.put(A, 'machine', text)
    await exported()
    expect((await textsOf(join(out, 'map')))[A]).toBe(text)
  })

  it('is a stale head only when asked for, and only while its markup fits', async () => {
    await game.put(A, 'machine', 'Alt {0}', { sourceHash: 'f'.repeat(64) })
    await game.put(E, 'machine', 'Alt', { sourceHash: 'f'.repeat(64) })
    const { files } = await exported({ allowStale: true })
    expect(await textsOf(join(out, 'map'))).toEqual({ ...MAIN, [A]: 'Alt {0}' })
    expect(files[0]?.layers).toEqual({ manual: 0, machine: 1 })
  })

  it('goes into the diff file alone when the source is the diff, and never into a deletion', async () => {
    await game.put(C, 'machine', 'Drei, neu')
    await game.put(D, 'machine', 'Vier')
    await game.put(F, 'manual', 'Sechs')
    const { files } = await exported()
    expect(await textsOf(join(out, 'map'))).toEqual(MAIN)
    expect(await textsOf(join(out, 'map_diff'))).toEqual({ [C]: 'Drei, neu', [D]: null, [F]: 'Sechs' })
    expect(files[0]?.fallback.overlaid).toBe(2)
    expect(files[1]?.layers).toEqual({ manual: 1, machine: 1 })
  })

  it('goes into both files when the diff repeats the main text', async () => {
    const same = game.container('game/map_same', { [B]: 'Two' })
    await game.importFiles({ diff: same })
    await game.put(B, 'machine', 'Zwei')
    await exported({ diff: same })
    expect((await textsOf(join(out, 'map')))[B]).toBe('Zwei')
    expect(await textsOf(join(out, 'map_same'))).toEqual({ [B]: 'Zwei' })
  })
})

describe('a template of another version', () => {
  it('keeps the texts that differ and counts them, with a warning above one in a hundred', async () => {
    await game.put(B, 'machine', 'Zwei')
    const other = game.container('game/other', { ...MAIN, [B]: 'Two, later', [idOf(9)]: 'Nine' })
    const { files, warnings } = await exported({ main: other })
    expect((await textsOf(join(out, 'other')))[B]).toBe('Two, later')
    expect(files[0]?.fallback.template_differs).toBe(2)
    expect(warnings).toEqual([expect.stringMatching(/2 entries of other .*windrow import --main other/)])
  })

  it('brings no warning for one in a hundred', async () => {
    const many: Record<string, string> = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [idOf(n + 1), `T ${n}`]),
    )
    const big = game.container('game/big', many)
    await game.importFiles({ main: big })
    await game.importFiles({ diff: game.container('game/none', { [idOf(200)]: 'x' }) })
    const other = game.container('game/big2', { ...many, [A]: 'changed' })
    const { files, warnings } = await exported({ main: other, diff: null })
    expect(files[0]?.fallback.template_differs).toBe(1)
    expect(warnings).toEqual([])
  })
})

describe('what is refused', () => {
  const untouched = (): void => {
    expect(readdirSync(game.folder)).not.toContain('out')
    expect(readdirSync(join(game.folder, 'game')).toSorted()).toEqual(['map', 'map_diff'])
  }

  it('a target that exists, unless forced', async () => {
    await exported()
    await game.put(A, 'machine', 'Einer {0}')
    expect(await refusal()).toMatch(/map exists; .*--force/)
    expect(readFileSync(join(out, 'map')).equals(readFileSync(main))).toBe(true)
    await exported({ force: true })
    expect((await textsOf(join(out, 'map')))[A]).toBe('Einer {0}')
  })

  it.each([
    ['its own folder', () => join(game.folder, 'game')],
    ['its own folder, spelled another way', () => join(game.folder, 'data', '..', 'game', '.')],
    [
      'a folder that links to its own',
      () => {
        symlinkSync(join(game.folder, 'game'), join(game.folder, 'link'))
        return join(game.folder, 'link')
      },
    ],
    [
      'a folder with a hard link to the template',
      () => {
        mkdirSync(join(game.folder, 'hard'))
        linkSync(main, join(game.folder, 'hard', 'map'))
        return join(game.folder, 'hard')
      },
    ],
    [
      'a folder with a link to the other template',
      () => {
        mkdirSync(join(game.folder, 'soft'))
        symlinkSync(main, join(game.folder, 'soft', 'map_diff'))
        return join(game.folder, 'soft')
      },
    ],
  ])('the template as target, forced or not: %s', async (_, folder) => {
    await game.put(A, 'machine', 'Einer {0}')
    const into = folder()
    const before = readFileSync(main)
    for (const force of [false, true])
      expect(await refusal({ out: into, force })).toContain('untouched game file itself')
    expect(readFileSync(main).equals(before)).toBe(true)
  })

  it('a file as folder, one name for both files, one file for both, files that are not there', async () => {
    expect(await refusal({ out: main })).toContain('name a folder')
    mkdirSync(join(game.folder, 'other'))
    const sameName = game.container('other/map', DIFF)
    expect(await refusal({ diff: sameName })).toContain('same name')
    expect(await refusal({ diff: main })).toContain('same file')
    expect(await refusal({ main: join(game.folder, 'nowhere') })).toContain('there is no file')
    expect(await refusal({ main: join(game.folder, 'game') })).toContain('is not a file')
  })

  it('files that do not belong together', async () => {
    const foreign = game.container('foreign', DIFF, 4)
    expect(await refusal({ diff: foreign })).toMatch(/does not belong to map.*found 4 shards, expected 3/)
    untouched()
  })

  it('a damaged template, main or diff, without leaving one of the two', async () => {
    await game.put(A, 'machine', 'Einer {0}')
    for (const slot of ['main', 'diff'] as const) {
      const bytes = readFileSync(slot === 'main' ? main : diff)
      const last = bytes.length - 1
      bytes[last] = (bytes[last] ?? 0) ^ 0xff
      const damaged = game.file('damaged', bytes)
      expect(await refusal({ [slot]: damaged })).toMatch(/damaged, block \d+ at byte \d+.*untouched file/)
      untouched()
    }
  })

  it('a text dump as template', async () => {
    expect(await refusal({ main: game.jsonl('map.jsonl', MAIN) })).toContain('map.jsonl')
    untouched()
  })

  it('a file that windrow made, even forced', async () => {
    await game.put(A, 'machine', 'Einer {0}')
    await exported()
    const made = { main: join(out, 'map'), out: join(game.folder, 'again') }
    const sentence = "a translated file made by windrow; use the game's untouched file"
    expect(await refusal(made)).toContain(sentence)
    expect(await refusal({ ...made, force: true })).toContain(sentence)
    expect(readdirSync(game.folder)).not.toContain('again')
    await exported({ ...made, main })
  })

  it('a file that carries our texts, from 20 changed rows on', async () => {
    for (const count of [19, 20]) {
      const numbers = Array.from({ length: count }, (_, n) => n + 1)
      const texts = Object.fromEntries(numbers.map((n) => [idOf(n), `Text ${n}`]))
      const big = game.container('game/big', texts)
      await game.importFiles({ main: big, diff: game.container('game/none', { [idOf(900)]: 'x' }) })
      for (const n of numbers) await game.put(idOf(n), 'machine', `Wort ${n}`)
      const ours = game.container(`game/ours${count}`, Object.fromEntries(numbers.map((n) => [idOf(n), `Wort ${n}`])))
      const into = { main: ours, diff: null, out: join(game.folder, `out${count}`) }
      if (count < 20) expect((await exported(into)).files[0]?.fallback.template_differs).toBe(19)
      else expect(await refusal(into)).toContain('made by windrow')
    }
  })
})

it('interrupted, it leaves no file and no folder behind', async () => {
  const interrupted = new AbortController()
  const exporting = exportGameFiles(game.app, {
    ...options(),
    signal: interrupted.signal,
    onProgress: () => interrupted.abort(),
  })
  await expect(exporting).rejects.toThrow('abort')
  expect(readdirSync(game.folder)).not.toContain('out')
})

it('leaves what else lies in the folder alone', async () => {
  mkdirSync(out)
  writeFileSync(join(out, 'notes.txt'), 'mine')
  await exported()
  expect(readdirSync(out).toSorted()).toEqual(['map', 'map_diff', 'notes.txt'])
})

describe('a target that another program has open', () => {
  const targets = (): ExportTarget[] => {
    mkdirSync(out)
    return (['main', 'diff'] as const).map((slot) => {
      const path = join(out, slot)
      writeFileSync(path, 'old')
      return { slot, template: main, pair: '', place: '', path }
    })
  }
  const inUse = async (path: unknown): Promise<void> => {
    if (String(path).endsWith('diff')) throw Object.assign(new Error('EBUSY: said by a stand-in'), { code: 'EBUSY' })
  }

  it('is found on Windows before the first one is replaced', async () => {
    const [free, held] = targets() as [ExportTarget, ExportTarget]
    expect(await heldTarget([free, held], 'win32', inUse)).toBe(held.path)
    expect(await heldTarget([free], 'win32', inUse)).toBeNull()
  })

  it('is looked for by renaming it to its own name, which changes nothing', async () => {
    const all = targets()
    expect(await heldTarget([...all, { path: join(out, 'new') }], 'win32')).toBeNull()
    expect(readdirSync(out).toSorted()).toEqual(['diff', 'main'])
    expect(readFileSync(all[0]?.path ?? '', 'utf8')).toBe('old')
  })

  it('can be replaced elsewhere', async () => expect(await heldTarget(targets(), 'linux', inUse)).toBeNull())
})
