// A game whose texts have keys, on each runtime: its files in, texts through the gate, its files out (docs/another-game.md).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run, temporaryFolder } from '../support/program.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const at = (...path: string[]): string => join(folder.path, ...path)
const windrow = (...argv: string[]) => run(argv, { env: { WINDROW_DATA: at('data') } })

const GAME: Readonly<Record<string, string>> = {
  'menu.json': '{"menu": {"start": "Start the game", "volume": "Volume: {0}"}}\n',
  'items.csv': 'key,text\r\nbow,"A bow, long"\r\n',
  'quests.po': 'msgid ""\nmsgstr ""\n\nmsgid "Bring three eggs"\nmsgstr ""\n',
  'talk.xliff':
    '<xliff version="1.2"><file source-language="en" datatype="plaintext" original="t"><body><trans-unit id="hello"><source>Hello</source></trans-unit></body></file></xliff>\n',
}
const OURS: Readonly<Record<string, string>> = {
  'menu.json': '{"menu": {"start": "Почати гру", "volume": "Гучність: {0}"}}\n',
  'items.csv': 'key,text\r\nbow,"Лук, довгий"\r\n',
  'quests.po': 'msgid ""\nmsgstr ""\n\nmsgid "Bring three eggs"\nmsgstr "Принеси три яйця"\n',
  'talk.xliff':
    '<xliff version="1.2"><file source-language="en" datatype="plaintext" original="t"><body><trans-unit id="hello"><source>Hello</source><target>Вітаю</target></trans-unit></body></file></xliff>\n',
}

test('JSON, a table, PO and XLIFF come in, are translated, and go out in place', async () => {
  for (const [name, files] of Object.entries({ game: GAME, ours: OURS })) {
    mkdirSync(at(name))
    for (const [file, text] of Object.entries(files)) writeFileSync(at(name, file), text)
  }
  const imported = await windrow('import', '--profile', 'generic', '--main', at('game'), '--json')
  expect(JSON.parse(imported.stdout)).toMatchObject({ rows: { added: 5 }, markup: 'braces' })
  const localized = await windrow('import', '--localized', at('ours'), '--json')
  expect(JSON.parse(localized.stdout)).toMatchObject({ localized: { written: 5, invalid: 0 } })
  const exported = await windrow('export', '--main', at('game'), '--out', at('out'))
  expect(exported).toMatchObject({ code: 0 })
  for (const [file, text] of Object.entries(OURS)) expect(readFileSync(at('out', file), 'utf8')).toBe(text)
  const published = await windrow('publish', '1.0', '--main', at('game', 'menu.json'))
  expect([published.code, published.stderr]).toEqual([1, expect.stringContaining('Where Winds Meet only')])
})
