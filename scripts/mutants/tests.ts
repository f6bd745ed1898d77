// A copy of the last commit, in which places are made wrong and the compiler and tests are asked whether they notice.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { mutated, type Place } from './places.ts'

const root = join(import.meta.dirname, '../..')

/** The projects of vitest, in the order in which they are asked; the first two are `npm test`. */
export const TIERS = ['unit', 'proof', 'rest'] as const
export type Tier = (typeof TIERS)[number]

/** What a process may take of a core: a loop without end has to end some time, on however busy a machine. */
const PROCESSOR_SECONDS = 150
/** What waits for nothing is ended by vitest first. */
const HANG_MS = 3_600_000

/** With the packages of this tree; what its tests put aside lies in it, too. */
export function copied(folder: string, name: string): string {
  const tree = join(folder, name)
  execFileSync('git', ['clone', '--quiet', '--shared', root, tree])
  for (const packages of ['node_modules', 'test/clients/node_modules'])
    symlinkSync(join(root, packages), join(tree, packages))
  mkdirSync(join(tree, 'aside'))
  return tree
}

/** What a program of the packages prints, and whether it ended well; it is stopped if it hangs. */
function ran(
  tree: string,
  program: string,
  words: readonly string[],
  { env = {}, seconds = PROCESSOR_SECONDS }: { env?: Readonly<Record<string, string>>; seconds?: number } = {},
): Promise<{ isGood: boolean; printed: string }> {
  const line = [process.execPath, join(root, 'node_modules', program), ...words]
  const child = spawn('sh', ['-c', `ulimit -t ${seconds} && exec "$@"`, 'sh', ...line], {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env, TMPDIR: join(tree, 'aside') },
    detached: true,
  })
  const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), HANG_MS)
  let printed = ''
  child.stdout.on('data', (part) => (printed += String(part)))
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ isGood: code === 0, printed })
    }),
  )
}

/** Makes these places wrong while a question is asked, and puts them right again. */
async function whileWrong<T>(tree: string, places: readonly Place[], question: () => Promise<T>): Promise<T> {
  const files = Map.groupBy(places, ({ file }) => file)
  const right = [...files.keys()].map((file) => [join(tree, file), readFileSync(join(tree, file), 'utf8')] as const)
  for (const [file, here] of files)
    writeFileSync(join(tree, file), mutated(readFileSync(join(tree, file), 'utf8'), here))
  try {
    return await question()
  } finally {
    for (const [path, text] of right) writeFileSync(path, text)
  }
}

/** Those of these places, one of a file at most, that the compiler refuses: in whose file it finds a fault, made wrong together. */
export async function refusedOf(tree: string, places: readonly Place[]): Promise<readonly Place[]> {
  if (places.length === 0) return []
  const line = ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', join(tree, 'aside/compiled')]
  const { isGood, printed } = await whileWrong(tree, places, () => ran(tree, 'typescript/bin/tsc', line))
  if (isGood) return []
  const blamed = places.filter(({ file }) => printed.split('\n').some((said) => said.startsWith(`${file}(`)))
  if (blamed.length > 0)
    return [
      ...blamed,
      ...(await refusedOf(
        tree,
        places.filter((place) => !blamed.includes(place)),
      )),
    ]
  if (places.length === 1) return places
  return [...(await refusedOf(tree, firstHalf(places))), ...(await refusedOf(tree, secondHalf(places)))]
}

export const firstHalf = <T>(all: readonly T[]): readonly T[] => all.slice(0, all.length >> 1)
export const secondHalf = <T>(all: readonly T[]): readonly T[] => all.slice(all.length >> 1)

/** The files of tests of a tier. */
export async function filesOf(tree: string, tier: Tier): Promise<readonly string[]> {
  const { printed } = await ran(tree, 'vitest/vitest.mjs', ['list', '--project', tier, '--filesOnly', '--json'])
  const listed = JSON.parse(printed) as readonly { readonly file: string }[]
  return listed.map(({ file }) => relative(tree, file))
}

interface Told {
  readonly testResults: readonly { readonly name: string; readonly status: string }[]
}

/** Which files of tests fail with these places wrong, or the first that does; all of them if they hang. */
export async function failing(
  tree: string,
  places: readonly Place[],
  files: readonly string[],
  { isFirstEnough = false, seconds = PROCESSOR_SECONDS } = {},
): Promise<readonly string[]> {
  if (files.length === 0) return []
  const told = join(tree, 'aside/told.json')
  rmSync(told, { force: true })
  const line = [
    'run',
    '--maxWorkers=1',
    '--reporter=json',
    `--outputFile=${told}`,
    ...(isFirstEnough ? ['--bail=1'] : []),
  ]
  const { isGood } = await whileWrong(tree, places, () =>
    ran(tree, 'vitest/vitest.mjs', [...line, ...files], { seconds }),
  )
  if (isGood) return []
  if (!existsSync(told)) return files
  const { testResults }: Told = JSON.parse(readFileSync(told, 'utf8'))
  const ends = new Map(testResults.map(({ name, status }) => [relative(tree, name), status]))
  // What has no end is the file that hung, or was not reached.
  const isFailed = (file: string): number => (ends.get(file) === 'failed' ? 0 : 1)
  return files.filter((file) => ends.get(file) !== 'passed').sort((a, b) => isFailed(a) - isFailed(b))
}

interface Spent {
  readonly file: string
  readonly processorMs: number
}

/** The files of tests below a folder, cheapest first: those that take less than this of a core, and the others. */
export async function byCost(tree: string, folder: string, cheapMs: number): Promise<readonly (readonly string[])[]> {
  const times = join(tree, 'aside/times')
  rmSync(times, { force: true })
  await ran(tree, 'vitest/vitest.mjs', ['run', '--maxWorkers=1', folder], { env: { TEST_TIMES: times } })
  const lines = readFileSync(times, 'utf8').trimEnd().split('\n')
  const spent = lines.map((line) => JSON.parse(line) as Spent).sort((a, b) => a.processorMs - b.processorMs)
  const isCheap = ({ processorMs }: Spent): boolean => processorMs < cheapMs
  return [spent.filter(isCheap), spent.filter((one) => !isCheap(one))].map((some) => some.map(({ file }) => file))
}
