// `windrow up --demo`: a store with a team's week in it. src/sample/demonstration.json says what happens, step by step, mostly as
// command lines; this file runs them, each on its day, so that the store is made by windrow's own commands. It is made aside and
// then gets its name, so that a kill leaves nothing half done. Only a folder with the mark is taken for a demonstration.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Actor, named } from '../../../app/actor.ts'
import type { App } from '../../../app/app.ts'
import { hasStore } from '../../../app/data-folder.ts'
import { markMisfit } from '../../../app/team/misfits.ts'
import { writeComment } from '../../../app/team/comments.ts'
import type { Refusal } from '../../../app/refusal.ts'
import type { Result } from '../../../base/result.ts'
import { readAsset } from '../../../runtime/assets.ts'
import type { Command, CommandContext } from '../../command.ts'
import { createContext } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { namedPerson } from '../../named-person.ts'
import { parseCommandLine } from '../../parse.ts'
import { withApp } from '../../with-app.ts'
import { valueOf } from '../value-of.ts'

const MARK = 'demonstration.txt'
const marked =
  'windrow up --demo made this store: its people, texts and release are invented. Delete the folder when you are done.\n'
const dayMs = 86_400_000
const stepMs = 11 * 60_000

interface Step {
  /** Days since the first one. */
  readonly day: number
  readonly run?: readonly string[]
  /** What `run` reads: a text, a line for each translation, or the ids of rows, which are named by their sources. */
  readonly input?: string
  readonly texts?: readonly (readonly [source: string, text: string])[]
  readonly rows?: readonly string[]
  /** True: the texts that names and patterns make of the sources belong to `texts`. */
  readonly patterns?: boolean
  readonly comment?: readonly [person: string, source: string, text: string]
  readonly misfit?: readonly [person: string, source: string, note: string]
  /** An update of the game: sources that change, and new ones. */
  readonly patch?: Readonly<Record<string, string>>
  readonly added?: readonly string[]
}

interface WeekData {
  readonly names: Readonly<Record<string, string>>
  readonly patterns: readonly (readonly [source: string, text: string])[]
  readonly steps: readonly Step[]
}

