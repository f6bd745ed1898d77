// `windrow label`: labels, their rules, and rows labelled by hand from a list of ids.
import { addLabel, addLabelRule, removeLabel, removeLabelRule } from '../../../app/labels/change-labels.ts'
import { type LabelAct, labelRows } from '../../../app/labels/label-rows.ts'
import { acceptOffer, labelOffers } from '../../../app/labels/offers.ts'
import { countsWhenMade, listLabels } from '../../../app/labels/read-labels.ts'
import { tryRule } from '../../../app/labels/try-rule.ts'
import { counted } from '../../../base/numeral.ts'
import { runAlone } from '../../../base/slices.ts'
import type { RuleField, RuleText } from '../../../domain/labels.ts'
import { WORK_CLASSES } from '../../../domain/work/work-filter.ts'
import type { CommandContext, ParsedArgs, Run } from '../../command.ts'
import { Usage } from '../../failure.ts'
import { tableLines } from '../../streams/lines.ts'
import { linesOf } from '../../streams/input.ts'
import { valueOf, valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'

export const list: Run = (context) =>
  withApp(context, async (app) => {
    const labels = []
    for (const label of listLabels(app)) labels.push({ ...label, rows: await countsWhenMade(app, label.name) })
    const documents = labels.map(({ name, rows, rules }) => ({
      label: name,
      rows,
      rules: rules.map(({ id, field, patterns }) => ({ rule: id, field, patterns })),
    }))
    const shown = documents.flatMap(({ label, rows, rules }) => [
      [label, ...WORK_CLASSES.map((state) => String(rows[state])), ''],
      ...rules.map(({ rule, field, patterns }) => [
        '',
        ...WORK_CLASSES.map(() => ''),
        `rule ${rule}: ${field} ${patterns.join(' | ')}`,
      ]),
    ])
    context.answer(documents, () => tableLines(['label', ...WORK_CLASSES, 'rules'], shown))
  })

export const add: Run = (context, args) =>
  withApp(context, async (app) => {
    const { name } = valueOrUsage(await addLabel(app, null, args.argument('LABEL')))
    context.answer({ label: name }, () => `the label ${name} is made`)
  })

export const remove: Run = (context, args) =>
  withApp(context, async (app) => {
    const { name } = valueOf(await removeLabel(app, null, args.argument('LABEL')))
    context.answer({ label: name }, () => `the label ${name} is removed`)
  })

const ruleOf = (args: ParsedArgs): RuleText => ({
  field: args.argument('FIELD') as RuleField,
  patterns: args.texts('pattern'),
})

export const tryOut: Run = (context, args) =>
  withApp(
    context,
    async (app) => {
      const { rows, samples } = valueOrUsage(
        await tryRule(app, ruleOf(args), { run: runAlone, signal: context.signal }),
      )
      const documents = samples.map(({ rowId, source }) => ({ row_id: rowId, source }))
      context.answer({ rows, samples: documents }, () => [
        `${counted(rows, 'row')} would be labelled`,
        ...tableLines(
          ['id', 'source'],
          samples.map(({ rowId, source }) => [rowId, source]),
        ),
      ])
    },
    { needsStore: true },
  )

export const addRule: Run = (context, args) =>
  withApp(context, async (app) => {
    const { id } = valueOrUsage(await addLabelRule(app, null, args.argument('LABEL'), ruleOf(args)))
    context.answer({ rule: id }, () => `rule ${id} is made; its rows are found with the next question about labels`)
  })

export const removeRule: Run = (context, args) =>
  withApp(context, async (app) => {
    const id = numberOf(args, 'RULE')
    valueOf(await removeLabelRule(app, null, id))
    context.answer({ rule: id }, () => `rule ${id} is removed`)
  })

const handed =
  (act: LabelAct): Run =>
  async (context, args) => {
    const rowIds = await idsIn(context, args.text('ids') ?? '')
    await withApp(context, async (app) => {
      const asked = { label: args.argument('LABEL'), act, origin: 'list' }
      const done = valueOrUsage(await labelRows(app, null, asked, rowIds))
      context.answer(done, () => `${done.label}: ${counted(done.rows, 'row')}, ${done.changed} of them changed`)
    })
  }

export const give = handed('give')
export const take = handed('take')
export const reset = handed('reset')

/** Empty lines are left out. */
async function idsIn(context: CommandContext, path: string): Promise<string[]> {
  const ids: string[] = []
  for await (const { line } of linesOf(context, path)) if (line.trim() !== '') ids.push(line.trim().toLowerCase())
  return ids
}

export const offers: Run = (context, args) =>
  withApp(context, async (app) => {
    const found = await labelOffers(app, numberOf(args, 'IMPORT'))
    const documents = found.map(({ label, rowIds }) => ({ label, rows: rowIds.length, row_ids: rowIds }))
    context.answer(documents, () =>
      tableLines(
        ['label', 'rows'],
        documents.map(({ label, rows }) => [label, String(rows)]),
      ),
    )
  })

export const accept: Run = (context, args) =>
  withApp(context, async (app) => {
    const done = valueOf(await acceptOffer(app, null, numberOf(args, 'IMPORT'), args.argument('LABEL')))
    context.answer(done, () => `${done.label}: ${counted(done.changed, 'row')} labelled`)
  })

function numberOf(args: ParsedArgs, name: string): number {
  const text = args.argument(name)
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Usage(`${name} is ${JSON.stringify(text)}; give its number`)
  return Number(text)
}
