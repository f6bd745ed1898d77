// Kills: a real server (and now and then an import, a backup or a shutdown) is killed at a random moment of its clients'
// writes; then the clients send again what they have no answer for, and old calls too, which must be answered as before. All the time the
// log of events is read.
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Dice, diceOf } from '../../test/support/dice.ts'
import { idOf } from '../../test/support/game-files.ts'
import type { RunningServer } from '../../test/support/program.ts'
import { EventWatch } from './events.ts'
import { ask, History, post, record, unsettled } from './history.ts'
import type { Report, Say } from './report.ts'
import { verify, verifyBackup } from './verify.ts'
import { killGroup, makeWorld, startServer, type World } from './world.ts'

interface KillsReport extends Report {
  readonly acknowledged: number
  readonly replays: number
  /** In the log. */
  readonly events: number
}

const clients = 6
/** Of these rows it is known what clients read. */
const rowsReadOften = 12
const KINDS = ['writes', 'writes', 'writes', 'workers', 'import', 'backup', 'shutdown'] as const
type Kind = (typeof KINDS)[number]

/** Does `count` rounds, each ending in a kill; verifies every few rounds and at the end. */
export async function runKills(count: number, seed: number, say: Say): Promise<KillsReport> {
  const dice = diceOf(seed)
  const world = await makeWorld()
  const history = new History()
  const watch = new EventWatch(world.people[0]?.secrets[0] ?? '')
  const kills: Record<string, number> = {}
  const problems: string[] = []
  let inDoubt = 0
  const round: Round = { world, history, watch, dice, state: { version: 0 } }
  try {
    for (let nth = 1; nth <= count && problems.length === 0; nth++) {
      const kind = dice.pick(KINDS)
      kills[kind] = (kills[kind] ?? 0) + 1
      problems.push(...(await killRound(round, kind)))
      inDoubt += history.calls.filter(({ answer }) => answer === null).length
      if (nth % 10 === 0 || nth === count) {
        problems.push(...(await settleAndVerify(round)))
        say(
          `kills: ${nth} of ${count}, ${history.calls.length} calls, ${history.replays} replays, ${watch.events} events`,
        )
      }
    }
  } finally {
    if (problems.length === 0) rmSync(world.folder, { recursive: true, force: true })
    else say(`kills: the store is kept in ${world.data}`)
  }
  const acknowledged = history.acknowledged().length
  const kinds = Object.entries(kills).map(([kind, times]) => `${kind} ${times}`)
  const lines = [
    `${count} kills (${kinds.join(', ')}): ${history.calls.length} batches sent, ${acknowledged} acknowledged, ` +
      `${inDoubt} times in doubt, ${history.replays} replays compared`,
    `${watch.events} events, read once each`,
  ]
  return { lines, problems, acknowledged, replays: history.replays, events: watch.events }
}

interface Round {
  readonly world: World
  readonly history: History
  readonly watch: EventWatch
  readonly dice: Dice
  /** The version of the game in the store. */
  readonly state: { version: number }
}

async function killRound(round: Round, kind: Kind): Promise<string[]> {
  const { world, watch, dice } = round
  const problems: string[] = []
  const server = await startServer(world.data, kind === 'workers' ? ['--workers', '2'] : [])
  const life = { isOver: false }
  const busy = Array.from({ length: clients }, () => actAsClient(server, round, life))
  busy.push(watch.readOn(server.url, life))
  await wait(dice.below(400))
  if (kind === 'import') await importOrKill(round, server)
  if (kind === 'backup') problems.push(...(await backUpOrKill(round)))
  if (kind === 'shutdown') {
    void server.stop()
    await wait(dice.below(300))
  }
  life.isOver = true
  await server.kill()
  await Promise.all(busy)
  return problems
}

/** Sends new calls, calls in doubt and old ones until the server is gone. */
async function actAsClient(
  server: RunningServer,
  { world, history, dice, state }: Round,
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

/** Runs a command to its end, or kills it on the way; gives its exit code. */
async function runOrKill({ world, dice }: Round, ...argv: string[]): Promise<number | null> {
  const child = world.start(...argv, '--quiet')
  const ended = once(child, 'close')
  if (dice.chance(0.6)) {
    // Before that it does nothing but start.
    await wait(150 + dice.below(500))
    killGroup(child)
  }
  const [code] = (await ended) as [number | null]
  return code
}

/** An import is whole or not there: the game is of the old or of the new version. */
async function importOrKill(round: Round, { url }: RunningServer): Promise<void> {
  const { world, state } = round
  const other = 1 - state.version
  const code = await runOrKill(round, 'import', '--main', world.versions[other] as string)
  const answer = await ask(`${url}/api/v1/rows/${idOf(3)}`, world.people[0]?.secrets[0] ?? '')
  const isNew = answer?.body.includes('written anew') === true
  state.version = code === 0 ? other : Number(isNew)
}

/** A killed backup leaves no file under its name; one that ended is whole, and has what was acknowledged before it began. */
async function backUpOrKill(round: Round): Promise<string[]> {
  const { world, history } = round
  const file = join(world.folder, `backup-${readdirSync(world.folder).length}`)
  const acknowledged = new Set(history.acknowledged())
  await runOrKill(round, 'backup', file)
  if (!existsSync(file)) return []
  const restored = `${file}-restored`
  await world.windrow(['restore', file, '--data', restored, '--quiet'])
  return await verifyBackup(restored, history, acknowledged)
}

async function settleAndVerify({ world, history, watch, dice }: Round): Promise<string[]> {
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
async function conflict(history: History, server: RunningServer, dice: Dice): Promise<void> {
  const done = history.acknowledged()
  if (done.length === 0) return
  const call = dice.pick(done)
  const answer = await post(server.url, { ...call, body: call.body.replace('Zeile', 'Andere Zeile') })
  if (answer?.status !== 409) history.faults.push(`op ${call.id}: another body with its key got ${answer?.status}`)
}
