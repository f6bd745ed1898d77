// A game's own XLIFF: which texts it has, what other tools say to what is written, and that all else in it stays as it was.
import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KEYED_FORMATS } from '../../../src/keyed/keyed-formats.ts'
import {
  anyText,
  expectTextsToComeBack,
  faultOf,
  readKeyed,
  textsOf,
  translated,
} from '../../../../../test/support/keyed-files.ts'
import { emptyFolder } from '../../../../../test/support/empty-folder.ts'
import { holds } from '../../../../../test/support/holds.ts'

const { at, write, read } = emptyFolder('file')

/** As Angular extracts it, and Poedit has begun to fill it. */
const ANGULAR = `<?xml version="1.0" encoding="UTF-8" ?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" datatype="plaintext" original="ng2.template">
    <body>
      <trans-unit id="introHeader" datatype="html">
        <source>Hello &amp; welcome!</source>
        <context-group purpose="location">
          <context context-type="sourcefile">src/app/menu.html</context>
          <context context-type="linenumber">3</context>
        </context-group>
        <note priority="1" from="description">the greeting</note>
      </trans-unit>
      <trans-unit id="5206857922697139278" datatype="html">
        <source>Updated <x id="INTERPOLATION" equiv-text="{{minutes}}"/> ago</source>
      </trans-unit>
      <trans-unit id="save" approved="no">
        <source>Save</source>
        <target state="needs-translation">Save</target>
        <alt-trans><source>Store</source><target>Зберегти</target></alt-trans>
      </trans-unit>
      <trans-unit id="empty"><source>Load</source><target state="new" /></trans-unit>
      <trans-unit id="brand" translate="no">
        <source>Frogs</source>
      </trans-unit>
    </body>
  </file>
</xliff>
`

const unit = (body: string): string => `<xliff version="1.2"><file><body>${body}</body></file></xliff>`

