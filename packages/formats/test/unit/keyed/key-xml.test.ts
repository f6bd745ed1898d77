// Games' own XML (Android, RESX, RimWorld, Qt): which texts it has, that another parser reads what is written, and that all else stays.
import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOf, type KeyedFormatName } from '../../../src/keyed/keyed-formats.ts'
import {
  anyText,
  expectTextsToComeBack,
  faultOf,
  readKeyed,
  textsOf,
  translated,
} from '../../../../../test/support/keyed-files.ts'
import { holds } from '../../../../../test/support/holds.ts'

/** What RimWorld has in place of a text that nobody has translated. */
const OPEN = ['TO', 'DO'].join('')

const ANDROID = `<?xml version="1.0" encoding="utf-8"?>
<!-- Frogs -->
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
    <string name="app_name" translatable="false">Frogs</string>
    <string name="jump">
        Don\\'t   jump,\\n "  wait  " &amp; <b>see</b>
    </string>
    <string name="hello">Hello <xliff:g id="name" example="Ann">%1$s</xliff:g>!</string>
    <string name="html"><![CDATA[<i>new</i>]]></string>
    <string name="same">@string/app_name</string>
    <string name="empty"/>
    <string-array name="ponds"><item>Old</item><item>New</item></string-array>
    <plurals name="frogs">
        <item quantity="one">%d frog</item>
        <item quantity="other">%d frogs</item>
    </plurals>
</resources>
`

/** Not in the text itself, which would look like a path. */
const ROOT = 'root'

const RESX = `<?xml version="1.0" encoding="utf-8"?>\r
<root>\r
  <resheader name="version"><value>2.0</value></resheader>\r
  <data name="Menu.Start" xml:space="preserve">\r
    <value>Start &lt;now&gt;</value>\r
    <comment>the button</comment>\r
  </data>\r
  <data name="icon" type="System.Drawing.Bitmap"><value>AAAA</value></data>\r
  <data name="&gt;&gt;label.Name"><value>label</value></data>\r
  <data name="empty"><value /></data>\r
</${ROOT}>`

const RIMWORLD = `<?xml version="1.0" encoding="utf-8"?>
<LanguageData>
  <!-- EN: Minor break <risk> -->
  <BreakRisk>${OPEN}</BreakRisk>
  <!-- EN: Frog -->
  <Frog.label>жаба</Frog.label>
  <!-- EN:
    <li>r_name->[a] pond</li>
    <li>r_name->mill</li>
  -->
  <Pond.rules>
    <li>${OPEN}</li>
    <li>r_name->млин</li>
  </Pond.rules>
  <Own.label>Own &amp; more</Own.label>
  <Nobody.knows>${OPEN}</Nobody.knows>
</LanguageData>
`

const QT = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="uk_UA" sourcelanguage="en">
<context>
    <name>Menu &amp; more</name>
    <message>
        <location filename="../menu.cpp" line="12"/>
        <source>&amp;Open</source>
        <comment>the door</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Відкрити</translation>
    </message>
    <message><source>Old</source><translation type="vanished">Старе</translation></message>
    <message id="guess"><source>Pond</source><translation type="unfinished">Став</translation></message>
    <message><source>Load</source><translation type="unfinished"/></message>
    <message numerus="yes">
        <source>%n frog(s)</source>
        <translation type="unfinished">
            <numerusform>%n жаба</numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
