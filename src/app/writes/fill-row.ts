// Writes the text that memory has for a row, if inside the transaction the row is still open and the text still where
// it was found. All texts of memory are written here: as drafts, with the row and revision that they came from.
import { clientOfDonor, MEMORY } from '../../domain/donor.ts'
import { isOpenToMemory, type Remembered } from '../../domain/memory/recall.ts'
import { newRevision } from '../../domain/revision.ts'
import { gameLayerOf, type Heads, lastSeq, type Row } from '../../domain/row.ts'
import { ordinalOf, readHeads, readRow, readView } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'
import type { Rules } from '../rules.ts'
import { passesGate, wasTakenBack } from '../terms/recall-rows.ts'
import { addRevision } from './add-revision.ts'

export interface RememberedBy {
  /** In whose name memory writes; null: the command line. */
  readonly authorId: number | null
  readonly keyId: number | null
  readonly via: string | null
}

interface Fill {
  readonly row: Row
  readonly remembered: Remembered
  readonly rules: Rules
}

/** Writes the text. False: the row or the donor has changed since, so the next run decides again. */
export function fillRow(
  app: App,
  txn: Txn,
  rules: Rules,
  { row: seen, remembered, rules: judgedBy }: Fill,
  by: RememberedBy,
): boolean {
  const row = readRow(txn.db, app.store.files, seen.ordinal)
  if (row === null || row.sourceHash !== seen.sourceHash) return false
  const heads = readHeads(txn.db, row.ordinal)
  if (!isOpenToMemory(row, heads) || wasTakenBack(txn.db, row.ordinal, heads, remembered.text)) return false
  if (!stands(txn.db, remembered)) return false
  if (judgedBy !== rules && !passesGate(rules, row, remembered.text)) return false
  putRemembered(txn, rules, { row, heads }, remembered, by)
  return true
}

/** Whether the head that the text was taken from is still the one that goes into the game. */
function stands(db: Database, { stood, sourceHash }: Remembered): boolean {
  const ordinal = ordinalOf(db, stood.rowId)
  const view = ordinal === undefined ? null : readView(db, ordinal)
  if (ordinal === undefined || view?.sourceHash !== sourceHash) return false
  const heads = readHeads(db, ordinal)
  return gameLayerOf({ sourceHash }, heads) === stood.layer && heads[stood.layer]?.seq === stood.seq
}

function putRemembered(
  txn: Txn,
  rules: Rules,
  { row, heads }: { readonly row: Row; readonly heads: Heads },
  { text, donor, isVerified }: Remembered,
  { authorId, keyId, via }: RememberedBy,
): void {
  if (authorId !== null) {
    const { ordinal, rowId } = row
    const number = lastSeq(heads, 'machine') + 1
    txn.acts.note({ kind: 'machine_text', userId: authorId, keyId, ...MEMORY, ordinal, rowId, number, via })
  }
  const revision = newRevision({
    text,
    sourceHash: row.sourceHash,
    origin: 'ai_api',
    ...MEMORY,
    isVerified,
    authorId,
    keyId,
    client: clientOfDonor(donor),
    ...(via !== null && { via }),
  })
  addRevision(txn, rules, { row, heads }, 'machine', revision, true)
}
