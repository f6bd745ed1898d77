// `windrow label`: labels, their rules, and rows labelled by hand from a list of ids.
import { addLabel, addLabelRule, removeLabel, removeLabelRule } from '../../../app/labels/change-labels.ts'
import { type LabelAct, labelRows } from '../../../app/labels/label-rows.ts'
import { acceptOffer, labelOffers } from '../../../app/labels/offers.ts'
import { countsOf, listLabels } from '../../../app/labels/read-labels.ts'
import { tryRule } from '../../../app/labels/try-rule.ts'
import { present } from '../../../base/assert.ts'
import { counted } from '../../../base/numeral.ts'
import { runAlone } from '../../../base/slices.ts'
import { Turn } from '../../../base/turn.ts'
import { type RuleField, type RuleText, RULE_FIELDS } from '../../../domain/labels.ts'
import { WORK_CLASSES } from '../../../domain/work/work-filter.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import { Usage } from '../../failure.ts'
import { tableLines } from '../../streams/lines.ts'
import { linesOf } from '../../streams/input.ts'
import { valueOf, valueOrUsage } from '../value-of.ts'
import { withApp, withStore } from '../../with-app.ts'
import { FILE, word } from '../../options.ts'

export const list: Runnable = {
  name: 'label list',
  summary: 'List labels with their rules and numbers of rows, by state',
  examples: ['windrow label list', 'windrow label list --json'],
  run: (context) =>
    withApp(context, async (app) => {
      const labels = listLabels(app)
      const counts = await countsOf(app, labels, new Turn(null))
      const documents = labels.map(({ name, rules }, at) => ({
        label: name,
        rows: present(counts[at], 'counts of the label'),
        rules: rules.map(({ id, field, patterns }) => ({ rule: id, field, patterns })),
      }))
      const shown = documents.flatMap(({ label, rows, rules }) => [
        { label, rows, rule: '' },
        ...rules.map(({ rule, field, patterns }) => ({
          label: '',
          rows: null,
          rule: `rule ${rule}: ${field} ${patterns.join(' | ')}`,
        })),
      ])
      type Shown = (typeof shown)[number]
      context.answer(documents, () =>
        tableLines(shown, {
          label: ({ label }) => label,
          ...Object.fromEntries(WORK_CLASSES.map((state) => [state, ({ rows }: Shown) => rows?.[state] ?? ''])),
          rules: ({ rule }) => rule,
        }),
      )
    }),
}

const LABEL = {
  value: word('LABEL'),
  summary: 'Name of the label; letter case does not count',
} as const

const FIELD = {
  value: word('FIELD', RULE_FIELDS, 'field'),
  summary: 'What the patterns match; file is main/NAME or diff/NAME, token each token of the source',
} as const

const PATTERN = {
  name: 'pattern',
  summary: 'Must match the whole text; * any characters, ? one, \\ makes the next plain; letter case does not matter',
  value: word('PATTERN'),
  isRequired: true,
  isRepeatable: true,
} as const

const IDS = { name: 'ids', summary: 'File with one row id per line', value: FILE, isRequired: true } as const

const IMPORT = { value: word('IMPORT'), summary: 'Number of the import' } as const

export const add: Runnable = {
  name: 'label add',
  summary: 'Make a label',
  arguments: [LABEL],
  examples: ['windrow label add kind:item'],
  run: (context, args) =>
    withApp(context, async (app) => {
      const { name } = valueOrUsage(await addLabel(app, null, args.argument('LABEL')))
      context.answer({ label: name }, () => `made the label ${name}`)
      context.next('windrow label add-rule gives it to rows by a pattern, windrow label give to the rows of a list')
    }),
}

export const remove: Runnable = {
  name: 'label remove',
  summary: 'Remove a label, its rules, and what people decided about rows',
  arguments: [LABEL],
  examples: ['windrow label remove kind:item'],
  run: (context, args) =>
    withApp(context, async (app) => {
      const { name } = valueOf(await removeLabel(app, null, args.argument('LABEL')))
      context.answer({ label: name }, () => `removed the label ${name}`)
    }),
}

const ruleOf = (args: ParsedArgs): RuleText => ({
  field: args.argument('FIELD') as RuleField,
  patterns: args.texts('pattern'),
})

