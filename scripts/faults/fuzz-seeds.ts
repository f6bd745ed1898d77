// What the fuzzer begins with: a small good document for each reader of files.
import { gzipSync, zstdCompressSync } from 'node:zlib'
import type { KeyedFormatName } from '../../packages/formats/src/keyed/keyed-formats.ts'
import { buildContainer } from '../../test/support/container-builder.ts'

export const KEYED_SEEDS: Readonly<Record<KeyedFormatName, string>> = {
  po: '#. note\n#: a.c:3\n#, fuzzy\nmsgctxt "c"\nmsgid "One {0}"\nmsgid_plural "Many"\nmsgstr[0] "Eins"\nmsgstr[1] ""\n\nmsgid "a"\nmsgstr "b"\n',
  xliff:
    '<?xml version="1.0"?>\n<xliff version="1.2"><file source-language="en" target-language="uk"><body><trans-unit id="a" approved="yes"><source>Hi <x id="1"/></source><target state="new">Ой</target><note>n</note></trans-unit></body></file></xliff>',
  android:
    '<?xml version="1.0"?>\n<resources>\n<!-- c --><string name="a">It\\\'s <b>%1$s</b></string><plurals name="p"><item quantity="one">1</item></plurals><string-array name="r"><item>x</item></string-array></resources>',
  resx:
    '<root><resheader name="v"><value>2.0</value></resheader><data name="a" xml:space="preserve"><value>Hi</value><comment>c</comment></data></' +
    'root>',
  qt: '<!DOCTYPE TS><TS version="2.1" language="uk"><context><name>C</name><message numerus="yes"><source>%n a</source><translation type="unfinished"><numerusform>b</numerusform></translation></message></context></TS>',
  rimworld: '<LanguageData><!-- EN: Hi --><A.b>Hi</A.b><C><li>x</li></C></LanguageData>',
  rpgmaker:
    '{"events":[null,{"pages":[{"list":[{"code":401,"parameters":["Hi \\\\V[1]"]},{"code":102,"parameters":[["a","b"]]}]}]}]}',
  properties: '# c\na.b = One \\u0041\\\n  two\n! d\nc:d\n',
  renpy:
    '# a.rpy:3\ntranslate uk s_1:\n    # e "Hi [n!t]"\n    e "Ой"\n\ntranslate uk strings:\n    old "a"\n    new "b"\n',
  ini: '; c\n[A]\nkey=Hi\\n"x"\nother = \'y\'\n',
  fluent: 'a = Hi { $n ->\n    [one] x\n   *[other] y\n}\n  .b = c\n# d\n-t = z\n',
  paradox: '\ufeffl_english:\n key:0 "Hi $X$ §Yy§!" # c\n b: ""\n',
  yaml: 'en:\n  a: "Hi %{n}"\n  b: |\n    x\n    y\n  c: [d, \'e\']\n  f: &g h\n  i: *g\n',
  json5: '// c\n{ a: \'Hi\', /* d */ "b": ["x",], n: 0x1, }\n',
  hjson: "{\n  # c\n  a: Hi you\n  b: '''\n    x\n    '''\n  c: \"d\"\n}\n",
  paratranz: '[{"key":"a","original":"Hi","translation":"Ой","stage":1,"context":"c"}]',
  'key-json': '{"a":"Hi","b":{"c":["x",{"d":"y"}],"#e":1},"en":{"k":"v"}}',
  'key-tsv': 'id\ten\tuk\na\tHi\tОй\n',
  'key-csv': 'key,en,uk,note\na,"Hi ""x""\ny",Ой,n\n',
}

const PO = KEYED_SEEDS.po.replace(
  'msgid "a"',
  '#. windrow: row=0102030405060708 source=0bce581d revision=3 text=machine:7d21ee8a1e530482\nmsgid "a"',
)
const dump = '{"id":"0102030405060708","text":"Hi {0}"}\n{"id":"1102030405060708","text":"b"}\n'
const container = buildContainer({
  entries: [1, 2, 300].map((n) => ({ id: n.toString(16).padStart(16, '0'), text: n === 2 ? null : `Text {0} ${n}` })),
  shardCount: 2,
  level: 1,
})
const delta = { format: 'windrow-delta', version: 1, level: 3, zstd: '1', files: [{ name: 'a', from: 'b', to: 'c' }] }

/** By the name of a reader. */
export const FILE_SEEDS = {
  dump: [
    container,
    dump,
    gzipSync(dump),
    zstdCompressSync(Buffer.from(dump)),
    'ID;OriginalText\n0102030405060708;"Hi"\n',
    'ID\tOriginalText\n0102030405060708\tHi\n',
    '[\n{"ID":"0102030405060708","English":"Hi","Target":"b"},\n]',
    '{\n"72623859790382856": "Hi",\n}',
    ...Object.values(KEYED_SEEDS),
  ],
  po: [PO],
  xliff: [KEYED_SEEDS.xliff],
  paratranz: [KEYED_SEEDS.paratranz],
  glossary: [
    'source,forms,case_sensitive,do_not_translate,note\nJianghu,"Welt*|b",true,0,n\n',
    '[{"source":"a","forms":["b"],"note":""}]',
    'term;translation\na;b\n',
  ],
  history: [
    '{"format":"windrow-history","version":1}\n{"id":"0102030405060708","layers":{}}\n{"label":"a"}\n{"end":true,"rows":1,"sha256":"0"}\n',
  ],
  profile: [
    '{"game":"other","markup":["printf"], // c\n"tokens":[{"start":"<","inside":"word","end":">"}],"length":{"a":3},}',
  ],
  feed: [
    '{"releases":[{"slug":"default","version":1,"name":"a","files":[{"url":"packages/a.zip","sha256":"00","size":1}],"game_test":"verified"}]}',
  ],
  delta: [zstdCompressSync(Buffer.from(`${JSON.stringify(delta)}\n{"file":0,"id":"0102030405060708","text":"Hi"}\n`))],
  place: ['Package/HD/oversea/locale/translate_words_map_en', 'a/b/c.json', 'a\\..\\c.po', 'con.txt'],
  answer: [
    '1. Hi\n2. b',
    '{"1":"Hi","2":"b"}',
    '```json\n[{"n":1,"text":"Hi"}]\n```',
    '<think>x</think>1\tHi\n2\tb',
    'id,text\n1,"Hi"\n2,b',
  ],
  gate: ['Hi {0} <b>%s</b>\n\0Ой {0} <b>%s</b>\n', '<Agility|780|#C|15> of the\0Welt', '^12^ $E @T[x] [#12] #Ea#\0x'],
} as const satisfies Readonly<Record<string, readonly (string | Buffer)[]>>
