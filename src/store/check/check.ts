// Reads everything in main and compares it with what it should be: records with their schemas, indexes and counters with a
// rebuild from the rows. What is derived can be rebuilt (`Findings.fixes`); what is original can only be named.
// Invariant: any sequence of writes leaves nothing to find. Memory is bounded: one chunk of rows, one bit of each kind.
// Costs about 10 µs a row and 5 µs a revision.
import { DEFAULT_SETTINGS } from '../../domain/settings.ts'
import type { CaptionPolicy } from '../../domain/text/tokens.ts'
import { Findings } from './check-findings.ts'
import { HeadsCheck } from './check-heads.ts'
import { checkKind } from './check-kinds.ts'
import { checkKeys, storedUsers } from './check-people.ts'
import { checkProposals, isProposalOf } from './check-proposals.ts'
import {
  checkAnswers,
  checkFiles,
  checkMeta,
  checkNumbered,
  checkQuotas,
  checkSettings,
  checkTables,
} from './check-records.ts'
import { checkActivity } from './check-activity.ts'
import { checkImportRows } from './check-import-rows.ts'
import { readOr } from './check-reading.ts'
import { checkReferences } from './check-references.ts'
import { SameSourceCheck } from './check-same-source.ts'
import { checkRows } from './check-rows.ts'
import { readCellCounts } from '../rows/cells.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, type MainTable } from '../keyspace.ts'
import { INVITES } from '../records/invites.ts'
import type { Kind } from '../records/kind.ts'
import { USERS } from '../records/people.ts'
import { SAVED_FILTERS } from '../records/saved-filters.ts'
import { SESSIONS } from '../records/sessions.ts'
import { COMMENTS } from '../records/team/comments.ts'

export interface CheckStep {
  readonly part: 'rows' | 'references' | 'proposals' | 'records'
  readonly done: number
  /** Null: not known beforehand. */
  readonly total: number | null
}

interface Visit {
  readonly db: Database
  readonly findings: Findings
  /** The people that are stored. */
  readonly users: ReadonlySet<number>
  readonly lastTimeMs: number
}

/** Checks a table, and those that are read with it. */
type Rule = ((visit: Visit) => Iterable<CheckStep> | void) | { readonly readWith: MainTable } | { readonly why: string }

const kind =
  <T>(declared: Kind<T>): Rule =>
  ({ db, findings, users }) =>
    checkKind(db, findings, declared, users)

/** By table, in the order in which they are checked: what a rule stands on is checked before it. */
const RULES = {
  user: kind(USERS),
  user_by_name: { readWith: 'user' },
  key: ({ db, findings, users }) => checkKeys(db, findings, users),
  key_by_digest: { readWith: 'key' },
  key_by_user: { readWith: 'key' },
  session: kind(SESSIONS),
  session_by_user: { readWith: 'session' },
  saved_filter: kind(SAVED_FILTERS),
  setting: ({ db, findings }) => checkSettings(db, findings),
  glossary: ({ db, findings }) => checkNumbered(db, findings),
  import: { readWith: 'glossary' },
  audit: { readWith: 'glossary' },
  export_digest: { readWith: 'glossary' },
  old_source: { readWith: 'glossary' },
  import_rows: ({ db, findings }) => checkImportRows(db, findings),
  activity: ({ db, findings, users }) => checkActivity(db, findings, users),
  act_of_person: { readWith: 'activity' },
  comment: kind(COMMENTS),
  comment_by_row: { readWith: 'comment' },
  comment_mention: { readWith: 'comment' },
  invite: kind(INVITES),
  meta: ({ db, findings }) => checkMeta(db, findings),
  aside: { why: 'its values are read where their marks stand, and what a killed import left there is nobody’s' },
  file: allRows,
  row: { readWith: 'file' },
  retired: { readWith: 'file' },
  row_by_id: { readWith: 'file' },
  cell: { readWith: 'file' },
  changed_at: { readWith: 'file' },
  changed: { readWith: 'file' },
  head: { readWith: 'file' },
  revision: { readWith: 'file' },
  same_source: { readWith: 'file' },
  reference: references,
  proposal: proposals,
  proposal_by_row: { readWith: 'proposal' },
  proposal_by_status: { readWith: 'proposal' },
  proposal_by_author: { readWith: 'proposal' },
  proposal_pending: { readWith: 'proposal' },
  idempotency: ({ db, findings, lastTimeMs }) => checkAnswers(db, findings, lastTimeMs),
  idempotency_expiry: { readWith: 'idempotency' },
  quota: ({ db, findings, users, lastTimeMs }) => checkQuotas(db, findings, users, lastTimeMs),
  answer_bytes: { readWith: 'quota' },
} as const satisfies Readonly<Record<MainTable, Rule>>

/** Checks a view of main step by step; its caller decides when to breathe. All findings go into `findings`. */
export function* checkSteps(db: Database, findings: Findings): Generator<CheckStep> {
  const lastTimeMs = readOr(db, keyOf('meta', 'last_time'), 0)
  const visit = { db, findings, users: storedUsers(db), lastTimeMs }
  for (const rule of Object.values<Rule>(RULES)) if (typeof rule === 'function') yield* rule(visit) ?? []
  yield { part: 'records', done: 1, total: null }
}

const rowsIn = (db: Database): number => readCellCounts(db).reduce((sum, count) => sum + count, 0)

/** Rows with all that is derived of them, behind the names of their files. */
function* allRows({ db, findings, users, lastTimeMs }: Visit): Generator<CheckStep> {
  checkTables(db, findings)
  const files = checkFiles(db, findings)
  yield { part: 'records', done: 0, total: null }
  const total = rowsIn(db)
  const policy = readOr<CaptionPolicy>(db, keyOf('setting', 'caption_policy'), DEFAULT_SETTINGS.caption_policy)
  const named = {
    isUser: (id: number) => users.has(id),
    isProposalOf: (id: number, ordinal: number) => isProposalOf(db, id, ordinal),
  }
  const heads = new HeadsCheck(db, findings, policy, named)
  const sameSource = new SameSourceCheck(db, findings)
  for (const done of checkRows({ db, findings, heads, files, lastTimeMs, sameSource }))
    yield { part: 'rows', done, total }
}

function* references({ db, findings }: Visit): Generator<CheckStep> {
  const total = rowsIn(db)
  for (const done of checkReferences(db, findings)) yield { part: 'references', done, total }
}

function* proposals({ db, findings, users }: Visit): Generator<CheckStep> {
  for (const done of checkProposals(db, findings, users)) yield { part: 'proposals', done, total: null }
}
