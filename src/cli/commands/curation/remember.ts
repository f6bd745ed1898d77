// `windrow remember`: fills rows from memory.
import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { App } from '../../../app/app.ts'
import { hasStore } from '../../../app/data-folder.ts'
import { type Elsewhere, fileElsewhere, isOfOther, storeElsewhere } from '../../../app/terms/elsewhere.ts'
import type { Recalled as Found } from '../../../app/terms/recall-rows.ts'
import { type MemoryReport, rememberRows } from '../../../app/writes/remember-rows.ts'
import { findWork } from '../../../app/work/find-work.ts'
import { counted, numeral } from '../../../base/numeral.ts'
import { runAlone } from '../../../base/slices.ts'
import { keepHeapSmall } from '../../../runtime/small-heap.ts'
import { clientText } from '../../../domain/revision.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import { Failure, Usage } from '../../failure.ts'
import { actingPerson } from '../../named-person.ts'
import { asFileRefused } from '../../refused-failure.ts'
import { withInputFiles } from '../../streams/input.ts'
import { exampleText } from '../../streams/lines.ts'
import { withApp, withStore } from '../../with-app.ts'
import { valueOf } from '../value-of.ts'
import { filterOf } from '../work-filter-of.ts'
import { FILE, FILTER, NAME, word } from '../../options.ts'

const examplesMax = 10

type Told = Exclude<Found, { kind: 'alone' }>

export const command: Runnable = {
  name: 'remember',
  summary: 'Fill rows without a text from rows with the same source, here or elsewhere',
  details: [
    'Approved manual texts first, then reviewed ones, then the most frequent machine text. ' +
      'Each text is checked and becomes a draft in the machine layer, by windrow/memory, with the row and the ' +
      'revision it came from. A run prints its number N; windrow revert --memory N takes it back.',
    '--from adds texts for the same sources, where this store has none: from the folder of another store (an earlier mod, ' +
      'the base game), or from a PO, XLIFF, ParaTranz or other file that has both texts. Their client names it.',
    'A twin is a source that differs only in numbers and tokens: its text is used with these exchanged, ' +
      "if only one result is possible and the target language's plural form stays the same.",
    'Left alone, and counted: divided (people approved different texts for this source), refused (a check refuses ' +
      'the text in this row), taken_back (somebody took this text back from this row).',
    'An interrupted run keeps what it has written, and the next one fills the rest.',
    '--json: {memory, filled, twins, left: {divided, refused, taken_back}, examples: [{row_id, outcome, text, ' +
      'from_row, from_layer, from_revision, from}], seconds}; outcome is filled, or why the row was left alone.',
  ],
  options: [
    FILTER,
    {
      name: 'from',
      summary: 'Also from this store (its folder), or this file with sources and translations',
      value: word('STORE|FILE'),
    },
    {
      name: 'translation',
      summary: 'With --from FILE: the file that has the translations, by the same keys',
      value: FILE,
    },
    { name: 'dry-run', summary: 'Count what would be filled and show ten; changes nothing' },
    { name: 'as', summary: 'Fill as this person, with their rights, for the revisions', value: NAME },
  ],
  examples: [
    'windrow remember --dry-run',
    "windrow remember --filter 'patch=7'",
    'windrow remember --from last-mod.po',
  ],
  run: async (context, args) => {
    keepHeapSmall()
    if (args.text('translation') !== undefined && args.text('from') === undefined)
      throw new Usage('--translation is about the file of --from: add --from FILE')
    await withStore(context, (app) => withElsewhere(context, args, app, (from) => remember(context, args, app, from)))
  },
}

