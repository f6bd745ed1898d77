// Labels of rows and the rules that give them; rows labelled by hand are in ../rows/label-rows.ts. Rules never change
// and ids are never reused, so facets derived by a rule hold as long as it exists (derived/work-index.ts).
import { foldLabel, labelNameOf, patternsFault, RULE_FIELDS, type RuleText } from '../../domain/labels.ts'
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import { asList } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { allOfKind, callsItself, type NumberedKind, piecesOf, putNumbered, removeNumbered, upcomingId } from './kind.ts'
import { raiseGeneration } from './settings.ts'

export const LABEL = { name: 'label', number: 44, hasIds: true } as const
export const LABEL_RULE = { name: 'label_rule', number: 45, hasIds: true } as const
const LABEL_BY_NAME = { name: 'label_by_name', number: 52 } as const

export interface Label {
  readonly id: number
  readonly name: string
  readonly atMs: number
  /** Who made it; null: the command line. */
  readonly userId: number | null
}

export interface LabelRule extends RuleText {
  readonly id: number
  readonly labelId: number
  readonly atMs: number
  /** Who made it; null: the command line. */
  readonly userId: number | null
}

export const LABELS: NumberedKind<Label> = {
  table: LABEL,
  form: asList<Label>({ id: 0, name: 1, atMs: 2, userId: 3 }),
  shape: (zod) => {
    const { id, timeMs } = piecesOf(zod)
    return zod.strictObject({ id, name: zod.string(), atMs: timeMs, userId: id.nullable() })
  },
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
  form: asList<LabelRule>({ id: 0, labelId: 1, field: 2, patterns: 3, atMs: 4, userId: 5 }),
  shape: (zod) => {
    const { id, timeMs } = piecesOf(zod)
    return zod.strictObject({
      id,
      labelId: id,
      field: zod.enum(RULE_FIELDS),
      patterns: zod.array(zod.string()),
      atMs: timeMs,
      userId: id.nullable(),
    })
  },
  indexes: [],
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
