// Reads rows with everything that an agent would otherwise have to request one by one.
import type { Remark } from '../../base/remark.ts'
import { roomOf, WIDE_LANGUAGES } from '../../domain/checks/room.ts'
import { type Heads, isStale, type Reference, type Row, type RowWithHeads, sourceTextOf } from '../../domain/row.ts'
import { type Layer, LAYERS } from '../../domain/vocabulary.ts'
import { readOldSource, readRemark, readRowKey } from '../../store/records.ts'
import {
  countWithSource,
  createOfficialReader,
  type OtherSource,
  readHeads,
  readOtherSources,
  readReference,
  readRow,
} from '../../store/rows.ts'
import type { App } from '../app.ts'
import { misfitNotes } from '../work/misfit-rows.ts'
import { labelsOfRows } from '../work/row-labels.ts'

export interface ClaimedRow extends RowWithHeads {
  /** The row's key in the game's file; null: this game has no keys. */
  readonly key: string | null
  /** What the game's file says beside the text. */
  readonly remark: Remark | null
  readonly reference: Reference | null
  readonly pendingProposals: number
  readonly copies: number
  /** Names of the row's labels, sorted. */
  readonly labels: readonly string[]
  /** How many letters a translation may be wide, or how many characters the game's file allows; null: not known. */
  readonly maxLetters: number | null
  /** Notes of people who saw in the game that its text does not fit. */
  readonly misfits: readonly string[]
  readonly otherSources: readonly OtherSource[]
  /** The source from which the stale translation was made. */
  readonly previous: PreviousSource | null
}

export interface PreviousSource {
  /** The text of that source; null: the store did not keep it. */
  readonly text: string | null
  readonly textHash: string
  readonly layer: Layer
  readonly translation: string
}

/** Leaves out rows that are not in the game. If both layers are stale, shows `layer`. `headsOf` gives translations of another time. */
export function readClaimedRows(
  app: App,
  ordinals: readonly number[],
  layer: Layer,
  headsOf: (row: Row) => Heads = ({ ordinal }) => readHeads(app.store.main, ordinal),
): ClaimedRow[] {
  const { main, files } = app.store
  const counts = new Map<string, number>()
  const copiesOf = ({ sourceHash }: Row): number => {
    const count = counts.get(sourceHash) ?? Math.max(1, countWithSource(main, sourceHash))
    counts.set(sourceHash, count)
    return count
  }
  const labels = labelsOfRows(app, ordinals)
  const pending = app.work.pending.ids(app.store)
  const { markup } = app.rules.now().gate
  const wideOf = createOfficialReader(main, WIDE_LANGUAGES)
  return ordinals.flatMap((ordinal) => {
    const row = readRow(main, files, ordinal)
    if (row === null) return []
    const heads = headsOf(row)
    const reference = readReference(main, ordinal)
    const official = () => ({
      reference: reference?.diff ?? reference?.main ?? null,
      wide: wideOf(ordinal).map(({ text }) => text),
    })
    const remark = readRemark(main, row.rowId)
    return {
      row,
      remark,
      key: readRowKey(main, row.rowId) ?? null,
      heads,
      reference,
      pendingProposals: pending.get(ordinal)?.length ?? 0,
      copies: copiesOf(row),
      labels: (labels.get(ordinal) ?? []).map(({ name }) => name),
      maxLetters: remark?.maxLength ?? roomOf(sourceTextOf(row), official, markup),
      misfits: misfitNotes(main, ordinal, heads),
      otherSources: readOtherSources(main, row),
      previous: previousOf(app, row, heads, layer),
    }
  })
}

function previousOf(app: App, row: Row, heads: Heads, first: Layer): PreviousSource | null {
  for (const layer of [first, ...LAYERS]) {
    const head = heads[layer]
    if (head === null || !isStale(head, row.sourceHash)) continue
    const text = readOldSource(app.store.main, head.sourceHash) ?? null
    return { text, textHash: head.sourceHash, layer, translation: head.text }
  }
  return null
}
