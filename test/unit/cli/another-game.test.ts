// A game whose texts have keys, driven as its team would (docs/another-game.md): a folder of files in, translations, the same files out.
import { cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'
import { corpus, dumpPath, packedPairs, readDump } from '../../support/corpus.ts'

const { at, write, read, run: windrow, json: answer } = cliFolder()

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
  for (const [name, text] of Object.entries(files)) write(`${folder}/${name}`, text)
}

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
    write('uk.csv', 'key,text\nbow,Довгий лук\n')
    await answer('import', '--localized', 'uk.csv')
    write('items.csv', 'key,text\nsword,A sword\nbow,A very long bow\nspear,A spear\n')
    expect(await answer('import', '--main', 'items.csv')).toMatchObject({
      rows: { added: 1, changed: 2, retired: 0 },
      heads_now_stale: 1,
    })
    expect(await answer('export', '--filter', 'layer=machine', '--to', at('machine.jsonl'))).toMatchObject({
      rows: 1,
    })
  })

  it('says what is wrong and where, and changes nothing', async () => {
    writeGame('game', { 'a.json': '{"a": "A", "b": {"c": "C"\n' })
    const cut = await windrow('import', '--profile', 'generic', '--main', 'game/a.json')
    expect([cut.code, cut.stderr]).toEqual([1, expect.stringMatching(/a\.json, line 2: .*the end of the file/)])
    write('shape.txt', 'start = Start\n')
    writeGame('game', { 'b.json': '{"b": "B"}' })
    const shape = await windrow('import', '--profile', 'generic', '--main', 'shape.txt')
    expect([shape.code, shape.stderr]).toEqual([1, expect.stringMatching(/does not know this kind of file.*XLIFF/s)])
    write('tables/frogs.csv', '"frog","0"\r\n"Ada","A frog"\r\n')
    for (const name of ['tables/frogs.csv', 'tables']) {
      const { code, stderr } = await windrow('import', '--profile', 'generic', '--main', name)
      expect([code, stderr]).toEqual([1, expect.stringMatching(/which columns .*; found ".*frog.*": .*--key-column/)])
    }
    const format = await windrow('import', '--profile', 'generic', '--main', 'game/b.json', '--format', 'csv')
    expect([format.code, format.stderr]).toEqual([2, expect.stringContaining('formats of Where Winds Meet')])
  })

  it.each([
    ['{"": "x"}', /has no readable text; found a\.json, line 1: a text without a key/],
    ['{}', /has no readable text; found no text/],
    [`{"a": "${'x'.repeat(70_000)}"}`, /has no readable text; found a\.json, line 1: .*"a"/],
    ['key,text\ra,A\r', /its lines end in CR alone/],
    [Buffer.from('key\ttext\n', 'utf16le'), /text in UTF-16; save it as UTF-8/],
    [Buffer.from('\uFEFFkey\ttext\nx', 'utf16le').subarray(0, -1), /the UTF-16 text is cut off/],
    [
      Buffer.from(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=windows-1251\\n"\n\nmsgid "\xE0"\nmsgstr ""\n',
        'latin1',
      ),
      /found "windows-1251", .*iconv -f windows-1251 -t utf-8/,
    ],
  ])('refuses a file of which nothing can be read, and says why: %.30j', async (content, why) => {
    write('a.json', content)
    const { code, stderr } = await windrow('import', '--profile', 'generic', '--main', 'a.json')
    expect([code, stderr]).toEqual([1, expect.stringMatching(why)])
  })

  it('leaves damaged and foreign files of a folder out by name, and copies them', async () => {
    const foreign = {
      'bad.json': '{"a": "A"\n',
      'deep/log.txt': 'nobody wants this',
      'empty.csv': '',
    }
    writeGame('game', { 'a.json': '{"a": "A"}', ...foreign })
    write('game/readme.txt', Buffer.from([0xcf, 0xf0, 0x0a]))
    symlinkSync(at('game', 'a.json'), at('game', 'link.json'))
    const { code, stderr } = await windrow('import', '--profile', 'generic', '--main', 'game')
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^warning: bad\.json, line 2: /m)])
    expect(stderr).toMatch(/^warning: readme\.txt, line 1: /m)
    expect(stderr.match(/.*(?:left out|link).*/g)).toEqual([
      'left out: 2 damaged files (bad.json, …)',
      'left out: 2 files of an unknown kind (deep/log.txt, …)',
      'left out: 1 link (link.json)',
    ])
    await answer('export', '--main', 'game', '--out', 'out')
    for (const [name, text] of Object.entries(foreign)) expect(read('out', name)).toBe(text)
    expect(readFileSync(at('out', 'readme.txt'))).toEqual(Buffer.from([0xcf, 0xf0, 0x0a]))

    rmSync(at('game', 'a.json'))
    const alone = await windrow('import', '--main', 'game')
    expect([alone.code, alone.stderr]).toEqual([1, expect.stringMatching(/bad\.json, line 2/)])
  })

  it('tells once what a folder has beside its texts, though its translations are read from it, too', async () => {
    const texts = { 'en/a.json': '{"a": "Hello"}', 'uk/a.json': '{"a": "Привіт"}' }
    writeGame('game', { ...texts, 'en/bad.json': '{', 'uk/b.csv': 'foo,bar,baz\n1,Hi,there\n' })
    const game = ['--profile', 'generic', '--target-language', 'uk', '--main', 'game']
    const { stdout, stderr } = await windrow('import', ...game)
    expect(stdout).toContain('1 translation taken in')
    expect(stderr.match(/.*(?:unknown kind|damaged).*/g)).toEqual([
      'left out: 1 damaged file (en/bad.json)',
      'left out: 1 file of an unknown kind (uk/b.csv)',
    ])
  })

  it('keeps the rows of a file that an update of the folder breaks, and says so until it is whole', async () => {
    const po = (...entries: string[]): string =>
      ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"', ...entries].join('\n\n')
    const entry = (id: string): string => `msgid "${id}"\nmsgstr ""`
    const whole = {
      'a.json': '{"a": "Alpha", "b": "Beta"}',
      'b.json': '{"c": "Gamma", "d": "Delta"}',
      'c.po': po(entry('One'), entry('Two')),
      'd.csv': 'key,text\ne,Epsilon\n',
      'e.json': '{"f": "Phi", "g": "Gamma"}',
      'f.json': '{"h": "Eta"}',
    }
    writeGame('game', whole)
    await answer('import', '--profile', 'generic', '--main', 'game')
    writeGame('game', {
      ...whole,
      'b.json': '{"c": "Gamma",',
      'c.po': po(entry('One'), 'msgid "T\\q"\nmsgid "wo"\nmsgstr ""'),
      'd.csv': '',
      'e.json': String.raw`{"f": "P\ud83d"}`,
    })
    const kept = await answer('import', '--main', 'game')
    // g is gone from a file that can be read.
    expect(kept.rows).toMatchObject({ total: 9, unchanged: 9, retired: 1, changed: 0 })
    expect(kept.warnings).toContainEqual(
      expect.stringMatching(/^files that gave texts before can't be read completely now: 3 \(.*\); .*import again$/),
    )
    rmSync(at('game', 'a.json'))
    symlinkSync(at('game', 'b.json'), at('game', 'a.json'))
    expect((await answer('import', '--main', 'game')).rows).toMatchObject({ total: 9, retired: 0 })
    rmSync(at('game', 'a.json'))
    writeGame('game', { ...whole, 'b.json': '{"c": "Gamma"}' })
    const mended = await answer('import', '--main', 'game')
    expect([mended.rows, mended.warnings.join()]).toMatchObject([
      { retired: 1, back: 1 },
      expect.not.stringMatching(/gave texts before/),
    ])
  })

  it('says of each file what the game gets, in words and without zeros', async () => {
    writeGame('game', {
      'en/a.json': '{"a": "One", "b": "Two"}',
      'uk/a.json': '{"a": "Один"}',
      'en/b.json': '{"c": "Three"}',
    })
    await windrow('import', '--profile', 'generic', '--main', 'game', '--target-language', 'uk')
    const { stdout } = await windrow('export', '--main', 'game', '--out', 'out')
    expect(stdout.replaceAll(`${at()}/`, '')).toMatch(
      new RegExp(
        String.raw`^wrote out/uk/a\.json: 1 text translated \(1 by machine\), 1 as the game has it \(1 without a translation\)
wrote out/uk/b\.json: no text translated, 1 as the game has it \(1 without a translation\)
wrote out/en/a\.json: as the game has it`,
      ),
    )
  })

  it('is never overwritten by a dump, alone or in its folder', async () => {
    writeGame('game', { 'en/a.json': '{"a": "One"}' })
    writeGame('.', { 'b.json': '{"a": "One"}' })
    for (const [game, file] of [
      ['game', 'game/en/a.json'],
      ['b.json', 'b.json'],
    ] as const) {
      await windrow('import', '--profile', 'generic', '--main', game, '--data', `data-${game}`)
      const dump = await windrow('export', '--to', file, '--data', `data-${game}`)
      expect([dump.code, dump.stderr]).toEqual([
        1,
        expect.stringContaining('is a game file; give another name with --to'),
      ])
      expect((await windrow('export', '--to', 'dump.jsonl', '--data', `data-${game}`)).code).toBe(0)
    }
    expect(read('b.json')).toBe('{"a": "One"}')
  })

  it('says of many files how many were written', async () => {
    writeGame('game', Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.json`, `{"a": "Text ${at}"}`])))
    const first = await windrow('import', '--profile', 'generic', '--main', 'game')
    expect(first.stdout).toMatch(/^30 texts, all new\ndone in/)
    const { stdout } = await windrow('export', '--main', 'game', '--out', 'out')
    expect(stdout).toMatch(
      /^wrote 30 files, the first is .*0\.json: no text translated, 30 as the game has them \(30 without a translation\)\ndone/,
    )
  })

  it('says what a folder without a file of its kinds has', async () => {
    writeGame('game', { 'tl/script.rpy': 'label start:', 'tl/b.rpy': '', 'a.txt': 'x' })
    const { code, stderr } = await windrow('import', '--profile', 'generic', '--main', 'game')
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/has no file of a kind that windrow knows; found \.rpy \(2\), \.txt \(1\), .*XLIFF/),
    ])
  })

  it.each(['utf16le', 'utf16be'])('reads and writes UTF-16 by its mark: %s', async (encoding) => {
    const bytes = (text: string): Buffer => {
      const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
      return encoding === 'utf16le' ? little : little.swap16()
    }
    const xliff = (body: string): string =>
      `<?xml version="1.0" encoding="UTF-16"?>\n<xliff version="1.2"><file><body><trans-unit id="b"><source>B</source>${body}</trans-unit></body></file></xliff>`
    write('game/a.txt', bytes('key\ttext\r\na\tA\r\n'))
    write('game/b.xlf', bytes(xliff('')))
    write('uk/a.txt', 'key\ttext\na\tА\n')
    write('uk/b.xlf', bytes(xliff('<target>Б</target>')))
    await answer('import', '--profile', 'generic', '--main', 'game', '--localized', 'uk')
    await answer('export', '--main', 'game', '--out', 'out')
    expect(readFileSync(at('out', 'a.txt'))).toEqual(bytes('key\ttext\r\na\tА\r\n'))
    expect(readFileSync(at('out', 'b.xlf'))).toEqual(bytes(xliff('<target>Б</target>')))
  })

  it('takes no guess of a PO file for a translation, and clears the mark of what it writes', async () => {
    const po = (comments: string, text: string): string =>
      `msgid ""\nmsgstr ""\n\n${comments}msgid "Bread"\nmsgstr "${text}"\n\n#, fuzzy\nmsgid "Wheat"\nmsgstr "Жито"\n`
    write('uk.po', po('#, fuzzy\n#| msgid "Beard"\n', 'Борода'))
    await answer('import', '--profile', 'generic', '--main', 'uk.po')
    const { localized, warnings } = await answer('import', '--localized', 'uk.po')
    expect([localized.written, warnings]).toEqual([
      0,
      ['uk.po, line 7: a text that is marked as fuzzy is left out (×2)'],
    ])
    write('done.po', po('', 'Хліб'))
    await answer('import', '--localized', 'done.po')
    await answer('export', '--main', 'uk.po', '--out', 'out')
    expect(read('out', 'uk.po')).toBe(po('', 'Хліб'))
  })

  it('knows the markup that a format has by itself: a text without an element of its source is refused', async () => {
    const xliff = (target: string): string =>
      `<xliff version="1.2"><file><body><trans-unit id="a"><source>Hit <x id="PH" equiv-text="{0}"/>!</source>${target}</trans-unit></body></file></xliff>`
    const script = (text: string): string => `translate uk start:\n\n    # e "Hi, [name]!"\n    e "${text}"\n`
    const map = (text: string): string =>
      `{"autoplayBgm":true,"bgm":{"name":"Town1"},"displayName":${JSON.stringify(text)},"events":[]}`
    writeGame('game', { 'a.xlf': xliff(''), 'tl/uk/a.rpy': script(''), 'data/Map001.json': map('Old mill') })
    writeGame('bad', { 'a.xlf': xliff('<target>Бий!</target>'), 'tl/uk/a.rpy': script('Вітаю!') })
    writeGame('uk', {
      'a.xlf': xliff('<target>Бий <x id="PH" equiv-text="{0}"/>!</target>'),
      'tl/uk/a.rpy': script('Вітаю, [name]!'),
      'data/Map001.json': map('Старий млин'),
    })
    expect(await answer('import', '--profile', 'generic', '--main', 'game')).toMatchObject({ rows: { total: 3 } })
    expect((await answer('import', '--localized', 'bad', '--dry-run')).localized).toMatchObject({ invalid: 2 })
    expect((await answer('import', '--localized', 'uk')).localized).toMatchObject({ written: 3, invalid: 0 })
    await answer('export', '--main', 'game', '--out', 'out')
    for (const file of ['a.xlf', 'tl/uk/a.rpy', 'data/Map001.json']) {
      expect(read('out', file)).toBe(read('uk', file))
    }
  })

  it('makes of a template of gettext the file of its language, and of keys their texts', async () => {
    const pot =
      'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=CHARSET\\n"\n\nmsgid "tree"\nmsgid_plural "trees"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    const keys = 'msgid "MENU_START"\nmsgstr "Start"\n'
    await answer('setting', 'set', 'target_language', 'uk')
    writeGame('game', { 'po/game.pot': pot, 'en.po': keys })
    expect(await answer('import', '--profile', 'generic', '--main', 'game')).toMatchObject({ rows: { total: 4 } })
    const plural = 'msgid "tree"\nmsgid_plural "trees"\nmsgstr[0] "дерево"\nmsgstr[1] "дерева"\nmsgstr[2] "дерев"\n'
    writeGame('uk', { 'po/game.pot': plural, 'en.po': keys.replace('Start', 'Почати') })
    expect((await answer('import', '--localized', 'uk')).localized).toMatchObject({ written: 4 })
    await answer('export', '--main', 'game', '--out', 'out')
    expect(read('out', 'uk.po')).toBe(keys.replace('Start', 'Почати'))
    expect(read('out', 'po/uk.po')).toMatch(
      /^msgid ""[^]*charset=UTF-8[^]*Language: uk[^]*nplurals=3;[^]*\[2\] "дерев"\n$/,
    )
  })

  it('keeps its profile once it has rows, and a store of the first game too', async () => {
    writeGame('game')
    await answer('import', '--profile', 'generic', '--main', 'game/items.csv')
    const back = await windrow('setting', 'set', 'profile', 'where-winds-meet')
    expect([back.code, back.stderr]).toEqual([1, expect.stringContaining('already holds another game (generic)')])
    const dry = await windrow('import', '--markup', 'printf,tags', '--main', 'game/items.csv', '--dry-run')
    expect([dry.code, dry.stderr]).toEqual([2, expect.stringContaining('windrow setting set markup printf,tags')])
  })
})

