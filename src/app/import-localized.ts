// Imports an already translated game file or dump: its texts become machine revisions of origin `localized_file_import`,
// drafts that nobody verified (command line, import; decisions §4 and §6). Every file is read to its end before the first
// write. Texts are written 20,000 rows a transaction; what was written when it is interrupted stays, and doing it all
// again is harmless: the same text on a head that is not stale is `same_text`. The lease is held all the while.
// Hot: a file has a million texts. Most of the work is decided outside the transactions, on the store as it is then, and
// decided once more inside.
import { breaksMarkup } from '../domain/text/compare.ts'
import { isBlank } from '../domain/text/normalize.ts'
import { hasCaptions } from '../domain/text/tokens.ts'
import { decideLocalized, type LocalizedDecision, type LocalizedRules } from '../domain/decide-localized.ts'
import { type Heads, type Row, sourceTextOf } from '../domain/row.ts'
import { assertPair } from '../formats/container-writer.ts'
import type { FormatName, GameText } from '../formats/game-text.ts'
import { openGameText } from '../formats/open-game-text.ts'
import type { TextEntry } from '../formats/text-entry.ts'
import { putImport } from '../store/audit.ts'
import { appendInBulk } from '../store/bulk-heads.ts'
import { ChunkWriter } from '../store/chunk-writer.ts'
import { type NewRevision, readHeads } from '../store/heads.ts'
import { takeLease } from '../store/lease.ts'
import { RowFinder } from '../store/row-finder.ts'
import { ordinalOf } from '../store/rows.ts'
import { freshen } from '../store/store.ts'
import { writeOrThrow } from '../store/write.ts'
import type { App } from './app.ts'

export interface ImportLocalized extends LocalizedRules {
  /** Paths; at least one of them. */
  readonly main?: string
  readonly diff?: string
  /** Instead of recognising the files' format by content. */
  readonly format?: FormatName
  /** Leave damaged shards and entries of containers out. */
  readonly skipDamaged?: boolean
  readonly dryRun: boolean
  /** Who imports; null is the command line. */
  readonly authorId?: number | null
  readonly signal?: AbortSignal
  /** How many texts of all files were decided. */
  readonly onProgress?: (done: number, total: number) => void
  readonly report?: (row: LocalizedRow) => void
}

/** A machine text that was, or would be, written. */
export interface LocalizedRow {
  readonly rowId: string
  readonly ordinal: number
  readonly change: 'localized'
  /** The machine head's text; null where there was none. */
  readonly before: string | null
  readonly after: string
  readonly isInvalid: boolean
}

/** The member `localized` of the document that `import --json` prints. */
export interface LocalizedCounts {
  /** The invalid ones are among them. */
  written: number
  readonly unchanged: { same_text: number; already_filled: number; diff_priority: number }
  /** No translation: equal to the source, or nothing to read (empty, blank, a deletion marker). */
  source_equal: number
  unknown: number
  invalid: number
}

export interface LocalizedImport {
  readonly localized: LocalizedCounts
  readonly warnings: readonly string[]
  /** Some text holds a tag with a caption, so the caption policy matters. */
  readonly hasCaptions: boolean
}

const rowsPerWrite = 20_000

/**
 * Reads the files to their end and writes nothing: for an import that would write other files first. Throws DamagedFile.
 */
export async function checkLocalized(app: App, request: ImportLocalized): Promise<void> {
  for (const file of await openFiles(app, request)) await readToItsEnd(app, file, request.signal)
}

/** Imports one or two localized files. Throws DamagedFile, with nothing written, when one can't be read to its end. */
export async function importLocalized(app: App, request: ImportLocalized): Promise<LocalizedImport> {
  const localized = { written: 0, source_equal: 0, unknown: 0, invalid: 0 }
  const counts: LocalizedCounts = { ...localized, unchanged: { same_text: 0, already_filled: 0, diff_priority: 0 } }
  const files = await openFiles(app, request)
  let total = 0
  for (const file of files) total += await readToItsEnd(app, file, request.signal)

  const lease = request.dryRun ? null : await takeLease(app.store)
  try {
    const writer = makeWriter(app, request, counts)
    let done = 0
    for (const file of files) {
      for await (const batch of file.text.entries()) {
        request.signal?.throwIfAborted()
        lease?.beat()
        await writer.add(batch, file)
        done += batch.length
        request.onProgress?.(done, total)
      }
      // The next file's texts are decided by what this one wrote.
      await writer.flush()
    }
  } finally {
    lease?.release()
  }
  if (!request.dryRun) await remember(app, request, files, counts)
  const warnings = files.flatMap(warningsOf)
  return { localized: counts, warnings, hasCaptions: files.some((file) => file.hasCaptions) }
}

