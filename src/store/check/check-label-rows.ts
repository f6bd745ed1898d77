// Checks that rules and rows by hand belong to stored labels; that such rows can be read and exist; and that no row is
// both given a label and taken from it.
import { bitsIn, ROWS_PER_PIECE, type Piece } from '../../domain/work/row-set.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { isPacked, unpackPiece } from '../file/packed-rows.ts'
import { HANDS } from '../rows/label-rows.ts'
import { LABEL, LABEL_RULE, type LabelRule } from '../records/labels.ts'
import { readNextOrdinal } from '../rows/ordinals.ts'
import { entriesOf } from './check-reading.ts'
import type { Beside } from './check-kinds.ts'
import type { Visit } from './check-findings.ts'

const keyBytes = 10

export const rulesOfLabels = ({ db, findings }: Visit): Beside<LabelRule> => ({
  onRecord({ id, labelId }) {
    if (!db.doesExist(keyOf(LABEL, u32(labelId))))
      findings.add(LABEL_RULE, `rule ${id}`, `gives label ${labelId}, which is not stored`)
  },
})

export function checkLabelRows({ db, findings }: Visit): void {
  const next = readNextOrdinal(db)
  let added: { readonly of: string; readonly rows: Piece } | null = null
  for (const { key, value } of entriesOf(db, 'label_rows')) {
    findings.count('label_rows')
    const hand = HANDS[key[keyBytes - 1] ?? HANDS.length]
    if (key.length !== keyBytes || hand === undefined) {
      findings.add('label_rows', key.toString('hex'), 'is no key of this table')
      continue
    }
    const [piece, labelId] = [key.readUInt32BE(1), key.readUInt32BE(5)]
    const at = `rows of label ${labelId}, piece ${piece}`
    if (!db.doesExist(keyOf(LABEL, u32(labelId))))
      findings.add('label_rows', at, 'belong to a label that is not stored')
    if (!isPacked(value)) {
      findings.add('label_rows', at, 'cannot be read')
      continue
    }
    const rows = unpackPiece(value)
    if (piece * ROWS_PER_PIECE + lastPlace(rows) >= next) findings.add('label_rows', at, 'name rows that never were')
    const of = key.toString('hex', 0, keyBytes - 1)
    if (hand === 'added') added = { of, rows }
    else if (added?.of === of && added.rows.some((word, i) => (word & (rows[i] as number)) !== 0))
      findings.add('label_rows', at, 'are both given and taken')
  }
}

function lastPlace(rows: Piece): number {
  const word = rows.findLastIndex((bits) => bitsIn(bits) > 0)
  return word * 32 + 31 - Math.clz32(rows[word] as number)
}
