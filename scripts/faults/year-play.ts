// A year of a team, played from a seed: the steps are drawn first, each with a seed of its own, so that some can be left out and the others
// stay as they are. Each step lets time pass and sends some requests at once; some order of them must explain all answers
// (linear.ts, year-model.ts). What had no answer, because a server died or the network lost it, is sent again.
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../src/app/app.ts'
import { exportHistory } from '../../src/app/merge/export-history.ts'
import { mergeStore } from '../../src/app/merge/merge-store.ts'
import { createKey } from '../../src/app/people/manage-keys.ts'
import { addUser, changeQuota } from '../../src/app/people/manage-users.ts'
import { granted } from '../../test/support/app-world.ts'
import type { Entry, ExpectedReport, Given } from '../../test/support/import-model.ts'
import { importSlots } from '../../test/support/import-slots.ts'
import { type Dice, diceOf } from '../../test/support/dice.ts'
import { copyLeft, faultsFound } from './left.ts'
import { linearize, type Timed } from './linear.ts'
import { limitFiles, Machine } from './machine.ts'
import {
  AGENTS,
  again,
  type Asked,
  historyAsked,
  madeRequest,
  madeSource,
  named,
  pageAsked,
  PEOPLE,
  queueAsked,
  rowAsked,
  teamBatch,
  type Walk,
} from './year-requests.ts'
import { SimulatedServer } from './year-server.ts'
import { type Person, type Said, YearModel } from './year-model.ts'

/** How often it comes in a year. */
const PER_YEAR = {
  kill: 200,
  restart: 30,
  patch: 26,
  merge: 12,
  clock: 24,
  full: 40,
  second: 24,
  audit: 12,
} as const
type Kind = 'work' | keyof typeof PER_YEAR

interface Step {
  readonly number: number
  readonly kind: Kind
  readonly seed: number
  /** It begins at most so much after the step before, half of it on average. */
  readonly laterMsMax: number
}

/** More than an import that shows no life is waited for. */
const abandonedAfterMs = 11_000
/** More than the engine makes a step wait. */
const shortestStepMs = 60_000
const yearMs = 365 * 86_400_000

/** The steps of a year: its events, and between them groups of requests. The first one is always a patch, the last an audit. */
export function stepsOf(seed: number, groups: number): readonly Step[] {
  const dice = diceOf(seed)
  const kinds: Kind[] = Array.from({ length: groups }, () => 'work')
  for (const [kind, times] of Object.entries(PER_YEAR) as [Kind, number][])
    for (let n = 0; n < times; n++) kinds.splice(dice.below(kinds.length + 1), 0, kind)
  const laterMsMax = Math.round((2 * yearMs) / kinds.length)
  return ['patch' as const, ...kinds, 'audit' as const].map((kind, number) => ({
    number,
    kind,
    seed: dice.below(2 ** 30),
    laterMsMax,
  }))
}

interface Operation extends Timed {
  readonly asked: Asked
  readonly nowMs: number
  call: number
  end: number
  said: Said | null
}

/** What a command does to a store and to its model, with what it reports. */
interface Command {
  readonly what: string
  readonly apply: (model: YearModel, nowMs: number) => object
  readonly run: (app: App) => Promise<object>
}

/** Another team's history, as a file, and the model of its store. */
interface Team {
  readonly path: string
  readonly model: YearModel
}

const namesOf = (people: readonly Person[]): string[] => people.map(({ name }) => name)

/** What a server that cannot save now may answer instead, having done nothing. */
const REFUSALS: readonly unknown[] = ['limiter_unavailable', 'save_failed', 'layer_busy']

export interface Played {
  /** What is wrong; null: all was as it has to be. */
  readonly problem: string | null
  /** The step that found it. */
  readonly step: number | null
  /** Of all answers. */
  readonly digest: string
  readonly answers: number
  readonly kills: number
  /** The last requests before a problem, with their answers. */
  readonly history: readonly string[]
}

export const NOTHING_PLAYED: Played = { problem: null, step: null, digest: '', answers: 0, kills: 0, history: [] }
/** More than what nobody can read leaves open in a year. */
const modelsMax = 64
/** More than a shrunk year has. */
const historyKept = 60

