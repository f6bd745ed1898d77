// The hostile drill: sixteen people of role `user` do the worst they can with a key and a session each, while one honest
// agent reads pages and writes batches. It is measured alone, beside them and alone again, in one run: what counts is the
// ratio.
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createApp } from '../../src/app/open-app.ts'
import { createKey } from '../../src/app/people/manage-keys.ts'
import { addUser } from '../../src/app/people/manage-users.ts'
import { systemClock } from '../../src/base/time.ts'
import { createLog } from '../../src/base/log.ts'
import { systemRandom } from '../../src/base/crypto.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { ANSWERS } from '../../src/store/records/idempotency.ts'
import { allKeys, allUsers } from '../../src/store/records/people-and-keys.ts'
import { allOfKind, recordsOfKind } from '../../src/store/records/kind.ts'
import { PROPOSALS } from '../../src/store/records/proposals.ts'
import { PASSWORD, SiteClient } from '../../test/support/site-client.ts'
import { History, record } from './history.ts'
import { ATTACK_NAMES, type Hand, isOfTheSite, type Orders, type Tally } from './hostile-clients.ts'
import { type Dice, diceOf } from './random.ts'
import { verify } from './verify.ts'
import { makeWorld, type Server, startServer, type World } from './world.ts'
import { QUICK_PASSWORDS, granted } from '../../test/support/app-world.ts'

const clients = 16
const aloneSeconds = 5
const memoryMbMax = 300
/** A promise of an idle machine, judged in the long run; the short one shares its machine and fails only far above. */
const ratioMax = { long: 3, short: 10 }
/** Small enough that the drill comes up against them. */
const rowsADay = 20
const storedBytesASecond = 50_000

export async function runHostile(
  isLong: boolean,
  seed: number,
  say: (text: string) => void,
): Promise<{ lines: string[]; problems: string[] }> {
  const world = await makeWorld()
  const seconds = isLong ? 120 : 20
  const bytesADay = seconds * storedBytesASecond
  try {
    await world.windrow('setting', 'set', 'daily_row_quota', String(rowsADay))
    await world.windrow('setting', 'set', 'daily_stored_answer_bytes', String(bytesADay))
    say(`hostile: making ${clients} people`)
    const people = await addHands(world)
    const history = new History()
    const server = await startServer(world.data)
    try {
      const hands = await signIn(server, people)
      const agent = { server, world, history, dice: diceOf(seed) }
      await workFor(agent, 2)
      const before = await workFor(agent, aloneSeconds)
      const memory = watchMemory(server.pid)
      say(`hostile: ${seconds} s of attacks`)
      const { attacked, beside } = await workBeside(agent, hands, seconds)
      const grownMb = memory.stop()
      const after = await workFor(agent, aloneSeconds)
      const alone = joined(before, after)
      await server.stop()
      const problems = [...(await verify(world.data, history)), ...(await excesses(world.data, hands, bytesADay))]
      const ratios = KINDS.map((kind) => median(beside[kind]) / median(alone[kind]))
      if (Math.max(...ratios) > ratioMax[isLong ? 'long' : 'short'])
        problems.push(`the honest agent's median latency grew ${Math.max(...ratios).toFixed(1)} times`)
      if (grownMb !== null && grownMb > memoryMbMax) problems.push(`the server took ${grownMb} MB more`)
      const lost = history.calls.filter(({ answer }) => answer?.status !== 200)
      for (const { id, answer } of lost) problems.push(`op ${id} did not go through: ${answer?.status} ${answer?.body}`)
      const inWords = (alone: Times, beside: Times): string =>
        KINDS.map((kind) => {
          const [before, during] = [median(alone[kind]), median(beside[kind])]
          const times = (during / before).toFixed(1)
          return `${kind} ${before.toFixed(1)} ms alone, ${during.toFixed(1)} ms beside them (${times} times)`
        }).join('; ')
      return {
        lines: [
          `${clients} clients for ${seconds} s; the honest agent's medians: ${inWords(alone, beside)}`,
          `processor time of the server's thread while the agent waited, medians: ${inWords(alone.server, beside.server)}`,
          `${beside.batches.length} of its batches answered meanwhile, sent again ${beside.again} times; ` +
            `memory ${grownMb === null ? 'not measured here' : `+${grownMb} MB at most`}`,
          ...Object.entries(attacked).map(([attack, counts]) => `${attack}: ${inCounts(counts)}`),
        ],
        problems,
      }
    } finally {
      await server.kill()
    }
  } finally {
    world.remove()
  }
}

/** People of role `user` with a key each, of which an admin lifted the rate and granted proposals. */
async function addHands({ data }: World): Promise<Hand[]> {
  const store = openStore(data, systemClock)
  const app = createApp({
    store,
    clock: systemClock,
    random: systemRandom,
    log: createLog({ level: 'silent' }),
    keyPrefix: 'wdr_',
    apiV1EnabledByEnvironment: true,
    passwordCost: QUICK_PASSWORDS,
  })
  try {
    const password = granted(await app.passwords.hash(PASSWORD))
    const hands: Hand[] = []
    for (let i = 0; i < clients; i++) {
      const name = `hand${i}`
      granted(await addUser(app, null, { name, role: 'user', password }))
      const key = { kind: 'agent', name: '', denies: [], requestsPerMinute: 1_000_000, secret: null } as const
      const { secret } = granted(
        await createKey(app, null, { ...key, userName: name, grants: ['translations:propose'] }),
      )
      hands.push({ name, attack: ATTACK_NAMES[i % ATTACK_NAMES.length] as Hand['attack'], cookie: '', secret })
    }
    return hands
  } finally {
    await store.close()
  }
}

