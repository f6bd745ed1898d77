// What one person did to texts by hand, newest first, each with its row and the text it was about: decisions, own texts and
// proposals. Machine texts are not among them; the feed counts those.
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
  /** Null: of a row that the store does not know. */
  readonly rowId: string | null
  /** Null: the row is not in the game now. */
  readonly source: string | null
  /** Null: what it was about is gone. */
  readonly text: string | null
  /** Whose text it was; null: nobody's known. */
  readonly authorId: number | null
  readonly proposalId: number | null
  /** Why a proposal was rejected. */
  readonly reason: string | null
}

interface AskedActs {
  /** From this time on and before the other, in milliseconds. */
  readonly sinceMs: number
  readonly untilMs: number
  readonly kinds: ReadonlySet<ActKind>
  /** Where the page begins, as `next` says; empty: with the newest. */
  readonly from: string
  readonly limit: number
}

interface ActPage {
  readonly acts: readonly ShownAct[]
  readonly next: string | null
}

/** A rare kind gives short pages, never slow ones. */
const looksMax = 5_000

/** A page of a person's acts. */
export function readActs(app: App, userId: number, { from, kinds, limit, sinceMs, untilMs }: AskedActs): ActPage {
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
