// The order of work, from outside: claims of API v2, take_rows of MCP and `windrow translate` take whole families of like texts, the
// largest first (docs/memory.md#likeness), while lists and API v1 keep the order of the game.
import { afterAll, expect, it } from 'vitest'
import { idOf, textLines } from '../support/game-files.ts'
import { onHttp, rowsIn } from '../support/mcp-client.ts'
import { programWorld } from '../support/program-world.ts'
import { type Json, send } from '../support/v1-client.ts'

const world = programWorld()
afterAll(() => world.close())

/** Of 1,000 rows every tenth asks for herbs, every twentieth for fish; the others are alone. */
const rows = 1_000
const word = (number: number): string =>
  Array.from(
    String(number),
    (digit) => ['ba', 'de', 'fi', 'go', 'ku', 'la', 'me', 'ni', 'po', 'ru'][Number(digit)],
  ).join('')
const textOf = (number: number): string => {
  if (number % 10 === 7) return `Gather ${number} herbs`
  return number % 20 === 3 ? `Catch ${number} fish` : `The tale of ${word(number)}`
}
const numbers = (first: number, step: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at * step)

const texts = Object.fromEntries(Array.from({ length: rows }, (_, at) => [idOf(at + 1), textOf(at + 1)]))
await world.done(['import', '--main', world.file('main.jsonl', textLines(texts))])
await world.done(['index'])
await world.done(['setting', 'set', 'target_language', 'uk'])
const secret = await world.person('Ada', 'admin')
const server = await world.serve()

const claim = async (limit: number): Promise<{ readonly id: string; readonly numbers: readonly number[] }> => {
  const { json } = await send(server.port, { method: 'POST', path: '/api/v2/claims', key: secret, body: { limit } })
  const { data: given } = json
  return { id: given.claim.id, numbers: given.rows.map(({ ordinal }: Json) => ordinal) }
}
const giveBack = (id: string) => send(server.port, { method: 'DELETE', path: `/api/v2/claims/${id}`, key: secret })

it('a claim takes the largest family as far as it goes, and the next one goes on there, whatever others do', async () => {
  const first = await claim(60)
  expect(first.numbers).toEqual(numbers(7, 10, 60))
  const second = await claim(60)
  expect(second.numbers).toEqual([...numbers(607, 10, 40), ...numbers(3, 20, 20)])
  // Rows that come back are next, and nothing else has moved.
  await giveBack(first.id)
  const third = await claim(60)
  expect(third.numbers).toEqual(first.numbers)
  const fourth = await claim(10)
  expect(fourth.numbers).toEqual([1, 2, 4, 5, 6, 8, 9, 10, 11, 12])
  for (const { id } of [second, third, fourth]) await giveBack(id)
})

it('take_rows gives rows of one family, in which the lines are told apart by their numbers', async () => {
  const mcp = await onHttp(server.url, { 'X-API-Key': secret })
  const { text } = await mcp.call('take_rows', { count: 30 })
  await mcp.call('give_back', {})
  await mcp.close()
  expect(new Set(rowsIn(text).map(({ source }) => source.replace(/\d+/, 'N')))).toEqual(new Set(['Gather N herbs']))
})

it('lists, and API v1, keep the order of the game', async () => {
  const { json } = await send(server.port, { path: '/api/v1/rows?state=none&limit=20', key: secret })
  expect(json.data.rows.map(({ ordinal }: Json) => ordinal)).toEqual(numbers(1, 1, 20))
})