describe('texts', () => {
  it('have the id as key', () => {
    expect(textsOf('xliff', ANGULAR)).toEqual({
      introHeader: 'Hello & welcome!',
      '5206857922697139278': 'Updated <x id="INTERPOLATION"/> ago',
      save: 'Save',
      empty: 'Load',
    })
    expect(readKeyed('xliff', ANGULAR, 'translation')).toMatchObject({
      texts: [],
      warnings: ['game.txt, line 16: a text that is unfinished, as its state says, is left out (×1)'],
    })
    const { texts, warnings, markup } = readKeyed('xliff', ANGULAR)
    expect([texts.map(({ line }) => line), warnings, markup]).toEqual([[5, 13, 16, 21], [], ['tags']])
  })

  it.each([
    [
      'Hit <x id="PH" equiv-text="{0}"/> times',
      'Hit <x id="PH"/> times',
      '<x id="PH"/> разів',
      '<x id="PH" equiv-text="{0}"/> разів',
    ],
    [
      `<g id='1' ctype="bold">A <ph id="2">&lt;br/&gt;<sub>x</sub></ph></g> &amp; <bpt id="3">{b}</bpt>b<ept id="3">{/b}</ept>`,
      `<g id='1'>A <ph id="2"/></g> & <bpt id="3"/>b<ept id="3"/>`,
      `<bpt id="3"/>б<ept id="3"/> & <g id='1'><ph id="2"/> A</g>`,
      `<bpt id="3">{b}</bpt>б<ept id="3">{/b}</ept> &amp; <g id='1' ctype="bold"><ph id="2">&lt;br/&gt;<sub>x</sub></ph> A</g>`,
    ],
    [
      '<mrk mtype="term">a</mrk>',
      '<mrk mtype="term">a</mrk>',
      '<mrk mtype="term">б</mrk>',
      '<mrk mtype="term">б</mrk>',
    ],
  ])('show elements in them by their ids, and take them in any order: %s', (source, shown, text, target) => {
    const before = unit(
      `<trans-unit id="a"><source>${source}</source><target state="new">${source}</target></trans-unit>`,
    )
    expect(textsOf('xliff', before)).toEqual({ a: shown })
    expect(translated('xliff', before, { a: text })).toBe(
      before.replace(`<target state="new">${source}`, `<target state="translated">${target}`),
    )
    const fresh = unit(`<trans-unit id="a"><source>${source}</source></trans-unit>`)
    expect(translated('xliff', fresh, { a: text })).toBe(
      fresh.replace('</source>', `</source><target>${target}</target>`),
    )
    for (const wrong of ['б', `${text}${text}`]) {
      expect(translated('xliff', before, { a: wrong })).toBe(before)
      expect(translated('xliff', fresh, { a: wrong })).toBe(fresh)
    }
  })

  it('are written into their target, or into one below the source', () => {
    const texts = { introHeader: 'Вітаю & <b>', save: 'Зберегти', empty: '"Читати"' }
    expect(translated('xliff', ANGULAR, texts)).toBe(
      ANGULAR.replace('welcome!</source>', 'welcome!</source>\n        <target>Вітаю &amp; &lt;b&gt;</target>')
        .replace('needs-translation">Save<', 'translated">Зберегти<')
        .replace('<target state="new" />', '<target state="translated">"Читати"</target>'),
    )
  })

  it.each([
    ['needs-translation', true],
    ['needs-review-translation', true],
    ['needs-adaptation', true],
    ['new', true],
    ['translated', false],
    ['final', false],
    ['signed-off', false],
    ['x-needs', false],
  ])('with the state %s are unfinished: %s', (state, isUnfinished) => {
    const document = unit(
      `<trans-unit id="a" approved="no"><source>1</source><target xml:lang='uk' state = '${state}' state-qualifier="fuzzy-match">2</target></trans-unit>`,
    )
    expect(textsOf('xliff', document, 'translation')).toEqual(isUnfinished ? {} : { a: '2' })
    const done = isUnfinished
      ? document.replace(state, 'translated').replace(' state-qualifier="fuzzy-match"', '')
      : document
    expect(translated('xliff', document, { a: '3' })).toBe(done.replace('>2<', '>3<'))
    expect(translated('xliff', document, { a: '2' })).toBe(done)
    expect(translated('xliff', document, {})).toBe(document)
    const approved = document.replace('"no"', '"yes"')
    expect(textsOf('xliff', approved, 'translation')).toEqual({ a: '2' })
  })

  it('are not there where a group or file is not to be translated, unless a unit in it is', () => {
    const of = (id: string, more = ''): string => `<trans-unit id="${id}"${more}><source>${id}</source></trans-unit>`
    const group = `<group translate="no">${of('a')}<group translate="yes">${of('b')}</group>${of('c', ' translate="yes"')}</group>`
    const document = `<xliff version="1.2"><file><body>${group}${of('d')}</body></file><file translate="no"><body>${of('e')}</body></file></xliff>`
    expect(readKeyed('xliff', document).texts.map(({ text }) => text)).toEqual(['b', 'c', 'd'])
  })

  it('have the name of their file in the key where there are several', () => {
    const file = (name: string): string =>
      `<file original="${name}"><body><trans-unit id="1"><source>${name}</source></trans-unit></body></file>`
    const document = `<xliff version="1.2">${file('a.ui')}${file('b.ui')}</xliff>`
    expect(textsOf('xliff', document)).toEqual({ 'a.ui\u00041': 'a.ui', 'b.ui\u00041': 'b.ui' })
    expect(translated('xliff', document, { 'b.ui\u00041': 'Б' })).toBe(
      document.replace('b.ui</source>', 'b.ui</source><target>Б</target>'),
    )
  })

  it.each([
    [
      '\uFEFF<?xml version="1.0"?>\r\n<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\r\n\t<x:file>\r\n\t\t<x:trans-unit id="a">\r\n\r\n\t\t\t<x:source>1</x:source>\r\n\t\t</x:trans-unit></x:file></x:xliff>',
      '</x:source>',
      '</x:source>\r\n\t\t\t<x:target>2</x:target>',
    ],
    [unit('<trans-unit id="a"><source>1</source><target></target></trans-unit>'), '<target>', '<target>2'],
    [unit('<trans-unit id="a"><source/><target\n/></trans-unit>'), '<target\n/>', '<target>2</target>'],
    [unit('<trans-unit id="a"><source a=">">1</source ></trans-unit>'), '</source >', '</source ><target>2</target>'],
    [
      unit('<trans-unit id="a"><target b="/>"><![CDATA[<b>]]>&#x457;</target><source>1</source></trans-unit>'),
      '<![CDATA[<b>]]>&#x457;',
      '2',
    ],
  ])('keep the file around them: %.60j', (document, before, after) => {
    expect(translated('xliff', document, () => '2')).toBe(document.replace(before, after))
  })

  it.each([
    '<source>a<!-- b --></source>',
    '<source>a</source><target><?b?></target>',
    '<source>a</source><seg-source><mrk mtype="seg" mid="1">a</mrk></seg-source>',
  ])('are left alone with %s', (body) => {
    expect(readKeyed('xliff', unit(`<trans-unit id="a">${body}</trans-unit>`))).toMatchObject({
      texts: [],
      warnings: ['game.txt, line 1: a text in segments or with comments in it is left as it is (×1)'],
    })
  })

  const escaped = (text: string): string =>
    text
      .replaceAll(/[&<>\r"]/g, (found) => `&#${found.charCodeAt(0)};`)
      .replaceAll(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '?')
  const writable = (text: string): string =>
    Array.from(text, (each) =>
      /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(each) ? '\uFFFD' : each,
    ).join('')

  it('come back, whatever they are, from any file', () => {
    const target = fc.oneof(
      fc.constantFrom('', '<target/>', '<target state="new"></target>'),
      anyText.map((text) => `<target>${escaped(text)}</target>`),
      fc.constant('<target><![CDATA[<b>]]></target>'),
    )
    const units = fc.uniqueArray(fc.record({ id: anyText, source: anyText, target, inline: fc.boolean() }), {
      minLength: 1,
      selector: ({ id }) => escaped(id).replaceAll(/[\t\n]/g, ' '),
    })
    holds(
      100,
      units,
      fc.constantFrom('', '\n  ', '\r\n\t'),
      fc.boolean(),
      fc.array(anyText, { minLength: 1 }),
      (all, blank, bom, others) => {
        const bodies = all.map(
          ({ id, source, target, inline }) =>
            `<trans-unit id="${escaped(id)}">${blank}<source>${escaped(source)}${inline ? '<!-- -->' : ''}</source>${blank}${target}</trans-unit>`,
        )
        expectTextsToComeBack('xliff', `${bom ? '\uFEFF' : ''}${unit(blank + bodies.join(blank))}`, others, writable)
      },
    )
  })

  it.runIf(spawnSync('xliff2po', ['--version']).status === 0)('that are written are read by translate-toolkit', () => {
    const texts = { introHeader: 'Вітаю & <b>', save: 'Зберегти', empty: 'Читати' }
    const xliff = write('game.xlf', translated('xliff', ANGULAR, texts))
    expect(spawnSync('xliff2po', ['--progress=none', xliff, at('game.po')]).status).toBe(0)
    for (const text of Object.values(texts)) expect(read('game.po')).toContain(`msgstr "${text}"`)
  })
})

describe('refused', () => {
  const plain = '<trans-unit id="a"><source>b</source></trans-unit>'
  it.each([
    [unit(''), 'line 1: there is no entry'],
    ['<xliff version="2.0">', 'line 1: this is not XLIFF 1.2; found "xliff 2.0"'],
    [unit(plain).slice(0, -10), 'line 1: the XML is not well formed'],
    [
      unit('\n<trans-unit id="a"><source>&b;</source></trans-unit>'),
      'line 2: the XML is not well formed; found undefined entity',
    ],
    ['<?xml version="1.0" encoding="ISO-8859-2"?>', 'line 1: the file names another encoding; found "ISO-8859-2"'],
    [unit(`\n${'<group>'.repeat(1_000_000)}`), 'line 2: the nesting is too deep'],
    [
      `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}">]>${unit('<trans-unit id="a"><source>&b;</source></trans-unit>')}`,
      'line 1: the XML is not well formed; found undefined entity',
    ],
  ])('%.60j', (document, fault) => expect(faultOf('xliff', document)).toContain(`game.txt, ${fault}`))

  it('units without an id are told', () => {
    const document = unit('<trans-unit><source>a</source></trans-unit>')
    expect(readKeyed('xliff', document)).toMatchObject({
      texts: [],
      warnings: ['game.txt, line 1: a text without a key is left as it is (×1)'],
    })
  })

  it('whose reading would not end if its time grew with the square', () => {
    const blank = `<trans-unit id="a"><source>b</source>${' '.repeat(5_000_000)}<target${' '.repeat(5_000_000)}/></trans-unit>`
    expect(translated('xliff', unit(blank), { a: '2' })).toContain('<target>2</target>')
    expect(
      faultOf(
        'xliff',
        unit(`<trans-unit id="a" ${Array.from({ length: 100_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
      ),
    ).toBe('nothing is wrong')
  })
})

it.each([
  [ANGULAR, true],
  ['\n<!-- a -->\n<x:xliff version="1.2">', true],
  ['<xliffs>', false],
  ['<html>', false],
  ['{"a": "<xliff "}', false],
])('looks like XLIFF: %.20j is %s', (start, is) => expect(KEYED_FORMATS.xliff.looksLike(start)).toBe(is))
