// Uploads of game files and the imports they start (decisions §9): each file is streamed into a private folder of the data
// folder, the import runs in a child process of this very program, and the files are removed when it is over.
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { App } from '../app/app.ts'
import { beginImportRun, dataFolderOf, endImportRun, type ImportRun, noteImportRun } from '../app/follow-import.ts'
import type { User } from '../domain/people.ts'
import { type Ended, reasonOf, startOwn } from './run-program.ts'

export interface Upload {
  readonly slot: string
  readonly fileName: string
  readonly path: string
  readonly sizeBytes: number
}

export interface ImportRuns {
  /** A private folder for one upload. */
  makeFolder(): Promise<string>
  /** Streams one file into the folder. `onBytes` may throw to stop it. */
  store(
    folder: string,
    slot: string,
    fileName: string,
    body: AsyncIterable<Buffer>,
    onBytes: (count: number) => void,
  ): Promise<Upload>
  discard(folder: string): Promise<void>
  /** Starts the child process; the folder goes when it has ended. */
  start(user: User, folder: string, uploads: readonly Upload[], options: readonly string[]): ImportRun
}

const leftoverAfterMs = 24 * 60 * 60 * 1000
const nameBytesMax = 180
const folderNameBytes = 12

/** The last part of a file's name, without anything that means something to a file system. */
export function plainFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  let plain = last.replace(/[\p{Cc}\p{Cs}<>:"|?*]/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '')
  while (Buffer.byteLength(plain) > nameBytesMax) plain = plain.slice(1)
  return plain.replace(/^-/, '_') || 'upload'
}

export function createImportRuns(app: App): ImportRuns {
  const root = join(dataFolderOf(app), 'uploads')
  return {
    async makeFolder() {
      await removeLeftovers(root)
      const folder = join(root, app.random.bytes(folderNameBytes).toString('hex'))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return folder
    },
    async store(folder, slot, fileName, body, onBytes) {
      const name = plainFileName(fileName)
      await mkdir(join(folder, slot), { recursive: true, mode: 0o700 })
      const path = join(folder, slot, name)
      let sizeBytes = 0
      const counted = async function* () {
        for await (const chunk of body) {
          onBytes(chunk.length)
          sizeBytes += chunk.length
          yield chunk
        }
      }
      await pipeline(counted, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
      return { slot, fileName: name, path, sizeBytes }
    },
    discard: (folder) => rm(folder, { recursive: true, force: true }),
    start(user, folder, uploads, options) {
      const files = uploads.map(({ slot, fileName, sizeBytes }) => ({ slot, fileName, sizeBytes }))
      const run = beginImportRun(app, user, files, options.includes('--dry-run'))
      void follow(app, run, [
        ...uploads.flatMap(({ slot, path }) => [`--${slot}`, path]),
        `--as=${user.name}`,
        ...options,
      ])
        .catch((error: unknown) =>
          app.log.error('an import of the site could not be followed', { err: error, run: run.id }),
        )
        .then(() => rm(folder, { recursive: true, force: true }))
      return run
    },
  }
}

/** Folders that an earlier process left behind when it was ended. */
async function removeLeftovers(root: string): Promise<void> {
  const names = await readdir(root).catch(() => [])
  for (const name of names) {
    const folder = join(root, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > leftoverAfterMs) await rm(folder, { recursive: true, force: true })
  }
}

async function follow(app: App, run: ImportRun, options: readonly string[]): Promise<void> {
  let now = run
  const { child, ended } = startOwn(['import', '--data', dataFolderOf(app), '--json', ...options], (line) => {
    if (line === now.progress) return
    now = { ...now, progress: line }
    noteImportRun(app, now)
  })
  now = { ...now, pid: child.pid ?? null }
  noteImportRun(app, now)
  const end = await ended
  await endImportRun(app, { ...now, ...outcomeOf(end) })
}

function outcomeOf(end: Ended): Pick<ImportRun, 'state' | 'report' | 'message'> {
  if (end.code !== 0) return { state: 'failed', report: null, message: reasonOf(end) }
  try {
    return { state: 'done', report: JSON.parse(end.stdout) as Record<string, unknown>, message: null }
  } catch {
    return { state: 'done', report: null, message: 'the import is done, but its report could not be read' }
  }
}
