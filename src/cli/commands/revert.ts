// `windrow revert`: takes back the work that its options select.
import { counted } from '../../base/numeral.ts'
import { type RevertedRow, type RevertReport, revertRevisions } from '../../app/undo/revert.ts'
import { LEFT_ALONE } from '../../domain/revert.ts'
import { keepHeapSmall } from '../../runtime/small-heap.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../command.ts'
import { actingPerson } from '../named-person.ts'
import { askedOf, revisionFilterOf, REVISION_FILTERS } from './revision-filter.ts'
import { type LineFile, openLineFile } from '../streams/line-file.ts'
import { exampleText } from '../streams/lines.ts'
import { withOutput } from '../streams/output.ts'
import { withStore } from '../with-app.ts'
import { TIMES, FILE, NAME } from '../options.ts'

const examplesMax = 10

export const command: Runnable = {
  name: 'revert',
  summary: 'Take work back: restore earlier texts, as new revisions',
  details: [
    'All or nothing, in one transaction; an interruption changes nothing. A revert prints its number N, and --revert N takes it back.',
    'A text is only taken back while it is the text that counts. Left alone, and counted: written_since (somebody ' +
      'wrote after it), reverted_already, approved_by_others (--approved takes them back too), not_in_game (the row is in no file now).',
    'For texts from before store schema 3 the author is known, but not the batch or import.',
    TIMES,
    '--report writes a line (JSONL) for each text: {row_id, layer, change, before, after}; change is restored, ' +
      'withdrawn, or why it was left alone. --json: {revert, restored, withdrawn, left: {written_since, ' +
      'approved_by_others, reverted_already, not_in_game}, examples (their texts up to 200 characters), seconds}.',
  ],
  needsOneOf: REVISION_FILTERS.map(({ name }) => name).filter((name) => name !== 'layer'),
  options: [
    ...REVISION_FILTERS,
    { name: 'dry-run', summary: 'Count what would be done and show ten; changes nothing' },
    { name: 'approved', summary: 'Include texts that others approved' },
    { name: 'report', summary: 'Write a line (JSONL) for each text', value: FILE },
    { name: 'as', summary: 'Take back as this person, with their rights, for the audit', value: NAME },
  ],
  examples: [
    'windrow revert --model some-model-1 --since 2026-11-21 --dry-run',
    'windrow revert --batch run-17 --person Bot',
    'windrow revert --revert 3',
  ],
  async run(context, args) {
    keepHeapSmall()
    const report = args.text('report')
    if (report === undefined) return await revert(context, args, null)
    await withOutput(context, report, (target) => revert(context, args, openLineFile(target)), 'the report')
  },
}

async function revert(context: CommandContext, args: ParsedArgs, report: LineFile | null): Promise<void> {
  const startMs = context.clock.monotonicMs()
  await withStore(context, async (app) => {
    const examples = new Map<RevertedRow['change'], RevertedRow[]>()
    const progress = context.progress('reverting', undefined, 'rows')
    try {
      const done = await revertRevisions(app, {
        filter: revisionFilterOf(app, args),
        byId: actingPerson(app, args)?.user.id ?? null,
        takesApproved: args.flag('approved'),
        asked: askedOf(args),
        isDryRun: args.flag('dry-run'),
        signal: context.signal,
        onProgress: (rows, total) => progress.update(rows, total),
        onRow(row) {
          const some = examples.get(row.change) ?? []
          if (some.length < examplesMax) examples.set(row.change, [...some, row])
          report?.write(JSON.stringify(documentOf(row)))
        },
      }).finally(() => progress.end())
      await report?.keep()
      const seconds = Math.round(context.clock.monotonicMs() - startMs) / 1000
      const shown = [...examples.values()].flat()
      const { number, restored, withdrawn, left } = done
      context.answer({ revert: number, restored, withdrawn, left, examples: shown.map(exampleOf), seconds }, () =>
        linesOf(done, shown, args.flag('dry-run'), seconds),
      )
    } catch (error) {
      report?.drop()
      throw error
    }
  })
}

const documentOf = ({ rowId, layer, change, before, after }: RevertedRow) => ({
  row_id: rowId,
  layer,
  change,
  before,
  after,
})

/** A reverted row as an example, with shortened texts; the report has them whole. */
const exampleOf = (row: RevertedRow) => {
  const cut = (text: string): string => text.slice(0, exampleLengthMax).toWellFormed()
  return { ...documentOf(row), before: cut(row.before), after: row.after === null ? null : cut(row.after) }
}
const exampleLengthMax = 200

const alike = (words: string) => [words, words] as const

const WORDS: Readonly<Record<RevertedRow['change'], readonly [one: string, many: string]>> = {
  restored: ['text from before comes back', 'texts from before come back'],
  withdrawn: ['layer is empty again, as before', 'layers are empty again, as before'],
  written_since: alike('left alone: somebody wrote after it'),
  approved_by_others: alike('left alone: others approved it (--approved takes it back)'),
  reverted_already: alike('left alone: reverted already'),
  not_in_game: alike('left alone: the row is in no file of the game now'),
}

function linesOf(report: RevertReport, examples: readonly RevertedRow[], isDryRun: boolean, seconds: number): string[] {
  const all = { restored: report.restored, withdrawn: report.withdrawn, ...report.left }
  const lines = (['restored', 'withdrawn', ...LEFT_ALONE] as const).flatMap((change) => {
    if (all[change] === 0) return []
    const some = examples.filter((row) => row.change === change).map(lineOf)
    return [counted(all[change], ...WORDS[change]), ...(isDryRun ? some : [])]
  })
  if (isDryRun) return [...lines, 'dry run: nothing was changed']
  if (report.number === null) return [...lines, 'nothing to take back']
  return [
    ...lines,
    `done in ${seconds} s as revert ${report.number}; windrow revert --revert ${report.number} takes it back`,
  ]
}

const lineOf = ({ rowId, layer, before, after }: RevertedRow): string =>
  `  ${rowId} ${layer}: ${exampleText(before)}${after === null ? '' : ` → ${exampleText(after)}`}`