export class Year {
  readonly #machine: Machine
  readonly #folder: string
  readonly #hash = createHash('sha256')
  readonly #walks: Walk[] = []
  readonly #teams: Team[] = []
  readonly #batches: NonNullable<Asked['batch']>[] = []
  /** All that explain every answer so far. They differ in what nobody can read, as of rows that are out of the game. */
  #models: readonly YearModel[] = [new YearModel(namesOf([...AGENTS, ...PEOPLE]))]
  #servers: SimulatedServer[] = []
  #lives = 0
  #ticks = 0
  #number = 0
  #answers = 0
  #kills = 0
  #step: Step | null = null
  readonly #history: string[] = []
  /** Counts down to the moment of a kill; null: nobody is killed. */
  #momentsLeft: number | null = null

  constructor(seed: number, folder: string) {
    this.#folder = folder
    this.#machine = new Machine(Date.UTC(2026, 0, 1, 12), diceOf(seed), diceOf(seed + 1))
  }

  /** One of them, to make up work. */
  get #model(): YearModel {
    return this.#models[0] as YearModel
  }

  get #data(): string {
    return join(this.#folder, `life-${this.#lives}`)
  }

  async play(steps: readonly Step[], onStep: (step: Step) => void): Promise<Played> {
    mkdirSync(this.#data, { recursive: true })
    this.#open()
    let ended: Pick<Played, 'problem' | 'step' | 'history'> = NOTHING_PLAYED
    try {
      await this.#machine.settled(this.#invite(this.#servers[0] as SimulatedServer, [...AGENTS, ...PEOPLE]))
      this.#model.lastMs = this.#machine.nowMs
      for (const step of steps) {
        onStep(step)
        this.#step = step
        const dice = diceOf(step.seed)
        this.#machine.begin(shortestStepMs + dice.below(step.laterMsMax), dice)
        const work = this.#does[step.kind](diceOf(step.seed + 1))
        const problem = await this.#machine.settled(work.catch(({ stack }: Error) => stack ?? 'an error'))
        if (problem === null) continue
        ended = { problem: `step ${step.number} (${step.kind}): ${problem}`, step: step.number, history: this.#history }
        break
      }
    } finally {
      limitFiles(null)
      await this.#machine.settled(this.#close())
    }
    return { ...ended, digest: this.#hash.digest('hex'), answers: this.#answers, kills: this.#kills }
  }

  #open(): void {
    this.#servers.push(new SimulatedServer(this.#machine, this.#data, () => this.#onMoment()))
  }

  async #close(): Promise<void> {
    for (const server of this.#servers.splice(0)) await server.close()
  }

  async #invite({ app }: SimulatedServer, people: readonly Person[]): Promise<void> {
    for (const { name, role, secret, quota } of people) {
      granted(await addUser(app, null, { name, role, password: null }))
      if (quota !== null) granted(await changeQuota(app, null, name, quota))
      const key = { userName: name, kind: 'agent', name, grants: [], denies: [], secret } as const
      granted(await createKey(app, null, { ...key, requestsPerMinute: 1_000_000 }))
    }
  }

  #onMoment(): void {
    if (this.#momentsLeft === null || --this.#momentsLeft > 0) return
    this.#die()
  }

  /** From now on nothing that the servers say is heard. */
  #die(): void {
    this.#momentsLeft = null
    copyLeft(this.#data, join(this.#folder, `life-${this.#lives + 1}`))
    this.#lives++
    this.#kills++
  }

  readonly #does: Readonly<Record<Kind, (dice: Dice) => Promise<string | null>>> = {
    work: (dice) => this.#group(this.#requests(dice, 1 + dice.below(5)), dice),
    patch: (dice) => this.#group([this.#patch(dice), ...this.#requests(dice, dice.below(3))], dice),
    merge: (dice) => this.#merge(dice),
    kill: (dice) => {
      const patch = dice.chance(0.15) ? [this.#patch(dice)] : []
      return this.#group([...patch, ...this.#requests(dice, 1 + dice.below(5))], dice, { isKilled: true })
    },
    restart: async () => {
      await this.#close()
      this.#open()
      return null
    },
    clock: async (dice) => {
      this.#machine.stepClock((dice.below(2_001) - 1_000) * 3_600 * dice.pick([1, 10, 300]))
      return null
    },
    full: (dice) => {
      // As on a full disk: what the files have may be written over, and nothing grows.
      const sizes = ['main', 'volatile'].map((name) => statSync(join(this.#data, name, 'data.mdb')).size)
      return this.#group(this.#requests(dice, 1 + dice.below(4)), dice, { filesMax: Math.max(...sizes) })
    },
    second: async () => {
      if (this.#servers.length === 1) this.#open()
      else await this.#servers.pop()?.close()
      return null
    },
    audit: () => this.#audit(),
  }

  #requests(dice: Dice, count: number): Asked[] {
    const made = Array.from({ length: this.#model.ids.length === 0 ? 0 : count }, (): Asked => {
      const used =
        this.#batches.length > 0 && dice.chance(0.1) ? dice.pick([...this.#batches.slice(-1), ...this.#batches]) : null
      const asked =
        used === null ? madeRequest(dice, this.#model, `op-${this.#number++}`, this.#walks) : again(used, dice)
      if (asked.batch !== undefined) this.#batches.push(asked.batch)
      return asked
    })
    // One page of a walk at a time; the network doubles some requests.
    const walks = new Set<Walk>()
    return made
      .filter(({ walk }) => walk === undefined || (!walks.has(walk) && walks.add(walk)))
      .flatMap((asked) => (asked.batch !== undefined && dice.chance(0.1) ? [asked, asked] : [asked]))
  }

  /** A new version of the game: some sources changed, some gone or back, some new; now and then one of the diff. */
  #patch(dice: Dice): Asked {
    const slot = dice.chance(0.3) && this.#model.ids.length > 0 ? 'diff' : 'main'
    const texts = new Map<string, string>()
    for (const [id, { text }] of this.#model.entriesOf(slot))
      if (!dice.chance(0.04))
        texts.set(id, text === null || dice.chance(0.15) ? madeSource(dice, Number.parseInt(id, 16)) : text)
    for (let n = slot === 'diff' ? 5 : texts.size === 0 ? 90 : 4; n > 0; n--) {
      const id = 1 + dice.below(120)
      texts.set(id.toString(16).padStart(16, '0'), madeSource(dice, id))
    }
    return this.#beside(this.#game({ [slot]: texts }))
  }

  /** An import of these texts. */
  #game(texts: Partial<Record<'main' | 'diff', ReadonlyMap<string, string>>>): Command {
    const withTexts = Object.entries(texts).filter(([, { size }]) => size > 0)
    const files = withTexts.map(([slot, of]) => {
      const path = join(this.#folder, `${slot}-${this.#number++}.jsonl`)
      const entries: Entry[] = [...of].map(([id, text], i) => ({ id, text, file: path, number: i + 1 }))
      writeFileSync(path, entries.map(({ id, text }) => `${JSON.stringify({ id, text })}\n`).join(''))
      return { slot, path, entries }
    })
    const bySlot = <T>(of: (file: (typeof files)[number]) => T): Record<string, T> =>
      Object.fromEntries(files.map((file) => [file.slot, of(file)]))
    const paths = bySlot(({ path }) => ({ path }))
    const given = bySlot(({ entries }): Given => ({ entries, isSkipped: () => false }))
    const reported = ({ rows, diff, heads }: Pick<ExpectedReport, 'rows' | 'diff' | 'heads'>) => ({ rows, diff, heads })
    return {
      what: `an import of ${files.map(({ slot, entries }) => `${entries.length} rows into ${slot}`).join(' and ')}`,
      apply: (model, nowMs) => reported(model.import({ main: null, diff: null, ...given }, nowMs)),
      run: async (app) => reported(await importSlots(app, paths)),
    }
  }

  /** As the program does it, in a process beside the server. */
  #beside({ what, apply, run }: Command): Asked {
    return {
      what,
      isChange: true,
      apply: (model, nowMs) => ({ status: 200, body: apply(model, nowMs) }),
      send: async () => {
        const beside = new SimulatedServer(this.#machine, this.#data, () => this.#onMoment())
        try {
          return { said: { status: 200, body: await run(beside.app) } }
        } finally {
          await beside.close()
        }
      },
    }
  }

  /** A merge of another team's store, of this month's or of one before, while people read. */
  async #merge(dice: Dice): Promise<string | null> {
    if (this.#model.ids.length === 0) return null
    const problem = await this.#workElsewhere(dice)
    if (problem !== null) return problem
    const { path, model: theirs } = dice.pick(this.#teams.slice(-3))
    const merge = this.#beside({
      what: `a merge of ${path.slice(this.#folder.length + 1)}`,
      apply: (model, nowMs) => model.merge(theirs, nowMs),
      run: async (app) => {
        const { counts } = await mergeStore(app, { path, name: 'team', sizeBytes: 0, dryRun: false, userId: null })
        const { rows, changed, unknown, revisions, taken, conflicts, proposals, people } = counts
        return { rows, changed, unknown, revisions, taken, conflicts, settled: proposals.settled, people }
      },
    })
    const reads = this.#requests(dice, 5).filter(({ isChange }) => !isChange)
    // The second has a turn of its own: the disk would say which of two that begin together has read its file first.
    return await this.#group(dice.chance(0.3) ? [merge, ...reads, { ...merge }] : [merge, ...reads], dice)
  }

  /** Another team has the same game in a store of its own; one of its two people may be a stranger. Its history becomes a file. */
  async #workElsewhere(dice: Dice): Promise<string | null> {
    const path = join(this.#folder, `team-${this.#number++}`)
    const people = [dice.pick([...named('admin', 1, `guest ${this.#number}`), ...PEOPLE.slice(-2)]), dice.pick(AGENTS)]
    const model = new YearModel(namesOf(people))
    mkdirSync(path)
    const server = new SimulatedServer(this.#machine, path, () => {})
    try {
      await this.#invite(server, people)
      model.lastMs = this.#machine.nowMs
      const sources = (slot: 'main' | 'diff') =>
        new Map([...this.#model.entriesOf(slot)].map(([id, { text }]) => [id, text ?? '']))
      const game = this.#game({ main: sources('main'), diff: sources('diff') })
      await game.run(server.app)
      game.apply(model, this.#machine.nowMs)
      for (let n = 2 + dice.below(8); n > 0; n--) {
        const asked = teamBatch(dice, model, `op-${this.#number++}`, people)
        const { said } = await asked.send(server)
        const problem = difference(`elsewhere: ${asked.what}`, asked.apply(model, this.#machine.nowMs), said)
        if (problem !== null) return problem
      }
      await exportHistory(server.app, { to: `${path}.jsonl` })
      this.#teams.push({ path: `${path}.jsonl`, model })
      return null
    } finally {
      await server.close()
      rmSync(path, { recursive: true })
    }
  }

  /** Sends these at once, and judges the answers. */
  async #group(
    asked: readonly Asked[],
    dice: Dice,
    { isKilled = false, filesMax = null }: { isKilled?: boolean; filesMax?: number | null } = {},
  ): Promise<string | null> {
    const life = this.#lives
    this.#momentsLeft = isKilled ? 1 + dice.below(3 * asked.length + 2) : null
    limitFiles(filesMax)
    const sent = await Promise.all(asked.map((each) => this.#send(each, dice)))
    limitFiles(null)
    if (isKilled) {
      if (this.#lives === life) this.#die()
      await this.#reopen(life)
    }
    const unanswered = sent.filter(({ end, asked: { isChange } }) => isChange && end === Number.POSITIVE_INFINITY)
    for (const each of unanswered) sent.push(await this.#send(each.asked, null))
    // Their answers may leave open which of two requests wrote a row last.
    const rows = asked.flatMap((each) => each.rows ?? [])
    const twice = new Set(rows.filter((id, at) => rows.indexOf(id) < at))
    for (const id of twice) sent.push(await this.#send(historyAsked(id), null))
    return this.#judge(sent.filter((each) => unanswered.includes(each) || each.end !== Number.POSITIVE_INFINITY))
  }

  async #reopen(life: number): Promise<void> {
    await this.#close()
    rmSync(join(this.#folder, `life-${life}`), { recursive: true, force: true })
    this.#open()
    // Whatever the dead server held is taken for abandoned by then.
    await new Promise((resolve) => setTimeout(resolve, abandonedAfterMs))
  }

  /** Sends a request. Without dice it goes to the first server, and its answer arrives. */
  async #send(asked: Asked, dice: Dice | null): Promise<Operation> {
    const server = (dice === null ? this.#servers[0] : dice.pick(this.#servers)) as SimulatedServer
    const life = this.#lives
    await this.#machine.turnOf(asked)
    const isLost = dice?.chance(0.04) ?? false
    const operation: Operation = {
      asked,
      nowMs: this.#machine.nowMs,
      call: this.#ticks++,
      end: Number.POSITIVE_INFINITY,
      said: null,
    }
    if (this.#lives !== life) return operation
    const { said, heard } = await asked.send(server)
    if (isLost || this.#lives !== life) return operation
    operation.end = this.#ticks++
    operation.said = said
    heard?.()
    return operation
  }

  #judge(sent: readonly Operation[]): string | null {
    for (const { asked, said } of sent) {
      this.#hash.update(JSON.stringify([asked.what, said?.status, said?.body]))
      this.#history.push(
        `step ${this.#step?.number} (${this.#step?.kind}): ${asked.what}: ${said?.status ?? 'no answer'}`,
      )
    }
    this.#history.splice(0, this.#history.length - historyKept)
    this.#answers += sent.length
    const step = (model: YearModel, { asked, nowMs, said }: Operation): YearModel | null => {
      if (said !== null && REFUSALS.includes((said.body as { error?: unknown } | null)?.error)) return model
      const after = asked.isChange ? model.fork() : model
      const expected = asked.apply(after, nowMs)
      const isRight = said === null || (said.status === expected.status && isDeepStrictEqual(said.body, expected.body))
      if (!isRight) return null
      return after.name === model.name ? model : after
    }
    const found = this.#models.flatMap((model) => [...linearize(model, sent, step, ({ name }) => name)])
    const explaining = new Map(found.filter(({ isWhole }) => isWhole).map(({ state }) => [state.name, state]))
    if (explaining.size === 0) return explain(sent, found)
    this.#models = [...explaining.values()]
    return explaining.size > modelsMax ? `${explaining.size} states explain all answers, too many to follow` : null
  }

  /** Compares all rows, histories and the queue, and runs `windrow check`. */
  async #audit(): Promise<string | null> {
    const walk: Walk = { state: 'all', sinceMs: null, cursor: null, lastOrdinal: 0 }
    const life = { isOver: false }
    while (!life.isOver) {
      const problem = await this.#alone(pageAsked(walk, 100, () => (life.isOver = true)))
      if (problem !== null) return problem
    }
    for (const asked of [queueAsked(), ...this.#model.ids.flatMap((id) => [historyAsked(id), rowAsked(id)])]) {
      const problem = await this.#alone(asked)
      if (problem !== null) return problem
    }
    const found = await faultsFound((this.#servers[0] as SimulatedServer).app.store)
    return found.length === 0 ? null : `${found[0]} (${found.length} in all)`
  }

  async #alone(asked: Asked): Promise<string | null> {
    return this.#judge([await this.#send(asked, null)])
  }
}

/** What was answered, in the order that explains most, and what the model says to each of the others as the next. */
function explain(
  sent: readonly Operation[],
  found: readonly { readonly state: YearModel; readonly order: readonly Operation[] }[],
): string {
  const { state, order } = found.reduce((a, b) => (a.order.length < b.order.length ? b : a))
  const others = sent.filter((operation) => !order.includes(operation))
  const lines = [...order, ...others].map(({ asked, said, nowMs, call, end }) => {
    const name = `${call} to ${end}: ${asked.what}`
    if (said === null) return `${name}: no answer`
    if (!others.some((other) => other.call === call)) return `${name}: right`
    return `${name}: ${difference('', asked.apply(state.fork(), nowMs), { status: said.status, body: said.body }) ?? 'right'}`
  })
  return `no order explains these answers:\n  ${lines.join('\n  ')}`
}

/** The first place where two values differ, with both. */
function difference(at: string, expected: unknown, found: unknown): string | null {
  if (isDeepStrictEqual(expected, found)) return null
  const isBoth = [expected, found].every((value) => typeof value === 'object' && value !== null)
  if (!isBoth) return `${at} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`
  const [one, other] = [expected, found] as [Record<string, unknown>, Record<string, unknown>]
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.map((name) => difference(`${at}.${name}`, one[name], other[name])).find((each) => each !== null) ?? null
}
