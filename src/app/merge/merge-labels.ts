// Merges the labels of a file into those of this store (docs/merging.md#labels): labels by folded name, rules by field
// and patterns, rows by id. The result is a union, the same in any order; a row that got a label by hand on one side
// and lost it on the other keeps it.
import { foldLabel, type RuleText } from '../../domain/labels.ts'
import { labelRulesMax, labelsMax } from '../../domain/limits.ts'
import { andNotPiece, andPiece, countRows, newPiece, orPiece, type Piece } from '../../domain/work/row-set.ts'
import {
  allLabelRules,
  allLabels,
  type Hand,
  LABEL,
  LABEL_RULE,
  nextId,
  putLabel,
  putLabelRows,
  putLabelRule,
  readLabelRows,
} from '../../store/records.ts'
import type { Database } from '../../store/store.ts'
import type { Switch } from '../../store/txn.ts'
import { Refused } from '../refused.ts'
import { type FileLabel, type FileLabels, ordinalsIn } from './label-lines.ts'

/** Counts with the names of a merge's report. A row counts once for each label. */
export interface LabelCounts {
  readonly labelsAdded: number
  readonly labelRulesAdded: number
  readonly labelRowsChanged: number
  /** Rows to which people gave the label in one store, and from which they took it in the other. */
  readonly labelConflicts: number
  /** Rows of the file that this store never had. */
  readonly labelRowsUnknown: number
}

export interface LabelTrial {
  readonly counts: LabelCounts
  /** Names of the people who made the new labels and rules. */
  readonly names: readonly string[]
}

/** Plans which labels and rules are new here. Throws Refused if there would be too many of either. */
function planLabels(db: Database, file: FileLabels) {
  const known = new Map(allLabels(db).map(({ id, name }) => [foldLabel(name), id]))
  const stored = allLabelRules(db)
  const planned = Array.from(file.all, (label) => {
    const id = known.get(foldLabel(label.label)) ?? null
    const here = new Set(stored.filter(({ labelId }) => labelId === id).map(contentOf))
    return { id, label, rules: label.rules.filter((rule) => !here.has(contentOf(rule)) && here.add(contentOf(rule))) }
  })
  const labels = known.size + planned.filter(({ id }) => id === null).length
  const rules = planned.reduce((sum, each) => sum + each.rules.length, stored.length)
  if (labels <= labelsMax && rules <= labelRulesMax) return planned
  throw new Refused({ code: 'merge_too_many_labels', labels, rules, labelsMax, rulesMax: labelRulesMax })
}

const contentOf = ({ field, patterns }: RuleText): string => JSON.stringify([field, patterns.toSorted()])

export function tryLabels(
  db: Database,
  file: FileLabels,
  onConflict: (label: string, ordinal: number) => void = () => undefined,
): LabelTrial {
  const names: (string | null)[] = []
  let [added, rulesAdded, rowsChanged, conflicts] = [0, 0, 0, 0]
  for (const { id, label, rules } of planLabels(db, file)) {
    if (id === null) {
      added++
      names.push(label.by)
    }
    names.push(...rules.map(({ by }) => by))
    rulesAdded += rules.length
    for (const { number, changed, contested } of rowsOf(db, id, label)) {
      rowsChanged += changed
      conflicts += sizeOf(contested)
      if (contested !== null) for (const ordinal of ordinalsIn(number, contested)) onConflict(label.label, ordinal)
    }
  }
  const counts = {
    labelsAdded: added,
    labelRulesAdded: rulesAdded,
    labelRowsChanged: rowsChanged,
    labelConflicts: conflicts,
    labelRowsUnknown: file.unknownRows,
  }
  return { counts, names: names.filter((name) => name !== null) }
}

/** Writes the labels. Throws Refused, with nothing changed, if labels changed here since `tryLabels`. */
export async function putLabels(
  txn: Switch,
  file: FileLabels,
  tried: LabelTrial,
  personOf: (name: string) => number,
): Promise<void> {
  if (JSON.stringify(tryLabels(txn.db, file)) !== JSON.stringify(tried)) throw new Refused({ code: 'merge_overtaken' })
  const maker = (by: string | null): number | null => (by === null ? null : personOf(by))
  for (const { id: known, label, rules } of planLabels(txn.db, file)) {
    const id = known ?? nextId(txn, LABEL)
    if (known === null) putLabel(txn, { id, name: label.label, atMs: label.atMs, userId: maker(label.by) })
    for (const { field, patterns, atMs, by } of rules)
      putLabelRule(txn, { id: nextId(txn, LABEL_RULE), labelId: id, field, patterns, atMs, userId: maker(by) })
    for (const { number, added, removed } of rowsOf(txn.db, known, label)) {
      putLabelRows(txn, number, id, 'added', added ?? newPiece())
      putLabelRows(txn, number, id, 'removed', removed ?? newPiece())
    }
    await txn.breathe()
  }
}

/** For each piece in which the file has rows labelled by hand: the rows as they are after the merge. */
function* rowsOf(db: Database, labelId: number | null, { hands }: FileLabel) {
  for (const number of new Set([...hands.added.keys(), ...hands.removed.keys()])) {
    const ours = (hand: Hand): Piece | null => (labelId === null ? null : readLabelRows(db, number, labelId, hand))
    const theirs = (hand: Hand): Piece | null => hands[hand].get(number)?.slice() ?? null
    const added = orPiece(ours('added'), theirs('added'))
    const removed = andNotPiece(orPiece(ours('removed'), theirs('removed')), added)
    const given = andPiece(ours('removed'), added)
    const before = sizeOf(orPiece(ours('added'), ours('removed')))
    const after = sizeOf(orPiece(added?.slice() ?? null, removed))
    // Counts rows about which nobody had decided here, and those from which the label was taken and that have it now.
    const changed = after - before + sizeOf(given)
    yield { number, changed, added, removed, contested: orPiece(given, andPiece(ours('added'), theirs('removed'))) }
  }
}

const sizeOf = (piece: Piece | null): number => (piece === null ? 0 : countRows(piece))
