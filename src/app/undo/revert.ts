// Takes back any amount of work (docs/operations.md#taking-work-back). One transaction reveals the restored texts with
// the audit's entry, so an interrupted revert changes nothing.
import { hasPermission, isRoleAtLeast } from '../../domain/access.ts'
import { type Revision, type Row, sourceTextOf } from '../../domain/row.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import { decideRevert, LEFT_ALONE, type LeftAlone } from '../../domain/undo/decide-revert.ts'
import { restoring } from '../../domain/undo/restored.ts'
import { viaRevert } from '../../domain/revision.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { appendAside, writeAside } from '../../store/change-rows.ts'
import type { Database } from '../../store/store.ts'
import { nextId, putAudit, REVERT } from '../../store/records.ts'
import { readUser } from '../../store/people.ts'
import { readHeads, readNextOrdinal, readRetiredId } from '../../store/rows.ts'
import type { Aside } from '../../store/txn.ts'
import type { App } from '../app.ts'
import { note } from '../change.ts'
import { createRawRows, domainRow } from '../import/raw-row.ts'
import { Refused } from '../refused.ts'
import { nextTurn } from './read-log.ts'
import { revealReverted } from './reveal-reverted.ts'
import { changeOf, type Pass, type RevertRequest } from './revert-pass.ts'
import { layersOf, rowsWithRevisions } from './rows-with-revisions.ts'

export interface RevertReport {
  /** The number for another revert; null if nothing was written. */
  readonly number: number | null
  readonly restored: number
  /** Layers that were empty before the work and are empty again. */
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
    rules: request,
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
    await aside.flush()
    return staged
  }
  const isDone = await writeAside(
    app.store,
    { isDryRun: false, signal: request.signal },
    prepare,
    async (txn, staged) => {
      assertMayRevert(txn.db, request)
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

/** The rows to change; reports the others (in a dry run all rows). */
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