async function signIn(server: Server, hands: readonly Hand[]): Promise<Hand[]> {
  const signed: Hand[] = []
  for (const hand of hands) {
    if (!isOfTheSite(hand.attack)) signed.push(hand)
    else {
      const client = await new SiteClient(server).signIn(hand.name)
      signed.push({ ...hand, cookie: client.head()['cookie'] ?? '' })
    }
  }
  return signed
}

interface Agent {
  readonly server: Server
  readonly world: World
  readonly history: History
  readonly dice: Dice
}

const KINDS = ['pages', 'batches'] as const

/** Milliseconds of each answer, and of processor time that the server's own thread took meanwhile. */
interface Times {
  readonly pages: number[]
  readonly batches: number[]
}

interface Work extends Times {
  /** What others share of the machine is no part of it, so it can be told on a busy one too. */
  readonly server: Times
  /** How often a batch was sent again, because it was told to wait or got no answer. */
  again: number
}

const joined = (a: Work, b: Work): Work => ({
  pages: [...a.pages, ...b.pages],
  batches: [...a.batches, ...b.batches],
  server: {
    pages: [...a.server.pages, ...b.server.pages],
    batches: [...a.server.batches, ...b.server.batches],
  },
  again: a.again + b.again,
})

/** Processor time of a process's first thread so far (Linux), which is the one that answers; 0 elsewhere. */
function threadMs(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : 0
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** The honest agent: a page of rows, a batch, a short pause. A batch is sent again with its key until it is settled. */
async function workFor(agent: Agent, seconds: number): Promise<Work> {
  const { server, world, history, dice } = agent
  const work: Work = { pages: [], batches: [], server: { pages: [], batches: [] }, again: 0 }
  const secret = world.people[0]?.secrets[0] ?? ''
  const endMs = performance.now() + seconds * 1_000
  while (performance.now() < endMs) {
    const [askedMs, askedThreadMs] = [performance.now(), threadMs(server.pid)]
    const page = await fetch(`${server.url}/api/v1/rows?limit=50`, { headers: { 'X-API-Key': secret } })
    await page.text()
    work.pages.push(performance.now() - askedMs)
    work.server.pages.push(threadMs(server.pid) - askedThreadMs)
    if (page.status !== 200) history.faults.push(`the honest agent's page got ${page.status}`)
    const call = { ...history.newCall(world, dice, 0), secret }
    history.calls[call.id] = call
    const [sentMs, sentThreadMs] = [performance.now(), threadMs(server.pid)]
    for (let tries = 0; tries < 20; tries++) {
      const sent = await record(history, server.url, call)
      if (sent !== null && sent.status !== 409 && sent.status !== 503) break
      work.again++
      await wait(200)
    }
    work.batches.push(performance.now() - sentMs)
    work.server.batches.push(threadMs(server.pid) - sentThreadMs)
    await wait(20)
  }
  return work
}

/** The agent's work while the others attack; ends when both have. */
async function workBeside(
  agent: Agent,
  hands: readonly Hand[],
  seconds: number,
): Promise<{ attacked: Tally; beside: Work }> {
  const orders: Orders = { port: Number(new URL(agent.server.url).port), seconds, hands }
  const attackers = new Worker(new URL('./hostile-clients.ts', import.meta.url), { workerData: orders })
  try {
    const attacked = new Promise<Tally>((resolve, reject) => {
      attackers.once('message', resolve)
      attackers.once('error', reject)
    })
    const [tally, beside] = await Promise.all([attacked, workFor(agent, seconds)])
    return { attacked: tally, beside }
  } finally {
    await attackers.terminate()
  }
}

/** Watches a process's memory of its own (Linux); `stop` says by how many MB it grew at most, or null elsewhere. */
function watchMemory(pid: number): { stop(): number | null } {
  const file = `/proc/${pid}/status`
  const read = (): number => Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1]) * 1024
  if (!existsSync(file)) return { stop: () => null }
  const first = read()
  let most = first
  const timer = setInterval(() => (most = Math.max(most, read())), 100)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.round((most - first) / 1e6)
    },
  }
}

/** Sentences about what is stored of hostile people beyond their quota of rows or their budget of answers. */
async function excesses(data: string, hands: readonly Hand[], bytesADay: number): Promise<string[]> {
  const store = openStore(data, systemClock)
  try {
    const names = new Set(hands.map(({ name }) => name))
    const ids = new Map(
      [...allUsers(store.main)].filter(({ name }) => names.has(name)).map(({ id, name }) => [id, name]),
    )
    const owners = new Map([...allKeys(store.main)].map(({ id, userId }) => [id, userId]))
    const rows = new Map<number, number>()
    const bytes = new Map<number, number>()
    for (const { authorId } of allOfKind(store.main, PROPOSALS)) rows.set(authorId, (rows.get(authorId) ?? 0) + 1)
    for (const { key, value } of recordsOfKind(store.main, ANSWERS)) {
      const owner = owners.get(key.readUInt32BE(1)) ?? 0
      bytes.set(owner, (bytes.get(owner) ?? 0) + Buffer.byteLength(value.body))
    }
    return [...ids].flatMap(([id, name]) => [
      ...((rows.get(id) ?? 0) > rowsADay ? [`${name} has ${rows.get(id)} proposals, above the quota`] : []),
      ...((bytes.get(id) ?? 0) > bytesADay ? [`${name} has ${bytes.get(id)} bytes of stored answers`] : []),
    ])
  } finally {
    await store.close()
  }
}

const inCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([outcome, count]) => `${outcome} ${count} times`)
    .join(', ')
