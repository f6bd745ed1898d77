// Takes back any amount of work (docs/taking-back.md). One transaction reveals the restored texts with
// the audit's entry, so an interrupted revert changes nothing.
import { hasPermission, isRoleAtLeast } from '../../domain/access.ts'
import {
  decideRevert,
  LEFT_ALONE,
  type LeftAlone,
  restoring,
  type RevertRules,
  type RevisionFilter,
} from '../../domain/revert.ts'
import { viaRevert } from '../../domain/revision.ts'
import { type Heads, isWithdrawal, type Revision, type Row, sourceTextOf } from '../../domain/row.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import { type Layer, LAYERS } from '../../domain/vocabulary.ts'
import { appendAside, appendRevision, type StagedRow, writeAside } from '../../store/change-rows.ts'
import { readUser } from '../../store/people.ts'
import { type AuditEntry, nextId, putAudit, REVERT } from '../../store/records.ts'
import { readHeads, readNextOrdinal, readRetiredId, readRevisions, readRow } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { Aside, Switch } from '../../store/txn.ts'
import type { App } from '../app.ts'
import { note } from '../change.ts'
import { createRawRows, domainRow, hexOf } from '../import/raw-row.ts'
import { revealStaged } from '../import/reveal-staged.ts'
import { Refused } from '../refused.ts'
import { layersOf, nextTurn, rowsWithRevisions } from './read-log.ts'

interface RevertRequest {
  readonly filter: RevisionFilter
  /** The person who reverts; null: the command line. */
  readonly byId: number | null
  /** True: also reverts work that others approved, which only an admin may do. */
  readonly takesApproved: boolean
  readonly asked: AuditEntry['details']
  readonly isDryRun: boolean
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
  readonly onRow: (row: RevertedRow) => void
}

export interface RevertedRow {
  readonly rowId: string
  readonly layer: Layer
  readonly change: 'restored' | 'withdrawn' | LeftAlone
  /** The text before the revert; empty if the layer had none. */
  readonly before: string
  /** The text after the revert; null: the layer has none then, or is left alone. */
  readonly after: string | null
}

interface Pass {
  readonly app: App
  readonly request: RevertRequest
  readonly rules: RevertRules
  readonly isInvalid: (row: Row, text: string) => boolean
  readonly tell: (row: RevertedRow) => void
}

/** What the report says of a layer that is reverted to the revision `stood`. */
const changeOf = (rowId: string, layer: Layer, before: string, stood: Revision | null): RevertedRow =>
  stood === null || isWithdrawal(stood)
    ? { rowId, layer, change: 'withdrawn', before, after: null }
    : { rowId, layer, change: 'restored', before, after: stood.text }

type How = Parameters<typeof restoring>[2]

/**
 * Makes the texts of a revert visible (../import/reveal-staged.ts). A row that somebody wrote to after it was decided about is decided
 * again.
 */
const revealReverted = (pass: Pass, txn: Switch, how: How): Promise<void> =>
  revealStaged(txn, {
    onRevealed(staged, heads, { id }) {
      for (const layer of LAYERS)
        if (staged.behind(heads, layer).length > 0)
          pass.tell(changeOf(hexOf(id), layer, heads[layer]?.text ?? '', staged.planned[layer]))
    },
    onOvertaken: (staged) => decideAgain(pass, txn, staged, how),
  })

function decideAgain(pass: Pass, txn: Switch, staged: StagedRow, how: How): void {
  const { ordinal } = staged
  const toldBefore = LAYERS.filter((layer) => !staged.brings(how.via, layer))
  staged.drop(txn)
  const row = readRow(txn.db, txn.store.files, ordinal)
  if (row === null) return
  let heads: Heads = readHeads(txn.db, ordinal)
  for (const layer of layersOf(pass.request.filter)) {
    const revisions: readonly Revision[] = readRevisions(txn.db, ordinal, layer)
    const decision = decideRevert(revisions, pass.rules)
    if (decision === null) continue
    const { head } = decision
    if (decision.kind === 'left') {
      // This layer was reported already, as one that is left alone.
      if (toldBefore.includes(layer)) continue
      pass.tell({ rowId: row.rowId, layer, change: decision.reason, before: head.text, after: null })
      continue
    }
    const said = restoring(decision.stood, row, how)
    heads = appendRevision(txn, row, heads, layer, said, pass.isInvalid(row, said.text))
    pass.tell(changeOf(row.rowId, layer, head.text, decision.stood))
  }
}

export interface RevertReport {
  /** The number by which this revert can be reverted; null if nothing was written. */
  readonly number: number | null
  readonly restored: number
  /** How many layers had no text before the work, and have none again. */
  readonly withdrawn: number
  readonly left: Readonly<Record<LeftAlone, number>>
}

