// Work of windrow's on a disk that logs and fails (disk.c): this module starts processes on it, gives it orders, and reads its log.
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache } from '../../test/support/compile-cache.ts'
import type { Report } from './report.ts'
import type { Said } from './works.ts'

/** A folder in memory, because each image of a disk is written there. */
export const scratch = (): string => mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'windrow-disk-'))

/** Tries something in such a folder with the compiled disk, which takes Linux and a C compiler; without them nothing is tried. */
export async function onDisk(tryIt: (root: string, library: string) => Promise<Report>): Promise<Report> {
  const root = scratch()
  try {
    const library = compileDisk(root)
    if (library !== null) return await tryIt(root, library)
    return { lines: ['no Linux with a C compiler: nothing was shown'], problems: [] }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function compileDisk(folder: string): string | null {
  const library = join(folder, 'disk.so')
  const source = join(import.meta.dirname, 'disk.c')
  const made = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl'], { encoding: 'utf8' })
  if (made.error !== undefined || process.platform !== 'linux') return null
  if (made.status !== 0) throw new Error(made.stderr)
  return library
}

/** How calls fail: one by itself, or all that need room from one on, as on a full disk. */
const FAILURES = {
  EIO: { error: constants.errno.EIO, stays: 0 },
  ENOSPC: { error: constants.errno.ENOSPC, stays: 0 },
  full: { error: constants.errno.ENOSPC, stays: 1 },
} as const
export type Failure = keyof typeof FAILURES

/** Gives the disk an order; true: a call had failed before `off`. */
export function order(words: string): boolean {
  try {
    openSync(`/disk!${words}`, 'r')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
  throw new Error('this process has no disk that takes orders')
}

export const failAt = (call: number, failure: Failure): boolean =>
  order(`fail/${call}/${FAILURES[failure].error}/${FAILURES[failure].stays}`)

/** What a process on the disk is asked: to do the steps of a work from one on, in a folder. */
export interface Orders {
  readonly work: string
  readonly folder: string
  readonly from: number
  readonly to?: number
  /** The call that fails, from 0; null: none does. */
  readonly fail: { readonly call: number; readonly as: Failure } | null
  readonly ignoresFlushes?: boolean
}

/** `done`: steps that said they were; `hasFailed`: a call has. */
export interface Outcome {
  readonly done: number
  readonly hasFailed: boolean
  /** What was said of steps that were refused. */
  readonly said: readonly Said[]
  /** A fault that nobody expected. */
  readonly fault: string | null
}

/** A process on the disk. It may be asked again and again, in other folders: it keeps stores open, as a command does until its end. */
export class Hand {
  readonly #child: ChildProcess
  readonly #ended: Promise<string>
  #log = ''
  #tell: (told: number | Outcome) => void = () => {}

  constructor(library: string, root: string, log: string | null) {
    const env = {
      ...process.env,
      ...compileCache,
      LD_PRELOAD: library,
      DISK_ROOT: root,
      ...(log !== null && { DISK_LOG: log }),
    }
    this.#child = fork(join(import.meta.dirname, 'hand.ts'), { env, silent: true })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (bytes: Buffer) => (this.#log += bytes.toString()))
    this.#child.on('message', (told: number | Outcome) => this.#tell(told))
    // An order to a process that has died fails, too; why it died is told where it ends.
    this.#child.on('error', () => {})
    this.#ended = new Promise((resolve) =>
      this.#child.once('close', (code, signal) => resolve(`the process ended (${code ?? signal})`)),
    )
  }

  async ask(orders: Orders): Promise<Outcome> {
    this.#log = ''
    let done = orders.from
    const told = new Promise<Outcome>((resolve) => {
      this.#tell = (each) => (typeof each === 'number' ? (done = each) : resolve(each))
    })
    this.#child.send(orders)
    const ended = this.#ended.then((fault) => ({
      done,
      hasFailed: true,
      said: [],
      fault: `${fault}: ${this.#log.slice(-600)}`,
    }))
    return await Promise.race([told, ended])
  }

  get isThere(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  async end(): Promise<void> {
    if (this.isThere) this.#child.kill('SIGKILL')
    await this.#ended
  }
}

const KINDS = ['mark', 'create', 'write', 'truncate', 'flush', 'rename', 'link', 'unlink', 'mkdir', 'rmdir'] as const

/** A call that changed the disk. `data`: of a rename or a link the new name; `isSynced`: the write is flushed by itself. */
export interface Call {
  readonly kind: (typeof KINDS)[number]
  readonly name: string
  readonly data: Buffer
  readonly isSynced: boolean
  readonly offset: number
}

export function readLog(log: string): Call[] {
  const bytes = readFileSync(log)
  rmSync(log)
  const calls: Call[] = []
  for (let at = 0; at < bytes.length; ) {
    const [kind = 0, nameBytes = 0, dataBytes = 0, flag] = [0, 4, 8, 12].map((i) => bytes.readUInt32LE(at + i))
    const from = at + 24 + nameBytes
    calls.push({
      kind: KINDS[kind] ?? 'mark',
      name: bytes.toString('utf8', at + 24, from),
      data: bytes.subarray(from, from + dataBytes),
      isSynced: flag === 1,
      offset: Number(bytes.readBigInt64LE(at + 16)),
    })
    at = from + dataBytes
  }
  return calls
}