</TS>
`

interface Sample {
  readonly format: KeyedFormatName
  readonly document: string
  readonly sources: Readonly<Record<string, string>>
  readonly translations: Readonly<Record<string, string>>
  /** What is given, and each change of the document. */
  readonly given: Readonly<Record<string, string>>
  readonly changes: readonly (readonly [before: string, after: string])[]
}

const jump = "Don't jump,\n   wait   & <b>see</b>"
const SAMPLES: readonly Sample[] = [
  {
    format: 'android',
    document: ANDROID,
    sources: {
      jump,
      hello: 'Hello <xliff:g id="name">%1$s</xliff:g>!',
      html: '<i>new</i>',
      empty: '',
      'ponds.0': 'Old',
      'ponds.1': 'New',
      'frogs.one': '%d frog',
      'frogs.other': '%d frogs',
    },
    translations: {
      jump,
      hello: 'Hello <xliff:g id="name">%1$s</xliff:g>!',
      html: '<i>new</i>',
      'ponds.0': 'Old',
      'ponds.1': 'New',
      'frogs.one': '%d frog',
      'frogs.other': '%d frogs',
    },
    given: {
      jump: 'Об\'"єкт <b>тут</b>  і там ',
      hello: 'Вітаю, <xliff:g id="name">%1$s</xliff:g>',
      html: '<i>нове</i>',
      empty: '@ж',
      'ponds.1': 'Новий',
    },
    changes: [
      [
        `Don\\'t   jump,\\n "  wait  " &amp; <b>see</b>`,
        `Об\\'\\"єкт <b>тут</b>\\u0020 і там\\u0020`.replace('</b>\\u0020 ', '</b>\\u0020 '),
      ],
      [
        'Hello <xliff:g id="name" example="Ann">%1$s</xliff:g>!',
        'Вітаю, <xliff:g id="name" example="Ann">%1$s</xliff:g>',
      ],
      ['<i>new</i>', '<i>нове</i>'],
      ['<string name="empty"/>', '<string name="empty">\\@ж</string>'],
      ['<item>New</item>', '<item>Новий</item>'],
    ],
  },
  {
    format: 'resx',
    document: RESX,
    sources: { 'Menu.Start': 'Start <now>', empty: '' },
    translations: { 'Menu.Start': 'Start <now>' },
    given: { 'Menu.Start': 'Почати & "грати"', empty: 'щось' },
    changes: [
      ['Start &lt;now&gt;', 'Почати &amp; "грати"'],
      ['<value />', '<value>щось</value>'],
    ],
  },
  {
    format: 'rimworld',
    document: RIMWORLD,
    sources: {
      BreakRisk: 'Minor break <risk>',
      'Frog.label': 'Frog',
      'Pond.rules.0': 'r_name->[a] pond',
      'Pond.rules.1': 'r_name->mill',
      'Own.label': 'Own & more',
    },
    translations: { 'Frog.label': 'жаба', 'Pond.rules.1': 'r_name->млин', 'Own.label': 'Own & more' },
    given: { BreakRisk: 'Ризик <зриву>', 'Pond.rules.0': 'r_name->[a] став' },
    changes: [
      [`<BreakRisk>${OPEN}`, '<BreakRisk>Ризик &lt;зриву&gt;'],
      [`<li>${OPEN}`, '<li>r_name-&gt;[a] став'],
    ],
  },
  {
    format: 'qt',
    document: QT,
    sources: {
      'Menu & more\u0004&Open\u0004the door': '&Open',
      'Menu & more\u0004&Open': '&Open',
      guess: 'Pond',
      'Menu & more\u0004Load': 'Load',
      'Menu & more\u0004%n frog(s)[0]': '%n frog(s)',
      'Menu & more\u0004%n frog(s)[1]': '%n frog(s)',
    },
    translations: { 'Menu & more\u0004&Open': '&Відкрити' },
    given: {
      'Menu & more\u0004&Open\u0004the door': '&Відчинити',
      guess: 'Став',
      'Menu & more\u0004Load': 'Читати',
      'Menu & more\u0004%n frog(s)[0]': '%n жабка',
      'Menu & more\u0004%n frog(s)[1]': '%n жабки',
    },
    changes: [
      ['<translation type="unfinished"></translation>', '<translation>&amp;Відчинити</translation>'],
      ['<translation type="unfinished">Став', '<translation>Став'],
      ['<translation type="unfinished"/>', '<translation>Читати</translation>'],
      ['<translation type="unfinished">', '<translation>'],
      ['%n жаба', '%n жабка'],
      ['<numerusform></numerusform>', '<numerusform>%n жабки</numerusform>'],
    ],
  },
]

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.each(SAMPLES)('$format', ({ format, document, sources, translations, given, changes }) => {
  const changed = changes.reduce((text, [before, after]) => text.replace(before, () => after), document)

  it('has texts and translations', () => {
    expect(textsOf(format, document)).toEqual(sources)
    expect(textsOf(format, document, 'translation')).toEqual(translations)
  })

  it('has them written in their place, and nothing else changes', () => {
    expect(translated(format, document, given)).toBe(changed)
    expect(textsOf(format, changed, 'translation')).toEqual({ ...translations, ...given })
    expect(translated(format, document, () => null)).toBe(document)
  })

  it.runIf(hasPython)('is read by another parser', () => {
    const program = 'import sys, xml.etree.ElementTree as t; t.fromstring(sys.stdin.buffer.read())'
    const { status, stderr } = spawnSync('python3', ['-c', program], { input: changed })
    expect([status, String(stderr)]).toEqual([0, ''])
  })

  it('is told by its content', () => {
    expect(formatOf(document, 'strings.txt')).toBe(format)
    expect(formatOf('<Defs><ThingDef/></Defs>', 'a.xml')).toBeUndefined()
  })
})

it('a file of Qt with a per cent sign says what its placeholders are', () => {
  expect(readKeyed('qt', QT).markup).toContain('qt')
  expect(readKeyed('qt', QT.replaceAll('%', '')).markup).not.toContain('qt')
})

