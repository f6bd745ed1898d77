// One act on all rows of a list: a decision about their texts, words replaced in them, or a term's translation put in the place of
// another. A rehearsal judges each row and writes nothing; each row is judged again when it is done, and one that changed since the
// rehearsal stays as it is.
import type { Turn } from '../../base/turn.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import type { Finding } from '../../domain/finding.ts'
import type { MachineMark } from '../../domain/decide-review.ts'
import { isForeignApproval } from '../../domain/decide-write.ts'
import { type Head, type Heads, isStale, type Row } from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import { foldTerm } from '../../domain/checks/glossary-units.ts'
import { createRename, type Rename } from '../../../packages/language/src/renamer.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { settingsOf } from '../rules.ts'
import { listTerms } from '../upkeep/read-glossary.ts'
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
  /** A row whose manual text has no form of the words gets its machine text changed. `term`: the words of the source. */
  | { readonly kind: 'renamed'; readonly find: string; readonly by: string; readonly term: string | null }

/** A row that the act is about. */
export interface Meant {
  readonly row: Row
  readonly head: Head
  readonly layer: Layer
  /** The text that the row would have; null: it cannot be told. */
  readonly text: string | null
}

export type ManyRefusal =
  | HeadRefusal
  | EditRefusal
  | { readonly code: 'replaced_gate'; readonly errors: readonly Finding[] }
  | { readonly code: 'foreign_text' | 'changed_since' | 'unclear_form' | 'of_old_source' }

type Answer = Result<{ readonly rowId: string; readonly layer: Layer; readonly seq: number }, ManyRefusal>

/** The most texts that one act changes. If it is done again, it changes the next ones. */
export const textsAtOnceMax = 2_000
const rowsPerPage = 1_000

/** What the act would do to this row; null: the act is not about this row. */
function meantOf(row: Row, { manual, machine }: Heads, act: ManyAct, rename: Rename): Meant | null {
  if (act.kind === 'renamed')
    return renamedOf(row, manual, 'manual', rename) ?? renamedOf(row, machine, 'machine', rename)
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

function renamedOf(row: Row, head: Head | null, layer: Layer, rename: Rename): Meant | null {
  const renamed = head === null ? null : rename(head.text)
  return head === null || renamed === null ? null : { row, head, layer, text: renamed.text }
}

const NO_RENAME: Rename = () => null

/** How the act renames: the forms of words come from the term as it is in the glossary now. */
function renameOf(app: App, act: ManyAct): Rename {
  if (act.kind !== 'renamed') return NO_RENAME
  const entry = listTerms(app).find(({ source }) => foldTerm(source) === foldTerm(act.term ?? ''))
  const { forms: written = [], facts = {} } = entry ?? {}
  return createRename({ from: act.find, to: act.by, language: settingsOf(app).target_language, facts, written })
}

/** The rows of the list that the act is about. Works in turns, because passing the other rows takes time, too. */
export async function* meantRows(app: App, rows: RowSet, act: ManyAct, turn: Turn): AsyncGenerator<Meant> {
  const { store } = app
  const rename = renameOf(app, act)
  for (let after = 0, page = rows.after(after, rowsPerPage); page.length > 0; page = rows.after(after, rowsPerPage)) {
    for (const ordinal of page) {
      if (turn.isOver) await turn.next()
      const row = readRow(store.main, store.files, ordinal)
      const meant = row === null || row.isServiceRow ? null : meantOf(row, readHeads(store.main, ordinal), act, rename)
      if (meant !== null) yield meant
    }
    after = page.at(-1) as number
  }
}

const seenOf = ({ row: { rowId, sourceHash }, head: { seq } }: Meant) => ({ rowId, seen: { seq, sourceHash } })

/** Why the act would be refused for the row; null: it would be done. */
function rehearse(app: App, { user }: Actor, meant: Meant, act: ManyAct): ManyRefusal | null {
  const { row, head, text } = meant
  if (act.kind === 'replaced' || act.kind === 'renamed') {
    if (text === null) return { code: 'unclear_form' }
    if (act.kind === 'renamed' && isStale(head, row.sourceHash)) return { code: 'of_old_source' }
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

/** Does the act for one row. `rehearsedAtMs`: a text that is newer than the rehearsal was not counted there, and is left alone. */
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
  if (act.kind === 'replaced' || act.kind === 'renamed') {
    const refusal = rehearse(app, actor, meant, act)
    if (refusal !== null || text === null) return refuse(refusal ?? { code: 'unclear_form' })
    const { origin, provider, model } = head
    const of = layer === 'machine' ? { machine: { origin, provider, model } } : {}
    const edited = await editTranslation(app, actor, { rowId, text, sourceHash, seenSeq: head.seq, ...of })
    return edited.ok ? ok({ rowId, layer, seq: head.seq + 1 }) : edited
  }
  const done =
    act.kind === 'fits'
      ? await confirmTranslation(app, actor, seenOf(meant))
      : await markMachineHead(app, actor, { ...seenOf(meant), mark: act.kind })
  return done.ok ? ok({ rowId, layer, seq: head.seq + 1 }) : refuse(done.refusal)
}

export async function rehearseAll(app: App, actor: Actor, rows: RowSet, act: ManyAct, turn: Turn) {
  const done: Meant[] = []
  const left: ManyRefusal[] = []
  for await (const meant of meantRows(app, rows, act, turn)) {
    const refusal = rehearse(app, actor, meant, act)
    if (refusal !== null) left.push(refusal)
    else if (done.push(meant) === textsAtOnceMax) break
  }
  return { done, left }
}
