// Imports: start one by uploading game files, follow it, and look at the reports of past ones. The upload is read as it
// comes in: its token stands before its first file, so nothing of a forged one is stored.
import { html } from 'hono/html'
import { findImportRun, type ImportRun, listImportRuns, settled } from '../../app/follow-import.ts'
import { createNames } from '../../app/read-people.ts'
import { type ImportRecord, listImports, readImport } from '../../app/read-records.ts'
import { boundaryOf, DamagedForm, type Part, partsOf } from '../../http/multipart.ts'
import { chunksOf } from '../../http/read-body.ts'
import { isRightToken } from '../gatekeeper.ts'
import { IMPORT_OPTIONS, IMPORT_SLOTS, reportTable, uploadForm } from '../import-forms.ts'
import type { Upload } from '../import-runs.ts'
import { type Html, page } from '../layout.ts'
import { badge } from '../parts.ts'
import { goTo, type Visit, wholeNumber } from '../visit.ts'
import { time } from '../words.ts'
import { notFoundPage, refusedPage } from './refusals.ts'

export const uploadBytesMax = 1024 * 1024 * 1024
/** Boundaries, heads and fields around the files. */
const formRoomBytes = 64 * 1024
const fieldBytesMax = 4 * 1024
const shownMax = 30
const refreshSeconds = 2

export const importsPage = (visit: Visit): Promise<Response> => importsWith(visit, null)

async function importsWith(visit: Visit, error: string | null, status: 200 | 400 | 413 | 422 = 200): Promise<Response> {
  const nameOf = createNames(visit.app)
  const runs = listImportRuns(visit.app).map((run) => settled(visit.app, run, isAlive) as ImportRun)
  const done = listImports(visit.app, shownMax)
  const body = html`<h1>Imports</h1>
<section><h2>Import game text</h2>${uploadForm(visit)}</section>
${runs.length === 0 ? '' : html`<section><h2>Started here</h2>${runsTable(runs, nameOf)}</section>`}
<section><h2>Past imports</h2>${done.length === 0 ? html`<p class="hint">None yet.</p>` : doneTable(done, nameOf)}</section>`
  return await page(visit, { title: 'Imports', body, error, status, wide: true })
}

type NameOf = (id: number | null) => string | null

const filesOf = (files: ImportRecord['files']): Html =>
  html`${files.map(({ slot, fileName }) => html`<span class="pair">${slot.replaceAll(/[_-]/g, ' ')} <strong>${fileName}</strong></span> `)}`

const runBadge = ({ state, isDryRun }: ImportRun): Html =>
  html`${badge(state === 'failed' ? 'rejected' : state === 'done' ? 'approved' : 'pending', state)}${isDryRun ? html` ${badge('', 'dry run')}` : ''}`

const runsTable = (runs: readonly ImportRun[], nameOf: NameOf): Html =>
  html`<div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">Started (UTC)</th><th scope="col">State</th><th scope="col">Who</th><th scope="col">Files</th></tr></thead><tbody>${runs.map(
    (run) =>
      html`<tr><th scope="row"><a href="/admin/imports/run/${run.id}">${time(run.startedAtMs)}</a></th><td>${runBadge(run)}</td><td>${nameOf(run.userId)}</td><td>${filesOf(run.files)}</td></tr>`,
  )}</tbody></table></div>`

const doneTable = (records: readonly ImportRecord[], nameOf: NameOf): Html =>
  html`<div class="scroll" tabindex="0"><table class="list" data-list><thead><tr><th scope="col">When (UTC)</th><th scope="col">Who</th><th scope="col">Files</th></tr></thead><tbody>${records.map(
    ({ id, atMs, userId, files }) =>
      html`<tr><th scope="row"><a href="/admin/imports/${id}">${time(atMs)}</a></th><td>${nameOf(userId) ?? 'the command line'}</td><td>${filesOf(files)}</td></tr>`,
  )}</tbody></table></div>`

export async function importPage(visit: Visit): Promise<Response> {
  const record = readImport(visit.app, wholeNumber(visit.c.req.param('id') ?? '') ?? 0)
  if (record === null) return await notFoundPage(visit, 'there is no such import')
  const body = html`<p class="crumbs"><a href="/admin/imports">Imports</a></p><h1>Import ${record.id}</h1>
<dl class="facts"><div><dt>When</dt><dd>${time(record.atMs)}</dd></div><div><dt>Who</dt><dd>${createNames(visit.app)(record.userId) ?? 'the command line'}</dd></div>
<div><dt>Files</dt><dd>${filesOf(record.files)}</dd></div></dl>${reportTable(record.report)}`
  return await page(visit, { title: `Import ${record.id}`, body })
}

