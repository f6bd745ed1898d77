// The world of the fault tests: a small game, people with keys and quotas, and server processes that can be killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache } from '../../test/support/compile-cache.ts'
import { commandLine, isWindowsProgram } from '../../test/support/program.ts'
import { systemClock } from '../../src/base/time.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import type { Store } from '../../src/store/store.ts'

export const rowCount = 400
export const idOf = (row: number): string => row.toString(16).padStart(16, '0')
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
/** The main file has two versions; an import changes every third row. */
export const sourceOf = (row: number, version: number): string =>
  row % 3 === 0 && version > 0 ? `Row {0} number ${row}, written anew` : `Row {0} number ${row} of the game`

interface Person {
  readonly name: string
  readonly role: string
  /** Rows a day; null: the default of the role. */
  readonly quota: number | null
  readonly secrets: readonly string[]
}

export interface World {
  readonly folder: string
  readonly data: string
  readonly people: readonly Person[]
  /** Files of the two versions of the game. */
  readonly versions: readonly string[]
  /** Runs a command to its end, on this world's data unless told otherwise; throws when it fails. */
  windrow(...argv: string[]): Promise<string>
  /** Starts a command and leaves it alone. */
  start(...argv: string[]): ChildProcess
  remove(): void
}

const secretOf = (name: string, n: number): string => `wdr_${hashOf(`${name} ${n}`).slice(0, 60)}`

const PEOPLE: readonly Person[] = [
  { name: 'ann', role: 'admin', quota: null, secrets: [secretOf('ann', 0), secretOf('ann', 1)] },
  { name: 'bob', role: 'admin', quota: 300, secrets: [secretOf('bob', 0), secretOf('bob', 1)] },
  { name: 'cy', role: 'translator', quota: null, secrets: [secretOf('cy', 0)] },
]

/** The data folder of the first world of this process; later ones begin as copies of it. */
let template: string | null = null

/** Makes the game in a new folder. */
export async function makeWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'windrow-faults-'))
  const data = join(folder, 'data')
  const versions = [0, 1].map((version) => {
    const path = join(folder, `main-${version}.jsonl`)
    const lines = Array.from({ length: rowCount }, (_, i) =>
      JSON.stringify({ id: idOf(i + 1), text: sourceOf(i + 1, version) }),
    )
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  })
  const start = (...argv: string[]): ChildProcess =>
    launch([...commandLine(), ...argv, ...(argv.includes('--data') ? [] : ['--data', data])])
  const windrow = async (...argv: string[]): Promise<string> => {
    const { code, stdout, stderr } = await endOf(start(...argv))
    if (code !== 0) throw new Error(`windrow ${argv.join(' ')} ended with ${code}: ${stderr}${stdout.slice(0, 2_000)}`)
    return stdout
  }
  if (template === null) {
    await windrow('import', '--main', versions[0] as string, '--quiet')
    for (const person of PEOPLE) await addPerson(person, windrow, start)
    template = mkdtempSync(join(tmpdir(), 'windrow-template-'))
    cpSync(data, template, { recursive: true, filter: (path) => !path.endsWith('lock.mdb') })
    process.once('exit', () => rmSync(template ?? '', { recursive: true, force: true }))
  } else cpSync(template, data, { recursive: true })
  return {
    folder,
    data,
    people: PEOPLE,
    versions,
    windrow,
    start,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function addPerson(person: Person, windrow: World['windrow'], start: World['start']): Promise<void> {
  await windrow('user', 'add', person.name, '--role', person.role)
  if (person.quota !== null) await windrow('user', 'quota', person.name, String(person.quota))
  for (const secret of person.secrets) {
    const child = start('key', 'create', '--user', person.name, '--requests-per-minute', '1000000', '--secret-stdin')
    const ended = endOf(child)
    child.stdin?.end(`${secret}\n`)
    const { code, stderr } = await ended
    if (code !== 0) throw new Error(`no key for ${person.name}: ${stderr}`)
  }
}

/**
 * Opens the store that a program left. Under Wine the files of locks are made anew: Wine holds a killed program's locks a moment longer,
 * and where the engine cannot have one, its binding frees memory twice and ends this process.
 */
export function openLeft(data: string): Store {
  const names = isWindowsProgram ? readdirSync(data, { recursive: true, encoding: 'utf8' }) : []
  for (const name of names) if (name.endsWith('lock.mdb')) rmSync(join(data, name))
  return openStore(data, systemClock)
}

/** A process of a group of its own, so that a kill takes its children along. */
const launch = ([command = '', ...rest]: readonly string[]): ChildProcess =>
  spawn(command, rest, { detached: true, env: { ...compileCache, ...process.env } })

/** Ends it and all that it started. */
export function killGroup({ pid = 0 }: ChildProcess, name: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(-pid, name)
  } catch {
    // It is gone already.
  }
}

interface End {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export function endOf(child: ChildProcess): Promise<End> {
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

export interface Server {
  readonly url: string
  readonly pid: number
  /** What it wrote on stderr so far. */
  log(): string
  /** Ends it and all of its workers at once, as the loss of the machine would. */
  kill(): Promise<void>
  /** Ends it in order; the exit code. */
  stop(): Promise<number | null>
  /** Asks it to end, and does not wait. */
  askToStop(): void
}

const startMsMax = 20_000

/** Starts a server on a free port; resolves when it listens. */
export function startServer(data: string, options: readonly string[] = []): Promise<Server> {
  const child = launch([...commandLine(), 'serve', '--port', '0', '--data', data, ...options])
  const ended = endOf(child)
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      killGroup(child)
      reject(new Error(`the server did not start: ${stderr}`))
    }, startMsMax)
    let stdout = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      const url = /windrow listening on (\S+)/.exec(stdout)?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve({
        url,
        pid: child.pid as number,
        log: () => stderr,
        kill: async () => {
          killGroup(child)
          await ended
        },
        askToStop: () => killGroup(child, 'SIGTERM'),
        stop: async () => {
          killGroup(child, 'SIGTERM')
          return (await ended).code
        },
      })
    })
    void ended.then(({ code }) => {
      clearTimeout(timer)
      reject(new Error(`the server ended with ${code}: ${stderr}`))
    })
  })
}