export async function revertRevisions(app: App, request: RevertRequest): Promise<RevertReport> {
  const { markup } = app.rules.now().gate
  const counts = {
    restored: 0,
    withdrawn: 0,
    left: Object.fromEntries(LEFT_ALONE.map((why) => [why, 0])) as Record<LeftAlone, number>,
  }
  const pass: Pass = {
    app,
    request,
    rules: { ...request, isAdmin: isAdmin(app.store.main, request.byId) },
    isInvalid: (row, text) => breaksMarkup(sourceTextOf(row), text, markup),
    tell(row) {
      if (row.change === 'restored' || row.change === 'withdrawn') counts[row.change]++
      else counts.left[row.change]++
      request.onRow(row)
    },
  }
  assertMayRevert(app.store.main, request)
  if (request.isDryRun) {
    for (const _ of decided(pass, app.store.main)) await nextTurn(request.signal)
    return { number: null, ...counts }
  }
  const number = await note(app, (txn) => nextId(txn, REVERT))
  const how = { via: viaRevert(number), byId: request.byId }
  const prepare = async (aside: Aside): Promise<number> => {
    let staged = 0
    for (const rows of decided(pass, aside.db)) {
      for (const { row, back } of rows) {
        let heads = readHeads(aside.db, row.ordinal)
        for (const { layer, stood } of back) {
          const said = restoring(stood, row, how)
          heads = appendAside(aside, row.ordinal, heads, layer, said, pass.isInvalid(row, said.text))
        }
        staged += back.length
      }
      if (aside.isFull) await aside.flush()
      await aside.breathe()
    }
    return staged
  }
  const isDone = await writeAside(
    app.store,
    { isDryRun: false, signal: request.signal, assertMay: (db) => assertMayRevert(db, request) },
    prepare,
    async (txn, staged) => {
      if (staged === 0) return false
      if (app.rules.now().gate.markup !== markup) throw new Refused({ code: 'captions_overtaken' })
      await revealReverted(pass, txn, how)
      const { restored, withdrawn, left } = counts
      const details = { ...request.asked, restored, withdrawn, ...left }
      putAudit(txn, { userId: request.byId, action: 'text.revert', subject: how.via, details })
      return true
    },
  )
  return { number: isDone ? number : null, ...counts }
}

const isAdmin = (db: Database, byId: number | null): boolean =>
  byId === null || isRoleAtLeast(readUser(db, byId)?.role ?? 'translator', 'admin')

function assertMayRevert(db: Database, { byId, takesApproved }: RevertRequest): void {
  if (byId === null) return
  const user = readUser(db, byId)
  const name = user?.name ?? 'this person'
  if (user?.state !== 'active' || !hasPermission(user.role, 'review_translation'))
    throw new Refused({ code: 'may_not_revert', name })
  if (takesApproved && !isRoleAtLeast(user.role, 'admin')) throw new Refused({ code: 'may_not_revert_approved', name })
}

interface DecidedRow {
  readonly row: Row
  readonly back: readonly { readonly layer: Layer; readonly stood: Revision | null }[]
}

/** The rows to change, in lists. The others, and in a dry run all rows, are reported here. */
function* decided(pass: Pass, db: Database): Generator<readonly DecidedRow[]> {
  const { request, rules } = pass
  const total = readNextOrdinal(db) - 1
  const rawRowOf = createRawRows(db)
  for (const piece of rowsWithRevisions(db, request.filter)) {
    const rows: DecidedRow[] = []
    for (const { ordinal, revisions } of piece) {
      const decisions = layersOf(request.filter).flatMap((layer) => {
        const decision = decideRevert(revisions[layer], rules)
        return decision === null ? [] : [{ layer, decision }]
      })
      if (decisions.length === 0) continue
      const raw = rawRowOf(ordinal)
      const row = raw === null ? null : domainRow(ordinal, raw.row)
      const back: { layer: Layer; stood: Revision | null }[] = []
      for (const { layer, decision } of decisions) {
        const before = decision.head.text
        const left = row === null ? 'not_in_game' : decision.kind === 'left' ? decision.reason : null
        const rowId = row?.rowId ?? readRetiredId(db, ordinal)?.toString('hex') ?? ''
        if (left !== null) pass.tell({ rowId, layer, change: left, before, after: null })
        else if (decision.kind === 'restore') {
          if (request.isDryRun) pass.tell(changeOf(rowId, layer, before, decision.stood))
          back.push({ layer, stood: decision.stood })
        }
      }
      if (row !== null && back.length > 0) rows.push({ row, back })
    }
    request.onProgress(Math.min(piece.at(-1)?.ordinal ?? 0, total), total)
    yield rows
  }
}
