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
const gameFile = 'translate_words_map_'
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
    for (const name of ['en', 'en_diff', 'zh_cn', 'zh_cn_diff'])
      writeFileSync(join(files, `${gameFile}${name}`), readAsset(`sample/${gameFile}${name}`))
    const take = weekIn(context, commands, data, files, week)
    for (const step of week.steps) {
      context.signal.throwIfAborted()
      await take(step)
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

/** Takes the steps of a week, each at its time. `files`: a folder for what its commands read and write. */
function weekIn(context: CommandContext, commands: readonly Command[], data: string, files: string, week: WeekData) {
  const startMs = context.clock.nowMs() - ((week.steps.at(-1)?.day ?? 0) + 1) * dayMs
  let steps = 0
  /** The ids of rows by their sources; null: a step may have changed them. */
  let known: ReadonlyMap<string, string> | null = null

  function inside(day: number, argv: readonly string[], input = '') {
    const atMs = startMs + day * dayMs + stepMs * steps++
    return contextOf(context, commands, [...argv, '--data', data], atMs, input)
  }

  async function runOn(day: number, argv: readonly string[], input?: string): Promise<void> {
    const words = argv.map((word) => (word.startsWith('@') ? join(files, `${gameFile}${word.slice(1)}`) : word))
    const { command, args, context: then, said } = inside(day, words, input)
    const { run } = await command.load()
    const code = await run(then, args, commands)
    if (code !== undefined && code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${said()}`)
  }

  async function textsOf(day: number, text: 'main' | 'diff'): Promise<readonly Line[]> {
    const path = join(files, `${text}-${steps}.jsonl`)
    await runOn(day, ['export', '--to', path, '--text', text])
    return linesOf(path)
  }

  async function rowsOn(day: number): Promise<ReadonlyMap<string, string>> {
    if (known !== null) return known
    // The diff lies over the main file.
    const lines = [...(await textsOf(day, 'main')), ...(await textsOf(day, 'diff'))]
    const sources = new Map(lines.map(({ id, text }) => [id, text]))
    return (known = new Map([...sources].map(([id, text]) => [text, id])))
  }

  async function rowOf(day: number, source: string): Promise<string> {
    const id = (await rowsOn(day)).get(source)
    if (id === undefined) throw new Error(`the sample has no text ${source}`)
    return id
  }

  async function sayOn(
    day: number,
    [person, source, said]: NonNullable<Step['comment' | 'misfit']>,
    say: (app: App, actor: Actor, rowId: string, said: string) => Promise<Result<unknown, Refusal>>,
  ): Promise<void> {
    const rowId = await rowOf(day, source)
    const { context: then } = inside(day, ['stats'])
    await withApp(then, async (app) => valueOf(await say(app, named(namedPerson(app, person)), rowId, said)))
  }

  async function patchOn(day: number, patch: Readonly<Record<string, string>>, added: readonly string[]) {
    const path = join(files, 'patched.jsonl')
    const old = await textsOf(day, 'main')
    const more = added.map((text, at) => ({ id: (at + 1).toString(16).padStart(16, '0'), text }))
    const rows = [...old.map(({ id, text }) => ({ id, text: patch[text] ?? text })), ...more]
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    await runOn(day, ['import', '--main', path, '--called', `main=${gameFile}en`, '--as', 'Olena'])
    known = null
  }

  async function inputOf({ day, input, texts, rows, patterns }: Step): Promise<string> {
    if (input !== undefined) return input
    const lines: string[] = []
    for (const source of rows ?? []) lines.push(await rowOf(day, source))
    const sources = patterns === true ? [...(await rowsOn(day)).keys()] : []
    for (const [source, text] of [...sources.flatMap((one) => byPattern(one, week)), ...(texts ?? [])])
      lines.push(JSON.stringify({ row_id: await rowOf(day, source), text }))
    return lines.map((line) => `${line}\n`).join('')
  }

  return async (step: Step): Promise<void> => {
    const { day, run, comment, misfit, patch } = step
    if (run !== undefined) await runOn(day, run, await inputOf(step))
    if (comment !== undefined)
      await sayOn(day, comment, (app, actor, rowId, text) => writeComment(app, actor, { rowId, text }))
    if (misfit !== undefined)
      await sayOn(day, misfit, (app, actor, rowId, note) => markMisfit(app, actor, { rowId, note, picture: null }))
    if (patch !== undefined) await patchOn(day, patch, step.added ?? [])
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