interface LocalizedFile {
  readonly slot: 'localized' | 'localized_diff'
  readonly text: GameText
  /** Made of the game's main file; settled when the file was read to its end. */
  isOfMainFile: boolean
  isOfWholeGame: boolean
  hasCaptions: boolean
}

async function openFiles(app: App, request: ImportLocalized): Promise<LocalizedFile[]> {
  freshen(app.store)
  const options = {
    role: 'localized',
    isKnownId: (id: string) => ordinalOf(app.store.main, id) !== undefined,
    ...(request.format !== undefined && { format: request.format }),
    ...(request.skipDamaged !== undefined && { skipDamaged: request.skipDamaged }),
  } as const
  const open = async (path: string, slot: LocalizedFile['slot']): Promise<LocalizedFile> => ({
    slot,
    text: await openGameText(path, options),
    isOfMainFile: slot === 'localized',
    isOfWholeGame: false,
    hasCaptions: false,
  })
  const main = request.main === undefined ? null : await open(request.main, 'localized')
  const diff = request.diff === undefined ? null : await open(request.diff, 'localized_diff')
  if (main !== null && diff !== null) assertPair(main.text, diff.text)
  return [main, diff].filter((file) => file !== null)
}

/**
 * Checks a file and counts its entries. A TSV or CSV that holds rows which only the diff file has can't be the main file's
 * translation: it is one of the whole game, as `export --to` writes it, and its texts count for the rows of the diff too.
 * (JSONL of ours says so itself, by its layers.)
 */
async function readToItsEnd(app: App, file: LocalizedFile, signal: AbortSignal | undefined): Promise<number> {
  let entries = 0
  const asks = file.isOfMainFile && (file.text.format === 'tsv' || file.text.format === 'csv')
  for await (const batch of file.text.entries()) {
    signal?.throwIfAborted()
    entries += batch.length
    file.hasCaptions ||= batch.some(({ text }) => text !== null && hasCaptions(text))
    if (!asks || file.isOfWholeGame) continue
    const rows = new RowFinder(app.store.main, app.store.files)
    file.isOfWholeGame = batch.some(({ id, text }) => {
      const found = text === null ? null : rows.find(id)
      return found !== null && rows.rawOf(found).main === null
    })
  }
  if (file.isOfWholeGame) file.isOfMainFile = false
  return entries
}

function warningsOf({ text, isOfWholeGame }: LocalizedFile): string[] {
  const ofWholeGame = `${text.name} holds rows that only the diff file has, so it is read as a translation of the whole game`
  const skipped = text.skipped().map(({ reason }) => `left out: ${reason}`)
  return [...text.warnings(), ...(isOfWholeGame ? [ofWholeGame] : []), ...skipped]
}

async function remember(
  app: App,
  { authorId }: ImportLocalized,
  files: readonly LocalizedFile[],
  localized: LocalizedCounts,
): Promise<void> {
  const described = files.map(({ slot, text }) => ({ slot, fileName: text.name, sizeBytes: text.sizeBytes }))
  await writeOrThrow(app.store, (txn) => {
    putImport(txn, { userId: authorId ?? null, files: described, report: { localized } })
  })
}

interface Candidate {
  readonly ordinal: number
  readonly entry: TextEntry
  readonly isOfMainFile: boolean
}

