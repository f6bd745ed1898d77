// Checks the blocks of further pairs: whole, of a stored pair, with the ids of their rows; and that each row has the texts of the
// pair it says it is of.
import { isSameBytes, isSameText } from '../../domain/decide-source.ts'
import { sha256 } from '../../base/bytes.ts'
import type { Database } from '../file/environment.ts'
import { blockOf, keyOfU32, ROWS_PER_BLOCK } from '../file/keyspace.ts'
import { readRetiredId } from '../rows/ordinals.ts'
import { blockFault, type RawRow, type RawText, rowView } from '../rows/row-block.ts'
import { blockInPair, pairOfBlock, readPairs } from '../rows/source-pairs.ts'
import type { Visit } from './check-findings.ts'
import { entriesOf } from './check-reading.ts'

export function checkPairRows({ db, findings }: Visit): void {
  const pairs = new Set(readPairs(db).map(({ number }) => number))
  for (const { key, value } of entriesOf(db, 'pair_row')) {
    const { pair, block } = pairOfBlock(key.readUInt32BE(1))
    const fault = blockFault(value) ?? (pairs.has(pair) ? null : 'is of a pair that is not stored')
    if (fault !== null) {
      findings.add('pair_row', `block ${block} of pair ${pair}`, fault)
      continue
    }
    const rows = blockAt(db, keyOfU32('row', block))
    for (const row of rowsIn(value, block)) {
      findings.count('pair_row')
      const problem = problemOf(db, row.ordinal, row.raw, rows === null ? null : rawIn(rows, row.ordinal))
      if (problem !== null) findings.add('pair_row', `row ${row.ordinal} of pair ${pair}`, problem)
    }
  }
}

/** Null: the row has the texts of the pair that it says it is of. */
export function pairFault(db: Database, ordinal: number, row: RawRow): string | null {
  if (row.pair === 0) return null
  const block = blockAt(db, keyOfU32('pair_row', blockInPair(row.pair, blockOf(ordinal))))
  const of = block === null ? null : rawIn(block, ordinal)
  const isSame = of !== null && isSameSlot(of.main, row.main) && isSameSlot(of.diff, row.diff)
  return isSame ? null : `has other texts than its pair ${row.pair}`
}

function problemOf(db: Database, ordinal: number, ofPair: RawRow, row: RawRow | null): string | null {
  const id = row?.id ?? readRetiredId(db, ordinal)
  if (id === null) return 'belongs to a row that was never there'
  if (!isSameBytes(id, ofPair.id)) return 'has the id of another row'
  if (row === null) return 'has a text, but its row is retired'
  const source = ofPair.diff ?? ofPair.main
  return source !== null && sha256(source.bytes).equals(ofPair.hash) ? null : 'has another source hash than its text'
}

const isSameSlot = (a: RawText | null, b: RawText | null): boolean =>
  a === null || b === null ? a === b : a.file === b.file && a.number === b.number && isSameText(a, b)

function blockAt(db: Database, key: Buffer): Buffer | null {
  const bytes = db.getBinary(key)
  if (bytes === undefined) return null
  const block = Buffer.from(bytes)
  return blockFault(block) === null ? block : null
}

const rawIn = (block: Buffer, ordinal: number): RawRow | null => rowView(block, ordinal)?.toRaw() ?? null

function* rowsIn(value: Buffer, block: number): Generator<{ readonly ordinal: number; readonly raw: RawRow }> {
  for (let place = 0; place < ROWS_PER_BLOCK; place++) {
    const ordinal = block * ROWS_PER_BLOCK + place
    const raw = rawIn(value, ordinal)
    if (raw !== null) yield { ordinal, raw }
  }
}
