// `windrow translate` as a process that is killed again and again between buying and writing, directly and by jobs in turn. Whatever was
// bought is in the store, in the ledger, or in the prompt that was under way at a kill; only that may be bought again, and in the end
// every source has its right text.
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ledger } from '../../packages/translator/src/ledger.ts'
import { translated } from '../../test/support/letter-translation.ts'
import { modelEndpoint } from '../../test/support/model-endpoint.ts'
import { done, runProcess, start, temporaryFolder } from '../../test/support/program.ts'
import { madeUpSources } from '../../test/support/translate-world.ts'
import { type Dice, diceOf } from './random.ts'

interface Report {
  readonly lines: readonly string[]
  readonly problems: readonly string[]
}

const rows = 400
const textsPerPrompt = 10
/** So long after a model's answer the texts are written even on a busy machine. */
const lateMs = 120
const idOf = (row: number): string => row.toString(16).padStart(16, '0')

export async function runLedgerKills(
  kills: number,
  seed: number,
  say: (text: string) => void,
  killsPerGame = 25,
): Promise<Report> {
  const dice = diceOf(seed)
  const folder = temporaryFolder()
  const problems: string[] = []
  const sums = { kills: 0, between: 0, underWay: 0, again: 0 }
  try {
    for (let game = 0; sums.kills < kills && problems.length === 0; game++) {
      const wanted = Math.min(killsPerGame, kills - sums.kills)
      await playGame({
        folder: folder.path,
        game,
        wanted,
        seed: seed + game,
        isBatch: game % 2 === 1,
        dice,
        sums,
        problems,
      })
      say(`ledger: ${sums.kills} of ${kills} killed, ${sums.between} between buying and writing`)
    }
  } finally {
    folder.remove()
  }
  const { between, underWay, again } = sums
  const line = `translate killed ${sums.kills} times, ${between} with a bought answer in the ledger and ${underWay} with a prompt under way: ${again} texts bought again, all of those prompts, none lost`
  return { lines: [line], problems }
}

interface Game {
  readonly folder: string
  readonly game: number
  readonly wanted: number
  readonly seed: number
  readonly isBatch: boolean
  readonly dice: Dice
  readonly sums: { kills: number; between: number; underWay: number; again: number }
  readonly problems: string[]
}

async function playGame({ folder, game, wanted, seed, isBatch, dice, sums, problems }: Game): Promise<void> {
  const sources = madeUpSources(rows, seed)
  const data = join(folder, `data-${game}`)
  await makeStore(data, join(folder, `main-${game}.jsonl`), sources)
  let kill: (() => void) | null = null
  const model = await modelEndpoint({
    translate: translated,
    seed,
    brokenShare: 0,
    isStructured: true,
    jobs: {},
    heldBy: () => {
      kill?.()
      return undefined
    },
  })
  const argv = [
    'translate',
    '--endpoint',
    model.url,
    '--model',
    'm',
    '--as',
    'Ada',
    '--data',
    data,
    '--json',
    '--quiet',
  ]
  const more = isBatch ? ['--batch'] : ['--rows', String(textsPerPrompt)]
  const sourceOf = new Map(sources.map((source, i) => [idOf(i + 1), source]))
  /** How often a source was in a prompt under way at a kill. */
  const underWay = new Map<string, number>()
  try {
    for (let n = 0; n < wanted; n++) {
      const child = start([...argv, ...more])
      const ended = once(child, 'close') as Promise<[number | null]>
      const [prompts, afterMs] = [isBatch ? 1 + dice.below(2) : 1 + dice.below(3), dice.below(lateMs)]
      let calls = 0
      kill = () => {
        if (++calls === prompts) setTimeout(() => child.kill('SIGKILL'), afterMs)
      }
      const [code] = await ended
      kill = null
      if (code === 0) break
      if (code !== null) {
        problems.push(`a run ended with ${code}, and not by the kill`)
        break
      }
      sums.kills++
      // The machine starts anew: claims are gone, and the next run need not wait for them.
      rmSync(join(data, 'volatile'), { recursive: true, force: true })
      const { own } = await new Ledger(join(data, 'model-ledger'), {}).read()
      if (own.some(({ answers }) => answers.size > 0)) sums.between++
      const flying = own.filter(({ job, answers }) => job === undefined && answers.size === 0)
      if (flying.length > 0) sums.underWay++
      for (const { prompts: asked } of flying)
        for (const { rows: kept } of asked.flatMap(({ tasks }) => tasks)) {
          const source = sourceOf.get(kept[0]?.rowId ?? '') ?? ''
          underWay.set(source, (underWay.get(source) ?? 0) + 1)
        }
      for (const { path } of flying) rmSync(path)
    }
    const { code, stdout, stderr } = await runProcess([...argv, ...more])
    const waiting = code === 0 ? (JSON.parse(stdout) as { waiting: { texts: number } }).waiting.texts : 0
    if (code !== 0 || waiting > 0) problems.push(`the last run ended with ${code}, ${waiting} texts wait: ${stderr}`)
    const twice = [...model.bought].filter(([source, times]) => times - 1 > (underWay.get(source) ?? 0))
    if (twice.length > 0) problems.push(`${twice.length} texts were bought again, such as ${JSON.stringify(twice[0])}`)
    sums.again += [...model.bought.values()].reduce((sum, times) => sum + times - 1, 0)
    problems.push(...(await wrongIn(data, sources)))
  } finally {
    await model.close()
    rmSync(data, { recursive: true, force: true })
  }
}

async function makeStore(data: string, file: string, sources: readonly string[]): Promise<void> {
  writeFileSync(file, sources.map((text, i) => JSON.stringify({ id: idOf(i + 1), text })).join('\n'))
  mkdirSync(data)
  await done(['import', '--main', file, '--no-diff', '--quiet', '--data', data])
  await done(['user', 'add', 'Ada', '--role', 'admin', '--data', data])
  await done(['setting', 'set', 'target_language', 'uk', '--data', data])
}

async function wrongIn(data: string, sources: readonly string[]): Promise<readonly string[]> {
  const to = join(data, 'machine.jsonl')
  await done(['export', '--to', to, '--text', 'machine', '--data', data, '--quiet'])
  const lines = readFileSync(to, 'utf8').split('\n').filter(Boolean)
  const texts = new Map(
    lines.map((line) => JSON.parse(line) as { id: string; text: string }).map((each) => [each.id, each.text]),
  )
  const wrong = sources.filter((source, i) => texts.get(idOf(i + 1)) !== translated(source))
  return wrong.length === 0 ? [] : [`${wrong.length} sources have no text or a wrong one, such as ${wrong[0]}`]
}
