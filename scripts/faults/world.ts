// The world of the kills: a small game, people with keys and quotas, and processes that can be killed with all that they started.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256Hex } from '../../src/base/bytes.ts'
import { compileCache } from '../../test/support/compile-cache.ts'
import { idOf, jsonLines } from '../../test/support/game-files.ts'
import { commandLine, done, listening, type RunningServer } from '../../test/support/program.ts'

export const rowCount = 400
/** The main file has two versions; an import changes every third row. */
export const sourceOf = (row: number, version: number): string =>
  row % 3 === 0 && version > 0 ? `Row {0} number ${row}, written anew` : `Row {0} number ${row} of the game`

export type World = Awaited<ReturnType<typeof makeWorld>>

const secretOf = (name: string, n: number): string => `wdr_${sha256Hex(`${name} ${n}`).slice(0, 60)}`

/** `quota`: rows a day; null: the default of the role. */
const PEOPLE = [
  { name: 'ann', role: 'admin', quota: null, secrets: [secretOf('ann', 0), secretOf('ann', 1)] },
  { name: 'bob', role: 'admin', quota: 300, secrets: [secretOf('bob', 0), secretOf('bob', 1)] },
  { name: 'cy', role: 'translator', quota: null, secrets: [secretOf('cy', 0)] },
]

/** Makes the game in a new folder, in two versions of which the first is imported, and people who may write. */
export async function makeWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'windrow-faults-'))
  const data = join(folder, 'data')
  const versions = [0, 1].map((version) => {
    const path = join(folder, `main-${version}.jsonl`)
    const texts = Array.from({ length: rowCount }, (_, i) => ({ id: idOf(i + 1), text: sourceOf(i + 1, version) }))
    writeFileSync(path, jsonLines(texts))
    return path
  })
  const onData = (argv: readonly string[]): string[] => [...argv, ...(argv.includes('--data') ? [] : ['--data', data])]
  /** Runs a command in a process, on this world's data unless told otherwise; throws when it fails. */
  const windrow = (argv: readonly string[], input = ''): Promise<string> => done(onData(argv), input, commandLine())
  await windrow(['import', '--main', versions[0] as string, '--quiet'])
  for (const { name, role, quota, secrets } of PEOPLE) {
    await windrow(['user', 'add', name, '--role', role])
    if (quota !== null) await windrow(['user', 'quota', name, String(quota)])
    for (const secret of secrets)
      await windrow(
        ['key', 'create', '--user', name, '--requests-per-minute', '1000000', '--secret-stdin'],
        `${secret}\n`,
      )
  }
  /** Starts a command in a group of its own. */
  const start = (...argv: string[]): ChildProcess => launch(onData(argv), 'ignore')
  return { folder, data, people: PEOPLE, versions, windrow, start }
}

/** A process of a group of its own, so that a kill takes its children along. */
const launch = (argv: readonly string[], stdio: 'pipe' | 'ignore'): ChildProcess => {
  const [command = '', ...first] = commandLine()
  return spawn(command, [...first, ...argv], { detached: true, stdio, env: { ...compileCache, ...process.env } })
}

/** Ends it and all that it started. */
export function killGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** Starts a server on a free port. A kill ends it and all of its workers at once, as the loss of the machine would. */
export async function startServer(data: string, options: readonly string[] = []): Promise<RunningServer> {
  const child = launch(['serve', '--port', '0', '--data', data, ...options], 'pipe')
  const server = await listening(child)
  const kill = (): Promise<void> => {
    killGroup(child)
    return server.kill()
  }
  return { ...server, kill }
}
