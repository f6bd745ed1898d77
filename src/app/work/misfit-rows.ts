// Rows with an open mark that their text does not fit the game (domain/misfit.ts). Whether a mark is open depends on the
// present text, so all marks are read: a team has hundreds.
import { type Heads, NO_HEADS } from '../../domain/row.ts'
import { isOpen, type Misfit } from '../../domain/misfit.ts'
import { allMisfits, misfitsOfRow } from '../../store/records.ts'
import { readHeads } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { App } from '../app.ts'

export const openMisfitsIn = (db: Database): Misfit[] =>
  [...allMisfits(db)].filter((misfit) => isOpen(misfit, readHeads(db, misfit.ordinal)))

export const misfitRows = ({ store: { main } }: App): ReadonlySet<number> =>
  new Set(openMisfitsIn(main).map(({ ordinal }) => ordinal))

/** The notes of a row's open marks. A mark is about a text, so a row without a text is not looked up. */
export const misfitNotes = (db: Database, ordinal: number, heads: Heads): readonly string[] =>
  (heads === NO_HEADS ? [] : misfitsOfRow(db, ordinal))
    .filter((misfit) => isOpen(misfit, heads))
    .map(({ note }) => note)
