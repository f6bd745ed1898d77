// Offers labels for rows that an import added: those that people gave by hand to rows with the same Chinese text, retired rows
// too. Offers are computed when somebody asks, and not stored: some microseconds for each added row and for each row labelled
// by hand, in slices.
import { sha256 } from '../../base/bytes.ts'
import { runInSlices } from '../../base/slices.ts'
import { refuse, type Result } from '../../base/result.ts'
import { offeredRowsMax } from '../../domain/limits.ts'
import { andNotPiece, type Piece, ROWS_PER_PIECE, RowSet, piecesOf } from '../../domain/work/row-set.ts'
import { handsInPiece, readImportRows, readLabelRows } from '../../store/records.ts'
import { createReferenceReader, readNextOrdinal, rowView, takeRows } from '../../store/rows.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import type { LabelRefusal } from './change-labels.ts'
import { labelPieces, type RowsLabelled } from './label-rows.ts'
import { labelsOfRows } from '../work/row-labels.ts'
import { labelNamed } from './read-labels.ts'

interface LabelOffer {
  readonly label: string
  /** The rows to which the label is offered, ascending: they do not have it, and no person took it from them. */
  readonly ordinals: readonly number[]
  readonly rowIds: readonly string[]
}

/** The offers to the rows that an import added, sorted by label. None if it added more than `offeredRowsMax` rows. */
export async function labelOffers(app: App, importId: number): Promise<LabelOffer[]> {
  const added = new RowSet(readImportRows(app.store.main, importId, 'added'))
  const { labels } = app.labels.now()
  if (added.size === 0 || added.size > offeredRowsMax || labels.length === 0) return []
  const byText = await rowsByText(app, added)
  const offered = await labelsOfTexts(app, added, byText)
  const offers: LabelOffer[] = []
  for (const { id, name } of labels) {
    const ordinals = [...(offered.get(id) ?? [])].toSorted((a, b) => a - b)
    const open = ordinals.length === 0 ? [] : await withoutLabel(app, ordinals, id, name)
    const rowIds = takeRows(app.store.main, open, (block, ordinal) => rowView(block, ordinal)?.rowId ?? null)
    if (open.length > 0) offers.push({ label: name, ordinals: open, rowIds })
  }
  return offers.toSorted((a, b) => (a.label < b.label ? -1 : 1))
}

/** Gives the label to the rows to which it is offered at this moment. */
export async function acceptOffer(
  app: App,
  actor: Actor | null,
  importId: number,
  label: string,
): Promise<Result<RowsLabelled, LabelRefusal>> {
  const name = labelNamed(app, label)
  if (name === undefined) return refuse({ code: 'no_label', name: label })
  const offer = (await labelOffers(app, importId)).find((each) => each.label === name)
  const asked = { label: name, act: 'give', origin: 'offer' } as const
  return await labelPieces(app, actor, asked, piecesOf(offer?.ordinals ?? []))
}

const rowsPerStep = 200

/** The added rows, by a digest of their reference. */
async function rowsByText(app: App, added: RowSet): Promise<Map<string, number[]>> {
  const byText = new Map<string, number[]>()
  await eachText(app, added, (ordinal, text) => {
    const rows = byText.get(text)
    if (rows === undefined) byText.set(text, [ordinal])
    else rows.push(ordinal)
  })
  return byText
}

async function eachText(app: App, rows: RowSet, visit: (ordinal: number, text: string) => void): Promise<void> {
  let after = 0
  await runInSlices(() => {
    const referenceOf = createReferenceReader(app.store.main)
    const ordinals = rows.after(after, rowsPerStep)
    for (const ordinal of ordinals) {
      const reference = referenceOf(ordinal)
      if (reference === null || reference.text.start === reference.text.end) continue
      visit(
        ordinal,
        sha256(reference.bytes.subarray(reference.text.start, reference.text.end)).toString('latin1', 0, 16),
      )
    }
    after = ordinals.at(-1) ?? after
    return ordinals.length === rowsPerStep
  })
}

/** For each label, the added rows whose Chinese text a row has to which people gave the label by hand. */
async function labelsOfTexts(
  app: App,
  added: RowSet,
  byText: ReadonlyMap<string, readonly number[]>,
): Promise<Map<number, Set<number>>> {
  const offered = new Map<number, Set<number>>()
  const { main } = app.store
  for (let piece = 0; piece * ROWS_PER_PIECE < readNextOrdinal(main); piece++) {
    for (const { labelId, hand, rows } of Array.from(handsInPiece(main, piece))) {
      if (hand === 'removed') continue
      const labelled = rows.slice()
      andNotPiece(labelled, added.piece(piece) ?? null)
      await eachText(app, new RowSet(new Map([[piece, labelled]])), (_, text) => {
        const same = byText.get(text)
        if (same === undefined) return
        const into = offered.get(labelId) ?? new Set()
        offered.set(labelId, into)
        for (const ordinal of same) into.add(ordinal)
      })
    }
  }
  return offered
}

async function withoutLabel(app: App, ordinals: readonly number[], labelId: number, name: string): Promise<number[]> {
  const taken = new RowSet(takenRows(app, labelId))
  const open: number[] = []
  let at = 0
  await runInSlices(() => {
    const some = ordinals.slice(at, (at += rowsPerStep))
    const labels = labelsOfRows(app, some)
    for (const ordinal of some)
      if (!taken.has(ordinal) && labels.get(ordinal)?.some((label) => label.name === name) !== true) open.push(ordinal)
    return at < ordinals.length
  })
  return open
}

function takenRows({ store: { main } }: App, labelId: number): Map<number, Piece> {
  const pieces = new Map<number, Piece>()
  for (let piece = 0; piece * ROWS_PER_PIECE < readNextOrdinal(main); piece++) {
    const rows = readLabelRows(main, piece, labelId, 'removed')
    if (rows !== null) pieces.set(piece, rows)
  }
  return pieces
}
