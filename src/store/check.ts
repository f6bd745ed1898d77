// Reads everything in main and compares it with what it should be: records with their schemas, indexes and counters with a
// rebuild from the rows. What is derived can be rebuilt (`Findings.fixes`); what is original can only be named.
// Invariant: any sequence of writes leaves nothing to find. Memory is bounded: one chunk of rows, one bit of each kind.
// Costs about 10 µs a row and 5 µs a revision.
import { DEFAULT_SETTINGS } from '../domain/settings.ts'
import type { CaptionPolicy } from '../domain/text/tokens.ts'
import { Findings } from './check-findings.ts'
import { HeadsCheck } from './check-heads.ts'
import { checkKeys, checkUsers } from './check-people.ts'
import { checkProposals, isApprovedProposal } from './check-proposals.ts'
import {
  checkAnswers,
  checkFiles,
  checkMeta,
  checkNumbered,
  checkQuotas,
  checkSessions,
  checkSettings,
  checkTables,
} from './check-records.ts'
import { readOr } from './check-reading.ts'
import { checkReferences } from './check-references.ts'
import { checkRows } from './check-rows.ts'
import { readCellCounts } from './cells.ts'
import type { Database } from './environment.ts'
import { keyOf } from './keyspace.ts'

export interface CheckStep {
  readonly part: 'rows' | 'references' | 'proposals' | 'records'
  readonly done: number
  /** Null: not known beforehand. */
  readonly total: number | null
}

/** Checks a view of main step by step; its caller decides when to breathe. All findings go into `findings`. */
export function* checkSteps(db: Database, findings: Findings): Generator<CheckStep> {
  const lastTimeMs = readOr(db, keyOf('meta', 'last_time'), 0)
  const policy = readOr<CaptionPolicy>(db, keyOf('setting', 'caption_policy'), DEFAULT_SETTINGS.caption_policy)
  const users = checkUsers(db, findings)
  checkKeys(db, findings, users)
  checkSessions(db, findings, users)
  checkSettings(db, findings)
  checkNumbered(db, findings)
  checkMeta(db, findings)
  checkTables(db, findings)
  const files = checkFiles(db, findings)
  yield { part: 'records', done: 0, total: null }

  const rows = readCellCounts(db).reduce((sum, count) => sum + count, 0)
  const references = {
    isUser: (id: number) => users.has(id),
    isApprovedProposal: (id: number, ordinal: number) => isApprovedProposal(db, id, ordinal),
  }
  const heads = new HeadsCheck(db, findings, policy, references)
  for (const done of checkRows({ db, findings, heads, files, lastTimeMs })) yield { part: 'rows', done, total: rows }
  for (const done of checkReferences(db, findings)) yield { part: 'references', done, total: rows }
  for (const done of checkProposals(db, findings, users)) yield { part: 'proposals', done, total: null }
  checkAnswers(db, findings, lastTimeMs)
  checkQuotas(db, findings, users, lastTimeMs)
  yield { part: 'records', done: 1, total: null }
}