it('a plural of Qt stays unfinished while a form of it is missing', () => {
  const one = translated('qt', QT, { 'Menu & more\u0004%n frog(s)[0]': '%n жабка' })
  expect(one).toBe(QT.replace('%n жаба', '%n жабка'))
})

it.each(['<b>', '</b><b>', '<b></b></b>', '<i></i>', 'no tags'])(
  'a text whose tags do not fit leaves the place as it is: %s',
  (text) => {
    const document = '<resources><string name="a">x<b>y</b></string></resources>'
    expect(translated('android', document, { a: text })).toBe(document)
    expect(readKeyed('android', document).markup).toEqual(['tags'])
  },
)

it('is looked for in time that grows with the file, and so is English in a comment', () => {
  expect(formatOf('<!---->'.repeat(500), 'a.xml')).toBeUndefined()
  const document = `<LanguageData><!-- EN: ${' '.repeat(1_000_000)}x${'<li>'.repeat(100_000)} --><A>a</A></LanguageData>`
  expect(textsOf('rimworld', document)).toEqual({ A: 'a' })
})

describe('a plural of Android', () => {
  const own = { 'frogs.one': '%d frog', 'frogs.other': '%d <b>frogs</b>' }
  const document = `<resources>\n  <plurals name="frogs">
    <item quantity="one">%d frog</item>
    <item quantity="other">%d <b>frogs</b></item>
  </plurals>\n</resources>`
  const uk = { targetLanguage: 'uk' }

  it('has a text for each form of the language that it goes into, which is written where it is given', () => {
    const more = { 'frogs.few': own['frogs.other'], 'frogs.many': own['frogs.other'] }
    expect(textsOf('android', document, 'source', uk)).toEqual({ ...own, ...more })
    expect(textsOf('android', document, 'translation', uk)).toEqual(own)
    expect(textsOf('android', document)).toEqual(own)
    expect(translated('android', document, () => null, uk)).toBe(document)
    const texts = { 'frogs.few': "%d <b>жаб'и</b>", 'frogs.many': '%d <b>жаб</b>' }
    const written = translated('android', document, texts, uk)
    expect(written).toBe(
      document.replace(
        /(\n *)(<item quantity="other">.*)/,
        '$1$2$1<item quantity="few">%d <b>жаб\\\'и</b></item>$1<item quantity="many">%d <b>жаб</b></item>',
      ),
    )
    expect(textsOf('android', written, 'translation', uk)).toEqual({ ...own, ...texts })
  })
})

it.each([
  ['<resources>\n<string name="a">x</strin></resources>', 'line 2: the XML is not well formed'],
  [
    '<resources><string name="a">&x;</string></resources>',
    'line 1: the XML is not well formed; found undefined entity',
  ],
  [`<resources>${'<string>'.repeat(200)}`, 'line 1: the nesting is too deep'],
])('%.60j is refused', (document, fault) => expect(faultOf('android', document)).toContain(`game.txt, ${fault}`))

it('texts with comments in them are left as they are, and those without a key are told', () => {
  const document = '<resources><string name="a">x<!-- y --></string><string>z</string></resources>'
  expect(readKeyed('android', document)).toMatchObject({
    texts: [],
    warnings: [
      'game.txt, line 1: a text in segments or with comments in it is left as it is ("a")',
      'game.txt, line 1: a text without a key is left as it is (×1)',
    ],
  })
})

const writable = (text: string): string =>
  Array.from(text, (each) =>
    /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(each) ? '\uFFFD' : each,
  ).join('')

it('a no-break space of Android is text, also at the ends, and other white space is one blank', () => {
  const file =
    '<resources><string name="a">\u00a0Bonjour\u00a0!\u2003</string><string name="b"> a\n  b\t</string></resources>'
  expect(readKeyed('android', file).texts.map(({ text }) => text)).toEqual(['\u00a0Bonjour\u00a0!\u2003', 'a b'])
  expectTextsToComeBack('android', file, ['\u00a0', 'a\u00a0\u00a0b'])
})

it.each(['android', 'resx'] as const)('any text comes back from %s', (format) => {
  const place = fc.constantFrom('/>', '></>', '><![CDATA[a]]></>', '> a &#x456; </>')
  holds(100, fc.array(place, { minLength: 1 }), fc.array(anyText, { minLength: 1 }), (places, others) => {
    const texts = places.map((one, at) => {
      const of = (name: string, head: string): string => `<${name}${head}${one.replace('</>', `</${name}>`)}`
      return format === 'android' ? of('string', ` name="a${at}"`) : `<data name="a${at}">${of('value', '')}</data>`
    })
    const root = format === 'android' ? 'resources' : 'root'
    expectTextsToComeBack(format, `<${root}>${texts.join('\n')}</${root}>`, others, writable)
  })
})
