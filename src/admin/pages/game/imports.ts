// Imports: starting, following, and the reports of past ones. An upload is read as it arrives; its token is its first field, so a
// forged one is refused before anything is stored.
import {
  findImportRun,
  type ImportRun,
  isPending,
  listImportRuns,
  noteImportRun,
} from '../../../app/import/follow-import.ts'
import { stat } from 'node:fs/promises'
import { furtherSlotOfFile, officialSlotOfFile, slotOfFile } from '../../../app/game/game-files.ts'
import { isOfAnotherGame } from '../../../app/rules.ts'
import { createNames, type NameOf } from '../../../app/people/read-people.ts'
import { type ImportRecord, listImports } from '../../../app/upkeep/read-records.ts'
import { sizeOfPatch } from '../../../app/work/read-patch.ts'
import { isHiddenPath } from '../../../base/portable-name.ts'
import { boundaryOf, DamagedForm, type Part, partsOf } from '../../../http/form-body.ts'
import { chunksOf } from '../../../http/read-body.ts'
import {
  IMPORT_OPTIONS,
  IMPORT_SLOTS,
  mergeForm,
  filesOf,
  reportTable,
  runBadge,
  sizeWords,
  takeBackLink,
  uploadForm,
  wordsOf,
} from '../../parts/import-forms.ts'
import {
  folderFilesMax,
  HISTORY_FIELD,
  type PlacedFile,
  placedFile,
  shownFileName,
  SpoolFull,
  type Upload,
  withFile,
} from '../../import-spool.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { page, titledPage } from '../../layout.ts'
import { lookAgain } from '../../parts/fields.ts'
import { runTop, whileRunning } from '../../parts/run-progress.ts'
import { goTo, idOf, query, type Visit } from '../../visit.ts'
import { time, zone } from '../../words.ts'
import { choicesOf, type Described, describedBy, PROJECT_FIELDS, projectForm } from '../../parts/project-table.ts'
import { notFoundPage, refusedPage } from '../../parts/refusals.ts'
import { form, refused } from '../../form.ts'

const uploadBytesMax = 1024 * 1024 * 1024
/** How many bytes the boundaries, heads and fields around the files may take. */
const formRoomBytes = 64 * 1024
const fieldBytesMax = 4 * 1024
/** Most parts of a form, without the files of a folder: token, options, and files of all languages are some forty. */
const fieldsMax = 48
const shownMax = 30

export async function importsPage(visit: Visit): Promise<Response> {
  const nameOf = createNames(visit.app)
  // Only runs that left no record among the past imports.
  const runs = listImportRuns(visit.app).filter(
    ({ state, isDryRun, reverts, task, waiting }) =>
      reverts === undefined &&
      task === undefined &&
      (waiting === undefined ? state !== 'done' || isDryRun : waiting.isTaken !== true),
  )
  const done = listImports(visit.app, shownMax)
  const body = html`<section><h2>Import game text</h2>${uploadForm(visit)}</section>
<section id="merge"><h2>Merge a teammate's store</h2>${mergeForm(visit)}</section>
${runs.length === 0 ? '' : html`<section><h2>Running imports, dry runs and failures</h2>${runsTable(runs, nameOf)}</section>`}
<section><h2>Past imports</h2>
${
  done.length === 0
    ? html`<p class="empty">Nothing has been imported yet. Choose the game's main file above: its texts become the rows.</p>
${lookAgain(visit, '/admin/imports')}`
    : doneTable(done, nameOf)
}</section>`
  return await titledPage(visit, { title: say`Imports`, body, wide: true })
}

const runsTable = (runs: readonly ImportRun[], nameOf: NameOf): Html =>
  html`<div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">Started (${zone})</th>
<th scope="col">State</th><th scope="col">Who</th><th scope="col">Files</th></tr></thead><tbody>${runs.map(
    (run) =>
      html`<tr><th scope="row"><a href="/admin/imports/run/${run.id}">${time(run.startedAtMs)}</a></th>
<td>${runBadge(run)}</td><td>${nameOf(run.userId)}</td><td>${filesOf(run.files)}</td></tr>`,
  )}</tbody></table></div>`

