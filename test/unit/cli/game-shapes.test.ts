// Small games in the shapes that games have: the folder in, one text translated, the folder out, the next version in
// (docs/another-game.md). What is no text has to be the same byte for byte, and the format's own reader has to take the file.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { cliFolder } from '../../support/cli-folder.ts'

const { at, write: file, run: windrow, type, json: answer } = cliFolder()

type Files = Readonly<Record<string, string>>

function put(files: Files): void {
  for (const [name, text] of Object.entries(files)) file(`game/${name}`, text)
}

const filesIn = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(at(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(at(folder).length + 1), readFileSync(path, 'utf8')]),
  )

const importGame = (language: string, ...more: readonly string[]) =>
  answer('import', '--profile', 'generic', '--main', 'game', '--target-language', language, ...more)

async function rowsNow(): Promise<readonly { row_id: string; source_text: string }[]> {
  await windrow('user', 'add', 'Olena', '--role', 'admin')
  return (await answer('rows', '--as', 'Olena', '--state', 'all', '--limit', '100')).rows
}

/** A text for each source. */
async function translate(texts: Readonly<Record<string, string>>): Promise<void> {
  const lines = (await rowsNow()).flatMap(({ row_id, source_text }) =>
    texts[source_text] === undefined ? [] : [JSON.stringify({ row_id, text: texts[source_text] })],
  )
  const { code } = await type(lines.join('\n'), 'write', '--as', 'Olena', '--model', 'm', '--overwrite')
  expect([code, lines.length]).toEqual([0, Object.keys(texts).length])
}

async function exported(): Promise<Files> {
  rmSync(at('out'), { recursive: true, force: true })
  await answer('export', '--main', 'game', '--out', 'out')
  return filesIn('out')
}

