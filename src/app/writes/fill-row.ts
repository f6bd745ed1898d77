// Writes the text that memory has for a row, if inside the transaction the row is still open and the text still where
// it was found. All texts of memory are written here, with the row and revision that they came from: as drafts, or as proposals of who may
// only propose.
import { clientOfDonor, MEMORY } from '../../domain/donor.ts'
import { abilityRefusal, NO_KEY } from '../../domain/access.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { V1_RULES } from '../../domain/decide-write.ts'
import { type BroughtIn, isOpenToMemory, type Remembered } from '../../domain/memory/recall.ts'
import { newRevision } from '../../domain/revision.ts'
import { type Client, gameLayerOf, lastSeq, type Row, type RowWithHeads } from '../../domain/row.ts'
import { pendingOf, proposalsOfRow } from '../../store/records.ts'
import { ordinalOf, readHeads, readRow, readView } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import type { Rules } from '../rules.ts'
import { passesGate, wasTakenBack } from '../terms/recall-rows.ts'
import { addRevision } from './add-revision.ts'
import { applyDecision, HUMAN } from './apply-write.ts'
import { Judge, momentIn } from './judge-write.ts'

export interface RememberedBy {
  /** In whose name memory writes; null: the command line. */
  readonly authorId: number | null
  readonly keyId: number | null
  readonly via: string | null
}

interface Fill {
  readonly row: Row
  readonly remembered: Remembered | BroughtIn
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
  if (!isOpenToMemory(row, heads) || wasTakenBack(txn.db, row, heads, remembered.text)) return false
  if (!stands(txn.db, null, remembered)) return false
  if (judgedBy !== rules && !passesGate(rules, row, remembered.text)) return false
  putRemembered(txn, rules, { row, heads }, remembered, by)
  return true
}

/** Proposes the text in the actor's name. False: a proposal waits for the row, or it is as in `fillRow`. */
export function proposeRow(app: App, txn: Txn, { user, key }: Actor, { row: seen, remembered }: Fill): boolean {
  const { rowId, sourceHash } = seen
  const { text, isVerified } = remembered
  const intent = { layer: 'manual', mode: 'proposal', text, overwrite: false } as const
  const by = { rowId, authorId: user.id, waivers: NO_WAIVERS }
  const asked = { ...intent, sourceHash: isVerified ? sourceHash : null }
  const moment = momentIn(app, txn)
  const refusal = abilityRefusal('translations:propose', user.role, key ?? NO_KEY)
  const judge = new Judge({ ...by, intent: asked, abilityRefusal: refusal, rules: V1_RULES })
  const { row, heads, decision } = judge.at(moment)
  if (row === null || decision.kind !== 'proposal' || row.sourceHash !== sourceHash) return false
  if (!isOpenToMemory(row, heads) || proposalsOfRow(txn.db, row.ordinal).some(({ status }) => status === 'pending'))
    return false
  if (wasTakenBack(txn.db, row, heads, text) || !stands(txn.db, user.id, remembered)) return false
  const said = { ...by, row, heads, intent: asked, keyId: key?.id ?? null, provenance: HUMAN }
  applyDecision(txn, moment.rules, { ...said, client: clientOf(remembered) }, decision)
  return true
}

/** Whether the head that the text was taken from is still the one that goes into the game, or the person's proposal still waits. */
function stands(db: Database, userId: number | null, remembered: Fill['remembered']): boolean {
  if ('from' in remembered) return true
  const { stood, sourceHash } = remembered
  const ordinal = ordinalOf(db, stood.rowId)
  const view = ordinal === undefined ? null : readView(db, ordinal)
  if (ordinal === undefined || view?.sourceHash !== sourceHash) return false
  if (stood.seq === 0) return userId !== null && pendingOf(db, userId, ordinal)?.sourceHash === sourceHash
  const heads = readHeads(db, ordinal)
  return gameLayerOf({ sourceHash }, heads) === stood.layer && heads[stood.layer]?.seq === stood.seq
}

const clientOf = (remembered: Fill['remembered']): Client =>
  'from' in remembered
    ? { name: MEMORY.model, version: remembered.from, prompt: null }
    : clientOfDonor(remembered.donor)

function putRemembered(
  txn: Txn,
  rules: Rules,
  { row, heads }: RowWithHeads,
  remembered: Fill['remembered'],
  { authorId, keyId, via }: RememberedBy,
): void {
  const { text, isVerified } = remembered
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
    client: clientOf(remembered),
    ...(via !== null && { via }),
  })
  addRevision(txn, rules, { row, heads }, 'machine', revision, true)
}