const doneTable = (records: readonly ImportRecord[], nameOf: NameOf): Html =>
  html`<div class="scroll" tabindex="0"><table class="list" data-list><thead><tr><th scope="col">When (${zone})</th>
<th scope="col">Number</th><th scope="col">Who</th><th scope="col">Rows</th><th scope="col">Files</th></tr></thead>
<tbody>${records.map(
    (record) =>
      html`<tr><th scope="row"><a href="/admin/imports/${record.id}">${time(record.atMs)}</a></th>
<td data-label="Number">${record.id}</td><td data-label="Who">${nameOf(record.userId) ?? say`the command line`}</td>
<td data-label="Rows">${sizeWords(sizeOfPatch(record))}</td><td>${filesOf(record.files)}</td></tr>`,
  )}</tbody></table></div>`

const RUN_TITLES: Readonly<Record<ImportRun['state'], string>> = words({
  waiting: 'The import is waiting for its turn',
  running: 'The import is running',
  done: 'Import done',
  failed: 'Import failed',
})

/** True: this is the import of the set-up, and it ended without a warning, so the set-up goes on to the rows. */
const goesOn = (visit: Visit, run: ImportRun): boolean => {
  const warnings = run.report?.['warnings']
  return query(visit, 'then') === 'rows' && run.state === 'done' && Array.isArray(warnings) && warnings.length === 0
}

function onward(visit: Visit, run: ImportRun): Html {
  const record = run.state !== 'done' || run.isDryRun ? null : recordOf(visit, run)
  return record === null
    ? html``
    : html`<p><a class="button primary" href="/admin/imports/${record.id}">What it changed, and what is left to do</a></p>`
}

/** The record of a run; of several the one that brought rows. */
function recordOf({ app }: Visit, { userId, startedAtMs, endedAtMs, files }: ImportRun): ImportRecord | null {
  const isOfRun = (record: ImportRecord): boolean =>
    record.userId === userId &&
    record.atMs >= startedAtMs &&
    record.atMs <= (endedAtMs ?? 0) &&
    record.files.every(({ fileName }) => files.some((file) => file.fileName === fileName))
  const made = listImports(app, shownMax).filter(isOfRun)
  return made.find((record) => sizeOfPatch(record) !== null) ?? made[0] ?? null
}

export async function runPage(visit: Visit): Promise<Response> {
  const run = findImportRun(visit.app, idOf(visit))
  if (run === null || run.reverts !== undefined || run.task !== undefined)
    return await notFoundPage(visit, 'there is no such import')
  if (goesOn(visit, run)) return goTo(visit, '/admin/bench', 'game-imported')
  const found = describedBy(run)
  if (found !== null) return await lookedAt(visit, run, found)
  if (run.waiting?.isTaken === true) return goTo(visit, '/admin/imports')
  const number = run.report?.['import']
  const isLook = run.waiting !== undefined && run.state !== 'failed'
  const title = isLook ? say`Looking at the files` : RUN_TITLES[run.state]
  const files = html`<div><dt>Files</dt><dd>${filesOf(run.files)}</dd></div>`
  const body = html`${runTop(run, title, html``, files, !isLook)}
${
  isPending(run) || query(visit, 'then') !== 'rows'
    ? ''
    : html`<p>${
        run.state === 'failed'
          ? html`<a href="/admin/setup/game">Try other files</a>`
          : html`<a href="/admin/bench">To the workbench</a>`
      }</p>`
}
${onward(visit, run)}${run.report === null ? '' : reportTable(run.report)}${typeof number === 'number' ? takeBackLink(number) : ''}`
  return await page(visit, { title, body, headers: whileRunning(run) })
}

const lookedAt = (visit: Visit, run: ImportRun, found: Described): Promise<Response> =>
  titledPage(visit, {
    title: say`What the files are`,
    body: html`<p>${filesOf(run.files)}</p>${projectForm(visit, run, found)}`,
    wide: true,
  })

