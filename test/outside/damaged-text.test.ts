// A bit of a stored text that the disk gives back otherwise: nobody is given the text, and `check` names its row.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { idOf, textLines } from '../support/game-files.ts'
import { programWorld } from '../support/program-world.ts'
import { type Answer, send } from '../support/v1-client.ts'

const rows = 200
const damagedRow = 77
const textOf = (word: string) => (number: number) => `${word} number ${number} of the tale`
const linesOf = (word: string): string =>
  textLines(Object.fromEntries(Array.from({ length: rows }, (_, i) => [idOf(i + 1), textOf(word)(i + 1)])))
const [before, after] = ['Lantern number 77 of', 'Mantern number 77 of']

const world = programWorld()
afterAll(() => world.close())
await world.done(['import', '--main', world.file('main.jsonl', linesOf('Row'))])
await world.done(['import', '--localized', world.file('localized.jsonl', linesOf('Lantern'))])
const secret = await world.person('Ada', 'admin')
const file = join(world.data, 'main/data.mdb')
const bytes = readFileSync(file)
// L and M differ in one bit. Pages that are free may hold the text, too.
let changed = 0
for (let at = bytes.indexOf(before); at >= 0; at = bytes.indexOf(before), changed++) bytes[at] = 0x4d
expect(changed).toBeGreaterThan(0)
writeFileSync(file, bytes)

it('is named by check, which leaves it alone', async () => {
  for (const argv of [['check'], ['check', '--repair'], ['check']]) {
    const { code, stdout, stderr } = await world.run(argv)
    expect(code).toBe(1)
    expect(stdout).toBe(`head, row ${damagedRow}: is not a good record\n`)
    expect(stderr).toContain('windrow restore brings back a backup')
  }
})

it('is not exported: a sentence says why, and what to do', async () => {
  for (const text of ['game', 'machine']) {
    const to = join(world.folder, `${text}.jsonl`)
    const { code, stderr } = await world.run(['export', '--to', to, '--text', text])
    expect(code).toBe(1)
    expect(stderr).toBe(
      'error: a stored translation is damaged: `windrow check` names its row, and `windrow restore` brings back a backup\n',
    )
    expect(existsSync(to)).toBe(false)
  }
})

it('is not sent: cards, pages and searches with it are an error, those without it are not', async () => {
  const server = await world.serve()
  const ask = (path: string): Promise<Answer> => send(server.port, { path, key: secret })
  const card = (number: number) => `/api/v1/rows/${idOf(number)}`
  const page = (limit: number) => `/api/v1/rows?state=machine&fields=core,layers&limit=${limit}`
  const without = await ask(page(50))
  for (const path of [
    card(damagedRow),
    page(100),
    '/api/v2/search?text=antern%20number%2077',
    '/api/v2/search?text=Mantern',
  ]) {
    const { status, text } = await ask(path)
    expect(status, path).toBe(500)
    expect(text).not.toContain(after)
  }
  expect(without.status).toBe(200)
  const { status, text } = await ask(card(damagedRow + 1))
  expect(status).toBe(200)
  expect(text).toContain(textOf('Lantern')(damagedRow + 1))
})
