// Files that a run makes for a download: in a private folder below the data folder, until the next run of its kind or a
// day is over.
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import type { App } from '../app/app.ts'
import { dataFolderOf, type ImportRun, isPending, listImportRuns, type RunTask } from '../app/import/follow-import.ts'
import { packForGame } from '../app/releases/release-files.ts'
import { removeLeftover } from '../base/whole-file.ts'
import { removeLeftovers } from './import-spool.ts'

const folderNameBytes = 12

const rootOf = (app: App): string => join(dataFolderOf(app), 'downloads')

/** Makes a folder for a run's files, and removes those of earlier runs of the same kind. */
export async function makeDownloadFolder(app: App, name: RunTask): Promise<string> {
  const root = rootOf(app)
  const before = listImportRuns(app).filter((run) => run.task?.name === name && !isPending(run))
  for (const { task } of before) if (task?.out != null) await removeLeftover(join(root, basename(task.out)))
  await removeLeftovers(root, app.clock.nowMs())
  const folder = join(root, app.random.bytes(folderNameBytes).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

export interface Downloadable {
  /** The path below the run's folder, with `/`, because another game's files may lie in folders. */
  readonly name: string
  readonly sizeBytes: number
}

/** The files of a finished run; none once they are removed. */
export async function downloadsOf({ state, task }: ImportRun): Promise<readonly Downloadable[]> {
  if (state !== 'done' || task?.out == null) return []
  const { out } = task
  const entries = await readdir(out, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return await Promise.all(
    paths.toSorted().map(async (path) => ({
      name: relative(out, path).replaceAll('\\', '/'),
      sizeBytes: (await stat(path)).size,
    })),
  )
}

/** Sends a file. Null: it is not there. */
export async function sendFile(path: string): Promise<Response | null> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return null
  const { size } = await file.stat()
  return attachment(basename(path), size, createReadStream('', { fd: file, autoClose: true }))
}

export const TRANSLATION_ZIP = 'windrow-translation.zip'

/** A run's files as one ZIP whose paths begin in the game's folder, packed as it is sent. Null: they are gone. */
export async function sendAsZip(app: App, run: ImportRun): Promise<Response | null> {
  const files = await downloadsOf(run)
  if (files.length === 0) return null
  const out = run.task?.out ?? ''
  const paths = files.map(({ name }) => ({ name, path: join(out, name) }))
  const zip = await packForGame(app, paths)
  return attachment(TRANSLATION_ZIP, zip.sizeBytes, Readable.from(zip.pieces(), { objectMode: false }))
}

const attachment = (name: string, sizeBytes: number, bytes: Readable): Response =>
  new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(sizeBytes),
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
