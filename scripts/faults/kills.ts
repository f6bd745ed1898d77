// Kills: a real server (and now and then an import, a backup or a shutdown) is killed at a random moment of its clients'
// writes; then the clients send again what they have no answer for, and old calls too, which must be answered as before. All the time the
// log of events is read, and sent to a webhook.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EventWatch } from './events.ts'
import { History, record, unsettled } from './history.ts'
import { type Dice, diceOf } from './random.ts'
import { verify } from './verify.ts'
import { endOf, makeWorld, type Server, startServer, type World } from './world.ts'

interface KillsReport {
  readonly kills: Readonly<Record<string, number>>
  readonly calls: number
  readonly acknowledged: number
  readonly inDoubt: number
  readonly replays: number
  /** In the log. */
  readonly events: number
  /** Requests to the webhook, and the events in them that it had already. */
  readonly delivered: { readonly requests: number; readonly repeated: number }
  readonly problems: readonly string[]
}

const clients = 6
/** Of these rows it is known what clients read. */
const rowsReadOften = 12
const KINDS = ['writes', 'writes', 'writes', 'workers', 'import', 'backup', 'shutdown', 'delivery'] as const
type Kind = (typeof KINDS)[number]

/** Does `count` rounds, each ending in a kill; verifies every few rounds and at the end. */
export async function runKills(count: number, seed: number, say: (text: string) => void): Promise<KillsReport> {
  const dice = diceOf(seed)
  const world = await makeWorld()
  const history = new History()
  const watch = await watchEvents(world)
  const kills: Record<string, number> = {}
  const problems: string[] = []
  let inDoubt = 0
  const state = { version: 0, dayRows: 0 }
  try {
    for (let round = 1; round <= count && problems.length === 0; round++) {
      const kind = dice.pick(KINDS)
      kills[kind] = (kills[kind] ?? 0) + 1
      await killRound({ world, history, watch, dice, state }, kind)
      inDoubt += history.calls.filter(({ answer }) => answer === null).length
      if (round % 10 === 0 || round === count) {
        problems.push(...(await settleAndVerify({ world, history, watch, dice })))
        say(
          `${round} of ${count} kills, ${history.calls.length} calls, ${history.replays} replays, ${watch.events} events`,
        )
      }
    }
  } finally {
    watch.close()
    if (problems.length === 0) world.remove()
    else say(`the store is kept in ${world.data}`)
  }
  return {
    kills,
    calls: history.calls.length,
    acknowledged: history.answered().filter(({ answer }) => answer?.status === 200).length,
    inDoubt,
    replays: history.replays,
    events: watch.events,
    delivered: { requests: watch.requests, repeated: watch.repeated },
    problems,
  }
}

async function watchEvents(world: World): Promise<EventWatch> {
  const watch = new EventWatch(world.people[0]?.secrets[0] ?? '')
  writeFileSync(join(world.folder, 'config.json'), JSON.stringify({ webhook_hosts: ['localhost'] }))
  await world.windrow('webhook', 'add', await watch.listen())
  const [{ number }] = JSON.parse(await world.windrow('webhook', 'list', '--json')) as [{ number: number }]
  watch.begin(number)
  return watch
}

interface GameState {
  version: number
}

interface Round {
  readonly world: World
  readonly history: History
  readonly watch: EventWatch
  readonly dice: Dice
  readonly state: GameState
}

async function killRound({ world, history, watch, dice, state }: Round, kind: Kind): Promise<void> {
  const server = await startServer(world.data, { arguments: kind === 'workers' ? ['--workers', '2'] : [] })
  const life = { isOver: false }
  const busy = Array.from({ length: clients }, () => actAsClient(server, world, history, dice, state, life))
  busy.push(watch.readOn(server.url, life))
  await wait(dice.below(400))
  switch (kind) {
    case 'import':
      await killImport(world, dice, state)
      break
    case 'backup':
      await killBackup(world, dice)
      break
    case 'shutdown':
      server.askToStop()
      await wait(dice.below(300))
      break
    case 'delivery':
      await watch.killAtNext(dice.chance(0.5), () => server.kill())
      break
    case 'writes':
    case 'workers':
      break
  }
  life.isOver = true
  await server.kill()
  await Promise.all(busy)
}