async function withElsewhere(
  context: CommandContext,
  args: ParsedArgs,
  app: App,
  work: (elsewhere: Elsewhere | null) => Promise<void>,
): Promise<void> {
  const from = args.text('from')
  if (from === undefined) return await work(null)
  const folder = resolve(context.cwd, from)
  const name = clientText(basename(folder))
  const workWith = async (elsewhere: Elsewhere): Promise<void> => {
    if (!isOfOther(app, elsewhere)) return await work(elsewhere)
    const { target_language: ours } = app.rules.now().settings
    throw new Failure(
      `the translations of ${from} are in ${elsewhere.language}, those of this store in ${ours}; ` +
        `name a store or a file with translations into ${ours}`,
    )
  }
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) {
    if (folder === resolve(context.config.data))
      throw new Usage(`${from} is the store that is filled; name another one`)
    if (args.text('translation') !== undefined)
      throw new Usage('--translation is about a file, but --from names a folder: leave --translation out')
    if (!hasStore(folder)) throw new Failure(`there is no store in ${from}; name the data folder of one, or a file`)
    const there = { ...context, config: { ...context.config, data: folder } }
    return await withApp(there, (other) => workWith(storeElsewhere(other, name)))
  }
  const files = { from, translation: args.text('translation') }
  try {
    await withInputFiles(context, files, async (pathOf) => {
      const pathTo = (option: string): string => resolve(context.cwd, pathOf(option) ?? '')
      const translationPath = files.translation === undefined ? null : pathTo('translation')
      const elsewhere = await fileElsewhere(app, name, pathTo('from'), translationPath)
      if (elsewhere.sources === 0)
        throw new Failure(
          files.translation === undefined
            ? `${from} has no translations beside its sources; --translation FILE names the file that has them`
            : `${files.translation} has no translations for the keys of ${from}; name a file with the same keys`,
        )
      await workWith(elsewhere)
    })
  } catch (error) {
    throw asFileRefused(error)
  }
}

async function remember(
  context: CommandContext,
  args: ParsedArgs,
  app: App,
  elsewhere: Elsewhere | null,
): Promise<void> {
  const startMs = context.clock.monotonicMs()
  const progress = context.progress('looking', undefined, 'rows')
  const examples: Told[] = []
  const isDryRun = args.flag('dry-run')
  const { filter } = filterOf(app, args)
  const recalled = await rememberRows(app, actingPerson(app, args), {
    rows: filter === undefined ? null : await findWork(app, filter),
    isDryRun,
    ...(elsewhere !== null && { elsewhere }),
    run: runAlone,
    signal: context.signal,
    onProgress: (rows) => progress.update(rows),
    onRow: (row) => void (examples.length < examplesMax && examples.push(row)),
  }).finally(() => progress.end())
  const report = valueOf(recalled)
  const seconds = Math.round(context.clock.monotonicMs() - startMs) / 1000
  const { number: memory, filled, twins, unsought, left } = report
  context.answer({ memory, filled, twins, unsought, left, examples: examples.map(exampleOf), seconds }, () => [
    ...linesOf(report, isDryRun),
    ...(isDryRun ? examples.map(lineOf) : []),
    ...endLines(report, isDryRun, seconds),
  ])
}

const exampleOf = (recalled: Told) =>
  recalled.kind === 'left'
    ? { row_id: recalled.row.rowId, outcome: recalled.why }
    : { row_id: recalled.row.rowId, outcome: 'filled', text: recalled.remembered.text, ...donorMembers(recalled) }

const donorMembers = ({ remembered }: Extract<Told, { kind: 'fill' }>) =>
  'from' in remembered
    ? { from: remembered.from }
    : {
        from_row: remembered.donor.rowId,
        from_layer: remembered.donor.layer,
        from_revision: remembered.donor.seq,
      }

const WORDS = {
  divided: 'left alone: people approved different texts for this source',
  refused: 'left alone: a check refuses the text in this row',
  taken_back: 'left alone: somebody took this text back',
} as const

function linesOf({ filled, twins, unsought, left }: MemoryReport, isDryRun: boolean): string[] {
  const done = isDryRun ? 'can be filled from memory' : 'filled from memory'
  return [
    counted(filled, `row ${done}`, `rows ${done}`),
    ...(twins > 0 ? [`${numeral(twins)} of them from a similar source, with its numbers and tokens exchanged`] : []),
    ...(unsought > 0
      ? [`${counted(unsought, 'row')} may have twins that are not in the search index yet; windrow index completes it`]
      : []),
    ...Object.entries(left).flatMap(([why, count]) =>
      count === 0 ? [] : [counted(count, WORDS[why as keyof typeof WORDS], WORDS[why as keyof typeof WORDS])],
    ),
  ]
}

function endLines({ number }: MemoryReport, isDryRun: boolean, seconds: number): string[] {
  if (isDryRun) return ['dry run: nothing was changed']
  return number === null
    ? []
    : [`done in ${seconds} s as run ${number}; windrow revert --memory ${number} takes it back`]
}

const lineOf = (recalled: Told): string => {
  const { rowId } = recalled.row
  if (recalled.kind === 'left') return `  ${rowId}  ${recalled.why}`
  const { remembered } = recalled
  const from = 'from' in remembered ? remembered.from : remembered.donor.rowId
  return `  ${rowId}  ${exampleText(remembered.text)}  (from ${from})`
}
