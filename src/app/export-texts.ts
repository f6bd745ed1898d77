// Writes one text of each row as a dump that `import` reads back without a difference (command line, export --to): what
// the game would get, the main file's or the diff file's own text, or a layer's head. Reads one snapshot, block by block.
// Hot: a million rows; a page of the list would read each block many times.
import { open } from 'node:fs/promises'
import { cellsOf } from '../domain/cell.ts'
import { gameTextOf, type Head, type Heads, NO_HEADS, type Row, effectiveSlot, shownStatus } from '../domain/row.ts'
import type { RowState, SourceFilter } from '../domain/vocabulary.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { MAGIC } from '../formats/container-frame.ts'
import { type DumpRow, writeTextDump, type WrittenFormat } from '../formats/text-writer.ts'
import { readHeads } from '../store/heads.ts'
import { type ScannedRow, scanRows } from '../store/scan-rows.ts'
import { openSnapshot } from '../store/snapshot.ts'
import type { App } from './app.ts'
import type { Refused } from './export-targets.ts'

export const DUMP_TEXTS = ['game', 'main', 'diff', 'manual', 'machine'] as const
export type DumpText = (typeof DUMP_TEXTS)[number]

export interface ExportTexts {
  readonly to: string
  readonly format: WrittenFormat
  readonly text: DumpText
  readonly state: RowState
  readonly source: SourceFilter
  readonly signal?: AbortSignal
  readonly onProgress?: (rowsSeen: number) => void
}

export interface TextsExported {
  readonly rows: number
  readonly warnings: readonly string[]
}

/** What a row gives to each kind of dump; null when it has no such text. */
const RECORD: Readonly<Record<DumpText, (row: Row, heads: Heads) => Omit<DumpRow, 'id'> | null>> = {
  main: ({ main }) => main && { text: main.isDeleted ? null : main.text, file: main.fileName, number: main.number },
  diff: ({ diff }) => diff && { text: diff.isDeleted ? null : diff.text, file: diff.fileName, number: diff.number },
  manual: (_, { manual }) => manual && { text: manual.text, layer: 'manual', ...madeBy(manual) },
  machine: (_, { machine }) => machine && { text: machine.text, layer: 'machine', ...madeBy(machine) },
  game: (row, heads) => {
    if (effectiveSlot(row).isDeleted) return null
    const { text, layer } = gameTextOf(row, heads)
    const head = layer === null ? null : heads[layer]
    return { text, layer, ...(head === null ? { status: null, provider: null, model: null } : madeBy(head)) }
  },
}

const madeBy = (head: Head): Pick<DumpRow, 'status' | 'provider' | 'model'> => ({
  status: shownStatus(head),
  provider: head.provider,
  model: head.model,
})

/** Writes the dump, whole or not at all. A game container is never written over. */
export async function exportTexts(app: App, request: ExportTexts): Promise<Result<TextsExported, Refused>> {
  if (await isContainer(request.to)) {
    return refuse({ message: `${request.to} is a game file; give another name with --to` })
  }
  const snapshot = openSnapshot(app.store)
  let emptyTexts = 0
  let seen = 0
  const recordOf = (scanned: ScannedRow): DumpRow | null => {
    const row = scanned.row()
    const record = RECORD[request.text](row, scanned.hasHeads ? readHeads(snapshot.db, row.ordinal) : NO_HEADS)
    if (record?.text === '') emptyTexts++
    return record && { id: row.rowId, ...record }
  }
  const cells = cellsOf(request.state, request.source)
  const batches = function* (): Generator<readonly DumpRow[]> {
    for (const block of scanRows(snapshot.db, app.store.files, cells)) {
      yield block.map(recordOf).filter((record) => record !== null)
      seen += block.length
      request.onProgress?.(seen)
    }
  }
  try {
    const rows = await writeTextDump(request.to, request.format, batches(), request.signal)
    const isLossy = request.format !== 'jsonl' && emptyTexts > 0
    const lossy = `${emptyTexts} texts without characters read back as deletion markers from ${request.format}; --format jsonl keeps them apart`
    const none = 'no row has this text, so the file holds none and there is nothing to import from it'
    return ok({ rows, warnings: [...(isLossy ? [lossy] : []), ...(rows === 0 ? [none] : [])] })
  } finally {
    snapshot.close()
  }
}

async function isContainer(path: string): Promise<boolean> {
  try {
    await using file = await open(path, 'r')
    const start = Buffer.alloc(4)
    await file.read(start, 0, start.length, 0)
    return start.readUInt32LE(0) === MAGIC
  } catch {
    return false
  }
}
