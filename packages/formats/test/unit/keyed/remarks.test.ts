// What formats say beside a text (comments, places, the longest text) is read from where each has it, and is written again as it was.
import { expect, it } from 'vitest'
import { remarkOf } from '../../../../../src/base/remark.ts'
import type { KeyedFormatName } from '../../../src/keyed/keyed-formats.ts'
import { readKeyed, translated } from '../../../../../test/support/keyed-files.ts'

/** Not in the text itself, which would look like a path. */
const ROOT = 'root'

type Says = Readonly<Record<string, readonly [note: string, place?: string, maxLength?: number] | null>>

const FILES: readonly (readonly [what: string, format: KeyedFormatName, document: string, says: Says])[] = [
  [
    'PO',
    'po',
    `# of the whole file
msgid ""
msgstr "Language: uk\\n"

# seen by Ada
#. on the button
#: src/menu.c:12 src/menu.c:40
#: src/more.c:1
#, c-format, max-length:12
msgid "Start %s"
msgstr ""

msgid "Load"
msgstr ""

#. of one that is gone
#~ msgid "Gone"
#~ msgstr ""

msgid "Quit"
msgstr ""
`,
    {
      'Start %s': ['on the button\nseen by Ada', 'src/menu.c:12 src/menu.c:40 src/more.c:1', 12],
      Load: null,
      Quit: null,
    },
  ],
  [
    'XLIFF',
    'xliff',
    `<xliff version="1.2"><file original="a" source-language="en" datatype="plaintext"><body>
<trans-unit id="1" resname="menu.start" maxwidth="12" size-unit="char"><source>Start</source><note>on the &lt;b&gt; button</note>
<context-group purpose="location"><context context-type="sourcefile">menu.xib</context><context context-type="linenumber">7</context></context-group>
</trans-unit>
<trans-unit id="2" maxwidth="120"><source>Load</source></trans-unit>
</body></file></xliff>`,
    { 1: ['on the <b> button', 'menu.start menu.xib:7', 12], 2: null },
  ],
  [
    'Qt',
    'qt',
    `<TS version="2.1"><context><name>Menu</name>
<message><location filename="../menu.cpp" line="12"/><location line="+3"/><source>Start</source><comment>verb</comment>
<extracomment>on the button</extracomment><translatorcomment>short!</translatorcomment><translation type="unfinished"></translation></message>
<message><source>Load</source><translation></translation></message>
</context></TS>`,
    {
      'Menu\u0004Start\u0004verb': ['verb\non the button\nshort!', '../menu.cpp:12'],
      'Menu\u0004Load': null,
    },
  ],
  [
    'Android',
    'android',
    `<resources>
<!-- on the button -->
<string name="start">Start</string> <!-- what stands behind is of the one before -->
<string name="load">Load</string>
<!-- how many frogs -->
<plurals name="frogs"><item quantity="one">%d frog</item>
<!-- several --><item quantity="other">%d frogs</item></plurals>
</resources>`,
    {
      start: ['on the button'],
      load: null,
      'frogs.one': ['how many frogs'],
      'frogs.other': ['how many frogs\nseveral'],
    },
  ],
  [
    'RESX',
    'resx',
    `<${ROOT}><data name="start"><value>Start</value><comment>on the button</comment></data>
<data name="load"><value>Load</value></data></${ROOT}>`,
    { start: ['on the button'], load: null },
  ],
  [
    'RimWorld',
    'rimworld',
    '<LanguageData>\n<!-- EN: Start -->\n<Menu.start>Start</Menu.start>\n<!-- on the button -->\n<Menu.load>Load</Menu.load>\n</LanguageData>',
    { 'Menu.start': null, 'Menu.load': ['on the button'] },
  ],
  [
    '.properties',
    'properties',
    '# License\n\n# on the button,\r\n! with a verb\r\nstart = Start\nload = Load\n',
    { start: ['on the button,\nwith a verb'], load: null },
  ],
  [
    'INI',
    'ini',
    '; all menus\n[menu]\n; on the button\nstart=Start\nload=Load\n',
    {
      'menu.start': ['on the button'],
      'menu.load': null,
    },
  ],
  [
    'YAML',
    'yaml',
    '# all\nmenu:\n  # on the button\n  start: Start\n  load: Load\n  list:\n    # the first\n    - One\n    - Two\n',
    { 'menu.start': ['on the button'], 'menu.load': null, 'menu.list.0': ['the first'], 'menu.list.1': null },
  ],
  [
    'JSON with comments',
    'key-json',
    '{\n  // on the button,\n  // with a verb\n  "start": "Start", "load": "Load",\n  /* a list */\n  "list": ["One"],\n  /* a name */\n  "name": "Ann"\n}',
    { start: ['on the button,\nwith a verb'], load: null, 'list.0': null, name: ['a name'] },
  ],
  [
    'ARB',
    'key-json',
    '{"@@locale": "en", "start": "Start", "@start": {"description": "on the button", "placeholders": {"a": {"type": "int"}}}, "@at": "@ home"}',
    { start: ['on the button'], '@at': null },
  ],
  [
    'JSON5',
    'json5',
    "{\n  // on the button\n  start: 'Start',\n  load: 'Load',\n}",
    {
      start: ['on the button'],
      load: null,
    },
  ],
  [
    'Hjson',
    'hjson',
    'menu: {\n  # on the button\n  start: Start now\n  load: Load\n}\n',
    {
      'menu.start': ['on the button'],
      'menu.load': null,
    },
  ],
  [
    'a table of Unity',
    'key-csv',
    'Key,Id,Shared Comments,English(en),Ukrainian(uk),Max Length\nstart,1,on the button,Start,,12\nload,2,,Load,,\n',
    { start: ['on the button', '', 12], load: null },
  ],
  [
    'a table of Godot',
    'key-tsv',
    'keys\ten\tuk\t_notes\nSTART\tStart\t\ton the button\nLOAD\tLoad\t\t\n',
    {
      START: ['on the button'],
      LOAD: null,
    },
  ],
  [
    'ParaTranz',
    'paratranz',
    '[{"key": "start", "original": "Start", "translation": "", "stage": 0, "context": "on the button"}, {"key": "load", "original": "Load", "translation": "", "stage": 0}]',
    { start: ['on the button'], load: null },
  ],
  [
    "Ren'Py",
    'renpy',
    `# game/script.rpy:12
translate uk start_1:

    # e "Hello"
    e ""

translate uk strings:

    # game/menu.rpy:3
    old "Start"
    new ""

    old "Load"
    new ""
`,
    { start_1: ['speaker: e', 'game/script.rpy:12'], Start: ['', 'game/menu.rpy:3'], Load: null },
  ],
]