const json = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`

function isXml(text: string): void {
  new SaxesParser({ xmlns: true }).write(text).close()
}
function isPo(text: string): void {
  execFileSync('msgfmt', ['-c', '-o', '/dev/null', file('checked.po', text)], { stdio: 'pipe' })
}
const isJson = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''))

interface Shape {
  readonly files: Files
  readonly language?: string
  readonly options?: readonly string[]
  readonly sources: readonly string[]
  /** Texts that people have already done. */
  readonly done: number
  readonly write: Readonly<Record<string, string>>
  /** The translated file, from which file it is made, and what in it is other than there. */
  readonly out: string
  readonly from: string
  readonly becomes: readonly (readonly [before: string, after: string])[]
  /** The translation stands where the source stood. */
  readonly isInPlace?: true
  readonly check?: (text: string) => void
  /** Of the next version: what is put where in `from`. */
  readonly next: readonly (readonly [file: string, before: string, after: string])[]
}

const replaced = (text: string, pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce((now, [before, after]) => {
    expect(now).toContain(before)
    return now.replace(before, () => after)
  }, text)

const UK_PLURALS =
  'nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;'

const PO_HEADER = (language: string, plurals = 'nplurals=2; plural=(n != 1);'): string =>
  [
    'msgid ""',
    'msgstr ""',
    '"Project-Id-Version: game\\n"',
    `"Language: ${language}\\n"`,
    '"MIME-Version: 1.0\\n"',
    '"Content-Type: text/plain; charset=UTF-8\\n"',
    '"Content-Transfer-Encoding: 8bit\\n"',
    ...(plurals === '' ? [] : [`"Plural-Forms: ${plurals}\\n"`]),
    '',
    '',
  ].join('\n')

/** RimWorld's sign of a text that nobody has translated. */
const OPEN = ['TO', 'DO'].join('')

const SHAPES: Readonly<Record<string, Shape>> = {
  'Stardew Valley, mods with what people have done': {
    files: {
      'A/manifest.json': json({ Name: 'A', Author: 'N', Version: '1.0.0', UniqueID: 'N.A', EntryDll: 'A.dll' }),
      'A/content.json': json({
        Format: '2.0.0',
        Changes: [{ Action: 'Load', Target: 'Maps/Town', FromFile: 'a.png' }],
      }),
      'A/i18n/default.json': '{\n    // menu\n    "start": "Start",\n    "end": "The end",\n}\n',
      'A/i18n/uk.json': '{ "start": "Почати" }\n',
      'A/i18n/fr.json': json({ start: 'Commencer', end: 'Fin' }),
      'B/manifest.json': json({ Name: 'B', Author: 'N', Version: '1.0.0', UniqueID: 'N.B', EntryDll: 'B.dll' }),
      'B/i18n/default.json': json({ hat: 'A hat' }),
    },
    sources: ['Start', 'The end', 'A hat'],
    done: 1,
    write: { 'A hat': 'Капелюх', 'The end': 'Кінець' },
    out: 'A/i18n/uk.json',
    from: 'A/i18n/default.json',
    becomes: [
      ['"Start"', '"Почати"'],
      ['"The end"', '"Кінець"'],
    ],
    next: [['A/i18n/default.json', '"end"', '"more": "More",\n    "end"']],
  },
  Minecraft: {
    files: {
      'assets/gear/lang/en_us.json': json({ 'item.gear': 'Gear', 'item.cog': 'Small cog' }),
      'assets/gear/lang/uk_ua.json': json({ 'item.gear': 'Шестерня' }),
      'assets/gear/lang/de_de.json': json({ 'item.gear': 'Zahnrad' }),
      'assets/gear/lang/en_ud.json': json({ 'item.gear': 'ɹɐǝ⅁', 'item.cog': 'ƃoɔ' }),
      'assets/gear/models/item/gear.json': json({ parent: 'item/generated', textures: { layer0: 'gear:item/gear' } }),
      'pack.mcmeta': json({ pack: { description: 'Gears', pack_format: 15 } }),
    },
    sources: ['Gear', 'Small cog'],
    done: 1,
    write: { 'Small cog': 'Шестірня' },
    out: 'assets/gear/lang/uk_ua.json',
    from: 'assets/gear/lang/en_us.json',
    becomes: [
      ['"Gear"', '"Шестерня"'],
      ['"Small cog"', '"Шестірня"'],
    ],
    check: isJson,
    next: [['assets/gear/lang/en_us.json', '  "item.cog"', '  "item.new": "New",\n  "item.cog"']],
  },
  'Godot, a table': {
    files: {
      'text/game.csv': 'keys,en,uk,de\r\nSTART,Start,Почати,Beginnen\r\nQUIT,"Quit, now",,Aufhören\r\n',
      'project.godot': '[application]\nconfig/name="Game"\n',
    },
    sources: ['Start', 'Quit, now'],
    done: 1,
    write: { 'Quit, now': 'Вийти, зараз' },
    out: 'text/game.csv',
    from: 'text/game.csv',
    becomes: [[',,Aufhören', ',"Вийти, зараз",Aufhören']],
    next: [['text/game.csv', 'QUIT', 'LOAD,Load,,Laden\r\nQUIT']],
  },
  'Godot, PO with keys': {
    files: {
      'locale/en.po': `${PO_HEADER('en')}msgid "MENU_START"\nmsgstr "Start"\n\nmsgid "MENU_QUIT"\nmsgstr "Quit"\n`,
      'locale/fr.po': `${PO_HEADER('fr')}msgid "MENU_START"\nmsgstr "Commencer"\n\nmsgid "MENU_QUIT"\nmsgstr "Quitter"\n`,
      'locale/game.pot': `${PO_HEADER('')}msgid "MENU_START"\nmsgstr ""\n\nmsgid "MENU_QUIT"\nmsgstr ""\n`,
    },
    sources: ['Start', 'Quit'],
    done: 0,
    write: { Quit: 'Вийти', Start: 'Почати' },
    out: 'locale/uk.po',
    from: 'locale/en.po',
    becomes: [
      ['Language: en', 'Language: uk'],
      ['nplurals=2; plural=(n != 1);', UK_PLURALS],
      ['"Quit"', '"Вийти"'],
      ['"Start"', '"Почати"'],
    ],
    check: isPo,
    next: [['locale/en.po', 'msgid "MENU_QUIT"', 'msgid "MENU_LOAD"\nmsgstr "Load"\n\nmsgid "MENU_QUIT"']],
  },
  'Unity, a table': {
    files: {
      'Tables/UI.csv':
        '\uFEFFKey,Id,Shared Comments,English(en),German(de)\nstart,1,The first,Start,Beginnen\nquit,2,,Quit,Ende\n',
    },
    sources: ['Start', 'Quit'],
    done: 0,
    write: { Quit: 'Вийти' },
    out: 'Tables/UI.csv',
    from: 'Tables/UI.csv',
    becomes: [
      ['German(de)', 'German(de),Ukrainian(uk)'],
      ['Start,Beginnen', 'Start,Beginnen,'],
      ['Quit,Ende', 'Quit,Ende,Вийти'],
    ],
    next: [['Tables/UI.csv', 'quit,2', 'load,3,,Load,Laden\nquit,2']],
  },
  'Unity, XLIFF of several languages': {
    files: Object.fromEntries(
      ['uk', 'de'].map((language) => [
        `Locale/UI_${language}.xlf`,
        `<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file original="UI" source-language="en" target-language="${language}" datatype="plaintext">\n    <body>\n      <trans-unit id="1" resname="start"><source>Start</source><target>${language === 'uk' ? 'Почати' : 'Beginnen'}</target></trans-unit>\n      <trans-unit id="2" resname="quit"><source>Quit</source></trans-unit>\n    </body>\n  </file>\n</xliff>\n`,
      ]),
    ),
    sources: ['Start', 'Quit'],
    done: 1,
    write: { Quit: 'Вийти' },
    out: 'Locale/UI_uk.xlf',
    from: 'Locale/UI_uk.xlf',
    becomes: [['<source>Quit</source>', '<source>Quit</source><target>Вийти</target>']],
    check: isXml,
    next: [
      [
        'Locale/UI_uk.xlf',
        '      <trans-unit id="2"',
        '      <trans-unit id="3"><source>Load</source></trans-unit>\n      <trans-unit id="2"',
      ],
    ],
  },
  "Ren'Py": {
    files: {
      'game/script.rpy': 'label start:\n    e "Hello!"\n    e "Bye."\n    return\n',
      ...Object.fromEntries(
        [
          ['ukrainian', 'Привіт!', ''],
          ['french', 'Bonjour !', 'Au revoir.'],
        ].map(([language, hello, bye]) => [
          `game/tl/${language}/script.rpy`,
          `# game/script.rpy:2\ntranslate ${language} start_a170b500:\n\n    # e "Hello!"\n    e "${hello}"\n\n# game/script.rpy:3\ntranslate ${language} start_a170b501:\n\n    # e "Bye."\n    e "${bye}"\n\ntranslate ${language} strings:\n\n    old "Back"\n    new ""\n`,
        ]),
      ),
    },
    sources: ['Hello!', 'Bye.', 'Back'],
    done: 1,
    write: { 'Bye.': 'Бувай.' },
    out: 'game/tl/ukrainian/script.rpy',
    from: 'game/tl/ukrainian/script.rpy',
    becomes: [['# e "Bye."\n    e ""', '# e "Bye."\n    e "Бувай."']],
    next: [['game/tl/ukrainian/script.rpy', '    old "Back"', '    old "More"\n    new ""\n\n    old "Back"']],
  },
  'RPG Maker MV': {
    files: {
      'www/data/System.json':
        '{"airship":{"bgm":{"name":"Ship1"}},"gameTitle":"Quest","currencyUnit":"Gold","title1Name":"Castle","switches":["","opened"]}',
      'www/data/Map001.json':
        '{"displayName":"The town","bgm":{"name":"Town1","pan":0},"note":"","events":[null,{"id":1,"name":"EV001","note":"","pages":[{"list":[{"code":101,"indent":0,"parameters":["Actor1",0,0,2]},{"code":401,"indent":0,"parameters":["Welcome to town."]},{"code":355,"indent":0,"parameters":["$gameVariables.setValue(1, 2)"]},{"code":0,"indent":0,"parameters":[]}]}]}]}',
      'www/js/plugins.js': 'var $plugins = [];\n',
      'package.json': json({ name: 'quest', main: 'www/index.html', version: '1.0.0', window: { title: 'Quest' } }),
    },
    sources: ['The town', 'Welcome to town.', 'Quest', 'Gold'],
    done: 0,
    write: { 'Welcome to town.': 'Вітаємо в місті.' },
    out: 'www/data/Map001.json',
    from: 'www/data/Map001.json',
    becomes: [['Welcome to town.', 'Вітаємо в місті.']],
    isInPlace: true,
    check: isJson,
    next: [
      ['www/data/Map001.json', '{"code":355', '{"code":401,"indent":0,"parameters":["Stay a while."]},{"code":355'],
    ],
  },
  Factorio: {
    files: {
      'gears/info.json': json({
        name: 'gears',
        version: '1.2.3',
        title: 'Gears',
        author: 'N',
        factorio_version: '1.1',
      }),
      'gears/locale/en/gears.cfg':
        '[item-name]\r\niron-gear=Iron gear\r\n; later\r\n[entity-name]\r\nmill=Wind mill\r\n',
      'gears/locale/uk/gears.cfg': '[item-name]\r\niron-gear=Шестерня\r\n',
      'gears/locale/de/gears.cfg': '[item-name]\r\niron-gear=Zahnrad\r\n',
    },
    sources: ['Iron gear', 'Wind mill'],
    done: 1,
    write: { 'Wind mill': 'Вітряк' },
    out: 'gears/locale/uk/gears.cfg',
    from: 'gears/locale/en/gears.cfg',
    becomes: [
      ['Iron gear', 'Шестерня'],
      ['Wind mill', 'Вітряк'],
    ],
    next: [['gears/locale/en/gears.cfg', 'mill=', 'dam=Big dam\r\nmill=']],
  },
  Android: {
    files: {
      'app/src/main/res/values/strings.xml':
        '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <!-- menu -->\n    <string name="start">Start</string>\n    <string name="quit">Don\\\'t <b>quit</b></string>\n</resources>\n',
      'app/src/main/res/values/colors.xml': '<resources>\n    <color name="red">#FF0000</color>\n</resources>\n',
      'app/src/main/res/values-de/strings.xml':
        '<resources>\n    <string name="start">Beginnen</string>\n</resources>\n',
      'app/src/main/res/values-uk/strings.xml': '<resources>\n    <string name="start">Почати</string>\n</resources>\n',
      'app/src/main/res/layout/main.xml': '<LinearLayout/>\n',
    },
    sources: ['Start', "Don't <b>quit</b>"],
    done: 1,
    write: { "Don't <b>quit</b>": 'Не <b>йди</b>' },
    out: 'app/src/main/res/values-uk/strings.xml',
    from: 'app/src/main/res/values/strings.xml',
    becomes: [
      ['>Start<', '>Почати<'],
      ["Don\\'t <b>quit</b>", 'Не <b>йди</b>'],
    ],
    check: isXml,
    next: [
      [
        'app/src/main/res/values/strings.xml',
        '    <string name="quit">',
        '    <string name="load">Load</string>\n    <string name="quit">',
      ],
    ],
  },
  Qt: {
    files: Object.fromEntries(
      [
        ['uk', 'Почати'],
        ['de', 'Beginnen'],
      ].map(([language, start]) => [
        `launcher/translation/app_${language}.ts`,
        `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${language}">\n<context>\n    <name>Main</name>\n    <message>\n        <source>Start</source>\n        <translation>${start}</translation>\n    </message>\n    <message>\n        <source>Quit</source>\n        <translation type="unfinished"></translation>\n    </message>\n</context>\n</TS>\n`,
      ]),
    ),
    sources: ['Start', 'Quit'],
    done: 1,
    write: { Quit: 'Вийти' },
    out: 'launcher/translation/app_uk.ts',
    from: 'launcher/translation/app_uk.ts',
    becomes: [['<translation type="unfinished"></translation>', '<translation>Вийти</translation>']],
    check: isXml,
    next: [
      [
        'launcher/translation/app_uk.ts',
        '    <message>\n        <source>Quit',
        '    <message>\n        <source>Load</source>\n        <translation type="unfinished"></translation>\n    </message>\n    <message>\n        <source>Quit',
      ],
    ],
  },
  'gettext, from a template': {
    files: {
      'po/game.pot': `${PO_HEADER('', 'nplurals=INTEGER; plural=EXPRESSION;')}#: a.c:1\nmsgid "Start"\nmsgstr ""\n\nmsgid "Quit"\nmsgstr ""\n`,
      'po/de.po': `${PO_HEADER('de')}msgid "Start"\nmsgstr "Beginnen"\n\nmsgid "Quit"\nmsgstr "Ende"\n`,
      'po/LINGUAS': 'de\n',
    },
    sources: ['Start', 'Quit'],
    done: 0,
    write: { Quit: 'Вийти' },
    out: 'po/uk.po',
    from: 'po/game.pot',
    becomes: [
      ['Language: ', 'Language: uk'],
      ['nplurals=INTEGER; plural=EXPRESSION;', UK_PLURALS],
      ['msgid "Quit"\nmsgstr ""', 'msgid "Quit"\nmsgstr "Вийти"'],
    ],
    check: isPo,
    next: ['po/game.pot', 'po/uk.po'].map((file) => [file, 'msgid "Quit"', 'msgid "Load"\nmsgstr ""\n\nmsgid "Quit"']),
  },
  'YAML with the language as its root': {
    files: {
      'Language/en-US.yml': '# texts\nen-US:\n  start: "Start"\n  menu:\n    quit: Quit  # leave\n',
      'Language/ru.yml': 'ru:\n  start: "Начать"\n  menu:\n    quit: Выйти\n',
      'Ruleset/items.rul': 'items:\n  - type: GEAR\n',
    },
    sources: ['Start', 'Quit'],
    done: 0,
    write: { Quit: 'Вийти', Start: 'Почати' },
    out: 'Language/uk-UA.yml',
    from: 'Language/en-US.yml',
    becomes: [
      ['en-US:', 'uk-UA:'],
      ['"Start"', '"Почати"'],
      ['Quit ', 'Вийти '],
    ],
    check: (text) => expect(Object.keys(parseYaml(text) as object)).toEqual(['uk-UA']),
    next: [['Language/en-US.yml', '  menu:', '  more: More\n  menu:']],
  },
  '.properties': {
    files: {
      'core/bundles/bundle.properties': '# menu\nstart = Start\nquit = Quit \\\n    now\n',
      'core/bundles/bundle_uk_UA.properties': 'start = Почати\n',
      'core/bundles/bundle_de.properties': 'start = Beginnen\nquit = Ende\n',
      'core/gradle.properties': 'org.gradle.jvmargs=-Xmx2g\n',
    },
    sources: ['Start', 'Quit now'],
    done: 1,
    write: { 'Quit now': 'Вийти зараз' },
    out: 'core/bundles/bundle_uk_UA.properties',
    from: 'core/bundles/bundle.properties',
    becomes: [
      ['= Start', '= Почати'],
      ['Quit \\\n    now', 'Вийти зараз'],
    ],
    next: [['core/bundles/bundle.properties', 'quit =', 'load = Load\nquit =']],
  },
  'YAML in folders, partly done': {
    files: {
      'l/en/menu.yml': '\uFEFFen:\r\n  a: Start\r\n  b: "Go on"\r\n',
      'l/uk/menu.yml': '\uFEFFuk:\r\n  a: Почати\r\n',
      'l/de/menu.yml': 'de:\n  a: Beginnen\n',
    },
    sources: ['Start', 'Go on'],
    done: 1,
    write: { 'Go on': 'Далі' },
    out: 'l/uk/menu.yml',
    from: 'l/en/menu.yml',
    becomes: [
      ['en:', 'uk:'],
      ['Start', 'Почати'],
      ['Go on', 'Далі'],
    ],
    next: [['l/en/menu.yml', '  b:', '  c: More\r\n  b:']],
  },
  RimWorld: {
    files: Object.fromEntries(
      [
        ['Ukrainian', 'Почати'],
        ['German', 'Beginnen'],
      ].map(([language, start]) => [
        `Languages/${language}/Keyed/Menu.xml`,
        `<LanguageData>\n  <!-- EN: Start -->\n  <Start>${start}</Start>\n  <!-- EN: Quit -->\n  <Quit>${OPEN}</Quit>\n</LanguageData>\n`,
      ]),
    ),
    sources: ['Start', 'Quit'],
    done: 1,
    write: { Quit: 'Вийти' },
    out: 'Languages/Ukrainian/Keyed/Menu.xml',
    from: 'Languages/Ukrainian/Keyed/Menu.xml',
    becomes: [[OPEN, 'Вийти']],
    check: isXml,
    next: [
      [
        'Languages/Ukrainian/Keyed/Menu.xml',
        '  <!-- EN: Quit',
        `  <!-- EN: Load -->\n  <Load>${OPEN}</Load>\n  <!-- EN: Quit`,
      ],
    ],
  },
  'JSON with the language as its root': {
    files: {
      'l/en.json': '\uFEFF{\r\n  "en": { "a": "Start", "b": { "c": "Go on" } }\r\n}\r\n',
      'l/uk.json': '{"uk": {"a": "Почати"}}',
      'l/de.json': '{"de": {"a": "Beginnen"}}',
    },
    sources: ['Start', 'Go on'],
    done: 1,
    write: { 'Go on': 'Далі' },
    out: 'l/uk.json',
    from: 'l/en.json',
    becomes: [
      ['"en"', '"uk"'],
      ['Start', 'Почати'],
      ['Go on', 'Далі'],
    ],
    check: isJson,
    next: [['l/en.json', '"b":', '"d": "More", "b":']],
  },
  ParaTranz: {
    files: {
      'list.json':
        '[\n  {"key": "a", "original": "Start", "translation": "Почати", "stage": 1},\n  {"key": "b", "original": "Quit", "translation": "", "stage": 0}\n]\n',
    },
    sources: ['Start', 'Quit'],
    done: 1,
    write: { Quit: 'Вийти' },
    out: 'list.json',
    from: 'list.json',
    becomes: [['"translation": "", "stage": 0', '"translation": "Вийти", "stage": 1']],
    check: isJson,
    next: [['list.json', '  {"key": "b"', '  {"key": "c", "original": "Load", "stage": 0},\n  {"key": "b"']],
  },
}