/** Sends new calls, calls in doubt and old ones until the server is gone. */
async function actAsClient(
  server: Server,
  world: World,
  history: History,
  dice: Dice,
  state: GameState,
  life: { readonly isOver: boolean },
): Promise<void> {
  while (!life.isOver) {
    const person = dice.pick(world.people)
    if (dice.chance(0.5)) await history.read(server.url, dice.pick(person.secrets), 1 + dice.below(rowsReadOften))
    const doubtful = unsettled(history)
    const old = history.calls
    const call =
      doubtful.length > 0 && dice.chance(0.3)
        ? dice.pick(doubtful)
        : old.length > 0 && dice.chance(0.2)
          ? dice.pick(old)
          : history.newCall(world, dice, state.version)
    if ((await record(history, server.url, call)) === null) await wait(5)
  }
}

/** An import is whole or not there: the game is of the old or of the new version. */
async function killImport(world: World, dice: Dice, state: GameState): Promise<void> {
  const other = 1 - state.version
  const child = world.start('import', '--main', world.versions[other] as string, '--quiet')
  const ended = endOf(child)
  const killed = dice.chance(0.7)
  if (killed) {
    await wait(150 + dice.below(500))
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {
      // It was faster.
    }
  }
  const { code } = await ended
  if (code === 0) state.version = other
  else state.version = await versionOf(world)
}

async function versionOf(world: World): Promise<number> {
  const exported = join(world.folder, `version-${Date.now()}.jsonl`)
  await world.windrow('export', '--to', exported, '--text', 'main', '--quiet')
  const { readFileSync, rmSync } = await import('node:fs')
  const isNew = readFileSync(exported, 'utf8').includes('written anew')
  rmSync(exported)
  return isNew ? 1 : 0
}

/** A killed backup leaves no file under its name; one that ended is whole. */
async function killBackup(world: World, dice: Dice): Promise<void> {
  const file = join(world.folder, `backup-${readdirSync(world.folder).length}`)
  const child = world.start('backup', file, '--quiet')
  const ended = endOf(child)
  await wait(dice.below(500))
  try {
    process.kill(-(child.pid as number), 'SIGKILL')
  } catch {
    // It was faster.
  }
  await ended
  if (!existsSync(file)) return
  const restored = `${file}-restored`
  await world.windrow('restore', file, '--data', restored, '--quiet')
  await world.windrow('check', '--data', restored, '--quiet')
}

async function settleAndVerify({ world, history, watch, dice }: Omit<Round, 'state'>): Promise<string[]> {
  const server = await startServer(world.data)
  for (const call of unsettled(history)) await record(history, server.url, call)
  for (let i = 0; i < 20; i++) await record(history, server.url, dice.pick(history.calls))
  await conflict(history, server, dice)
  await watch.catchUp(server.url)
  const code = await server.stop()
  const problems = await verify(world.data, history, watch)
  return code === 0 ? problems : [`the server ended with ${code}: ${server.log()}`, ...problems]
}

/** The same key with another body is refused and does nothing. */
async function conflict(history: History, server: Server, dice: Dice): Promise<void> {
  const done = history.answered().filter(({ answer }) => answer?.status === 200)
  if (done.length === 0) return
  const call = dice.pick(done)
  const body = call.body.replace('Zeile', 'Andere Zeile')
  const response = await fetch(`${server.url}/api/v1/translations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': call.secret, 'Idempotency-Key': call.idempotencyKey },
    body,
  })
  history.conflicts++
  if (response.status !== 409) history.faults.push(`op ${call.id}: another body with its key got ${response.status}`)
}
