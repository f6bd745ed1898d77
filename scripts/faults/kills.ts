// Kills: a real server (and now and then an import, a backup or a shutdown) is killed at a random moment of its clients'
// writes; then the clients send again what they have no answer for, and old calls too, which must be answered as before. All the time the
// log of events is read.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EventWatch } from './events.ts'
import { History, record, unsettled } from './history.ts'
import { type Dice, diceOf } from './random.ts'
import { verify, verifyBackup } from './verify.ts'
import { endOf, killGroup, makeWorld, type Server, startServer, type World } from './world.ts'

interface KillsReport {
  readonly kills: Readonly<Record<string, number>>
  readonly calls: number
  readonly acknowledged: number
  readonly inDoubt: number
  readonly replays: number
  /** In the log. */
  readonly events: number
  readonly problems: readonly string[]
}

const clients = 6
/** Of these rows it is known what clients read. */
const rowsReadOften = 12
const KINDS = ['writes', 'writes', 'writes', 'workers', 'import', 'backup', 'shutdown'] as const
type Kind = (typeof KINDS)[number]

/** Does `count` rounds, each ending in a kill; verifies every few rounds and at the end. */
export async function runKills(count: number, seed: number, say: (text: string) => void): Promise<KillsReport> {
  const dice = diceOf(seed)
  const world = await makeWorld()
  const history = new History()
  const watch = new EventWatch(world.people[0]?.secrets[0] ?? '')
  const kills: Record<string, number> = {}
  const problems: string[] = []
  let inDoubt = 0
  const state = { version: 0 }
  try {
    for (let round = 1; round <= count && problems.length === 0; round++) {
      const kind = dice.pick(KINDS)
      kills[kind] = (kills[kind] ?? 0) + 1
      problems.push(...(await killRound({ world, history, watch, dice, state }, kind)))
      inDoubt += history.calls.filter(({ answer }) => answer === null).length
      if (round % 10 === 0 || round === count) {
        problems.push(...(await settleAndVerify({ world, history, watch, dice })))
        say(
          `${round} of ${count} kills, ${history.calls.length} calls, ${history.replays} replays, ${watch.events} events`,
        )
      }
    }
  } finally {
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
    problems,
  }
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

async function killRound({ world, history, watch, dice, state }: Round, kind: Kind): Promise<string[]> {
  const problems: string[] = []
  const server = await startServer(world.data, kind === 'workers' ? ['--workers', '2'] : [])
  const life = { isOver: false }
  const busy = Array.from({ length: clients }, () => actAsClient(server, world, history, dice, state, life))
  busy.push(watch.readOn(server.url, life))
  await wait(dice.below(400))
  switch (kind) {
    case 'import':
      await killImport(world, dice, state)
      break
    case 'backup':
      problems.push(...(await killBackup(world, history, dice)))
      break
    case 'shutdown':
      server.askToStop()
      await wait(dice.below(300))
      break
    case 'writes':
    case 'workers':
      break
  }
  life.isOver = true
  await server.kill()
  await Promise.all(busy)
  return problems
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
    killGroup(child)
  }
  const { code } = await ended
  if (code === 0) state.version = other
  else state.version = await versionOf(world)
}

async function versionOf(world: World): Promise<number> {
  const exported = join(world.folder, `version-${Date.now()}.jsonl`)
  await world.windrow('export', '--to', exported, '--text', 'main', '--quiet')
  const isNew = readFileSync(exported, 'utf8').includes('written anew')
  rmSync(exported)
  return isNew ? 1 : 0
}

/** A killed backup leaves no file under its name; one that ended is whole, and has what was acknowledged before it began. */
async function killBackup(world: World, history: History, dice: Dice): Promise<string[]> {
  const file = join(world.folder, `backup-${readdirSync(world.folder).length}`)
  const acknowledged = new Set(history.calls.filter(({ answer }) => answer?.status === 200))
  const child = world.start('backup', file, '--quiet')
  const ended = endOf(child)
  if (dice.chance(0.5)) {
    await wait(dice.below(500))
    killGroup(child)
  }
  await ended
  if (!existsSync(file)) return []
  const restored = `${file}-restored`
  await world.windrow('restore', file, '--data', restored, '--quiet')
  return await verifyBackup(restored, history, acknowledged)
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
