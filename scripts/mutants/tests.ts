// Tests in copies of the last commit: which of them reach a place, and whether they notice that it is wrong.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Place, probed } from './places.ts'

const root = join(import.meta.dirname, '../..')

/** The projects of vitest, in the order in which they are asked; the first two are `npm test`. */
export const TIERS = ['unit', 'proof', 'rest'] as const
export type Tier = (typeof TIERS)[number]
export interface TestFile {
  readonly file: string
  readonly waitedMs: number
  /** Numbers of places. */
  readonly reached: readonly number[]
}

export const say = (line: string): void => void process.stderr.write(`${line}\n`)

export function linesOf<T>(file: string): readonly T[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  return lines.map((line) => JSON.parse(line) as T)
}

/** A copy of the last commit, with the packages of this one. */
export function copied(folder: string, name: string): string {
  const tree = join(folder, name)
  execFileSync('git', ['clone', '--quiet', '--shared', root, tree])
  for (const packages of ['node_modules', 'test/clients/node_modules'])
    symlinkSync(join(root, packages), join(tree, packages))
  return tree
}

/** Runs a program of the packages in a copy for at most `limitMs`; true if it ended well. */
function endsWell(
  tree: string,
  program: string,
  words: readonly string[],
  limitMs: number,
  env = {},
): Promise<boolean> {
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...words], {
    cwd: tree,
    stdio: 'ignore',
    env: { ...process.env, ...env },
    detached: true,
  })
  const end = (): void => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'))
  const timer = setTimeout(end, limitMs)
  return new Promise((resolve) =>
    child.on('exit', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    }),
  )
}

interface Told {
  readonly testResults: readonly { readonly name: string; readonly status: string }[]
}

/** Whether the copy's types are right. */
export const compiles = (tree: string): Promise<boolean> =>
  endsWell(tree, 'typescript/bin/tsc', ['--noEmit', '--incremental', '--tsBuildInfoFile', 'compiled'], 600_000)

/** Runs test files in a copy; the first that failed, or null. */
export async function failureOf(tree: string, files: readonly TestFile[]): Promise<string | null> {
  const told = join(tree, 'told.json')
  rmSync(told, { force: true })
  const limitMs = 60_000 + 10 * files.reduce((sum, { waitedMs }) => sum + waitedMs, 0)
  const line = ['run', '--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile=${told}`]
  const isGood = await endsWell(tree, 'vitest/vitest.mjs', [...line, ...files.map(({ file }) => file)], limitMs)
  if (isGood) return null
  const { testResults }: Told = existsSync(told) ? JSON.parse(readFileSync(told, 'utf8')) : { testResults: [] }
  const failed = testResults.find(({ status }) => status === 'failed')
  return failed === undefined ? 'hangs' : relative(tree, failed.name)
}

const SETUP = `
import { join } from 'node:path'
import { expect } from 'vitest'
process.env.REACHED = join(process.env.REACHED_FOLDER, encodeURIComponent(expect.getState().testPath))
`

/** Runs a tier's tests once, on sources that note which place is reached. Files that fail here can tell nothing later. */
export async function reachedBy(
  tier: Tier,
  places: readonly Place[],
  folder: string,
  limitMs: number,
): Promise<readonly TestFile[]> {
  say(`which tests of ${tier} reach which place: one run of all`)
  const tree = copied(folder, 'probed')
  for (const file of new Set(places.map((place) => place.file))) {
    const here = places.flatMap((place, number) => (place.file === file ? [[number, place] as const] : []))
    writeFileSync(join(tree, file), probed(readFileSync(join(tree, file), 'utf8'), here))
  }
  writeFileSync(join(tree, 'test/support/reached.ts'), SETUP)
  const config = join(tree, 'vitest.config.ts')
  // What a module keeps from its first use would be reached by the first file of a worker only.
  const alone = readFileSync(config, 'utf8').replace('isolate: false', 'isolate: true')
  writeFileSync(config, alone.replace('setupFiles: [', "setupFiles: ['test/support/reached.ts', "))
  const [notes, told, times] = [join(tree, 'notes'), join(tree, 'told.json'), join(tree, 'times')]
  mkdirSync(notes)
  const env = { REACHED_FOLDER: notes, TEST_TIMES: times }
  const line = ['run', '--project', tier, '--reporter=json', `--outputFile=${told}`]
  await endsWell(tree, 'vitest/vitest.mjs', line, limitMs, env)
  if (!existsSync(told))
    throw new Error(`the time was up before the tests of ${tier} had run once: give more --minutes`)
  const { testResults }: Told = JSON.parse(readFileSync(told, 'utf8'))
  const waited = new Map(
    linesOf<{ file: string; waitedMs: number }>(times).map(({ file, waitedMs }) => [file, waitedMs] as const),
  )
  for (const { name } of testResults.filter(({ status }) => status !== 'passed'))
    say(`left out, because it fails: ${name}`)
  const tests = testResults
    .filter(({ status }) => status === 'passed')
    .map(({ name }) => {
      const file = relative(tree, name)
      return { file, waitedMs: waited.get(file) ?? 0, reached: linesOf<number>(join(notes, encodeURIComponent(name))) }
    })
  rmSync(tree, { recursive: true })
  return tests
}
