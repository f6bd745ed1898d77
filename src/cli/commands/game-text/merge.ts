// `windrow merge`: the history of a teammate's store into this one (docs/merging.md).
import { counted, countsText, numeral } from '../../../base/numeral.ts'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { App } from '../../../app/app.ts'
import { type LayerChange, type MergeCounts, mergeStore, type RowNotTaken } from '../../../app/merge/merge-store.ts'
import { keepHeapSmall } from '../../../runtime/small-heap.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import { EXIT, Failure, Usage } from '../../failure.ts'
import { actingPerson } from '../../named-person.ts'
import { asFileRefused } from '../../refused-failure.ts'
import { withInputFile } from '../../streams/input.ts'
import { openLineFile } from '../../streams/line-file.ts'
import { type OutputTarget, withOutput } from '../../streams/output.ts'
import { withStore } from '../../with-app.ts'
import { FILE, NAME, word } from '../../options.ts'

export const command: Runnable = {
  name: 'merge',
  summary: "Merge the history of a teammate's store into this one",
  details: [
    'FILE was written there by windrow export --to FILE --with-history. Adds revisions, proposals and labels that ' +
      'are missing here, with their authors and times.',
    'If one side has changed a text, its text becomes current; if both have, the stronger one does (approved before ' +
      'draft, then the later one) and the other becomes a proposal. Merging twice, or in the other direction, ' +
      'gives the same result. Details: docs/merging.md.',
    'A damaged file or an interrupted merge changes nothing. Exit 3: the rules here refuse some of the texts.',
    '--json: rows, changed, unknown, revisions, taken, conflicts, refused, people, proposals_added, ' +
      'proposals_changed, conflicts_settled, labels_added, label_rules_added, label_rows_changed, label_conflicts, ' +
      'label_rows_unknown, import (its number, for windrow revert --import N; absent when nothing changed), seconds; ' +
      'with --dry-run also examples.',
  ],
  arguments: [{ summary: 'The history of the other store', value: FILE }],
  options: [
    { name: 'dry-run', summary: 'Show what would happen, with ten examples; changes nothing' },
    {
      name: 'report',
      summary:
        'Write a line (JSONL) for each changed and each refused text, and each row whose label the stores decided differently',
      value: FILE,
    },
    {
      name: 'called',
      summary: 'Name to record for the file, if its name on disk means nothing',
      value: word('NAME'),
      defaultText: 'the name on disk',
    },
    { name: 'as', summary: 'Merge as this person, with their rights, for the audit', value: NAME },
  ],
  examples: ['windrow merge team.jsonl --dry-run', 'windrow merge team.jsonl --report merge.jsonl'],
  async run(context, args) {
    keepHeapSmall()
    const startMs = context.clock.monotonicMs()
    const file = args.argument('FILE')
    const report = args.text('report')
    if (report !== undefined && report !== '-' && resolve(context.cwd, report) === resolve(context.cwd, file)) {
      throw new Usage(`--report and FILE name the same file, ${file}; give the report a name of its own`)
    }
    const merging = (target: OutputTarget | null): Promise<number> =>
      withInputFile(context, file, (path) =>
        withStore(context, (app) => mergeInto(context, args, app, path, target, startMs)),
      )
    return await (report === undefined ? merging(null) : withOutput(context, report, merging, 'the report'))
  },
}

async function mergeInto(
  context: CommandContext,
  args: ParsedArgs,
  app: App,
  path: string,
  reportTo: OutputTarget | null,
  startMs: number,
): Promise<number> {
  const lines = reportTo === null ? null : openLineFile(reportTo)
  const progress = context.progress('merging', undefined, 'rows')
  const isDryRun = args.flag('dry-run')
  const refusedBy = new Map<string, number>()
  try {
    const { number, counts, examples } = await mergeStore(app, {
      path,
      name: args.text('called') ?? basename(args.argument('FILE')),
      sizeBytes: (await stat(path)).size,
      dryRun: isDryRun,
      userId: actingPerson(app, args)?.user.id ?? null,
      signal: context.signal,
      onProgress: (done, total) => progress.update(done, total),
      ...(lines !== null && {
        onLayer: (change: LayerChange) => lines.write(JSON.stringify(changeLine(change))),
        onLabelConflict: (label, rowId) =>
          lines.write(JSON.stringify({ row_id: rowId, label, change: 'label_conflict', after: 'given' })),
      }),
      onNotTaken: (left) => {
        for (const { rule } of left.errors) refusedBy.set(rule, (refusedBy.get(rule) ?? 0) + 1)
        lines?.write(JSON.stringify(leftLine(left)))
      },
    }).finally(() => progress.end())
    await lines?.keep().catch((error: unknown) => {
      const { message } = error as Error
      const state = isDryRun ? 'nothing was changed' : 'the merge is done'
      throw new Failure(`${state}, but its report could not be written: ${message}; free some space`)
    })
    const seconds = Math.round(context.clock.monotonicMs() - startMs) / 1000
    const shown = isDryRun ? { examples: examples.map(changeLine) } : {}
    const back =
      number === null || counts.revisions === 0 ? '' : `; windrow revert --import ${number} takes its texts back`
    const numbered = number === null ? {} : { import: number }
    context.answer({ ...countsDocument(counts), ...numbered, ...shown, seconds }, () => [
      ...countLines(counts, refusedBy),
      ...(isDryRun ? examples.map(exampleLine) : []),
      isDryRun ? 'dry run: nothing was changed' : `done in ${seconds} s${back}`,
    ])
    return counts.refused > 0 ? EXIT.someRefused : EXIT.done
  } catch (error) {
    lines?.drop()
    throw asFileRefused(error)
  }
}

