// Fuzzing: changed inputs for every reader of what strangers send and every route of every face, led by the places of the code that an
// input reached first. No reader may fail but by its own refusal, none may take long or much memory for its input, no answer may be a
// fault of windrow or have what lies outside of the store. What once was found is in fuzz-finds.json, and goes first in every run.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heldBy, holdMsMax } from '../../test/support/loop-hold.ts'
import { type Dice, diceOf } from '../../test/support/dice.ts'
import { Coverage } from './coverage.ts'
import { largeReader } from './fuzz-large.ts'
import { blownUp, mutated } from './fuzz-mutate.ts'
import { READERS, readOne } from './fuzz-readers.ts'
import { openRequests } from './fuzz-requests.ts'
import type { Report, Say } from './report.ts'

interface Target {
  readonly name: string
  readonly corpus: Buffer[]
  readonly run: (bytes: Buffer) => Promise<void>
}

interface Find {
  readonly target: string
  /** In base64. */
  readonly input: string
}

const bytesMax = 16 * 1024
const largeBytes = 1024 * 1024
/** A large input may take so many times the 50 ms of a small one. */
const largePieces = 100
/** One in so many inputs is a large one. */
const largeShare = 25
const problemsMax = 20
/** A file is read by a command of its own, where nobody waits for a page. */
const bytesAPiece = 64 * 1024

/** Gathers what goes wrong; of what does so in the same place the first is enough. */
function findsOf(seed: number) {
  const problems: string[] = []
  const causes = new Set<string>()
  const add = (target: string, bytes: Buffer, problem: string): void => {
    const cause = `${target} ${problem.replaceAll(/[\d.]+/g, '').slice(0, 80)}`
    if (causes.has(cause)) return
    causes.add(cause)
    const find: Find = { target, input: bytes.toString('base64') }
    problems.push(`seed ${seed}: ${problem}\n  ${JSON.stringify(find)}`)
  }
  return { problems, add }
}

/** Runs for so many seconds, the saved inputs first. */
export async function runFuzz(seconds: number, seed: number, say: Say): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'windrow-fuzz-'))
  const requests = await openRequests()
  const targets: readonly Target[] = [
    { name: 'request', corpus: [...requests.seeds], run: requests.ask },
    ...Object.entries(READERS).map(([name, reader]) => ({
      name,
      corpus: reader.seeds.map((each) => Buffer.from(each)),
      run: (bytes: Buffer) => readOne(reader, bytes, folder),
    })),
  ]
  const coverage = new Coverage()
  const dice = diceOf(seed)
  const { problems, add } = findsOf(seed)
  for (const problem of await requests.exceed()) problems.push(`seed ${seed}: ${problem}`)
  const boundMs = holdMsMax()
  const large = largeReader(largeBytes, boundMs * largePieces)
  let [inputs, larges] = [0, 0]
  const tryOne = async (target: Target, bytes: Buffer): Promise<void> => {
    inputs++
    const problem = await faultOf(target, bytes, boundMs)
    if (problem !== null) add(target.name, bytes, problem)
    else if ((await coverage.news()) > 0) target.corpus.push(bytes)
  }
  const tryLarge = async (target: Target): Promise<void> => {
    const bytes = grown(target, chosen(target.corpus, dice), dice)
    const problem =
      target.name in READERS
        ? await large.read({ name: target.name, bytes, folder })
        : await faultOf(target, bytes, boundMs)
    if (problem !== null) add(target.name, bytes.subarray(0, 2_000), `${bytes.length} bytes: ${problem}`)
  }
  try {
    for (const { target: name, input } of savedFinds())
      for (const target of targets) if (target.name === name) await tryOne(target, Buffer.from(input, 'base64'))
    for (const target of targets) for (const bytes of target.corpus.slice()) await tryOne(target, bytes)
    const seeds = targets.reduce((sum, { corpus }) => sum + corpus.length, 0)
    const startedMs = performance.now()
    for (let toldMs = 0; problems.length < problemsMax; ) {
      const passedMs = performance.now() - startedMs
      if (passedMs > seconds * 1000) break
      if (passedMs - toldMs > 30_000) {
        toldMs = passedMs
        say(`fuzz: ${Math.round(passedMs / 1000)} of ${seconds} s, ${inputs} inputs, ${coverage.places} places`)
      }
      // Requests reach most of the code, so they are half of all.
      const target = (dice.chance(0.5) ? targets[0] : dice.pick(targets)) as Target
      if (inputs % largeShare === 0) {
        larges++
        await tryLarge(target)
      }
      await tryOne(target, mutated(chosen(target.corpus, dice), dice.pick(target.corpus), dice, bytesMax))
    }
    const kept = targets.reduce((sum, { corpus }) => sum + corpus.length, 0) - seeds
    const strays = readdirSync(folder).filter((name) => !['input.txt', 'unpacked'].includes(name))
    if (strays.length > 0) problems.push(`files nobody asked for: ${strays.join(', ')}`)
    return {
      lines: [
        `${inputs} inputs and ${larges} of ${largeBytes / 2 ** 20} MiB for ${targets.length} readers, ` +
          `${requests.seeds.length} requests of all routes among their seeds; ` +
          `${coverage.places} places reached, ${kept} inputs kept for new ones`,
      ],
      problems,
    }
  } finally {
    coverage.close()
    await large.close()
    await requests.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of a request the body grows. */
function grown(target: Target, seed: Buffer, dice: Dice): Buffer {
  const body = target.name in READERS ? 0 : seed.indexOf('\n\n') + 2
  return blownUp(seed, dice, largeBytes, Math.min(body, seed.length - 1))
}

/** What reached a place first comes again sooner. */
const chosen = (corpus: readonly Buffer[], dice: Dice): Buffer =>
  dice.pick(dice.chance(0.5) ? corpus.slice(-20) : corpus)

async function faultOf(target: Target, bytes: Buffer, boundMs: number): Promise<string | null> {
  const pieces = target.name in READERS ? 1 + Math.floor(bytes.length / bytesAPiece) : 1
  try {
    const { longestMs } = await heldBy(4, () => target.run(bytes), boundMs * pieces)
    return longestMs > boundMs * pieces
      ? `${target.name}: a piece of ${longestMs.toFixed(0)} ms, ${boundMs.toFixed(0)} may be, for ${bytes.length} bytes`
      : null
  } catch (error) {
    return `${target.name}: ${(error as Error).stack ?? String(error)}`
  }
}

const savedFinds = (): readonly Find[] =>
  JSON.parse(readFileSync(new URL('./fuzz-finds.json', import.meta.url), 'utf8')) as Find[]
