// Runs the present text checks over the stored translations (windrow check-texts), in one snapshot. It lists what new rules and
// settings would refuse, because these make no stored text `invalid`.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cellsOf } from '../../domain/cell.ts'
import { runGate } from '../../domain/checks/gate.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Row } from '../../domain/row.ts'
import { LAYERS, type Layer } from '../../domain/vocabulary.ts'
import { openSnapshot } from '../../store/view.ts'
import { readHeads, scanRows } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { besideRow, gateInputOf } from '../rows/gate-reference.ts'

export interface FoundText {
  readonly rowId: string
  readonly layer: Layer
  readonly text: string
  /** What the checks find; warnings only if they were asked for. */
  readonly findings: readonly Finding[]
}

interface CheckTexts {
  /** The layer to check; null: both. */
  readonly layer: Layer | null
  readonly withWarnings: boolean
  readonly signal: AbortSignal
  readonly onProgress: (rowsSeen: number) => void
}

interface CheckedTexts {
  /** Texts with findings, in the order of the rows. A stale text is judged by the row's present source. */
  readonly found: readonly FoundText[]
  readonly heads: number
}

/** Checks the texts of all rows but service rows, which have nothing to translate. */
export async function checkTexts(app: App, request: CheckTexts): Promise<CheckedTexts> {
  using snapshot = openSnapshot(app.store)
  const rules = app.rules.now()
  const found: FoundText[] = []
  let heads = 0
  let seen = 0
  const judge = (row: Row, layer: Layer, text: string): void => {
    heads++
    const { errors, warnings } = runGate({ ...gateInputOf(rules, row, text), layer, ...besideRow(snapshot.db, row) })
    const findings = request.withWarnings ? [...errors, ...warnings] : errors
    if (findings.length > 0) found.push({ rowId: row.rowId, layer, text, findings })
  }
  for (const block of scanRows(snapshot.db, app.store.files, cellsOf('all', 'all'))) {
    for (const scanned of block) {
      if (!scanned.hasHeads) continue
      const row = scanned.row()
      const stored = readHeads(snapshot.db, row.ordinal)
      if (row.isServiceRow) continue
      for (const layer of LAYERS) {
        const text = stored[layer]?.text
        if (text !== undefined && layer === (request.layer ?? layer)) judge(row, layer, text)
      }
    }
    seen += block.length
    request.onProgress(seen)
    await nextTurn()
    request.signal.throwIfAborted()
  }
  return { found, heads }
}