const changeLine = ({ rowId, ...change }: LayerChange): object => ({ row_id: rowId, ...change })
const leftLine = ({ rowId, layer, text, reason, errors }: RowNotTaken): object => ({
  row_id: rowId,
  layer,
  change: layer === null ? 'unknown' : 'refused',
  text,
  reason,
  ...(errors.length > 0 && { findings: errors.map(({ rule, message }) => ({ rule, message })) }),
})

const countsDocument = ({ proposals, labels, ...counts }: MergeCounts): object => ({
  ...counts,
  proposals_added: proposals.added,
  proposals_changed: proposals.changed,
  conflicts_settled: proposals.settled,
  ...Object.fromEntries(Object.entries(labels).map(([name, count]) => [snakeCase(name), count])),
})
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function countLines(counts: MergeCounts, refusedBy: ReadonlyMap<string, number>): string[] {
  const { proposals, labels } = counts
  const otherRules =
    `the rules here refuse ${counts.refused === 1 ? 'it' : 'them'} (${countsText(refusedBy)}; ` +
    `--report names each); glossary and settings of the other store are not merged`
  const more: readonly (readonly [count: number, one: string, many: string])[] = [
    [
      counts.conflicts,
      'text lost to another and waits as a proposal (windrow proposal list)',
      'texts lost to another and wait as proposals (windrow proposal list)',
    ],
    [proposals.added, 'proposal added', 'proposals added'],
    [proposals.changed, 'proposal in a later state', 'proposals in a later state'],
    [
      proposals.settled,
      'proposal of an earlier merge settled by a later text',
      'proposals of earlier merges settled by a later text',
    ],
    [
      counts.unknown,
      'row of the file is not in this game and was left out (--report names it)',
      'rows of the file are not in this game and were left out (--report names them)',
    ],
    [counts.refused, `text was not taken: ${otherRules}`, `texts were not taken: ${otherRules}`],
    [labels.labelsAdded, 'label added', 'labels added'],
    [labels.labelRulesAdded, 'rule of labels added', 'rules of labels added'],
    [labels.labelRowsChanged, 'label by hand added or changed', 'labels by hand added or changed'],
    [
      labels.labelConflicts,
      'label was given to a row in one store and taken from it in the other; the row has it now (--report names it)',
      'labels were given to rows in one store and taken from them in the other; the rows have them now (--report names them)',
    ],
    [labels.labelRowsUnknown, 'label of an unknown row left out', 'labels of unknown rows left out'],
    [
      counts.people,
      'person added, who cannot sign in (windrow user list)',
      'people added, who cannot sign in (windrow user list)',
    ],
  ]
  return [
    `${counted(counts.rows, 'row')} in the file, ${numeral(counts.changed)} changed: ` +
      `${counted(counts.revisions, 'revision')} added, ${counted(counts.taken, 'text')} became current`,
    ...more.filter(([count]) => count > 0).map((each) => counted(...each)),
  ]
}

const exampleTextMax = 60
const brief = (text: string | null): string =>
  text === null ? 'nothing' : JSON.stringify(text.length > exampleTextMax ? `${text.slice(0, exampleTextMax)}…` : text)

const exampleLine = ({ rowId, layer, change, before, after, proposed }: LayerChange): string => {
  const what = change === 'kept' ? `keeps ${brief(before)}` : `${brief(before)} becomes ${brief(after)}`
  const waits = proposed.length === 0 ? '' : `; proposed: ${proposed.map(brief).join(', ')}`
  return `${rowId} ${layer}: ${what}${waits}`
}
