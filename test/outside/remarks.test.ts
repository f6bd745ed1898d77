// What a game's files say beside their texts reaches whoever translates: APIs, agents, prompts, tools of translators, the site, the gate;
// and it is what the latest files say (docs/another-game.md#beside-the-text).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sha256Hex } from '../../src/base/bytes.ts'
import { idOfKey } from '../../packages/formats/src/keyed/keyed-paths.ts'
import { onHttp } from '../support/mcp-client.ts'
import { modelEndpoint } from '../support/model-endpoint.ts'
import { programWorld } from '../support/program-world.ts'
import { PASSWORD, SiteClient } from '../support/site-client.ts'
import { send } from '../support/v1-client.ts'

const GAME: Readonly<Record<string, string>> = {
  'quests.po':
    '#. said by the keeper\n#: src/quests.c:12\n#, max-length:12\nmsgid "Bring eggs"\nmsgstr ""\n\nmsgid "No more"\nmsgstr ""\n',
  'talk.xliff':
    '<xliff version="1.2"><file source-language="en" datatype="plaintext" original="t"><body><trans-unit id="hello" maxwidth="15" size-unit="char"><source>Hello</source><note>of the guard</note></trans-unit></body></file></xliff>\n',
  'strings.xml': '<resources>\n<!-- on the gate -->\n<string name="gate">Open it</string>\n</resources>\n',
  'menu.properties': '# the first button\nstart=Start now\n',
  'items.csv': 'key,text,Comment\r\nbow,A long bow,"of wood,\nnot of metal"\r\n',
  'names.json5': "{\n  // a town\n  town: 'Old Town',\n}\n",
}

const idIn = (file: string, key: string): string => idOfKey(file, key)
const QUEST = idIn('quests.po', 'Bring eggs')
const REMARKS: Readonly<Record<string, unknown>> = {
  [QUEST]: { note: 'said by the keeper', place: 'src/quests.c:12', max_length: 12 },
  [idIn('quests.po', 'No more')]: undefined,
  [idIn('talk.xliff', 'hello')]: { note: 'of the guard', max_length: 15 },
  [idIn('strings.xml', 'gate')]: { note: 'on the gate' },
  [idIn('menu.properties', 'start')]: { note: 'the first button' },
  [idIn('items.csv', 'bow')]: { note: 'of wood,\nnot of metal' },
  [idIn('names.json5', 'town')]: { note: 'a town' },
}

const world = programWorld()
afterAll(() => world.close())
const game = join(world.folder, 'game')
const write = (files: Readonly<Record<string, string>>): void => {
  mkdirSync(game, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(game, file), text)
}
const secret = `wdr_${sha256Hex('Ada').slice(0, 60)}`
write(GAME)
await world.done(['import', '--profile', 'generic', '--main', game])
await world.done(['setting', 'set', 'target_language', 'uk'])
await world.done(['user', 'add', 'Ada', '--role', 'super_admin', '--password-stdin'], `${PASSWORD}\n`)
await world.done(['key', 'create', '--user', 'Ada', '--name', 'k', '--secret-stdin'], `${secret}\n`)
const server = await world.serve()
const port = Number(new URL(server.url).port)
const ask = (path: string) => send(port, { path, key: secret })

it('is a member of the cards of API v2, and of none of v1', async () => {
  const { json } = await ask(`/api/v2/rows?ids=${Object.keys(REMARKS).join(',')}`)
  const rows = json.data.rows as { row_id: string; remark?: unknown; max_letters?: number }[]
  expect(Object.fromEntries(rows.map(({ row_id: id, remark }) => [id, remark]))).toEqual(REMARKS)
  expect(rows.find(({ row_id: id }) => id === QUEST)?.max_letters).toBe(12)
  expect((await ask(`/api/v1/rows/${QUEST}`)).text).not.toContain('keeper')
})