describe.runIf(corpus !== undefined)('the texts of real games', () => {
  it('come in as JSON with keys, and the shipped German goes out in its places', async () => {
    const pairs = packedPairs('openloco', 'de')
    const file = (side: 0 | 1): string =>
      `${JSON.stringify(Object.fromEntries(pairs.map((pair, at) => [`STR_${at}`, pair[side]])), null, 2)}\n`
    write('en.json', file(0))
    write('de.json', file(1))
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
    cpSync(at('out', 'en.json'), at('kept.json'))
    expect(read('kept.json').split('\n').length).toBe(file(0).split('\n').length)
  })

  it('come in as a table, and go from one version of the game to the next: what was translated from an older text stays out', async () => {
    type Texts = ReadonlyMap<string, string>
    const over = (texts: Texts, name: string): Texts => {
      const next = new Map(texts)
      for (const [id, text] of readDump(dumpPath(name))) {
        if (text === null) next.delete(id)
        else next.set(id, text)
      }
      return next
    }
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`
    const table = (texts: Texts): string =>
      ['key,text', ...Array.from(texts, ([key, text]) => `${key},${cell(text)}`), ''].join('\r\n')
    const before = over(new Map(), 'main')
    const ours = over(new Map(), 'main.uk')
    const after = over(before, 'diff-2')
    for (const [name, texts] of Object.entries({ before, ours, after })) write(`${name}.csv`, table(texts))

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