/** Makes the store in the data folder, unless a demonstration is there. Throws Failure if another store is. */
export async function makeDemonstration(context: CommandContext, commands: readonly Command[]): Promise<void> {
  const { data } = context.config
  if (existsSync(join(data, MARK))) return
  if (hasStore(data))
    throw new Failure(`${data} holds a store of yours; --demo makes one of its own: name a new folder with --data`)
  context.note(`making a demonstration in ${data}`)
  mkdirSync(dirname(data), { recursive: true })
  const aside = mkdtempSync(`${data}-`)
  try {
    await live(context, commands, aside)
    writeFileSync(join(aside, MARK), marked)
    rmSync(data, { recursive: true, force: true })
    renameSync(aside, data)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

async function live(context: CommandContext, commands: readonly Command[], data: string): Promise<void> {
  const told = Buffer.from(readAsset('sample/demonstration.json')).toString()
  const week = JSON.parse(told) as WeekData
  const files = mkdtempSync(join(dirname(data), '.windrow-demo-'))
  try {
    const played = new Week(context, commands, data, files, week)
    for (const step of week.steps) {
      context.signal.throwIfAborted()
      await played.take(step)
    }
  } finally {
    rmSync(files, { recursive: true, force: true })
  }
}

interface Line {
  readonly id: string
  readonly text: string
}

const linesOf = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

class Week {
  readonly #context: CommandContext
  readonly #commands: readonly Command[]
  readonly #data: string
  readonly #files: string
  readonly #week: WeekData
  readonly #startMs: number
  #steps = 0
  /** The ids of rows by their sources; null: a step may have changed them. */
  #rows: ReadonlyMap<string, string> | null = null

  constructor(context: CommandContext, commands: readonly Command[], data: string, files: string, week: WeekData) {
    this.#context = context
    this.#commands = commands
    this.#data = data
    this.#files = files
    this.#week = week
    this.#startMs = context.clock.nowMs() - ((week.steps.at(-1)?.day ?? 0) + 1) * dayMs
    for (const name of ['en', 'en_diff', 'zh_cn', 'zh_cn_diff'])
      writeFileSync(this.#fileOf(`@${name}`), readAsset(`sample/translate_words_map_${name}`))
  }

  async take(step: Step): Promise<void> {
    const { day, run, comment, misfit, patch } = step
    if (run !== undefined) await this.#run(day, run, await this.#inputOf(step))
    if (comment !== undefined) {
      const [person, source, text] = comment
      await this.#say(day, person, source, (app, actor, rowId) => writeComment(app, actor, { rowId, text }))
    }
    if (misfit !== undefined) {
      const [person, source, note] = misfit
      await this.#say(day, person, source, (app, actor, rowId) =>
        markMisfit(app, actor, { rowId, note, picture: null }),
      )
    }
    if (patch !== undefined) await this.#patch(day, patch, step.added ?? [])
  }

  #fileOf(word: string): string {
    return word.startsWith('@') ? join(this.#files, `translate_words_map_${word.slice(1)}`) : word
  }

  #inside(day: number, argv: readonly string[], input = '') {
    const atMs = this.#startMs + day * dayMs + stepMs * this.#steps++
    return contextOf(this.#context, this.#commands, [...argv, '--data', this.#data], atMs, input)
  }

  async #run(day: number, argv: readonly string[], input?: string): Promise<void> {
    const { command, args, context, said } = this.#inside(
      day,
      argv.map((word) => this.#fileOf(word)),
      input,
    )
    const { run } = await command.load()
    const code = await run(context, args, this.#commands)
    if (code !== undefined && code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${said()}`)
  }

  async #rowOf(day: number, source: string): Promise<string> {
    const id = (await this.#rowsOn(day)).get(source)
    if (id === undefined) throw new Error(`the sample has no text ${source}`)
    return id
  }

  async #rowsOn(day: number): Promise<ReadonlyMap<string, string>> {
    if (this.#rows !== null) return this.#rows
    // The diff lies over the main file.
    const lines = [...(await this.#textsOf(day, 'main')), ...(await this.#textsOf(day, 'diff'))]
    const sources = new Map(lines.map(({ id, text }) => [id, text]))
    return (this.#rows = new Map([...sources].map(([id, text]) => [text, id])))
  }

  async #textsOf(day: number, text: 'main' | 'diff'): Promise<readonly Line[]> {
    const path = join(this.#files, `${text}-${this.#steps}.jsonl`)
    await this.#run(day, ['export', '--to', path, '--text', text])
    return linesOf(path)
  }

  async #say(
    day: number,
    person: string,
    source: string,
    say: (app: App, actor: Actor, rowId: string) => Promise<Result<unknown, Refusal>>,
  ): Promise<void> {
    const rowId = await this.#rowOf(day, source)
    const { context } = this.#inside(day, ['stats'])
    await withApp(context, async (app) => valueOf(await say(app, named(namedPerson(app, person)), rowId)))
  }

  async #patch(day: number, patch: Readonly<Record<string, string>>, added: readonly string[]): Promise<void> {
    const path = join(this.#files, 'patched.jsonl')
    const old = await this.#textsOf(day, 'main')
    const more = added.map((text, at) => ({ id: (at + 1).toString(16).padStart(16, '0'), text }))
    const rows = [...old.map(({ id, text }) => ({ id, text: patch[text] ?? text })), ...more]
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    await this.#run(day, ['import', '--main', path, '--called', 'main=translate_words_map_en', '--as', 'Olena'])
    this.#rows = null
  }

  async #inputOf({ day, input, texts, rows, patterns }: Step): Promise<string> {
    if (input !== undefined) return input
    const lines: string[] = []
    for (const source of rows ?? []) lines.push(await this.#rowOf(day, source))
    const sources = patterns === true ? [...(await this.#rowsOn(day)).keys()] : []
    for (const [source, text] of [...sources.flatMap((one) => byPattern(one, this.#week)), ...(texts ?? [])])
      lines.push(JSON.stringify({ row_id: await this.#rowOf(day, source), text }))
    return lines.map((line) => `${line}\n`).join('')
  }
}

/** The text that a pattern makes of a source, with the names that stand in it; [] if none fits. */
function byPattern(
  source: string,
  { names, patterns }: Pick<WeekData, 'names' | 'patterns'>,
): (readonly [string, string])[] {
  for (const [pattern, text] of patterns) {
    const shape = pattern.split('{}').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const found = new RegExp(`^${shape.join('(.+?)')}$`)
      .exec(source)
      ?.slice(1)
      .map((name) => names[name])
    if (found === undefined || found.includes(undefined)) continue
    let at = 0
    return [[source, text.replaceAll('{}', () => found[at++] ?? '')]]
  }
  return []
}

/** A context for a command of the week: at its time, with this input, and without a word to the terminal. */
function contextOf(
  of: CommandContext,
  commands: readonly Command[],
  argv: readonly string[],
  atMs: number,
  input: string,
) {
  const invocation = parseCommandLine(argv, commands)
  if (invocation.what !== 'run') throw new Error(`${argv.join(' ')} is not a command`)
  let said = ''
  const sink = { write: (text: string) => void (said += text) }
  const world = {
    ...of,
    stdout: sink,
    stderr: sink,
    isTty: false,
    isStdoutTty: false,
    isStdoutNowhere: () => false,
    columns: undefined,
    env: { WINDROW_LOG_LEVEL: 'error' },
    clock: { nowMs: () => atMs, monotonicMs: () => of.clock.monotonicMs() },
    stdin: (async function* () {
      yield input
    })(),
    readLine: async () => input,
    ask: null,
    onSignal: () => {},
    onFault: () => {},
    flush: async () => {},
  }
  const { command, args } = invocation
  return { command, args, said: () => said, context: createContext(world, command, args, of.signal, true) }
}