it.each(FILES)('%s', (_, format, document, says) => {
  const { texts } = readKeyed(format, document)
  const found = texts.map(({ key, remark = null }) => [key, remark])
  const wanted = Object.entries(says).map(([key, said]) => [
    key,
    said === null ? null : { note: said[0], place: said[1] ?? '', maxLength: said[2] ?? null },
  ])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted))
  expect(translated(format, document, () => null)).toBe(document)
})

it('is no longer than help may be, and says no line twice', () => {
  expect(remarkOf({ notes: [' a\r\nb', 'a', '  '], places: ['x:1', 'x:1', 'y:2'], maxLength: '012' })).toEqual({
    note: 'a\nb',
    place: 'x:1 y:2',
    maxLength: 12,
  })
  expect(remarkOf({ notes: ['  '], maxLength: '12px' })).toBeNull()
  expect(remarkOf({ notes: ['😀'.repeat(3_000)], places: ['p'.repeat(3_000)] })).toMatchObject({
    note: `${'😀'.repeat(1_000)}…`,
    place: `${'p'.repeat(400)}…`,
  })
})

it.each<[KeyedFormatName, string]>([
  ['key-json', `{${'// a\n'.repeat(200_000)}${'"a": 1, '.repeat(100_000)}"b": "c"}`],
  ['key-json', `{"x": 1,${Array.from({ length: 100_000 }, (_, at) => `"${at}": "c"`).join(',')}}`],
  ['properties', `${'# a\n'.repeat(200_000)}${'a=b\n'.repeat(100_000)}`],
  ['android', `<resources><!-- a -->${'<string name="a">b</string>'.repeat(50_000)}</resources>`],
])('is read from %s in time that grows with the file', (format, document) => {
  expect(readKeyed(format, document).texts.length).toBeGreaterThan(0)
})
