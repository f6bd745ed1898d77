// Checks the whole main database: compares records with their schemas, and indexes and counters with a rebuild from the
// rows. Derived data can be rebuilt (`Findings.fixes`), original data only reported. Invariant: after any sequence of
// writes there are no findings. Memory holds little more than a chunk of rows. Costs about 10 µs a row and 5 µs a
// revision.
import { markupOf } from '../domain/profile.ts'
import { DEFAULT_SETTINGS, type SettingName, type Settings } from '../domain/settings.ts'
import type { Database } from './file/environment.ts'
import { type AnyTable, type MainTable, tableName } from './file/keyspace.ts'
import { EVENTS } from './records/events.ts'
import type { Kind } from './records/kind.ts'
import { KINDS } from './records/kinds.ts'
import { LABEL_RULES } from './records/labels.ts'
import { KEYS } from './records/people-and-keys.ts'
import { PROPOSALS } from './records/proposals.ts'
import { readSetting } from './records/settings.ts'
import { WEBHOOK_PLACES, WEBHOOKS } from './records/webhooks.ts'
import { readCellCounts } from './rows/cells.ts'
import { lastTimeIn } from './view.ts'
import {
  type Beside,
  checkActs,
  checkDays,
  checkFiles,
  checkImportRows,
  checkKind,
  checkLabelRows,
  checkMeta,
  checkTables,
  eventsInOrder,
  isProposalOf,
  keysPerPerson,
  placeOfWebhook,
  proposalsOfRows,
  rulesOfLabels,
  storedUsers,
  webhookOfPlace,
} from './check/check-records.ts'
import type { Findings, Visit } from './check/check-findings.ts'
import { HeadsCheck } from './check/check-heads.ts'
import { checkPairRows, checkRows } from './check/check-rows.ts'
import { readOr } from './check/check-reading.ts'
import { checkOfficial, checkReferences } from './check/check-references.ts'
import { SameSourceCheck } from './check/check-same-source.ts'

export { type Disagreement, Findings } from './check/check-findings.ts'
export { removeUnread } from './check/check-records.ts'
export { repairTimes } from './check/repair-times.ts'

export { fileDamage } from './file/page-walk.ts'

export interface CheckStep {
  readonly part: 'rows' | 'references' | 'records'
  readonly done: number
  readonly total: number | null
}

/** For some kinds, the checks that a declaration can't express, because they need other records or rows. */
const BESIDE = new Map<Kind<unknown>, (visit: Visit) => Beside<unknown>>([
  [KEYS, keysPerPerson],
  [PROPOSALS, proposalsOfRows],
  [EVENTS, eventsInOrder],
  [WEBHOOKS, placeOfWebhook],
  [WEBHOOK_PLACES, webhookOfPlace],
  [LABEL_RULES, rulesOfLabels],
])

/** How a table is checked: by a function, together with another table, or not at all, and why. */
type Rule = ((visit: Visit) => Iterable<CheckStep> | void) | { readonly readWith: MainTable } | { readonly why: string }

/** Tables without a kind, in the order of checking: a rule comes after those it depends on. */
const RULES = {
  import_rows: checkImportRows,
  act_of_person: checkActs,
  label_rows: checkLabelRows,
  meta: checkMeta,
  aside: { why: 'its values are read where their pointers stand, and what a killed import left there is nobody’s' },
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
  source_moves: { readWith: 'file' },
  reference: references(checkReferences),
  official: references(checkOfficial),
  pair_row: checkPairRows,
  quota: (visit) => checkDays(visit, 'quota'),
  answer_bytes: (visit) => checkDays(visit, 'answer_bytes'),
} as const satisfies Readonly<Record<MainTable, Rule>>

/** Checks everything. It yields between steps, so that other work can run. */
export function* checkSteps(db: Database, findings: Findings): Generator<CheckStep> {
  const visit = visitOf(db, findings)
  yield* allRecords(visit)
  for (const [table, rule] of Object.entries<Rule>(RULES))
    if (typeof rule === 'function') yield* toItsEnd(findings, table as MainTable, () => rule(visit) ?? [])
  yield { part: 'records', done: 1, total: null }
}

/** The part whose cost does not depend on the rows: records of kinds with their indexes, and counters. */
export function* checkRecords(db: Database, findings: Findings): Generator<CheckStep> {
  const visit = visitOf(db, findings)
  yield* allRecords(visit)
  checkMeta(visit)
}

function visitOf(db: Database, findings: Findings): Visit {
  return { db, findings, users: storedUsers(db), lastTimeMs: readOr(() => lastTimeIn(db), 0) }
}

function* allRecords(visit: Visit): Generator<CheckStep> {
  for (const kind of KINDS) yield* toItsEnd(visit.findings, kind.table, () => records(visit, kind))
}

function* records(visit: Visit, kind: Kind<unknown>): Generator<CheckStep> {
  for (const done of checkKind(visit, kind, BESIDE.get(kind)?.(visit) ?? null))
    yield { part: 'records', done, total: null }
}

/** Runs a rule. A truncated key in the table ends its check, and is reported. */
function* toItsEnd(findings: Findings, table: AnyTable, rule: () => Iterable<CheckStep>): Generator<CheckStep> {
  try {
    yield* rule()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    findings.damaged.add(tableName(table))
    findings.add(
      table,
      'one of its entries',
      `can't be read (${error.message}); what comes behind it was not looked at`,
    )
  }
}

export const rowsIn = (db: Database): number => readCellCounts(db).reduce((sum, count) => sum + count, 0)

function* allRows({ db, findings, users, lastTimeMs }: Visit): Generator<CheckStep> {
  checkTables(db, findings)
  const files = checkFiles(db, findings)
  yield { part: 'records', done: 0, total: null }
  const total = rowsIn(db)
  const setting = <Name extends SettingName>(name: Name): Settings[Name] =>
    readOr(() => readSetting(db, name), DEFAULT_SETTINGS[name])
  const policy = markupOf({
    profile: setting('profile'),
    caption_policy: setting('caption_policy'),
    markup: setting('markup'),
    tokens: setting('tokens'),
  })
  const named = {
    isUser: (id: number) => users.has(id),
    isProposalOf: (id: number, ordinal: number) => isProposalOf(db, id, ordinal),
  }
  const heads = new HeadsCheck(db, findings, policy, named)
  const sameSource = new SameSourceCheck(db, findings)
  for (const done of checkRows({ db, findings, heads, files, lastTimeMs, sameSource }))
    yield { part: 'rows', done, total }
}

function references(check: typeof checkReferences): (visit: Visit) => Generator<CheckStep> {
  return function* ({ db, findings }) {
    const total = rowsIn(db)
    for (const done of check(db, findings)) yield { part: 'references', done, total }
  }
}
