// A game whose texts have keys, driven as its team would (docs/another-game.md): a folder of files in, translations, the same files out.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../../src/cli/cli.ts'
import { testWorld } from '../../support/cli-world.ts'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'windrow-another-game-'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

const PATHS = new Set(['--main', '--localized', '--out'])

/** Paths are those in the folder of the test. */
async function windrow(...argv: string[]) {
  const world = testWorld(cwd, { WINDROW_PORT: '0' })
  const code = await runCli(
    argv.map((word, at) => (PATHS.has(argv[at - 1] ?? '') ? join(cwd, word) : word)),
    world,
  )
  return { code, ...world.written }
}

async function answer(...argv: string[]) {
  const { code, stdout, stderr } = await windrow(...argv, '--json')
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return JSON.parse(stdout)
}

const GAME: Readonly<Record<string, string>> = {
  'ui/menu.json': `{
  // The main menu
  "menu": { "start": "Start the game", "volume": "Volume: {0}%" },
  "credits": ["Made by {name}", "Thanks to all"],
  "version": 3
}
`,
  'items.csv': '\uFEFFkey,text,notes\r\nsword,"The sword of %s, the bold",x\r\nbow,A long bow,\r\n',
  'quests.po': `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#: quests.c:12
msgctxt "quest"
msgid "Bring <b>three</b> eggs"
msgstr ""
`,
  'dialogue.xliff': `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
 <file source-language="en" target-language="uk" datatype="plaintext" original="d">
  <body>
   <trans-unit id="hello">
    <source>Hello, traveller &amp; friend</source>
   </trans-unit>
  </body>
 </file>
</xliff>
`,
  'icon.png': 'not a text \u0000',
}

const writeGame = (folder: string, files = GAME): void => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(cwd, folder, name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, text)
  }
}
const read = (...path: string[]): string => readFileSync(join(cwd, ...path), 'utf8')

describe('a game with keyed texts', () => {
  it('comes in as a folder of four formats, and goes out as it came', async () => {
    writeGame('game')
    expect(await answer('import', '--profile', 'generic', '--main', 'game')).toMatchObject({
      rows: { added: 8 },
      markup: 'printf,braces,tags',
    })
    await windrow('user', 'add', 'Olena', '--role', 'admin')
    const { rows } = await answer('rows', '--as', 'Olena')
    expect(rows.map(({ key }: { key: string }) => key).toSorted()).toEqual(
      [
        'bow',
        'credits.0',
        'credits.1',
        'hello',
        'menu.start',
        'menu.volume',
        'quest\u0004Bring <b>three</b> eggs',
        'sword',
      ].toSorted(),
    )
    expect((await windrow('rows', '--as', 'Olena')).stdout).toMatch(/Volume: \{0\}%.*\[key: menu\.volume\]/)
    await answer('export', '--main', 'game', '--out', 'out')
    for (const [name, text] of Object.entries(GAME)) {
      if (name !== 'icon.png') expect(read('out', name)).toBe(text)
    }
  })

  it('takes texts through the gate, and puts them into their places only', async () => {
    writeGame('game')
    await answer('import', '--profile', 'generic', '--main', 'game')
    writeGame('uk', {
      ...GAME,
      'ui/menu.json': `{"menu": {"start": "Почати гру", "volume": "Гучність"}, "credits": ["Зробили {name}", "Дякуємо всім"]}`,
      'items.csv': 'key;text\nsword;"Меч %s, сміливця"\nbow;Довгий лук\n',
      'quests.po': (GAME['quests.po'] ?? '').replace(/msgstr ""\n$/, 'msgstr "Принеси <b>три</b> яйця"\n'),
      'dialogue.xliff': (GAME['dialogue.xliff'] ?? '').replace(
        '</source>',
        '</source><target>Вітаю, мандрівнику &amp; друже</target>',
      ),
    })
    expect(await answer('import', '--localized', 'uk')).toMatchObject({
      localized: { written: 8, invalid: 1, unknown: 0 },
    })
    await answer('export', '--main', 'game', '--out', 'out')
    expect(read('out', 'ui/menu.json')).toBe(
      (GAME['ui/menu.json'] ?? '')
        .replace('Start the game', 'Почати гру')
        .replace('Made by {name}', 'Зробили {name}')
        .replace('Thanks to all', 'Дякуємо всім'),
    )
    expect(read('out', 'items.csv')).toBe(
      (GAME['items.csv'] ?? '')
        .replace('The sword of %s, the bold', 'Меч %s, сміливця')
        .replace('A long bow', 'Довгий лук'),
    )
    expect(read('out', 'quests.po')).toBe(
      (GAME['quests.po'] ?? '').replace(/msgstr ""\n$/, 'msgstr "Принеси <b>три</b> яйця"\n'),
    )
    expect(read('out', 'dialogue.xliff')).toContain('<target>Вітаю, мандрівнику &amp; друже</target>')

    const again = await windrow('import', '--main', 'out')
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('a translated file made by windrow')])
  })

  it('makes translations stale by an update, never lost', async () => {
    writeGame('game')
    await answer('import', '--profile', 'generic', '--main', 'game/items.csv')
    writeFileSync(join(cwd, 'uk.csv'), 'key,text\nbow,Довгий лук\n')
    await answer('import', '--localized', 'uk.csv')
    writeFileSync(join(cwd, 'items.csv'), 'key,text\nsword,A sword\nbow,A very long bow\nspear,A spear\n')
    expect(await answer('import', '--main', 'items.csv')).toMatchObject({
      rows: { added: 1, changed: 2, retired: 0 },
      heads_now_stale: 1,
    })
  })

  it('says what is wrong and where, and changes nothing', async () => {
    writeGame('game', { 'a.json': '{"a": "A", "b": {"c": "C"}, "b": {"c": "D"}}\n' })
    const twice = await windrow('import', '--profile', 'generic', '--main', 'game/a.json')
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringMatching(/a\.json, line 1: .*b\.c/)])
    writeFileSync(join(cwd, 'shape.txt'), 'start = Start\n')
    const shape = await windrow('import', '--main', 'shape.txt')
    expect([shape.code, shape.stderr]).toEqual([1, expect.stringMatching(/its shape is not known.*XLIFF/s)])
    const format = await windrow('import', '--main', 'shape.txt', '--format', 'csv')
    expect([format.code, format.stderr]).toEqual([2, expect.stringContaining('formats of Where Winds Meet')])
  })

  it('keeps its profile once it has rows, and a store of the first game too', async () => {
    writeGame('game')
    await answer('import', '--profile', 'generic', '--main', 'game/items.csv')
    const back = await windrow('setting', 'set', 'profile', 'where-winds-meet')
    expect([back.code, back.stderr]).toEqual([1, expect.stringContaining('keeps its profile')])
    const dry = await windrow('import', '--markup', 'printf,tags', '--main', 'game/items.csv', '--dry-run')
    expect([dry.code, dry.stderr]).toEqual([2, expect.stringContaining('windrow setting set markup printf,tags')])
  })
})