/** Decides texts as they come, gathers those to write, and writes them. */
function makeWriter(app: App, request: ImportLocalized, counts: LocalizedCounts) {
  const { store } = app
  const judge = makeJudge(app, request)
  const waiting: Candidate[] = []

  const take = (decided: Decided | null): void => {
    if (decided === null) counts.unknown++
    else if (decided.decision === 'source_equal') counts.source_equal++
    else if (decided.decision !== 'write') counts.unchanged[decided.decision]++
    else {
      const { row, heads, text, isInvalid } = decided
      counts.written++
      if (isInvalid) counts.invalid++
      const before = heads.machine?.text ?? null
      request.report?.({ rowId: row.rowId, ordinal: row.ordinal, change: 'localized', before, after: text, isInvalid })
    }
  }
  const writeSome = async (): Promise<void> => {
    const candidates = waiting.splice(0, rowsPerWrite).sort((a, b) => a.ordinal - b.ordinal)
    const written = await writeOrThrow(store, (txn) => {
      const chunks = new ChunkWriter(txn.db, txn.timeMs)
      const decide = judge()
      const decided = candidates.map((candidate) => {
        const now = decide(candidate)
        if (now?.decision !== 'write') return now
        const revision = revisionOf(now, request.authorId ?? null)
        appendInBulk(txn, chunks, { ...now, layer: 'machine' }, revision, now.isInvalid)
        return now
      })
      chunks.finish()
      return decided
    })
    freshen(store)
    for (const decided of written) take(decided)
  }

  return {
    async add(batch: readonly TextEntry[], { isOfMainFile }: LocalizedFile): Promise<void> {
      const decide = judge()
      for (const entry of batch) {
        const candidate = { entry, isOfMainFile, ordinal: 0 }
        const now = decide(candidate)
        if (now?.decision === 'write' && !request.dryRun) waiting.push({ ...candidate, ordinal: now.row.ordinal })
        else take(now)
      }
      while (waiting.length >= rowsPerWrite) await writeSome()
    },
    async flush(): Promise<void> {
      while (waiting.length > 0) await writeSome()
    },
  }
}

interface Decided {
  readonly row: Row
  readonly heads: Heads
  readonly decision: LocalizedDecision
  readonly text: string
  /** Asked only of texts to write. */
  readonly isInvalid: boolean
}

/** Makes functions that decide a candidate, each by the store as it is while nobody waits. Null: no such row. */
function makeJudge({ store, rules }: App, request: ImportLocalized) {
  /** What a dry run of two files would have written: the second file's texts are decided by it. */
  const planned = new Map<number, string>()
  const plans = request.dryRun && request.main !== undefined && request.diff !== undefined

  return () => {
    const rows = new RowFinder(store.main, store.files)
    const policy = rules.now().gate.captionPolicy
    return ({ entry, isOfMainFile }: Candidate): Decided | null => {
      const found = rows.find(entry.id)
      if (found === null) return null
      const row = rows.rowOf(found)
      const heads = withPlanned(readHeads(store.main, row.ordinal), row, planned.get(row.ordinal))
      const text = entry.text === null || isBlank(entry.text) ? null : entry.text
      const isOfMain = isOfMainFile && entry.layer === undefined
      const said = { text, isOfMainFile: isOfMain, isOriginal: entry.layer === null }
      const decision = decideLocalized(row, heads.machine, said, request)
      if (decision !== 'write' || text === null) return { row, heads, decision, text: '', isInvalid: false }
      if (plans) planned.set(row.ordinal, text)
      return { row, heads, decision, text, isInvalid: breaksMarkup(sourceTextOf(row), text, policy) }
    }
  }
}

function revisionOf({ row, text }: Pick<Decided, 'row' | 'text'>, authorId: number | null): NewRevision {
  return {
    text,
    status: 'draft',
    origin: 'localized_file_import',
    provider: null,
    model: null,
    sourceHash: row.sourceHash,
    isVerified: false,
    authorId,
    keyId: null,
    approverId: null,
    approvedAtMs: null,
    proposalId: null,
  }
}

/** The heads as they would be if a dry run had written its first file. */
function withPlanned(heads: Heads, row: Row, text: string | undefined): Heads {
  if (text === undefined) return heads
  const machine = { seq: 0, ...revisionOf({ row, text }, null), createdAtMs: 0, isInvalid: false }
  return { ...heads, machine }
}
