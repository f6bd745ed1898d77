// The texts of a block's rows, field by field, without the rows around them: for whoever looks at every text of the store.
// Texts of retired rows are among them. Hot: a million rows of a search that no index helps.
import type { FoldedUnits } from '../../domain/search/folded-units.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32 } from '../keyspace.ts'
import { ROWS_PER_BLOCK } from '../rows/grouping.ts'
import { headsIn, textAt } from '../rows/head-view.ts'
import { rowView } from '../rows/row-block.ts'
import { referenceView } from '../rows/references.ts'

/** What is searched besides ids; also the order of everything that is kept by field. */
export const TEXT_FIELDS = ['source', 'reference', 'translation'] as const
export type TextField = (typeof TEXT_FIELDS)[number]

type Visit = (place: number, text: string) => void

/** All places of a block. */
const PLACES: readonly number[] = Array.from({ length: ROWS_PER_BLOCK }, (_, place) => place)

/** From this many heads on, going through those of a block is quicker than asking for each. */
const headsInOne = 40

/** Calls back with each text of a field of some rows of a block, places from 0 to 63; a row with two heads has two. */
export const eachText: Readonly<
  Record<TextField, (db: Database, block: number, places: readonly number[], visit: Visit) => void>
> = {
  source(db, block, places, visit) {
    const bytes = borrowed(db, keyOfU32('row', block))
    if (bytes === undefined) return
    for (const place of places) {
      const source = rowView(bytes, place)?.source
      if (source !== undefined) visit(place, bytes.toString('utf8', source.start, source.end))
    }
  },
  reference(db, block, places, visit) {
    const bytes = borrowed(db, keyOfU32('reference', block))
    if (bytes === undefined) return
    for (const place of places) {
      const text = referenceView(bytes, place)?.text
      if (text !== undefined) visit(place, bytes.toString('utf8', text.start, text.end))
    }
  },
  translation(db, block, places, visit) {
    const first = block * ROWS_PER_BLOCK
    const key = keyOfU32('head', first)
    const headAt = (place: number): void => {
      key.writeUInt32BE(first + place, 1)
      const bytes = borrowed(db, key)
      if (bytes === undefined) return
      const { manual, machine } = headsIn(bytes)
      for (const head of [manual, machine]) if (head !== null) visit(place, textAt(head, head.text))
    }
    if (places.length < headsInOne) return places.forEach(headAt)
    const range = { start: keyOfU32('head', first), end: keyOfU32('head', first + ROWS_PER_BLOCK) }
    const heads = Array.from(db.getKeys(range), (key) => (key as Buffer).readUInt32BE(1) - first)
    heads.filter((place) => places.includes(place)).forEach(headAt)
  },
}

/** As `eachText`, with the texts as folded units: calls back when those of a place have been taken. */
export function eachUnits(
  db: Database,
  block: number,
  field: TextField,
  units: FoldedUnits,
  visit: (place: number) => void,
): void {
  if (field === 'translation') {
    return eachText.translation(db, block, PLACES, (place, text) => {
      units.takeText(text)
      visit(place)
    })
  }
  const bytes = borrowed(db, keyOfU32(field === 'source' ? 'row' : 'reference', block))
  if (bytes === undefined) return
  for (let place = 0; place < ROWS_PER_BLOCK; place++) {
    if (field === 'source') {
      const source = rowView(bytes, place)?.source
      if (source === undefined) continue
      units.takeUtf8(bytes, source.start, source.end)
    } else {
      const text = referenceView(bytes, place)?.text
      if (text === undefined) continue
      units.takeUtf8(bytes, text.start, text.end)
    }
    visit(place)
  }
}

/** The same for the ids of visible rows. */
export function eachRowId(db: Database, block: number, places: readonly number[], visit: Visit): void {
  const bytes = borrowed(db, keyOfU32('row', block))
  if (bytes === undefined) return
  for (const place of places) {
    const row = rowView(bytes, place)
    if (row !== null) visit(place, row.rowId)
  }
}

/** Good until the next read. */
const borrowed = (db: Database, key: Buffer): Buffer | undefined => db.getBinaryFast(key)