const corpus = process.env['WINDROW_CORPUS'] ?? ''
describe.runIf(existsSync(join(corpus, 'openloco')))('the texts of real games', () => {
  it('come in as JSON with keys, and the shipped German goes out in its places', async () => {
    const pairs = gunzipSync(readFileSync(join(corpus, 'openloco', 'de.jsonl.gz')))
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [string, string])
    const file = (side: 0 | 1): string =>
      `${JSON.stringify(Object.fromEntries(pairs.map((pair, at) => [`STR_${at}`, pair[side]])), null, 2)}\n`
    writeFileSync(join(cwd, 'en.json'), file(0))
    writeFileSync(join(cwd, 'de.json'), file(1))
    expect(await answer('import', '--profile', 'generic', '--main', 'en.json')).toMatchObject({
      rows: { added: pairs.length },
      markup: expect.stringMatching(/\bbraces\b/),
    })
    const { localized } = await answer('import', '--localized', 'de.json')
    expect(localized.written + localized.source_equal).toBe(pairs.length)
    expect(localized.invalid).toBeLessThan(pairs.length / 100)
    const { layers, fallback } = await answer('export', '--main', 'en.json', '--out', 'out')
    expect(layers.machine).toBe(localized.written - localized.invalid)
    expect(fallback.invalid).toBe(localized.invalid)
    const [out, english] = [JSON.parse(read('out', 'en.json')), JSON.parse(file(0))]
    const changed = Object.keys(out).filter((key) => out[key] !== english[key]).length
    expect(changed).toBe(layers.machine)
    cpSync(join(cwd, 'out', 'en.json'), join(cwd, 'kept.json'))
    expect(read('kept.json').split('\n').length).toBe(file(0).split('\n').length)
  })

  it('come in as a table, and go from one version of the game to the next: what was translated from an older text stays out', async () => {
    type Texts = ReadonlyMap<string, string>
    const over = (texts: Texts, name: string): Texts => {
      const next = new Map(texts)
      for (const line of readFileSync(join(corpus, 'pixel-dungeon', name), 'utf8')
        .trim()
        .split('\n')) {
        const { id, text, deleted } = JSON.parse(line) as { id: string; text: string; deleted?: true }
        if (deleted) next.delete(id)
        else next.set(id, text)
      }
      return next
    }
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`
    const table = (texts: Texts): string =>
      ['key,text', ...Array.from(texts, ([key, text]) => `${key},${cell(text)}`), ''].join('\r\n')
    const before = over(new Map(), 'main.jsonl')
    const ours = over(new Map(), 'main.uk.jsonl')
    const after = over(before, 'diff-2.jsonl')
    for (const [name, texts] of Object.entries({ before, ours, after }))
      writeFileSync(join(cwd, `${name}.csv`), table(texts))

    const first = await answer('import', '--profile', 'generic', '--main', 'before.csv', '--localized', 'ours.csv')
    expect(first.rows.added).toBe(before.size)
    expect(first.localized.invalid).toBeLessThan(before.size / 100)
    const update = await answer('import', '--main', 'after.csv')
    const changed = [...after].filter(([key, text]) => before.has(key) && before.get(key) !== text)
    expect(update.rows).toMatchObject({
      added: [...after.keys()].filter((key) => !before.has(key)).length,
      changed: changed.length,
      retired: [...before.keys()].filter((key) => !after.has(key)).length,
    })
    expect(update.heads_now_stale).toBeGreaterThan(0)
    await answer('export', '--main', 'after.csv', '--out', 'out')
    const out = read('out', 'after.csv')
    for (const [key, text] of changed) expect(out).toContain(`${key},${cell(text)}\r\n`)
    const kept = [...after].filter(([key, text]) => before.get(key) === text && ours.get(key) !== text)
    const translated = kept.filter(([key]) => out.includes(`${key},${cell(ours.get(key) ?? '')}\r\n`))
    expect(translated.length).toBeGreaterThan(kept.length * 0.99)
  })
})
