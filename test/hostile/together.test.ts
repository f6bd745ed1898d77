// All hostile hands at once: sixteen people do the worst that each bound allows, over and over, and an honest agent's batches go through
// beside them. No clock judges it: the sixteen go on until the agent is done and they are told no more to wait, and whoever is refused tries
// again after the agent's next answer.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type Answer, send } from '../support/v1-client.ts'
import { type KeyPlan, ROWS, sourceHashOf, v1World } from '../support/v1-world.ts'
import { distinctTokens, fiftyOf, filled, headOf, itemOf, openWire } from './hostile-world.ts'
import { signedIn, type Visitor } from './visitor.ts'

const validate = '/api/v1/translations/validate'
const write = '/api/v1/translations'
const tooLong = JSON.stringify(fiftyOf(filled('{0}', 262_143)))
const manyTokens = JSON.stringify(fiftyOf(distinctTokens((n) => `{${n}}`)))
const unknownMembers = `{${Array.from({ length: 200_000 }, (_, n) => `"m${n}":1`).join(',')},"items":[]}`
const rowIds = Object.values(ROWS)

type Taken = Pick<Answer, 'status' | 'text'>
/** Null: the server closed the connection without an answer, as it should. */
type Attack = (name: string, nth: number) => Promise<Taken | null>

const visitors = new Map<string, Visitor>()
const visit = (name: string, path: string) => (visitors.get(name) as Visitor).get(path)
const post = (name: string, nth: number, path: string, body: string) => {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `${name} ${nth}` }
  return send(world.server.port, { method: 'POST', path, key: world.keys[name], headers, body })
}

const ATTACKS: Readonly<Record<string, Attack>> = {
  'texts beyond the limits': (name, nth) => post(name, nth, validate, tooLong),
  'thousands of tokens': (name, nth) => post(name, nth, validate, manyTokens),
  'unknown members': (name, nth) => post(name, nth, validate, unknownMembers),
  'refused batches': (name, nth) => post(name, nth, write, manyTokens),
  'proposals beyond the quota': (name, nth) =>
    post(name, nth, write, JSON.stringify({ items: [itemOf(`У тебе {0} і {0} монет у $E, ${name.at(-1)}.`)] })),
  async 'slow bodies'(name) {
    const wire = openWire(world.server.port)
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': world.keys[name] as string }
    wire.socket.write(headOf(validate, 1_000_000, headers) + filled(' ', 500_000))
    await wire.closed
    return null
  },
  searches: (name, nth) => visit(name, `/admin/rows?q=no-such-text-${nth}`),
  'row pages': (name, nth) => visit(name, `/admin/rows/${rowIds[nth % rowIds.length]}`),
}
const NAMES = Object.keys(ATTACKS)
/** Two people do each. */
const hands = NAMES.flatMap((attack) => [`${attack} 1`, `${attack} 2`])
const attackOf = (hand: string): string => hand.slice(0, -2)
const handsOf = (attack: string): string[] => hands.filter((hand) => attackOf(hand) === attack)

const storedBytesADay = 500_000
const batches = 40
/** What they hold at once has bounds of its own, which allow less than this together. Without those it was 1.5 and 5.7 GB. */
const grownMbMax = 600

const people = Object.fromEntries(hands.map((name): [string, KeyPlan] => [name, { user: name, role: 'translator' }]))
const world = await v1World<string>(
  { ...people, honest: { user: 'Ada', role: 'admin' } },
  { env: { WINDROW_BODY_TIMEOUT: '2' } },
)
afterAll(() => world.close())
await world.windrow('setting', 'set', 'daily_stored_answer_bytes', String(storedBytesADay))
for (const name of handsOf('proposals beyond the quota')) await world.windrow('user', 'quota', name, '1')
for (const name of ['searches', 'row pages'].flatMap(handsOf)) visitors.set(name, await signedIn(world, name))

/** The server is too busy, or another writes; or, on a busy machine, a whole body took longer than it may. */
const mustWait = (status: number): boolean => [503, 409, 408].includes(status)
/** What is known of a body that was cut on its way. */
const tooLate: Taken = { status: 408, text: '' }

async function memoryMb(): Promise<number> {
  const { text } = await send(world.server.port, { path: '/metrics' })
  return Number(/^windrow_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6
}

test('an honest agent goes on beside all of them, and they store no more than they may', async () => {
  const work = { isDone: false, nextAnswer: Promise.withResolvers<void>() }
  const taken = new Map(hands.map((name): [string, Taken[]] => [name, []]))
  const attack = async (name: string): Promise<void> => {
    for (let [nth, status] = [0, 503]; mustWait(status) || !work.isDone; nth++) {
      const { nextAnswer } = work
      const answer = await (ATTACKS[attackOf(name)] as Attack)(name, nth).catch(() => tooLate)
      status = answer?.status ?? 0
      if (answer !== null) taken.get(name)?.push({ status, text: answer.text })
      if (status >= 400) await nextAnswer.promise
    }
  }
  const before = await memoryMb()
  let most = before
  const all = Promise.all(hands.map(attack))
  for (let nth = 0; nth < batches; nth++) {
    const item = { row_id: ROWS.plain, text: `Ласкаво просимо, ${nth}.`, source_hash: sourceHashOf('plain') }
    const body = { items: [{ ...item, layer: 'machine', overwrite: true, provider: 'p', model: 'm' }] }
    const headers = { 'Idempotency-Key': `honest ${nth}` }
    const ask = { method: 'POST', path: '/translations', key: world.keys['honest'], headers, body }
    let answer = await world.ask(ask)
    // Told to wait, it does.
    for (; mustWait(answer.status); answer = await world.ask(ask)) await sleep(200)
    expect([answer.status, answer.json.meta?.written]).toEqual([200, 1])
    most = Math.max(most, await memoryMb())
    work.nextAnswer.resolve()
    work.nextAnswer = Promise.withResolvers()
  }
  work.isDone = true
  work.nextAnswer.resolve()
  await all

  const answersOf = (name: string) => taken.get(name) ?? []
  const good = (name: string) => answersOf(name).filter(({ status }) => status === 200)
  const faults = hands.flatMap(answersOf).filter(({ status }) => status >= 500 && status !== 503)
  expect(faults).toEqual([])
  // Turns are of time: whoever asks for much gets few answers.
  for (const name of handsOf('thousands of tokens')) expect(good(name).length).toBeLessThan(batches / 2)
  for (const name of handsOf('proposals beyond the quota')) {
    const proposed = good(name).map(({ text }) => JSON.parse(text).meta.proposed)
    expect(proposed.reduce((sum: number, each: number) => sum + each, 0)).toBe(1)
  }
  for (const name of handsOf('refused batches')) {
    const bytes = good(name).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(storedBytesADay)
  }
  expect(most - before).toBeLessThan(grownMbMax)
  const { json } = await world.ask({ path: `/rows/${ROWS.plain}`, key: world.keys['honest'] })
  expect(json.data.row.layers.machine.text).toBe(`Ласкаво просимо, ${batches - 1}.`)
  await world.windrow('check')
})