/** Imports what was looked at, or looks at it again, as it was chosen in the table. */
export const takeProject = form(PROJECT_FIELDS, async (visit: Visit, sent) => {
  const { app, site, user } = visit
  const folderNow = findImportRun(app, idOf(visit))?.waiting?.folder
  const isThere = folderNow !== undefined && (await stat(folderNow).catch(() => null)) !== null
  // Read behind the wait, so that of two clicks one takes the files.
  const run = findImportRun(app, idOf(visit))
  const found = run === null ? null : describedBy(run)
  if (run?.waiting === undefined || found === null) return await notFoundPage(visit, 'there is no such import')
  const { folder, uploads, options, isSetUp } = run.waiting
  if (!isThere) return refused('the upload is no longer there; send it again', 409)
  if (site.imports.isFull()) return await lookedAt({ ...visit, said: { error: tooMany, status: 422 } }, run, found)
  const choices = choicesOf(visit, found, sent)
  if (sent.what === 'look')
    return goTo(visit, `/admin/imports/run/${site.imports.look(user, { ...run.waiting, choices }).id}`)
  if (options.includes('--dry-run') && choices.length > 0) {
    const error = say`a dry run cannot change settings: choose again without it, or keep everything as it is`
    return await lookedAt({ ...visit, said: { error, status: 422 } }, run, found)
  }
  noteImportRun(app, { ...run, waiting: { ...run.waiting, isTaken: true } })
  const started = site.imports.start(user, folder, uploads, [...options, ...choices])
  return goTo(visit, `/admin/imports/run/${started.id}${isSetUp ? '?then=rows' : ''}`)
})

class Refused extends Error {
  readonly status: 400 | 403 | 413 | 422 | 503
  constructor(status: 400 | 403 | 413 | 422 | 503, message: string) {
    super(message)
    this.status = status
  }
}

const expired = (): Refused =>
  new Refused(403, 'this form has expired because you signed in or out; open the page again and repeat it')
const tooLarge = (): Refused => new Refused(413, 'an upload has at most 1 GiB; use windrow import for more')

const tooMany = 'too many imports are waiting; try again when some of them are done'

export async function startImport(visit: Visit): Promise<Response> {
  const { c, site } = visit
  let folder: string | null = null
  try {
    const boundary = boundaryOf(c.req.header('content-type') ?? '')
    if (boundary === null) throw new Refused(400, 'choose the files and send the form again')
    if (Number(c.req.header('content-length') ?? 0) > uploadBytesMax + formRoomBytes) throw tooLarge()
    if (site.imports.isFull()) throw new Refused(503, tooMany)
    const parts = partsOf(chunksOf(c.req.raw, c.env), boundary, folderFilesMax + fieldsMax)
    const sent = await readUpload(visit, parts, async () => (folder ??= await site.spool.makeFolder()))
    // The visitor's rights may have changed during a long upload.
    const now = await visit.again()
    if (now instanceof Response) {
      if (folder !== null) await site.spool.discard(folder)
      return now
    }
    if (sent.uploads.length === 0) throw new Refused(422, 'choose at least one file')
    if (sent.uploads.length > 1 && sent.uploads.some(({ slot }) => slot === HISTORY_FIELD)) {
      throw new Refused(422, 'merge a history alone; import game files separately')
    }
    if (site.imports.isFull()) throw new Refused(503, tooMany)
    const { uploads, options, isFirst: isSetUp } = sent
    // Of another game a person says first what its files are.
    const isLooked = sent.isKeyed && uploads.some(({ slot }) => slot === 'main')
    const run = isLooked
      ? site.imports.look(now.user, { folder: folder ?? '', uploads, options, choices: [], isSetUp })
      : site.imports.start(now.user, folder ?? '', uploads, options)
    return goTo(visit, `/admin/imports/run/${run.id}${isSetUp ? '?then=rows' : ''}`)
  } catch (error) {
    if (folder !== null) await site.spool.discard(folder)
    if (error instanceof DamagedForm)
      return await importsPage({ ...visit, said: { error: 'the upload was interrupted; send it again', status: 400 } })
    if (error instanceof SpoolFull) return await importsPage({ ...visit, said: { error: error.message, status: 503 } })
    if (!(error instanceof Refused)) throw error
    if (error.status === 403) return await refusedPage(visit, error.message)
    return await importsPage({ ...visit, said: { error: error.message, status: error.status } })
  }
}

const tooManyInFolder = 'a folder has at most 10,000 files here; use windrow import for more'

const unusableName = (path: string): string =>
  say`the path of ${shownFileName(path)} is too deep, occurs twice, or has a name that some systems do not allow; \
rename it, or use windrow import`

