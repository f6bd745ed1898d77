// Reads a person's acts on texts, newest first, with row and text: decisions, manual texts and proposals, but not machine texts.
import type { Proposal } from '../../domain/proposal.ts'
import { type Revision, sourceTextOf } from '../../domain/row.ts'
import { type ActKind, NUMBER_OF } from '../../domain/team/act.ts'
import type { Comment } from '../../domain/team/comment.ts'
import { actsOfPerson, isPlace, type KeptAct, readComment, readProposal } from '../../store/records.ts'
import { readRetiredId, readRevision, readRow } from '../../store/rows.ts'
import type { App } from '../app.ts'

export interface ShownAct {
  readonly kind: ActKind
  readonly atMs: number
  /** Null: the store has no such row. */
  readonly rowId: string | null
  /** Null: the row is not in the game. */
  readonly source: string | null
  /** Null: the revision or proposal is gone. */
  readonly text: string | null
  /** The text's author; null: not known. */
  readonly authorId: number | null
  readonly proposalId: number | null
  /** Why a proposal was rejected. */
  readonly reason: string | null
}

interface AskedActs {
  /** Times are in milliseconds; `untilMs` is excluded. */
  readonly sinceMs: number
  readonly untilMs: number
  readonly kinds: ReadonlySet<ActKind>
  /** The `next` of the previous page; empty: the newest acts. */
  readonly from: string
  readonly limit: number
}

/** A rare kind gives short pages. */
const looksMax = 5_000

export function readActs(app: App, userId: number, { from, kinds, limit, sinceMs, untilMs }: AskedActs) {
  const acts: ShownAct[] = []
  let looked = 0
  let last = ''
  for (const act of actsOfPerson(app.store.main, userId, { sinceMs, untilMs, before: isPlace(from) ? from : null })) {
    if (acts.length === limit || looked === looksMax) return { acts, next: last }
    looked++
    last = act.place
    if (kinds.has(act.kind)) acts.push(shown(app, act))
  }
  return { acts, next: null }
}

function shown({ store: { main, files } }: App, { kind, atMs, ordinal, number }: KeptAct): ShownAct {
  const row = readRow(main, files, ordinal)
  const of = NUMBER_OF[kind]
  const about: Proposal | Revision | Comment | undefined =
    of === 'proposal'
      ? readProposal(main, number)
      : of === 'comment'
        ? readComment(main, number)
        : readRevision(main, ordinal, of, number)
  const retired = row === null ? readRetiredId(main, ordinal) : null
  return {
    kind,
    atMs,
    rowId: row?.rowId ?? (retired === null ? null : Buffer.from(retired).toString('hex')),
    source: row === null ? null : sourceTextOf(row),
    text: about?.text ?? null,
    authorId: about?.authorId ?? null,
    proposalId: of === 'proposal' ? number : null,
    reason: about !== undefined && 'reason' in about ? about.reason : null,
  }
}
