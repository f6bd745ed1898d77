// Writes one text of each row as a dump that `import` reads back unchanged (docs/command-line.md#export): the text for
// the game, that of the main or diff file, or a layer's.
import { counted } from '../../base/numeral.ts'
import { cellOf, cellsOf } from '../../domain/cell.ts'
import { gameTextOf, type Head, type Heads, NO_HEADS, type Row, effectiveSlot, shownStatus } from '../../domain/row.ts'
import type { RowState, SourceFilter } from '../../domain/vocabulary.ts'
import type { WorkFilter } from '../../domain/work/work-filter.ts'
import type { ByteSink } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { type DumpRow, writeTextDump, type WrittenFormat } from '../../../packages/formats/src/text-writer.ts'
import { readHeads, type ScannedRow, scanRows } from '../../store/rows.ts'
import { openSnapshot } from '../../store/view.ts'
import type { App } from '../app.ts'
import { findWork } from '../work/find-work.ts'
import { headsAt, sourcesWarning } from '../undo/moment.ts'
import type { AnyRefusal } from '../refused.ts'
import { gameFileRefusal } from './export-targets.ts'

const DUMP_TEXTS = ['game', 'main', 'diff', 'manual', 'machine'] as const
export type DumpText = (typeof DUMP_TEXTS)[number]

export interface ExportTexts {
  readonly to: string | ByteSink
  readonly format: WrittenFormat
  readonly text: DumpText
  readonly state: RowState
  readonly source: SourceFilter
  /** Exports only the rows of this filter; absent: all rows. */
  readonly filter?: WorkFilter
  /** Exports the texts as they were at the end of this millisecond; absent: those of now. */
  readonly atMs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (rowsSeen: number) => void
}

export interface TextsExported {
  readonly rows: number
  readonly warnings: readonly string[]
}

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

/** Writes the whole dump or nothing, and never over a game container. */
export async function exportTexts(app: App, request: ExportTexts): Promise<Result<TextsExported, AnyRefusal>> {
  const refusal = await gameFileRefusal(app, request.to)
  if (refusal !== null) return refuse(refusal)
  const within = request.filter === undefined ? null : await findWork(app, request.filter)
  using snapshot = openSnapshot(app.store)
  let emptyTexts = 0
  let seen = 0
  const { atMs } = request
  const headsOfThen = atMs === undefined ? null : headsAt(app, snapshot.db, atMs)
  const cells = cellsOf(request.state, request.source)
  const wanted = new Set(cells)
  const recordOf = (scanned: ScannedRow): DumpRow | null => {
    const row = scanned.row()
    const heads = headsOfThen?.(row) ?? (scanned.hasHeads ? readHeads(snapshot.db, row.ordinal) : NO_HEADS)
    if (headsOfThen !== null && !wanted.has(cellOf(row, heads))) return null
    if (within !== null && !within.has(row.ordinal)) return null
    const record = RECORD[request.text](row, heads)
    if (record?.text === '') emptyTexts++
    return record && { id: row.rowId, ...record }
  }
  // The stored cells tell only which rows have a text now. At an earlier time other rows had one, so all rows are looked at.
  const looked = headsOfThen === null ? cells : cellsOf('all', request.source)
  const batches = function* (): Generator<readonly DumpRow[]> {
    for (const block of scanRows(snapshot.db, app.store.files, looked)) {
      yield block.map(recordOf).filter((record) => record !== null)
      seen += block.length
      request.onProgress?.(seen)
    }
  }
  const rows = await writeTextDump(request.to, request.format, batches(), request.signal)
  const isLossy = request.format !== 'jsonl' && emptyTexts > 0
  const one = 'text without characters reads back as a deletion marker'
  const many = 'texts without characters read back as deletion markers'
  const lossy = `${counted(emptyTexts, one, many)} from ${request.format}; --format jsonl keeps them apart`
  const none = 'no row has this text, so the file is empty'
  const older = atMs === undefined ? null : sourcesWarning(app, atMs)
  const warnings = [...(isLossy ? [lossy] : []), ...(rows === 0 ? [none] : []), ...(older === null ? [] : [older])]
  return ok({ rows, warnings })
}
