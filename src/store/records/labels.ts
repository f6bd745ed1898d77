// Labels of rows and the rules that give them; rows labelled by hand are in ../rows/label-rows.ts. Rules never change
// and ids are never reused, so facets derived by a rule hold as long as it exists (derived/work-index.ts).
import { foldLabel, labelNameOf, patternsFault, RULE_FIELDS } from '../../domain/labels.ts'
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import type { Txn } from '../txn.ts'
import { allOfKind, callsItself, type NumberedKind, putNumbered, removeNumbered, upcomingId } from './kind.ts'
import * as is from './members.ts'
import { raiseGeneration } from './settings.ts'

export const LABEL = { name: 'label', number: 44, hasIds: true } as const
export const LABEL_RULE = { name: 'label_rule', number: 45, hasIds: true } as const
const LABEL_BY_NAME = { name: 'label_by_name', number: 52 } as const

const MEMBERS = {
  id: is.id,
  name: is.text,
  atMs: is.time,
  /** Who made it; null: the command line. */
  userId: is.orNull(is.id),
}
export type Label = is.RecordOf<typeof MEMBERS>

const RULE_MEMBERS = {
  id: is.id,
  labelId: is.id,
  field: is.oneOf(RULE_FIELDS),
  patterns: is.listOf(is.text),
  atMs: is.time,
  /** Who made it; null: the command line. */
  userId: is.orNull(is.id),
}
export type LabelRule = is.RecordOf<typeof RULE_MEMBERS>

export const LABELS: NumberedKind<Label> = {
  table: LABEL,
  ...is.stored<Label>(MEMBERS),
  indexes: [
    {
      table: LABEL_BY_NAME,
      entries: ({ name }) => [keyOf(LABEL_BY_NAME, foldLabel(name))],
      value: (_, key) => Buffer.from(key.subarray(1)),
      recordKey: (_, value) => keyOf(LABEL, value),
      nameOf: (entry) => entry.toString('utf8', 1),
    },
  ],
  problem: (label, key) =>
    callsItself('')(label, key) ?? (labelNameOf(label.name) === label.name ? null : `has the name ${label.name}`),
  people: ({ userId }) => (userId === null ? [] : [['was made by', userId]]),
}

export const LABEL_RULES: NumberedKind<LabelRule> = {
  table: LABEL_RULE,
  ...is.stored<LabelRule>(RULE_MEMBERS),
  problem: (rule, key) =>
    callsItself('')(rule, key) ?? (patternsFault(rule.patterns) === null ? null : 'has patterns that no rule may have'),
  people: ({ userId }) => (userId === null ? [] : [['was made by', userId]]),
}

/** Sorted by id. */
export const allLabels = (db: Database): Label[] => [...allOfKind(db, LABELS)]
/** Sorted by id. */
export const allLabelRules = (db: Database): LabelRule[] => [...allOfKind(db, LABEL_RULES)]

/** The highest id that a rule ever had; 0: no rule was ever made. */
export const lastRuleId = (db: Database): number => upcomingId(db, LABEL_RULE) - 1

export function putLabel(txn: Txn, label: Label): void {
  putNumbered(txn.db, LABELS, null, label)
  raiseGeneration(txn, 'labels')
}

export function removeLabel(txn: Txn, label: Label): void {
  removeNumbered(txn.db, LABELS, label)
  raiseGeneration(txn, 'labels')
}

export function putLabelRule(txn: Txn, rule: LabelRule): void {
  putNumbered(txn.db, LABEL_RULES, null, rule)
  raiseGeneration(txn, 'labels')
}

export function removeLabelRule(txn: Txn, rule: LabelRule): void {
  removeNumbered(txn.db, LABEL_RULES, rule)
  raiseGeneration(txn, 'labels')
}