export const tryOut: Runnable = {
  name: 'label try-rule',
  summary: 'Count the rows that a rule would label, and show ten',
  arguments: [FIELD],
  options: [PATTERN],
  examples: ['windrow label try-rule source --pattern "*sword*"'],
  run: (context, args) =>
    withStore(context, async (app) => {
      const { rows, samples } = valueOrUsage(
        await tryRule(app, ruleOf(args), { run: runAlone, signal: context.signal }),
      )
      const documents = samples.map(({ rowId, source }) => ({ row_id: rowId, source }))
      context.answer({ rows, samples: documents }, () => [
        `${counted(rows, 'row')} would be labelled`,
        ...tableLines(samples, { id: ({ rowId }) => rowId, source: ({ source }) => source }),
      ])
    }),
}

export const addRule: Runnable = {
  name: 'label add-rule',
  summary: 'Label rows whose text matches one of the patterns, now and after each update',
  arguments: [LABEL, FIELD],
  options: [PATTERN],
  examples: ['windrow label add-rule kind:item source --pattern "*sword*" --pattern "*bow*"'],
  run: (context, args) =>
    withApp(context, async (app) => {
      const { id } = valueOrUsage(await addLabelRule(app, null, args.argument('LABEL'), ruleOf(args)))
      context.answer({ rule: id }, () => `made rule ${id}; its rows are found when labels are next used`)
    }),
}

export const removeRule: Runnable = {
  name: 'label remove-rule',
  summary: 'Remove a rule; rows labelled by hand keep their labels',
  arguments: [{ value: word('RULE'), summary: 'Number of the rule' }],
  examples: ['windrow label remove-rule 3'],
  run: (context, args) =>
    withApp(context, async (app) => {
      const id = numberOf(args, 'RULE')
      valueOf(await removeLabelRule(app, null, id))
      context.answer({ rule: id }, () => `rule ${id} is removed`)
    }),
}

/** A command about the rows of a list. `file`: the list's name in its example. */
const byHand = (act: LabelAct, summary: string, file: string): Runnable => ({
  name: `label ${act}`,
  summary,
  arguments: [LABEL],
  options: [IDS],
  examples: [`windrow label ${act} kind:item --ids ${file}`],
  async run(context, args) {
    const rowIds = await idsIn(context, args.text('ids') ?? '')
    await withApp(context, async (app) => {
      const asked = { label: args.argument('LABEL'), act, origin: 'list' }
      const done = valueOrUsage(await labelRows(app, null, asked, rowIds))
      context.answer(done, () => `${done.label}: ${counted(done.rows, 'row')}, ${done.changed} of them changed`)
    })
  },
})

export const give = byHand('give', 'Label rows by hand; a new label is created', 'items.txt')
export const take = byHand('take', 'Take a label from rows, also from those that a rule labels', 'wrong.txt')
export const reset = byHand('reset', 'Forget what people decided about rows; rules decide again', 'wrong.txt')

/** Ids of rows from a file, one a line; empty lines are left out. */
async function idsIn(context: CommandContext, path: string): Promise<string[]> {
  const ids: string[] = []
  for await (const { line } of linesOf(context, path)) if (line.trim() !== '') ids.push(line.trim().toLowerCase())
  return ids
}

export const offers: Runnable = {
  name: 'label offers',
  summary: 'Labels that rows with the same Chinese text have, offered for the new rows of an import',
  arguments: [IMPORT],
  examples: ['windrow label offers 7'],
  run: (context, args) =>
    withApp(context, async (app) => {
      const found = await labelOffers(app, numberOf(args, 'IMPORT'))
      const documents = found.map(({ label, rowIds }) => ({ label, rows: rowIds.length, row_ids: rowIds }))
      context.answer(documents, () => tableLines(documents, { label: ({ label }) => label, rows: ({ rows }) => rows }))
    }),
}

export const accept: Runnable = {
  name: 'label accept',
  summary: 'Accept an offer and label its rows',
  arguments: [IMPORT, LABEL],
  examples: ['windrow label accept 7 kind:item'],
  run: (context, args) =>
    withApp(context, async (app) => {
      const done = valueOf(await acceptOffer(app, null, numberOf(args, 'IMPORT'), args.argument('LABEL')))
      context.answer(done, () => `${done.label}: ${counted(done.changed, 'row')} labelled`)
    }),
}

function numberOf(args: ParsedArgs, name: string): number {
  const text = args.argument(name)
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Usage(`${name} is ${JSON.stringify(text)}; give its number`)
  return Number(text)
}
