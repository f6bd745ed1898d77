// One act on all rows of a list: a decision about their texts, or words replaced in them. A rehearsal judges each row and writes
// nothing; each row is judged again when it is done, and one that changed since the rehearsal stays as it is.
import type { Turn } from '../../base/turn.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import type { Finding } from '../../domain/finding.ts'
import type { MachineMark } from '../../domain/decide-review.ts'
import { isForeignApproval } from '../../domain/decide-write.ts'
import { type Head, type Heads, isStale, type Row } from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { gateOf } from '../rows/read-proposal.ts'
import {
  confirmTranslation,
  type HeadRefusal,
  judgeConfirm,
  judgeMark,
  markMachineHead,
} from '../writes/decide-head.ts'
import { type EditRefusal, editTranslation } from '../writes/edit-translation.ts'

export type ManyAct =
  | { readonly kind: MachineMark | 'fits' }
  | { readonly kind: 'replaced'; readonly find: string; readonly by: string }

/** A row that the act is about. */
export interface Meant {
  readonly row: Row
  readonly head: Head
  readonly layer: Layer
  /** The text that the row would have. */
  readonly text: string
}

export type ManyRefusal =
  | HeadRefusal
  | EditRefusal
  | { readonly code: 'replaced_gate'; readonly errors: readonly Finding[] }
  | { readonly code: 'foreign_text' | 'changed_since' }

type Answer = Result<{ readonly rowId: string; readonly layer: Layer; readonly seq: number }, ManyRefusal>

/** The most texts that one act changes. Done again, it changes the next ones. */
export const textsAtOnceMax = 2_000
const rowsPerPage = 1_000

/** Null: the act is not about this row. */
function meantOf(row: Row, { manual, machine }: Heads, act: ManyAct): Meant | null {
  if (act.kind === 'replaced') {
    if (manual === null || !manual.text.includes(act.find)) return null
    const text = manual.text.replaceAll(act.find, () => act.by)
    return text === manual.text ? null : { row, head: manual, layer: 'manual', text }
  }
  if (act.kind === 'fits')
    return manual !== null && isStale(manual, row.sourceHash)
      ? { row, head: manual, layer: 'manual', text: manual.text }
      : null
  return manual === null && machine !== null && (machine.status !== act.kind || isStale(machine, row.sourceHash))
    ? { row, head: machine, layer: 'machine', text: machine.text }
    : null
}

/** In turns: also rows that the act is not about take time. */
export async function* meantRows({ store }: App, rows: RowSet, act: ManyAct, turn: Turn): AsyncGenerator<Meant> {
  for (let after = 0, page = rows.after(after, rowsPerPage); page.length > 0; page = rows.after(after, rowsPerPage)) {
    for (const ordinal of page) {
      if (turn.isOver) await turn.next()
      const row = readRow(store.main, store.files, ordinal)
      const meant = row === null || row.isServiceRow ? null : meantOf(row, readHeads(store.main, ordinal), act)
      if (meant !== null) yield meant
    }
    after = page.at(-1) as number
  }
}

const seenOf = ({ row: { rowId, sourceHash }, head: { seq } }: Meant) => ({ rowId, seen: { seq, sourceHash } })

/** What would become of the row; null: it would be done. */
function rehearse(app: App, { user }: Actor, meant: Meant, act: ManyAct): ManyRefusal | null {
  const { row, head, text } = meant
  if (act.kind === 'replaced') {
    if (isForeignApproval(head, user.id)) return { code: 'foreign_text' }
    const { errors } = gateOf(app, row, text)
    return errors.length > 0 ? { code: 'replaced_gate', errors } : null
  }
  const judged =
    act.kind === 'fits'
      ? judgeConfirm(app, app.store.main, user, seenOf(meant))
      : judgeMark(app, app.store.main, user, { ...seenOf(meant), mark: act.kind })
  return judged.ok ? null : judged.refusal
}

/** `rehearsedAtMs`: a text that came later was not counted, and is left alone. */
export async function doOne(
  app: App,
  actor: Actor,
  meant: Meant,
  act: ManyAct,
  rehearsedAtMs: number,
): Promise<Answer> {
  const { row, head, layer, text } = meant
  const { rowId, sourceHash } = row
  if (head.createdAtMs > rehearsedAtMs) return refuse({ code: 'changed_since' })
  if (act.kind === 'replaced') {
    const refusal = rehearse(app, actor, meant, act)
    if (refusal !== null) return refuse(refusal)
    const edited = await editTranslation(app, actor, { rowId, text, sourceHash, seenSeq: head.seq })
    return edited.ok ? ok({ rowId, layer, seq: head.seq + 1 }) : edited
  }
  const done =
    act.kind === 'fits'
      ? await confirmTranslation(app, actor, seenOf(meant))
      : await markMachineHead(app, actor, { ...seenOf(meant), mark: act.kind })
  return done.ok ? ok({ rowId, layer, seq: head.seq + 1 }) : refuse(done.refusal)
}

interface Rehearsal {
  readonly done: readonly Meant[]
  readonly left: readonly ManyRefusal[]
}

export async function rehearseAll(app: App, actor: Actor, rows: RowSet, act: ManyAct, turn: Turn): Promise<Rehearsal> {
  const done: Meant[] = []
  const left: ManyRefusal[] = []
  for await (const meant of meantRows(app, rows, act, turn)) {
    const refusal = rehearse(app, actor, meant, act)
    if (refusal !== null) left.push(refusal)
    else if (done.push(meant) === textsAtOnceMax) break
  }
  return { done, left }
}
