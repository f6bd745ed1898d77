// A game's folder as it lies in its repository (docs/another-game.md#a-project): what windrow takes for what, and what comes out.
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'
import { endOf, testWorld } from '../../support/cli-world.ts'

const { at, write: file, read, run: windrow, type, done, json: answer } = cliFolder()

type Files = Readonly<Record<string, string>>
function write(files: Files): void {
  for (const [name, text] of Object.entries(files)) file(`game/${name}`, text)
}
const json = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`
const importGame = (...more: string[]) =>
  answer('import', '--profile', 'generic', '--main', 'game', '--target-language', 'uk', ...more)

async function sources(): Promise<Readonly<Record<string, string>>> {
  await windrow('user', 'add', 'Olena', '--role', 'admin')
  const { rows } = await answer('rows', '--as', 'Olena', '--state', 'all', '--limit', '100')
  return Object.fromEntries(rows.map((row: { key: string; source_text: string }) => [row.key, row.source_text]))
}

async function translate(texts: Readonly<Record<string, string>>): Promise<void> {
  await windrow('user', 'add', 'Olena', '--role', 'admin')
  const { rows } = await answer('rows', '--as', 'Olena', '--state', 'all', '--limit', '100')
  const lines = rows.flatMap(({ row_id, key }: { row_id: string; key: string }) =>
    texts[key] === undefined ? [] : [JSON.stringify({ row_id, text: texts[key] })],
  )
  const written = await type(lines.join('\n'), 'write', '--as', 'Olena', '--model', 'm', '--overwrite')
  expect(written).toMatchObject({ code: 0 })
}

const mod = (name: string): Files => ({
  [`${name}/manifest.json`]: json({
    Name: name,
    Author: 'A',
    Version: '1.0.0',
    UniqueID: `A.${name}`,
    EntryDll: 'M.dll',
  }),
  [`${name}/content.json`]: json({
    Format: '2.0.0',
    Changes: [{ Action: 'Load', Target: 'Maps/Town', FromFile: 'a.png' }],
  }),
  [`${name}/i18n/default.json`]: json({ start: `Start ${name}`, end: 'The end' }),
  [`${name}/i18n/de.json`]: json({ start: 'Beginnen', end: 'Ende' }),
})

describe('forty mods in one folder', () => {
  it('give their texts only, what people have done comes in, and each file gets the name of its language', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `Mod${String(at).padStart(2, '0')}`)
    for (const name of names) write(mod(name))
    write({ 'Mod00/i18n/uk.json': json({ start: 'Почати' }), 'Mod01/i18n/uk.json': '{"start": "Поч' })
    const argv = ['import', '--profile', 'generic', '--main', 'game', '--target-language', 'uk']
    const { code, stdout, stderr } = await windrow(...argv)
    expect([code, stdout]).toEqual([0, expect.stringMatching(/80 texts, all new\n1 translation taken in/)])
    expect(stderr).toMatch(/English: 40 files, 80 texts, the first is Mod00\/i18n\/default\.json/)
    expect(stderr).toMatch(/Ukrainian: 2 files, 1 done; Mod00\/i18n\/default\.json becomes Mod00\/i18n\/uk\.json/)
    expect(stderr).toMatch(/left out: 40 files of other languages \(de\)/)
    expect(stderr).toMatch(/left out: 40 manifests \(Mod00\/manifest\.json, …\)/)
    expect(stderr).toMatch(/^warning: Mod01\/i18n\/uk\.json, line 1: /m)
    await answer('export', '--main', 'game', '--out', 'out')
    expect(read('out', 'Mod00/i18n/uk.json')).toBe(json({ start: 'Почати', end: 'The end' }))
    for (const [name, text] of Object.entries(mod('Mod00'))) expect(read('out', name)).toBe(text)
    expect(read('out', 'Mod39/i18n/uk.json')).toBe(read('game', 'Mod39/i18n/default.json'))

    rmSync(at('game', 'Mod01/i18n/uk.json'))
    write({ 'Mod00/i18n/default.json': json({ start: 'Start anew', end: 'The end', more: 'More' }) })
    const next = await answer('import', '--main', 'game')
    expect(next).toMatchObject({ rows: { added: 1, changed: 1, retired: 0 }, heads_now_stale: 1 })
    // The text that lies there is of the old source.
    expect(next.localized).toMatchObject({ written: 0 })
    expect((await windrow('setting', 'get', 'source_language')).stdout).toBe('en\n')
    await done('export', '--main', 'game', '--out', 'game', '--force')
    expect(read('game', 'Mod00/i18n/de.json')).toBe(json({ start: 'Beginnen', end: 'Ende' }))
  })
})

it('reads no file of another language as a translation, and tells nothing of it', async () => {
  const twice = '{"a": "Un", "a": "Une", "old": "Vieux"}'
  write({ 'lang/en.json': json({ a: 'One text' }), 'lang/uk.json': json({ a: 'Один текст' }) })
  write({ 'lang/fr.json': twice, 'lang/tok.json': twice })
  const { warnings, localized } = await importGame()
  expect(warnings).toEqual([])
  expect(localized).toMatchObject({ written: 1, unknown: 0 })
})

it('leaves out by name what the system or a reader refuses, and takes and writes all else', async () => {
  const long = `${'x'.repeat(250)}.json`
  write({ 'ok.json': json({ a: 'One text' }), 'OK.json': json({ b: 'Two texts' }), [long]: json({ c: 'A long name' }) })
  write({ 'sub/deep/more.json': json({ d: 'Deep down' }), 'empty/.keep': '' })
  symlinkSync('..', at('game', 'sub', 'loop'))
  file('game/junk.json', Buffer.from('00ff10fe9c8b', 'hex'))
  // A name that is no UTF-8 cannot be opened by the name that the system gives.
  writeFileSync(Buffer.concat([Buffer.from(at('game/b')), Buffer.from([0xff]), Buffer.from('.json')]), '{}')
  const { warnings, rows } = await importGame()
  expect(rows).toMatchObject({ total: 4, added: 4 })
  expect(warnings.join('\n')).toMatch(/b\uFFFD\.json: can't be read \(ENOENT\)/)
  expect(warnings.join('\n')).toMatch(/junk\.json, line 1: /)
  await translate({ a: 'Один текст', b: 'Два тексти', c: 'Довга назва', d: 'Глибоко' })
  await answer('export', '--main', 'game', '--out', 'out')
  expect([
    read('out', 'ok.json'),
    read('out', 'OK.json'),
    read('out', long),
    read('out', 'sub/deep/more.json'),
  ]).toEqual([json({ a: 'Один текст' }), json({ b: 'Два тексти' }), json({ c: 'Довга назва' }), json({ d: 'Глибоко' })])
  expect(readdirSync(at('out')).toSorted()).toEqual(['OK.json', 'junk.json', 'ok.json', 'sub', long].toSorted())
})

it('tells in one line how far a folder is, each time it is read and written', async () => {
  for (const name of ['a', 'b', 'c']) write({ [`${name}.json`]: json({ start: `Start ${name}` }) })
  await importGame()
  for (const argv of [
    ['import', '--main', 'game'],
    ['export', '--main', 'game', '--out', 'out'],
  ]) {
    let now = 0
    const clock = { nowMs: () => 0, monotonicMs: () => (now += 2_000) }
    const terminal = { ...testWorld(at(), { WINDROW_PORT: '0' }, '', clock), isTty: true }
    const paths = argv.map((word, i) => (i > 1 && !word.startsWith('-') ? at(word) : word))
    const { code, stderr: bar } = await endOf(paths, terminal)
    expect(code).toBe(0)
    expect(bar).toMatch(/reading the folder \[.* 2 of 3 files/)
    if (argv[0] === 'export') expect(bar).toMatch(/writing \[.* 3 of 3 files/)
  }
})

const po = (...entries: readonly (readonly [string, string])[]): string =>
  [
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"',
    ...entries.map(([id, text]) => `msgid "${id}"\nmsgstr "${text}"`),
  ].join('\n\n')

describe('what a folder holds', () => {
  it.each<[string, Files, Readonly<Record<string, string>>, string]>([
    [
      'Minecraft',
      {
        'src/assets/mod/lang/en_us.json': json({ 'item.sword': 'Sword', 'item.bow': 'Bow' }),
        'src/assets/mod/lang/uk_ua.json': json({ 'item.sword': 'Меч' }),
        'src/assets/mod/lang/qya_aa.json': json({ 'item.sword': 'Macil', 'item.bow': 'Quinga' }),
        'src/assets/mod/models/sword.json': json({ parent: 'item/handheld', textures: { layer0: 'mod:item/sword' } }),
        'src/fabric.mod.json': json({ id: 'mod', version: '1.2.0', name: 'The mod', license: 'MIT' }),
      },
      { 'item.sword': 'Sword', 'item.bow': 'Bow' },
      'src/assets/mod/lang/uk_ua.json',
    ],
    [
      'a folder a language',
      {
        'Localization/English/ui.txt': 'key\ttext\nstart\tStart\n',
        'Localization/Ukrainian/ui.txt': 'key\ttext\nstart\tПочати\n',
        'Localization/Polish/ui.txt': 'key\ttext\nstart\tZacznij\n',
      },
      { start: 'Start' },
      'Localization/Ukrainian/ui.txt',
    ],
    [
      'gettext',
      {
        'locale/game.pot': po(['Start', ''], ['End', '']),
        'locale/uk/LC_MESSAGES/game.po': po(['Start', 'Почати'], ['End', '']),
        'locale/de/LC_MESSAGES/game.po': po(['Start', 'Beginnen'], ['End', '']),
      },
      { Start: 'Start', End: 'End' },
      'locale/uk/LC_MESSAGES/game.po',
    ],
    [
      'a table of several languages',
      { 'texts.csv': 'keys,en,uk,de\nSTART,Start,Почати,Beginnen\nEND,"The end",,Ende\n', 'readme.txt': 'Read me' },
      { START: 'Start', END: 'The end' },
      'texts.csv',
    ],
    [
      'upper case',
      { 'TEXT/EN.JSON': json({ a: 'One' }), 'TEXT/FR.JSON': json({ a: 'Un' }) },
      { a: 'One' },
      'TEXT/UK.JSON',
    ],
  ])('%s: sources, what is already done, and all else as it was', async (_, files, expected, out) => {
    write(files)
    const { localized } = await importGame()
    const isThere = files[out] !== undefined
    expect(localized?.written).toBe(isThere ? 1 : undefined)
    expect(await sources()).toEqual(expected)
    await answer('export', '--main', 'game', '--out', 'out')
    expect(existsSync(at('out', out))).toBe(true)
    for (const [name, text] of Object.entries(files)) if (name !== out) expect(read('out', name)).toBe(text)
  })

  it('writes a translation into the column of its language', async () => {
    write({ 'texts.csv': 'keys,en,uk,de\nSTART,Start,Почати,Beginnen\nEND,"The end",,Ende\n' })
    await importGame()
    await translate({ END: 'Кінець' })
    await answer('export', '--main', 'game', '--out', 'out')
    expect(read('out', 'texts.csv')).toBe('keys,en,uk,de\nSTART,Start,Почати,Beginnen\nEND,"The end",Кінець,Ende\n')
  })

  it('refuses to write over another language, and says which option helps', async () => {
    write({ 'texts.csv': 'id,en-US,de-DE\nSTART,Start,Beginnen\n' })
    expect((await importGame()).warnings.join()).toMatch(
      /no column for uk \(of other languages: de-DE\).*target_column/,
    )
    await translate({ START: 'Почати' })
    const refused = await windrow('export', '--main', 'game', '--out', 'out')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/no column for uk.*target_column/)])
    await windrow('setting', 'set', 'target_column', 'de-DE')
    await answer('export', '--main', 'game', '--out', 'out')
    expect(read('out', 'texts.csv')).toBe('id,en-US,de-DE\nSTART,Start,Почати\n')
  })
})

describe('who knows better', () => {
  const files = {
    'data/items.json': json({ sword: { name: 'Sword', note: 'Only for us', sprite: 'sword_01' } }),
    'data/old/items.json': json({ sword: { name: 'Blade' } }),
  }

  it('says it by patterns, which later imports keep', async () => {
    write(files)
    await importGame('--skip', 'old', '--keys', '*.name')
    expect(await sources()).toEqual({ 'sword.name': 'Sword' })
    write({ 'data/items.json': json({ sword: { name: 'Sword', note: 'Others too' }, bow: { name: 'Bow' } }) })
    expect((await answer('import', '--main', 'game')).rows).toMatchObject({ total: 2, added: 1, changed: 0 })
    await translate({ 'bow.name': 'Лук' })
    const { fallback } = await answer('export', '--main', 'game', '--out', 'out')
    expect([fallback.template_differs, read('out', 'data/items.json')]).toEqual([
      0,
      json({ sword: { name: 'Sword', note: 'Others too' }, bow: { name: 'Лук' } }),
    ])
  })

  it('is asked on a terminal, and no one else is', async () => {
    write(files)
    const argv = ['import', '--profile', 'generic', '--main', at('game')]
    const asked = (typed: string) =>
      endOf(argv, { ...testWorld(at(), { WINDROW_PORT: '0' }, typed), isTty: true, ask: async () => [] })
    const no = await asked('n\n')
    expect([no.code, no.stderr]).toEqual([
      1,
      expect.stringMatching(/import these files\? \[Y\/n\].*nothing was imported; .*--only/s),
    ])
    expect((await asked('y\n')).code).toBe(0)
    const again = await asked('n\n')
    expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('[Y/n]')])
  })

  it('has to say the source where several languages may be it', async () => {
    write({
      'lang/de.json': json({ a: 'Eins' }),
      'lang/fr.json': json({ a: 'Un' }),
      'lang/uk.json': json({ a: 'Один' }),
    })
    const argv = ['import', '--profile', 'generic', '--main', 'game', '--target-language', 'uk']
    const refused = await windrow(...argv)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/which language is the source; found de, fr.*--source-language/),
    ])
    expect((await answer(...argv, '--source-language', 'fr')).localized).toMatchObject({ written: 1 })
    expect(await sources()).toEqual({ a: 'Un' })
  })

  it('cannot say it of the first game', async () => {
    write({ 'a.json': json({ a: 'One' }) })
    const { code, stderr } = await windrow('import', '--main', 'game/a.json', '--only', 'a.json')
    expect([code, stderr]).toEqual([2, expect.stringContaining('--profile generic')])
    expect(readdirSync(at())).toContain('game')
  })
})
