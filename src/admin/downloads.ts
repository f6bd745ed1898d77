// Files that a run makes for a download: each run's in a private folder below the data folder, until the next run of its kind or a
// day is over.
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { App } from '../app/app.ts'
import { dataFolderOf, type ImportRun, isPending, listImportRuns, type RunTask } from '../app/import/follow-import.ts'
import { removeLeftover } from '../base/whole-file.ts'

const keptForMs = 24 * 60 * 60 * 1000
const folderNameBytes = 12

const rootOf = (app: App): string => join(dataFolderOf(app), 'downloads')

/** Makes a run's folder, and removes those of earlier runs of the same kind. */
export async function makeDownloadFolder(app: App, name: RunTask): Promise<string> {
  const root = rootOf(app)
  const before = listImportRuns(app).filter((run) => run.task?.name === name && !isPending(run))
  for (const { task } of before) if (task?.out != null) await removeLeftover(join(root, basename(task.out)))
  for (const old of await readdir(root).catch(() => [])) {
    const { mtimeMs } = await stat(join(root, old)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (app.clock.nowMs() - mtimeMs > keptForMs) await removeLeftover(join(root, old))
  }
  const folder = join(root, app.random.bytes(folderNameBytes).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

export interface Downloadable {
  readonly name: string
  readonly sizeBytes: number
}

/** The whole files of a run that is done; none once they are removed. */
export async function downloadsOf({ state, task }: ImportRun): Promise<readonly Downloadable[]> {
  if (state !== 'done' || task?.out == null) return []
  const { out } = task
  const names: readonly string[] = await readdir(out).catch(() => [])
  return await Promise.all(
    names.toSorted().map(async (name) => ({ name, sizeBytes: (await stat(join(out, name))).size })),
  )
}

/** Streams a file as a download. Null: there is no such file. */
export async function sendFile(path: string): Promise<Response | null> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return null
  const { size } = await file.stat()
  const body = Readable.toWeb(createReadStream('', { fd: file, autoClose: true })) as ReadableStream<Uint8Array>
  return new Response(body, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename="${basename(path)}"`,
    },
  })
}
