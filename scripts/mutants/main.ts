// The power of the tests: node scripts/mutants/main.ts [--count N] [--seed WORD] [--minutes N] [--lanes N] [--floor RATIO] [--survivors]
// Makes places of src/domain, src/store and packages/language wrong in a copy of the last commit, and prints how many `npm test` kills, how
// many all tests kill, and what lived.
// The compiler is asked first. Then each place alone is put to the unit tests of its room. All that still live are made
// wrong together, and every other file of tests is asked once; a file that fails is asked by halves until it says which places it kills.
// So one run of all tests asks about hundreds of places. Two that hide each other count as alive.
// What was found is kept for the same sources and seed: a run that was stopped goes on, and a larger count adds to it; --survivors asks again
// what lived. Ends with 1 if `npm test` kills less than `floor` of what all tests kill.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chosen, type Place, placesIn } from './places.ts'
import { byCost, copied, failing, filesOf, firstHalf, refusedOf, secondHalf, type Tier, TIERS } from './tests.ts'

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: 'windrow' },
    minutes: { type: 'string', default: '60' },
    lanes: { type: 'string', default: String(availableParallelism()) },
    floor: { type: 'string', default: '0' },
    survivors: { type: 'boolean', default: false },
  },
})
const sources = globSync('{src/{domain,store},packages/language/src}/**/*.ts', { cwd: root })
  .sort()
  .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
const endsAtMs = Date.now() + Number(values.minutes) * 60_000
const isTimeUp = (): boolean => Date.now() > endsAtMs

/** Whom places were put to, and which of them it kills. */
interface Answer {
  readonly tier: Tier | 'compiler'
  /** The compiler, a folder of unit tests, or a file of tests. */
  readonly of: string
  /** Numbers of places, as those below. */
  readonly asked: readonly number[]
  readonly killed: readonly number[]
}

const places = chosen(
  sources.flatMap(([file, text]) => placesIn(file, text)),
  values.seed,
  Number(values.count),
)
const numbers = places.map((_, number) => number)
const whereOf = (number: number): string => `${places[number]?.file}:${String(places[number]?.start).padStart(8, '0')}`
const inOrder = numbers.toSorted((a, b) => whereOf(a).localeCompare(whereOf(b)))
const placesOf = (some: readonly number[]): readonly Place[] => some.map((number) => places[number] as Place)
const named = createHash('sha256')
  .update(JSON.stringify([sources, values.seed]))
  .digest('hex')
const kept = join(tmpdir(), 'windrow-mutants-kept')
mkdirSync(kept, { recursive: true })
const answersFile = join(kept, `${named.slice(0, 12)}.jsonl`)
const answers: Answer[] = existsSync(answersFile)
  ? readFileSync(answersFile, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer)
  : []
const killers = new Map<number, Answer>()
const askedOf = new Map<string, Set<number>>()
const learn = (answer: Answer): void => {
  for (const number of answer.killed) killers.set(number, answer)
  askedOf.set(answer.of, new Set([...(askedOf.get(answer.of) ?? []), ...answer.asked]))
}
for (const answer of answers) learn(answer)
if (values.survivors) askedOf.clear()

function note(answer: Answer): void {
  learn(answer)
  appendFileSync(answersFile, `${JSON.stringify(answer)}\n`)
  for (const number of answer.killed) process.stderr.write(`${told(number)}\n`)
}

const isAlive = (number: number): boolean => !killers.has(number)
const unasked = (of: string): readonly number[] =>
  numbers.filter((number) => isAlive(number) && askedOf.get(of)?.has(number) !== true)

async function askCompiler(tree: string): Promise<void> {
  for (let left = unasked('the compiler'); left.length > 0 && !isTimeUp(); left = unasked('the compiler')) {
    const asked = left.filter(
      (number, at) => left.findIndex((one) => places[one]?.file === places[number]?.file) === at,
    )
    const refused = await refusedOf(tree, placesOf(asked))
    const killed = asked.filter((number) => refused.includes(places[number] as Place))
    note({ tier: 'compiler', of: 'the compiler', asked, killed })
  }
}

/** The unit tests of the room in which a place lies. */
const ownTests = (number: number): string =>
  (places[number]?.file ?? '')
    .replace(/^src\/(\w+)\/.*/, 'test/unit/$1')
    .replace(/^(packages\/\w+)\/.*/, '$1/test/unit')

/** The cheap files of a room are asked before the others: most places are told by them. */
const CHEAP_MS = 600
/** Of a core: each half of a room takes a few seconds. A place that makes a loop without end is told by this. */
const ROOM_SECONDS = 30

/** Asks the tests of a room about each of its places alone. */
async function askOwn(room: string, some: readonly number[]): Promise<void> {
  const halves = [`${room}, half 1`, `${room}, half 2`]
  const leftOf = (half: string): readonly number[] => some.filter((number) => unasked(half).includes(number))
  if (isTimeUp() || halves.every((half) => leftOf(half).length === 0)) return
  for (const [at, files] of (await byCost(trees[0] as string, room, CHEAP_MS)).entries()) {
    const half = halves[at] as string
    await inLanes(
      leftOf(half).map((number) => async (tree) => {
        const [of] = await failing(tree, placesOf([number]), files, { isFirstEnough: true, seconds: ROOM_SECONDS })
        note({ tier: 'unit', of: of ?? half, asked: [number], killed: of === undefined ? [] : [number] })
      }),
    )
  }
}