describe.each(Object.entries(SHAPES))('%s', (_, shape) => {
  it('comes in with what people have done, goes out with all else as it was, and outlives its next version', async () => {
    const {
      files,
      language = 'uk',
      options = [],
      sources,
      done,
      write,
      out,
      from,
      becomes,
      check,
      next,
      isInPlace,
    } = shape
    put(files)
    const imported = await importGame(language, ...options)
    expect((await rowsNow()).map(({ source_text }) => source_text).toSorted()).toEqual(sources.toSorted())
    expect(imported.localized?.written ?? 0).toBe(done)
    await translate(write)
    const after = await exported()
    const own = files[from] ?? ''
    expect(after[out]).toBe(replaced(own, becomes))
    check?.(after[out] ?? '')
    for (const [name, text] of Object.entries(files)) {
      const isTranslated = name === out || Object.keys(write).some((source) => text.includes(source) && name === from)
      if (!isTranslated || (name === from && out !== from)) expect([name, after[name] ?? text]).toEqual([name, text])
    }

    // The next version, over which the translated files were laid where they leave the sources as they were.
    if (isInPlace !== true) put(after)
    for (const [name, before, text] of next) put({ [name]: replaced(filesIn('game')[name] ?? '', [[before, text]]) })
    const again = await answer('import', '--main', 'game')
    expect(again).toMatchObject({ rows: { added: 1, changed: 0, retired: 0 }, heads_now_stale: 0 })
    const last = (await exported())[out] ?? ''
    for (const [, text] of becomes) expect(last).toContain(text)
    check?.(last)
  })
})

