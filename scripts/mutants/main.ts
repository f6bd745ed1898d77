// The power of the tests: node scripts/mutants/main.ts [--count N] [--seed WORD] [--minutes N] [--lanes N] [--patience SECONDS]
//   [--survivors]
// Makes one place of src/domain, src/store or packages/language wrong at a time, in a copy of the last commit, and asks the tests that reach the place:
// those of `npm test` first, and the rest about what these let pass. Prints how many each killed, and what lived. One run of the tests on
// sources that take notes finds which of them reach a place. What was found is kept for the same sources and places, so a run that was
// stopped goes on; --survivors asks again what lived. Ends with 1 if `npm test` let something pass that the whole suite kills.
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chosen, mutated, type Place, placesIn } from './places.ts'
import { compiles, copied, failureOf, linesOf, reachedBy, say, type TestFile, type Tier, TIERS } from './tests.ts'

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: 'windrow' },
    minutes: { type: 'string', default: '180' },
    lanes: { type: 'string', default: String(availableParallelism()) },
    patience: { type: 'string', default: '600' },
    survivors: { type: 'boolean', default: false },
  },
})
const sources = globSync('{src/{domain,store},packages/language/src}/**/*.ts', { cwd: root })
  .sort()
  .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
const patienceMs = Number(values.patience) * 1000
const endsAtMs = Date.now() + Number(values.minutes) * 60_000

interface Known {
  readonly number: number
  readonly tier: Tier
  /** The test file that failed, or the compiler; null: it lived. */
  readonly killedBy: string | null
}
const COMPILER = 'the compiler'
/** The tests that reach a place, those of its room first and then those that take least, in groups that double: most places are told by the
 * first. As many as patience has time for. */
function groupsFor(number: number, tests: readonly TestFile[]): readonly (readonly TestFile[])[] {
  const room = places[number]?.file.split('/')[1] ?? ''
  const far = ({ file }: TestFile): number => (file.includes(`/${room}/`) ? 0 : 1)
  const reaching = tests
    .filter(({ reached }) => reached.includes(number))
    .sort((a, b) => far(a) - far(b) || a.waitedMs - b.waitedMs)
  const groups: TestFile[][] = []
  let [tookMs, boundMs, leftMs] = [Infinity, 2_500, patienceMs]
  for (const test of reaching) {
    if (tookMs > boundMs) {
      groups.push([])
      boundMs *= 2
      tookMs = 0
    }
    leftMs -= test.waitedMs
    if (leftMs < 0) break
    groups.at(-1)?.push(test)
    tookMs += test.waitedMs
  }
  return groups.filter((group) => group.length > 0)
}

/** Makes one place wrong in a copy, asks, and puts it right again. */
async function asked(tree: string, number: number, tier: Tier, tests: readonly TestFile[]): Promise<Known> {
  const place = places[number] as Place
  const path = join(tree, place.file)
  const right = readFileSync(path, 'utf8')
  writeFileSync(path, mutated(right, place))
  try {
    if (tier === 'unit' && !(await compiles(tree))) return { number, tier, killedBy: COMPILER }
    for (const group of groupsFor(number, tests)) {
      const killedBy = await failureOf(tree, group)
      if (killedBy !== null) return { number, tier, killedBy }
    }
    return { number, tier, killedBy: null }
  } finally {
    writeFileSync(path, right)
  }
}

/** Asks a tier about each of these places. */
async function askedAll(tier: Tier, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0 || Date.now() > endsAtMs) return
  const reachFile = join(kept, `${tier}.json`)
  if (!existsSync(reachFile))
    writeFileSync(reachFile, JSON.stringify(await reachedBy(tier, places, folder, endsAtMs - Date.now())))
  const tests = JSON.parse(readFileSync(reachFile, 'utf8')) as TestFile[]
  const waiting = [...numbers]
  const lane = async (name: string): Promise<void> => {
    const tree = copied(folder, name)
    for (let number = waiting.shift(); number !== undefined && Date.now() < endsAtMs; number = waiting.shift()) {
      const found = await asked(tree, number, tier, tests)
      known.set(number, found)
      appendFileSync(knownFile, `${JSON.stringify(found)}\n`)
      say(told(found))
    }
    rmSync(tree, { recursive: true })
  }
  await Promise.all(Array.from({ length: Number(values.lanes) }, (_, at) => lane(`lane-${at}`)))
}

function told({ number, tier, killedBy }: Known): string {
  const { file, line, kind, text } = places[number] as Place
  const end = killedBy === null ? `lived through ${tier}` : `killed by ${killedBy}`
  return `${number} ${file}:${line} ${kind}: ${text.replaceAll(/\s+/g, ' ').slice(0, 80)}; ${end}`
}

function table(): string {
  const made = [...known.values()].filter(({ killedBy }) => killedBy !== COMPILER)
  const killed = (all: readonly Known[], by: (one: Known) => boolean): string => {
    const count = all.filter((one) => one.killedBy !== null && by(one)).length
    return `${count} (${((100 * count) / Math.max(all.length, 1)).toFixed(1)} %)`.padStart(14)
  }
  const row = (name: string, all: readonly Known[]): string =>
    name.padEnd(14) +
    String(all.length).padStart(7) +
    killed(all, (one) => one.tier !== 'rest') +
    killed(all, () => true)
  const byKind = Map.groupBy(made, ({ number }) => places[number]?.kind ?? '')
  return [
    `${'made wrong'.padEnd(14)}  places${'npm test'.padStart(14)}${'all tests'.padStart(14)}`,
    ...[...byKind].map(([kind, all]) => row(kind, all)),
    row('all', made),
    `${known.size - made.length} more are refused by the compiler, ${places.length - known.size} were not asked`,
    ...made.filter(({ tier, killedBy }) => killedBy === null || tier === 'rest').map(told),
  ].join('\n')
}

const places = chosen(
  sources.flatMap(([file, text]) => placesIn(file, text)),
  values.seed,
  Number(values.count),
)
const named = createHash('sha256')
  .update(JSON.stringify([sources, places]))
  .digest('hex')
const kept = join(tmpdir(), 'windrow-mutants-kept', named.slice(0, 12))
mkdirSync(kept, { recursive: true })
const knownFile = join(kept, 'known.jsonl')
const known = new Map(linesOf<Known>(knownFile).map((one) => [one.number, one]))
/** The tier that is asked next, by its place. */
const nextOf = (one: Known | undefined): number =>
  one === undefined ? 0 : one.killedBy === null ? TIERS.indexOf(one.tier) + 1 : TIERS.length
const folder = mkdtempSync(join(tmpdir(), 'windrow-mutants-'))
try {
  const lived = places
    .map((_, number) => number)
    .filter((number) => values.survivors && known.get(number)?.killedBy === null)
  for (const number of lived) known.delete(number)
  for (const [at, tier] of TIERS.entries())
    await askedAll(
      tier,
      places.map((_, number) => number).filter((number) => nextOf(known.get(number)) === at),
    )
  process.stdout.write(`${table()}\n`)
  process.exitCode = [...known.values()].some(({ tier, killedBy }) => tier === 'rest' && killedBy !== null) ? 1 : 0
} finally {
  rmSync(folder, { recursive: true })
}
