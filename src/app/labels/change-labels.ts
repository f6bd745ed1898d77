// Making and removing labels and their rules (docs/filters.md#labels); a null `actor` is the command line. Rules are not applied
// here: the index of work finds their rows.
import { ok, refuse, type Result } from '../../base/result.ts'
import { foldLabel, labelNameOf, patternsFault, type RuleText } from '../../domain/labels.ts'
import { labelRulesMax, labelsMax } from '../../domain/limits.ts'
import {
  allLabelRules,
  allLabels,
  type Label,
  LABEL,
  LABEL_RULE,
  type LabelRule,
  nextId,
  putAudit,
  putLabel,
  putLabelRule,
  removeLabel as dropLabel,
  removeLabelRows,
  removeLabelRule as dropRule,
} from '../../store/records.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { changeAsManager, type NotWritten } from '../change.ts'

export type LabelRefusal =
  | NotWritten
  | {
      readonly code:
        | 'labels_out_of_reach'
        | 'label_name'
        | 'too_many_labels'
        | 'too_many_label_rules'
        | 'label_patterns'
        | 'too_many_label_rows'
    }
  | { readonly code: 'no_label' | 'label_exists'; readonly name: string }
  | { readonly code: 'no_label_rule'; readonly id: number }
  | { readonly code: 'unknown_label_rows'; readonly rowId: string; readonly count: number }

type Changed<T> = Promise<Result<T, LabelRefusal>>

/** Runs `work` in a write, for a person who may change labels. */
export const changeLabels = <T>(
  app: App,
  actor: Actor | null,
  work: (txn: Txn, userId: number | null) => Result<T, LabelRefusal>,
): Changed<T> => changeAsManager<T, LabelRefusal>(app, actor, { code: 'labels_out_of_reach' }, work)

export function labelIn(txn: Pick<Txn, 'db'>, name: string): Result<Label, LabelRefusal> {
  const label = allLabels(txn.db).find((each) => foldLabel(each.name) === foldLabel(name))
  return label === undefined ? refuse({ code: 'no_label', name }) : ok(label)
}

/** The label of this name; it is made if there is none. */
export function labelOrNew(txn: Txn, userId: number | null, asked: string): Result<Label, LabelRefusal> {
  const name = labelNameOf(asked)
  if (name === null) return refuse({ code: 'label_name' })
  const known = labelIn(txn, name)
  if (known.ok) return known
  if (allLabels(txn.db).length >= labelsMax) return refuse({ code: 'too_many_labels' })
  const label = { id: nextId(txn, LABEL), name, atMs: txn.timeMs, userId }
  putLabel(txn, label)
  putAudit(txn, { userId, action: 'label.add', subject: name, details: {} })
  return ok(label)
}

export const addLabel = (app: App, actor: Actor | null, name: string): Changed<Label> =>
  changeLabels(app, actor, (txn, userId) => {
    const known = labelIn(txn, name.trim())
    return known.ok ? refuse({ code: 'label_exists', name: known.value.name }) : labelOrNew(txn, userId, name)
  })

/** Removes a label with its rules, and takes it from the rows that people labelled by hand. */
export const removeLabel = (app: App, actor: Actor | null, name: string): Changed<Label> =>
  changeLabels(app, actor, (txn, userId) => {
    const known = labelIn(txn, name)
    if (!known.ok) return known
    const rules = allLabelRules(txn.db).filter(({ labelId }) => labelId === known.value.id)
    for (const rule of rules) dropRule(txn, rule)
    removeLabelRows(txn, known.value.id)
    dropLabel(txn, known.value)
    putAudit(txn, { userId, action: 'label.remove', subject: known.value.name, details: { rules: rules.length } })
    return known
  })

/** Adds a rule to the label of this name; the label is made if there is none. */
export const addLabelRule = (app: App, actor: Actor | null, name: string, rule: RuleText): Changed<LabelRule> =>
  changeLabels(app, actor, (txn, userId) => {
    const patterns = rule.patterns.map((pattern) => pattern.normalize('NFC'))
    if (patternsFault(patterns) !== null) return refuse({ code: 'label_patterns' })
    if (allLabelRules(txn.db).length >= labelRulesMax) return refuse({ code: 'too_many_label_rules' })
    const label = labelOrNew(txn, userId, name)
    if (!label.ok) return label
    const { field } = rule
    const id = nextId(txn, LABEL_RULE)
    const made = { id, labelId: label.value.id, field, patterns, atMs: txn.timeMs, userId }
    putLabelRule(txn, made)
    putAudit(txn, { userId, action: 'label.rule.add', subject: label.value.name, details: detailsOf(made) })
    return ok(made)
  })

export const removeLabelRule = (app: App, actor: Actor | null, id: number): Changed<LabelRule> =>
  changeLabels(app, actor, (txn, userId) => {
    const rule = allLabelRules(txn.db).find((each) => each.id === id)
    if (rule === undefined) return refuse({ code: 'no_label_rule', id })
    dropRule(txn, rule)
    const subject = allLabels(txn.db).find((label) => label.id === rule.labelId)?.name ?? ''
    putAudit(txn, { userId, action: 'label.rule.remove', subject, details: detailsOf(rule) })
    return ok(rule)
  })

const detailsOf = ({ id, field, patterns }: LabelRule) => ({ rule: id, field, patterns: patterns.join(' | ') })