/** Which of these places a file kills. */
async function killedBy(
  tree: string,
  file: string,
  some: readonly number[],
  limit: { readonly seconds: number },
): Promise<readonly number[]> {
  if (some.length === 0 || (await failing(tree, placesOf(some), [file], limit)).length === 0) return []
  if (some.length === 1) return some
  const [first, second] = [firstHalf(some), secondHalf(some)]
  return [...(await killedBy(tree, file, first, limit)), ...(await killedBy(tree, file, second, limit))]
}

/** What a process of a tier's tests may take of a core; the longest of the rest take half as much. */
const SECONDS: Readonly<Record<Tier, number>> = { unit: 40, proof: 150, rest: 150 }

async function askTogether(tree: string, tier: Tier, files: readonly string[]): Promise<void> {
  // Neighbours stand together, because what kills one kills many of them.
  const asked = inOrder.filter(isAlive)
  const limit = { seconds: SECONDS[tier] }
  const suspects = await failing(tree, placesOf(asked), files, limit)
  for (const of of files) {
    if (isTimeUp()) return
    const fails = suspects.includes(of) && (await failing(tree, [], [of])).length === 0
    note({ tier, of, asked, killed: fails ? await killedBy(tree, of, asked.filter(isAlive), limit) : [] })
  }
}

/** Does these jobs, as many at a time as there are lanes, each lane in a copy of its own. */
async function inLanes(jobs: ((tree: string) => Promise<void>)[]): Promise<void> {
  const lane = async (tree: string): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined && !isTimeUp(); job = jobs.shift()) await job(tree)
  }
  await Promise.all(trees.map(lane))
}

/** So many files of tests at once that their start costs little, and so few that one which hangs keeps little waiting. */
const FILES_TOGETHER = 12
const chunksOf = (files: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(files.length / FILES_TOGETHER) }, (_, at) =>
    files.slice(at * FILES_TOGETHER, (at + 1) * FILES_TOGETHER),
  )

async function askAll(): Promise<string> {
  const [tree] = trees as [string]
  await askCompiler(tree)
  for (const [room, some] of Map.groupBy(numbers.filter(isAlive), ownTests)) await askOwn(room, some)
  const left: string[] = []
  for (const tier of TIERS) {
    const files = await filesOf(tree, tier)
    const waiting = (): readonly string[] => files.filter((file) => unasked(file).length > 0)
    await inLanes(chunksOf(waiting()).map((chunk) => (tree) => askTogether(tree, tier, chunk)))
    left.push(`${waiting().length} of ${files.length} files of ${tier}`)
  }
  return `still to be asked about what lives: ${left.join(', ')}`
}

function told(number: number): string {
  const { file, line, kind, text } = places[number] as Place
  const killer = killers.get(number)
  const end = killer === undefined ? 'lives' : `killed by ${killer.tier}: ${killer.of}`
  return `${number} ${file}:${line} ${kind}: ${text.replaceAll(/\s+/g, ' ').slice(0, 80)}; ${end}`
}

const tierOf = (number: number): Answer['tier'] | undefined => killers.get(number)?.tier
const isKilledByNpmTest = (number: number): boolean => !isAlive(number) && tierOf(number) !== 'rest'
const made = (): readonly number[] => numbers.filter((number) => tierOf(number) !== 'compiler')

function table(): string {
  const share = (all: readonly number[], is: (one: number) => boolean): string => {
    const count = all.filter(is).length
    return `${count} (${((100 * count) / Math.max(all.length, 1)).toFixed(1)} %)`.padStart(14)
  }
  const row = (name: string, all: readonly number[]): string =>
    name.padEnd(18) +
    String(all.length).padStart(7) +
    share(all, isKilledByNpmTest) +
    share(all, (number) => !isAlive(number))
  const byRoom = Map.groupBy(made(), (number) => /^src\/\w+|^packages\/\w+/.exec(places[number]?.file ?? '')?.[0] ?? '')
  return [
    `${'made wrong'.padEnd(18)} places${'npm test'.padStart(14)}${'all tests'.padStart(14)}`,
    ...[...byRoom].map(([room, all]) => row(room, all)),
    row('all', made()),
    `the compiler refuses ${numbers.length - made().length} more`,
    ...made()
      .filter((number) => !isKilledByNpmTest(number))
      .map(told),
  ].join('\n')
}

const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
const trees = Array.from({ length: Number(values.lanes) }, (_, at) => copied(folder, `lane-${at}`))
try {
  const left = await askAll()
  process.stdout.write(`${table()}\n${left}\n`)
  const killed = made().filter((number) => !isAlive(number))
  process.exitCode = killed.filter(isKilledByNpmTest).length < Number(values.floor) * killed.length ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}