/** True: two names of the folder are the same one on this system. */
const isNameTaken = (error: unknown): boolean =>
  ['EEXIST', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** The slot of a part. Undefined: no form has such a field. */
function slotOfPart(field: string, fileName: string): string | undefined {
  if (field === 'game') return slotOfFile(fileName)
  const slot = field === HISTORY_FIELD ? field : IMPORT_SLOTS.find(({ option }) => option === field)?.option
  if (slot === 'also') {
    const further = furtherSlotOfFile(shownFileName(fileName))
    if (further === null) throw new Refused(422, unknownPair(fileName))
    return further
  }
  if (slot !== 'official') return slot
  const official = officialSlotOfFile(shownFileName(fileName))
  if (official === null) throw new Refused(422, unknownLanguage(fileName))
  return official
}

const unknownPair = (fileName: string): string =>
  say`the name of ${shownFileName(fileName)} does not say which pair it belongs to; \
give the game's own file, such as translate_words_map_en__small`

const unknownLanguage = (fileName: string): string =>
  say`the name of ${shownFileName(fileName)} does not say which language it is; give the game's own file, such as translate_words_map_de`

const twice = (slot: string, one: string, other: string): string =>
  say`one file of each kind: ${shownFileName(one)} and ${shownFileName(other)} are both “${wordsOf(slot)}”; choose below which is which`

/** What a form sent: `options` are those of `windrow import`; `isKeyed`: its files are of another game. */
async function readUpload(visit: Visit, parts: AsyncIterable<Part>, folder: () => Promise<string>) {
  const uploads = new Map<string, Upload>()
  const options = new Set<string>()
  let [isTrusted, isFirst, isKeyed] = [false, false, isOfAnotherGame(visit.app)]
  let [total, fields, inFolders] = [0, 0, 0]
  const onBytes = (count: number): void => {
    total += count
    if (total > uploadBytesMax) throw tooLarge()
  }
  for await (const part of parts) {
    const placed = isKeyed && part.fileName !== null ? placedFile(part.fileName) : null
    if (placed === null && ++fields > fieldsMax) {
      throw new Refused(400, 'the form has too many fields; use the form on this page')
    }
    if (part.fileName === null) {
      const value = await textOf(part)
      if (part.name === 'csrf') isTrusted = visit.isOwnToken(value)
      else if (part.name === 'then') isFirst = value === 'rows'
      else if (part.name === 'profile' && value === 'generic') {
        isKeyed = true
        options.add('--profile=generic')
      } else if (Object.hasOwn(IMPORT_OPTIONS, part.name)) options.add(`--${part.name}`)
      continue
    }
    if (!isTrusted) throw expired()
    if (part.fileName === '') continue
    const slot = slotOfPart(part.name, part.fileName)
    if (slot === undefined) continue
    const other = uploads.get(slot)
    const spool = await folder()
    if (placed === null) {
      if (other !== undefined) throw new Refused(422, twice(slot, other.fileName, part.fileName))
      const { fileName, body } = part
      uploads.set(slot, await visit.site.spool.store(spool, slot, { fileName }, body, onBytes))
      continue
    }
    if (++inFolders > folderFilesMax) throw new Refused(413, tooManyInFolder)
    if (placed.place !== null && isHiddenPath(placed.place)) continue
    uploads.set(slot, await storeInFolder(visit, spool, part, { slot, placed, other, onBytes }))
  }
  if (!isTrusted) throw expired()
  const sent = [...uploads.values()].filter(({ sizeBytes }) => sizeBytes > 0)
  return { uploads: sent, options: [...options], isFirst, isKeyed }
}

interface InFolder {
  readonly slot: string
  readonly placed: PlacedFile
  /** The file that the slot has already. */
  readonly other: Upload | undefined
  readonly onBytes: (count: number) => void
}

async function storeInFolder(
  { site }: Visit,
  spool: string,
  { fileName, body }: Part,
  { slot, placed: { folder, place }, other, onBytes }: InFolder,
): Promise<Upload> {
  const unusable = (): Refused => new Refused(422, unusableName(fileName ?? ''))
  if (place === null) throw unusable()
  if (other !== undefined && (other.isFolder !== true || other.fileName !== folder)) {
    throw new Refused(422, twice(slot, other.fileName, folder))
  }
  const storing = site.spool.store(spool, slot, { fileName: folder, place }, body, onBytes)
  const stored = await storing.catch((error: unknown) => {
    throw isNameTaken(error) ? unusable() : error
  })
  return withFile(other, stored, folder, spool)
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
