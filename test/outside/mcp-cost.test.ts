// What 2,000 rows cost a model through MCP: calls, and tokens by o200k as a yardstick, with one text in twelve broken by a
// seeded hand and repaired from the answer alone. With WINDROW_CORPUS the texts are a real game's, else made up.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, expect, it } from 'vitest'
import { diceOf } from '../support/dice.ts'
import { corpus, dumpPath, readTexts } from '../support/corpus.ts'
import { jsonLines } from '../support/game-files.ts'
import { onStdio, rowsIn } from '../support/mcp-client.ts'
import { programWorld } from '../support/program-world.ts'

const rows = 2_000
const callsPer50Max = 3.2
const tokensPer50Max = 4_000
const callsMax = 130
const brokenShare = 0.08

const world = programWorld()
afterAll(() => world.close())

interface Pair {
  readonly id: string
  readonly source: string
  readonly text: string
}

/** Pairs of a shipped game that the gate takes: the same tokens on both sides, and something to translate. */
function corpusPairs(): Pair[] {
  const texts = readTexts(dumpPath('main.uk'))
  return [...readTexts(dumpPath('main'))].flatMap(([id, source]) => {
    const text = texts.get(id) ?? ''
    return text === '' || text === source ? [] : [{ id, source, text }]
  })
}

const madeUpPairs = (): Pair[] =>
  Array.from({ length: rows }, (_, i) => ({
    id: (i + 1).toString(16).padStart(16, '0'),
    source: `The keeper of gate ${i + 1} asks %s for a coin, and waits by the wall until nightfall.`,
    text: `Сторож брами ${i + 1} просить у %s монету й чекає під муром до самої ночі.`,
  }))

const pairs = (corpus !== undefined ? corpusPairs() : madeUpPairs()).slice(0, rows)

it(`${rows} rows stay within calls and tokens`, async () => {
  await world.done([
    'import',
    '--main',
    world.file('main.jsonl', jsonLines(pairs.map(({ id, source: text }) => ({ id, text })))),
  ])
  await world.done(['user', 'add', 'Ada', '--role', 'admin'])
  const { client, call, close } = await onStdio(['--as', 'Ada', '--data', world.data])
  const texts = new Map(
    pairs.map(({ source, text }) => [JSON.stringify(source).slice(1, -1).replaceAll('\\"', '"'), text]),
  )
  const dice = diceOf(18)
  let [calls, tokens, saved, repaired] = [0, 0, 0, 0]
  const ask = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const { text, isError } = await call(name, args)
    expect([text, isError]).toEqual([text, false])
    calls++
    tokens += countTokens(JSON.stringify(args)) + countTokens(text)
    return text
  }
  const savedIn = (answer: string): number => Number(/^(\d+) of \d+ saved/.exec(answer)?.[1])
  for (;;) {
    const taken = rowsIn(await ask('take_rows', {}))
    if (taken.length === 0) break
    const good = taken.map(({ number, source }) => [number, texts.get(source) ?? ''] as const)
    const sent = good.map(([number, text]) => [number, dice.chance(brokenShare) ? `${text} {9}` : text] as const)
    const answer = await ask('write', { texts: Object.fromEntries(sent), model: 'a-model' })
    saved += savedIn(answer)
    const refused = new Set(
      answer.split('\n').flatMap((line) => /^([\d ]+): refused/.exec(line)?.[1]?.split(' ') ?? []),
    )
    const again = good.filter(([number]) => refused.has(number))
    if (again.length === 0) continue
    const second = savedIn(await ask('write', { texts: Object.fromEntries(again), model: 'a-model' }))
    repaired += second
    saved += second
  }
  const { tools } = await client.listTools()
  const definitions = countTokens(JSON.stringify(tools)) + countTokens(client.getInstructions() ?? '')
  await close()
  const per50 = 50 / pairs.length
  console.log(
    `MCP, ${pairs.length} rows, ${repaired} repaired: ${calls} calls (${(calls * per50).toFixed(2)} per 50), ` +
      `${tokens} tokens (${Math.round(tokens * per50)} per 50), definitions ${definitions} once`,
  )
  expect(saved).toBe(pairs.length)
  expect(repaired).toBeGreaterThan(pairs.length * brokenShare * 0.5)
  expect(calls).toBeLessThanOrEqual(callsMax)
  expect(calls * per50).toBeLessThanOrEqual(callsPer50Max)
  expect(tokens * per50).toBeLessThanOrEqual(tokensPer50Max)
})
