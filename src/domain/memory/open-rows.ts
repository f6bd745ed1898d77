// Which rows memory fills (docs/decisions.md#memory).
import { gameLayerOf, type Heads, isStale, type Row } from '../row.ts'

/** The row has no text for the game, and its machine layer none for the present source. */
export const isOpenToMemory = (row: Pick<Row, 'sourceHash' | 'isServiceRow'>, heads: Heads): boolean =>
  !row.isServiceRow &&
  gameLayerOf(row, heads) === null &&
  (heads.machine === null || isStale(heads.machine, row.sourceHash))