const xliff = (language: string, target: string): string =>
  `<xliff version="1.2"><file original="a" source-language="en" target-language="${language}"><body>` +
  `<trans-unit id="1"><source>Start</source><target>${target}</target></trans-unit></body></file></xliff>\n`
const renpy = (language: string, said: string): string =>
  `translate ${language} start_a1:\n\n    # e "Hello!"\n    e "${said}"\n`
const qt = (language: string, start: string): string =>
  `<TS version="2.1" language="${language}"><context><name>M</name><message><source>Start</source>` +
  `<translation>${start}</translation></message></context></TS>\n`

describe('an odd folder', () => {
  it.each<[string, Files, readonly string[], RegExp]>([
    [
      'XLIFF of another language only',
      { 'l/de.xlf': xliff('de', 'Beginnen') },
      [],
      /no file is in the target language; found de/,
    ],
    [
      'XLIFF of other languages',
      { 'l/de.xlf': xliff('de', 'Beginnen'), 'l/fr.xlf': xliff('fr', 'Commencer') },
      ['--source-language', 'en'],
      /no file is in the target language; found de, fr/,
    ],
    [
      "Ren'Py of another language",
      { 'tl/french/a.rpy': renpy('french', 'Salut') },
      [],
      /target language; found french/,
    ],
    ['Qt of another language', { 'a_de.ts': qt('de', 'Beginnen') }, [], /target language; found de/],
    [
      'no source',
      { 'l/ja.json': json({ a: '一' }), 'l/ko.json': json({ a: '일' }) },
      [],
      /which language is the source; found ja, ko/,
    ],
    [
      'the same language twice',
      { 'l/en.json': json({ a: 'Start' }), 'l/uk.json': json({ a: 'Почати' }) },
      ['--source-language', 'uk'],
      /source and target language are both uk/,
    ],
    ['what YAML only looks like', { 'l_english.yml': ' a:0 "Start"\n' }, [], /no file of a kind that windrow knows/],
  ])('%s is refused, with what to do', async (_, files, options, sentence) => {
    put(files)
    const argv = ['import', '--profile', 'generic', '--main', 'game', '--target-language', 'uk']
    const { code, stderr } = await windrow(...argv, ...options)
    expect([code > 0, stderr]).toEqual([true, expect.stringMatching(sentence)])
  })

  it.each<[string, Files, string, string, string, number]>([
    [
      'mixed case and folders in folders',
      {
        'Lang/EN/sub/Ui.json': json({ a: 'Start' }),
        'Lang/De/sub/Ui.json': json({ a: 'Beginnen' }),
        'Lang/EN/x.json': json({ b: 'Go on' }),
        'Lang/De/x.json': json({ b: 'Weiter' }),
      },
      'uk',
      'Lang/UK/sub/Ui.json',
      json({ a: 'Start' }),
      0,
    ],
    [
      'British beside American',
      { 'l/en-US.yml': 'en-US:\n  a: Color me\n', 'l/en-GB.yml': 'en-GB:\n  a: Colour me\n' },
      'en-GB',
      'l/en-GB.yml',
      'en-GB:\n  a: Colour me\n',
      1,
    ],
    [
      'into English',
      { 'l/en.json': json({ a: 'Start' }), 'l/uk.json': json({ a: 'Почати' }) },
      'en',
      'l/en.json',
      json({ a: 'Start' }),
      1,
    ],
    [
      'a mark and CRLF',
      { 'l/en.json': '\uFEFF{\r\n "a": "Start" }\r\n', 'l/uk.json': '{"a": "Почати"}' },
      'uk',
      'l/uk.json',
      '\uFEFF{\r\n "a": "Почати" }\r\n',
      1,
    ],
    [
      'XLIFF without a language beside those that have one',
      { 'l/m.xlf': xliff('en', ''), 'l/m.de.xlf': xliff('de', 'Beginnen'), 'l/m.uk.xlf': xliff('uk', 'Почати') },
      'uk',
      'l/m.uk.xlf',
      xliff('uk', 'Почати'),
      1,
    ],
    [
      'Paradox localisation',
      {
        'localisation/english/frogs_l_english.yml': '\uFEFFl_english:\n a:0 "Say "go" now"\n',
        'localisation/polish/frogs_l_polish.yml': '\uFEFFl_polish:\n a:0 "Idź"\n',
        'localisation/braz_por/frogs_l_braz_por.yml': '\uFEFFl_braz_por:\n a:0 "Vai"\n',
      },
      'pl',
      'localisation/polish/frogs_l_polish.yml',
      '\uFEFFl_polish:\n a:0 "Idź"\n',
      1,
    ],
    [
      'Fluent in folders',
      { 'i18n/en/menu.ftl': 'start = Start now\n', 'i18n/de/menu.ftl': 'start = Beginnen\n' },
      'uk',
      'i18n/uk/menu.ftl',
      'start = Start now\n',
      0,
    ],
    ['XLIFF of the source', { 'l/en.xlf': xliff('en', 'Start') }, 'uk', 'l/uk.xlf', xliff('uk', 'Start'), 0],
    ['Qt of the source', { 'l/a_en.ts': qt('en_US', '') }, 'uk', 'l/a_uk.ts', qt('uk_UA', ''), 0],
  ])('%s: the translation under its own name, all else as it was', async (_, files, language, out, text, done) => {
    put(files)
    const { localized } = await importGame(language)
    expect([localized?.written ?? 0, localized?.unknown ?? 0]).toEqual([done, 0])
    expect(await exported()).toMatchObject({ ...files, [out]: text })
  })

  it.each<[string, Files, readonly string[]]>([
    [
      'recipes and models of Minecraft',
      {
        'assets/frog/lang/en_us.json': json({ 'item.frog.a': 'Frog' }),
        'data/frog/recipes/a.json': json({ type: 'minecraft:crafting', pattern: ['AA'], key: { A: { item: 'a:b' } } }),
        'assets/frog/models/a.json': json({ parent: 'item/generated', textures: { layer0: 'frog:item/a' } }),
      },
      ['Frog'],
    ],
    [
      "RPG Maker's package and names of maps, and a system that begins otherwise",
      {
        'package.json': json({ name: 'game', main: 'www/index.html', window: { title: 'Frogs' } }),
        'www/data/System.json': json({ gameTitle: 'Frogs', battleBgm: { name: 'Battle1' }, locale: 'en_US' }),
        'www/data/MapInfos.json': json([null, { id: 1, name: 'MAP001' }]),
      },
      ['Frogs'],
    ],
    [
      "names of pictures in Xcode's catalogues",
      {
        'lib/lang/en.json': json({ a: 'Frog' }),
        'ios/Frogs.xcassets/Contents.json': json({ info: { author: 'xcode' } }),
        'ios/Frogs.xcassets/frog.imageset/Contents.json': json({
          images: [{ filename: 'Frog 1.png', idiom: 'universal', scale: '1x' }],
        }),
      },
      ['Frog'],
    ],
    [
      'colors of Android',
      {
        'res/values/strings.xml': '<resources><string name="a">Frog</string></resources>\n',
        'res/values/colors.xml': '<resources><color name="b">#fff</color></resources>\n',
      },
      ['Frog'],
    ],
  ])('%s are no texts', async (_, files, sources) => {
    put(files)
    await importGame('uk')
    expect((await rowsNow()).map(({ source_text }) => source_text)).toEqual(sources)
  })

  it.each([
    ['a.properties', 'a = \xcf\xee\xf7\xe0\xf2\xe8 \xe3\xf0\xf3\n', 'windows-1251'],
    ['a.json', '{"a": "\xcf\xee\xf7\xe0\xf2\xe8 \xe3\xf0\xf3"}', 'windows-1251'],
    ['a.json', '{"a": "caf\xe9"}', 'windows-1252'],
  ])('%s in another encoding is left out once, with the command that turns it: %j', async (name, bytes, charset) => {
    put({ 'b.json': json({ b: 'Fine text' }) })
    file(`game/${name}`, Buffer.from(bytes, 'latin1'))
    const { warnings } = await importGame('uk')
    expect(warnings).toEqual([expect.stringContaining(`iconv -f ${charset} -t utf-8 converts it`)])
  })

  it('keeps the plural forms of a language and the name that its file has for it', async () => {
    put({
      'Language/en-US.yml': 'en-US:\n  DAYS:\n    one: "{N} day"\n    other: "{N} days"\n  GO: "Go"\n',
      'Language/uk.yml':
        'uk:\n  DAYS:\n    one: "{N} день"\n    few: "{N} дні"\n    many: "{N} днів"\n    other: "{N} дня"\n',
    })
    expect(await importGame('uk')).toMatchObject({ localized: { written: 4, unknown: 0 } })
    await translate({ Go: 'Вперед' })
    const written = (await exported())['Language/uk.yml'] ?? ''
    expect(parseYaml(written)).toEqual({
      uk: { DAYS: { one: '{N} день', few: '{N} дні', many: '{N} днів', other: '{N} дня' }, GO: 'Вперед' },
    })
  })

  it("reads and writes Java's files in ISO-8859-1, with escapes for what it does not have", async () => {
    const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
    file('game/frog.properties', latin('# caf\xe9\nname = Caf\xe9\nback = Go back\n'))
    file('game/frog_en.properties', '# nothing differs\n')
    file('game/frog_fr.properties', latin('name = Caf\xe9 bar\nback = Arri\xe8re\n'))
    file('game/frog_uk.properties', 'name = \\u041a\\u0430\\u0432\\u0430\n')
    expect((await importGame('uk')).warnings).toEqual([])
    await translate({ 'Go back': 'Назад' })
    await answer('export', '--main', 'game', '--out', 'out')
    expect(readFileSync(at('out/frog_uk.properties'), 'latin1')).toBe(
      '# caf\xe9\nname = \\u041a\\u0430\\u0432\\u0430\nback = \\u041d\\u0430\\u0437\\u0430\\u0434\n',
    )
    for (const name of ['frog', 'frog_fr'])
      expect(readFileSync(at(`out/${name}.properties`))).toEqual(readFileSync(at(`game/${name}.properties`)))
  })

  it('takes the source from the folder of a generator, and loses no translation of the other one', async () => {
    const lang = 'resources/assets/frog/lang'
    const keys = ['Alpha frog', 'Brown frog', 'Crested frog', 'Dotted frog']
    const texts = (of: (text: string, at: number) => string): string =>
      json(Object.fromEntries(keys.map((text, n) => [`item.${n}`, of(text, n)])))
    put({
      [`src/generated/${lang}/en_us.json`]: texts((text) => text),
      [`src/main/${lang}/en_gb.json`]: json({ 'item.0': 'Alpha froggie' }),
      [`src/main/${lang}/uk_ua.json`]: texts((_, n) => `Жаба ${n}`),
      [`src/main/${lang}/de_de.json`]: texts((_, n) => `Frosch ${n}`),
    })
    expect(await importGame('uk')).toMatchObject({ localized: { written: 4, unknown: 0 } })
    const files = await exported()
    expect(isJson(files[`src/main/${lang}/uk_ua.json`] ?? '')).toEqual(isJson(texts((_, n) => `Жаба ${n}`)))
    expect(files[`src/generated/${lang}/uk_ua.json`]).toBeUndefined()
  })

  it('says that a template has more texts than the translation', async () => {
    const entry = (id: string, text: string): string => `msgid "${id}"\nmsgstr "${text}"\n\n`
    put({
      'po/game.pot': PO_HEADER('') + entry('Start', '') + entry('Load', ''),
      'po/uk.po': PO_HEADER('uk') + entry('Start', 'Почати'),
    })
    expect((await importGame('uk')).warnings).toEqual([
      expect.stringContaining(
        'texts of po/game.pot are missing, and left out until merged in (msgmerge -U po/uk.po po/game.pot): 1',
      ),
    ])
  })
})