it('stands in the lines that agents get', async () => {
  const said = ['[note: said by the keeper]', '[place: src/quests.c:12]', '[max: 12 letters]']
  const mcp = await onHttp(server.url, { 'X-API-Key': secret })
  const { text } = await mcp.call('take_rows', { count: 10 })
  await mcp.call('give_back', {})
  await mcp.close()
  for (const part of [...said, '[note: of wood,\\nnot of metal]']) expect(text).toContain(part)
  const printed = await world.done(['rows', '--as', 'Ada', '--limit', '10'])
  for (const part of said) expect(printed).toContain(part)
  const asJson = await world.done(['rows', '--as', 'Ada', '--limit', '10', '--jsonl'])
  expect(asJson).toContain('"remark":{"note":"of the guard","max_length":15}')
})

it('stands in the prompts of a model', async () => {
  const model = await modelEndpoint({ translate: (text) => text, seed: 1, brokenShare: 0, isStructured: true })
  await world.run(['translate', '--as', 'Ada', '--endpoint', model.url, '--model', 'm'])
  const [prompt = ''] = model.prompts
  await model.close()
  expect(prompt).toContain('[note: on the gate]')
  expect(prompt.match(/\[max: 12 letters\]/g)).toHaveLength(1)
})

it.each([
  ['game.po', ['#. note: said by the keeper\n', '#: src/quests.c:12\n', '#, max-length:12\n', '#. key: start\n']],
  [
    'game.xlf',
    ['<note>note: said by the keeper</note>', '>src/quests.c:12</context>', 'maxwidth="12" size-unit="char"'],
  ],
  ['game.json', ['note: said by the keeper\\nplace: src/quests.c:12']],
])('goes to translators in %s, which comes back untouched', async (name, said) => {
  const path = world.file(name, '')
  await world.done(['exchange', 'export', path, '--as', 'Ada', '--state', 'all', '--force'])
  const file = readFileSync(path, 'utf8')
  for (const part of said) expect(file).toContain(part)
  const back = await world.run(['exchange', 'import', path, '--as', 'Ada', '--json'])
  expect(JSON.parse(back.stdout)).toMatchObject({ refused: {} })
})

it('is seen on the workbench and on the page of the row', async () => {
  const visitor = await new SiteClient(server).signIn('Ada')
  for (const path of [`/admin/bench?row=${QUEST}`, `/admin/rows/${QUEST}`]) {
    const { text } = await visitor.get(path)
    for (const part of ['said by the keeper', 'src/quests.c:12', 'At most 12 characters']) expect(text).toContain(part)
  }
})

it('makes the gate doubt a text that is longer than the file allows', async () => {
  const body = { items: [{ row_id: QUEST, text: 'Принеси кілька яєць', source_hash: sha256Hex('Bring eggs') }] }
  const { json } = await send(port, { method: 'POST', path: '/api/v1/translations/validate', key: secret, body })
  const [item] = json.data.items as { warnings: { message: string }[] }[]
  expect(item?.warnings.map(({ message }) => message)).toEqual([
    "The text has 19 visible characters, and the game's file allows 12: shorten it.",
  ])
})

it('is what the latest files say, and goes with the row', async () => {
  write({
    'quests.po': '#. said by the guard\nmsgid "Bring eggs"\nmsgstr ""\n',
    'menu.properties': 'start=Start now\n',
    'names.json5': '{}',
  })
  await world.done(['import', '--main', game, '--force'])
  const shown = async () => {
    const { json } = await ask(`/api/v2/rows?ids=${Object.keys(REMARKS).join(',')}`)
    const rows = json.data.rows as { row_id: string; remark?: unknown }[]
    return Object.fromEntries(rows.map(({ row_id: id, remark }) => [id, remark]))
  }
  const { [idIn('quests.po', 'No more')]: _, [idIn('names.json5', 'town')]: __, ...others } = REMARKS
  const changed = { [QUEST]: { note: 'said by the guard' }, [idIn('menu.properties', 'start')]: undefined }
  expect(await shown()).toEqual({ ...others, ...changed })
  await world.done(['check'])
  write(GAME)
  await world.done(['import', '--main', game, '--force'])
  expect(await shown()).toEqual(REMARKS)
})