/** Whether a process of that number runs. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export async function runPage(visit: Visit): Promise<Response> {
  const run = settled(visit.app, findImportRun(visit.app, wholeNumber(visit.c.req.param('id') ?? '') ?? 0), isAlive)
  if (run === null) return await notFoundPage(visit, 'there is no such import')
  const isRunning = run.state === 'running'
  const body = html`<p class="crumbs"><a href="/admin/imports">Imports</a></p><div class="title"><h1>Import under way</h1> ${runBadge(run)}</div>
<dl class="facts"><div><dt>Started</dt><dd>${time(run.startedAtMs)}</dd></div>${run.endedAtMs === null ? '' : html`<div><dt>Ended</dt><dd>${time(run.endedAtMs)}</dd></div>`}<div><dt>Files</dt><dd>${filesOf(run.files)}</dd></div></dl>
${isRunning ? html`<p role="status">${run.progress}</p><p class="hint">This page comes again every ${refreshSeconds} seconds. The import goes on when you leave it.</p>` : ''}
${run.message === null ? '' : html`<div class="${run.state === 'failed' ? 'alert' : 'note'}" role="alert">${run.message}</div>`}
${run.report === null ? '' : reportTable(run.report)}`
  // Without scripts too; a header, because a page that reloads itself by markup is an obstacle for some readers.
  const headers: Record<string, string> = isRunning ? { Refresh: String(refreshSeconds) } : {}
  return await page(visit, { title: 'Import', body, headers })
}

class Refused extends Error {
  readonly status: 400 | 403 | 413 | 422
  constructor(status: 400 | 403 | 413 | 422, message: string) {
    super(message)
    this.status = status
  }
}

const tooLarge = (): Refused => new Refused(413, 'an upload has at most 1 GiB; use windrow import for more')

export async function startImport(visit: Visit): Promise<Response> {
  const { c, site, user } = visit
  const boundary = boundaryOf(c.req.header('content-type') ?? '')
  if (boundary === null) return await importsWith(visit, 'choose the files and send the form again', 400)
  if (Number(c.req.header('content-length') ?? 0) > uploadBytesMax + formRoomBytes) {
    return await importsWith(visit, tooLarge().message, 413)
  }
  let folder: string | null = null
  try {
    const parts = partsOf(chunksOf(c.req.raw, c.env), boundary)
    const form = await readUpload(visit, parts, async () => (folder ??= await site.imports.makeFolder()))
    if (form.uploads.length === 0) throw new Refused(422, 'choose at least one file')
    const run = site.imports.start(user, folder ?? '', form.uploads, form.options)
    return goTo(visit, `/admin/imports/run/${run.id}`)
  } catch (error) {
    if (folder !== null) await site.imports.discard(folder)
    if (error instanceof DamagedForm) return await importsWith(visit, 'the upload broke off; send it again', 400)
    if (!(error instanceof Refused)) throw error
    if (error.status === 403) return await refusedPage(visit, error.message)
    return await importsWith(visit, error.message, error.status)
  }
}

interface UploadedForm {
  readonly uploads: readonly Upload[]
  /** Options of `windrow import` that were ticked. */
  readonly options: readonly string[]
}

async function readUpload(
  visit: Visit,
  parts: AsyncIterable<Part>,
  folder: () => Promise<string>,
): Promise<UploadedForm> {
  const uploads: Upload[] = []
  const options: string[] = []
  let isTrusted = false
  let total = 0
  const onBytes = (count: number): void => {
    total += count
    if (total > uploadBytesMax) throw tooLarge()
  }
  for await (const part of parts) {
    if (part.fileName === null) {
      const value = await textOf(part)
      if (part.name === 'csrf') isTrusted = isRightToken(visit.token, value)
      else if (IMPORT_OPTIONS.some(({ option }) => option === part.name)) options.push(`--${part.name}`)
      continue
    }
    if (!isTrusted)
      throw new Refused(403, 'this form is too old (you signed in or out since); open the page again and repeat it')
    const slot = IMPORT_SLOTS.find(({ option }) => option === part.name)?.option
    if (slot === undefined || part.fileName === '') continue
    if (uploads.some((upload) => upload.slot === slot)) throw new Refused(422, 'each kind of file once')
    uploads.push(await visit.site.imports.store(await folder(), slot, part.fileName, part.body, onBytes))
  }
  if (!isTrusted)
    throw new Refused(403, 'this form is too old (you signed in or out since); open the page again and repeat it')
  return { uploads: uploads.filter(({ sizeBytes }) => sizeBytes > 0), options }
}

async function textOf(part: Part): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.body) {
    size += chunk.length
    if (size > fieldBytesMax) throw new Refused(400, 'a field of the form is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
