// `windrow consistency`: lists inconsistent translations, and with --fix proposes to change them.
import { type Actor, named } from '../../../app/actor.ts'
import type { App } from '../../../app/app.ts'
import {
  findInconsistencies,
  type Inconsistency,
  readInconsistencies,
  searchFor,
  withRowsOf,
} from '../../../app/upkeep/find-inconsistencies.ts'
import { sentenceFor } from '../../../app/refusal-sentences.ts'
import { type FixOutcome, proposeSuggestion } from '../../../app/upkeep/mend-inconsistency.ts'
import { hasPermission } from '../../../domain/access.ts'
import { Turn } from '../../../base/turn.ts'
import { INCONSISTENCY_KINDS, type InconsistencyKind, type Layer } from '../../../domain/vocabulary.ts'
import type { ParsedArgs, Runnable } from '../../command.ts'
import { Failure, Usage } from '../../failure.ts'
import { namedPerson } from '../../named-person.ts'
import { onOneLine } from '../../streams/lines.ts'
import { labelledRows } from '../work-filter-of.ts'
import { withStore } from '../../with-app.ts'
import { LABEL, LAYER, NAME, word } from '../../options.ts'

const limitDefault = 50
const idsShownMax = 5
const charactersShownMax = 100

export const command: Runnable = {
  name: 'consistency',
  summary: 'List inconsistent translations',
  details: [
    'One source in several translations, one translation for several sources, numbers and terms that differ. ' +
      'Letter case, punctuation, figures and tokens make no difference. Changes nothing without --fix.',
    '--fix makes proposals for rows of one source: the translation with the most approved rows, then with the most rows.',
  ],
  options: [
    { name: 'kind', summary: 'Only findings of this kind', value: word('KIND', INCONSISTENCY_KINDS, 'kind') },
    { name: 'layer', summary: 'Only texts of this layer', value: LAYER, defaultText: 'what goes into the game' },
    { ...LABEL, summary: 'Only findings that have a row with this label; - for rows without any' },
    {
      name: 'limit',
      summary: 'Findings of each kind to list or fix; 0: all',
      value: { kind: 'integer', placeholder: 'N', min: 0, max: 10_000_000 },
      defaultText: '50',
    },
    { name: 'fix', summary: 'Propose one translation for sources that have several; needs --as' },
    { name: 'as', summary: 'Propose as this person', value: NAME },
    { name: 'dry-run', summary: 'Show what --fix would propose; changes nothing' },
  ],
  examples: [
    'windrow consistency',
    'windrow consistency --kind terms --limit 0 --json',
    'windrow consistency --label kind:item',
    'windrow consistency --fix --as Olena --dry-run',
  ],
  async run(context, args) {
    const kind = args.text('kind') as InconsistencyKind | undefined
    const isFix = args.flag('fix')
    if (isFix && args.text('as') === undefined) throw new Usage('--fix needs --as: the person who proposes')
    if (!isFix && (args.flag('dry-run') || args.text('as') !== undefined))
      throw new Usage('--as and --dry-run go with --fix')
    if (isFix && kind !== undefined && kind !== 'same_source') throw new Usage('--fix is for --kind same_source only')
    await withStore(context, async (app) => {
      const author = isFix ? proposer(app, args) : null
      const among = await labelledRows(app, args)
      const progress = context.progress('comparing texts', undefined, 'rows')
      const compared = await findInconsistencies(app, {
        layer: (args.text('layer') ?? null) as Layer | null,
        isAlone: true,
        signal: context.signal,
        onProgress: (rowsSeen) => progress.update(rowsSeen),
      }).finally(() => progress.end())
      const all = withRowsOf(compared, among)
      const limit = args.integer('limit') ?? limitDefault
      const count = limit === 0 ? Number.POSITIVE_INFINITY : limit
      const kinds = kind === undefined ? INCONSISTENCY_KINDS : [kind]
      const found: Inconsistency[] = []
      for (const each of kinds) found.push(...(await readInconsistencies(app, all, each, 0, count, new Turn(null))))
      const isDryRun = args.flag('dry-run')
      const fixes: FixOutcome[] = []
      if (author !== null)
        for (const each of found) {
          context.signal.throwIfAborted()
          fixes.push(...(await proposeSuggestion(app, author, each, isDryRun, among)))
        }
      const counts = Object.fromEntries(kinds.map((each) => [each, all.groups[each].length]))
      const document = { checked: all.checked, counts, found: found.map(jsonOf) }
      context.answer({ ...document, ...(isFix && { fixes: fixes.map(fixJson) }) }, () => [
        ...(isFix ? fixes.map(fixLine) : found.flatMap(linesOf)),
        `${all.checked} ${all.checked === 1 ? 'text' : 'texts'} compared: ${Object.entries(counts)
          .map(([name, findings]) => `${name} ${findings}`)
          .join(', ')}`,
        ...(isFix ? [fixedLine(fixes, isDryRun)] : hiddenLine(found.length, counts)),
      ])
    })
  },
}

function proposer(app: App, args: ParsedArgs): Actor {
  const actor = named(namedPerson(app, args.text('as') ?? ''))
  const { user } = actor
  if (user.state === 'active' && hasPermission(user.role, 'propose_translation')) return actor
  throw new Failure(`${user.name} may not propose; windrow user list shows roles and states`)
}

const jsonOf = (finding: Inconsistency) => ({
  kind: finding.kind,
  common: finding.common,
  message: finding.fault?.message ?? null,
  suggestion: finding.suggestion,
  variants: finding.variants.map(({ text, rows }) => ({
    text,
    rows: rows.map(({ rowId, layer, isApproved }) => ({ row_id: rowId, layer, approved: isApproved })),
  })),
  search: { q: searchFor(finding).text, in: searchFor(finding).field },
})

const whyNot = ({ refusal }: FixOutcome): string | null =>
  refusal === null ? null : sentenceFor('commandLine', refusal)

const fixJson = (fix: FixOutcome) => ({
  row_id: fix.rowId,
  text: fix.text,
  outcome: fix.outcome,
  message: whyNot(fix),
})

const short = (text: string): string => onOneLine(text, charactersShownMax)

function linesOf({ kind, common, variants, fault, suggestion }: Inconsistency): string[] {
  const shown = variants.map(({ text, rows }) => {
    const ids = rows.slice(0, idsShownMax).map(({ rowId }) => rowId)
    const more = rows.length > ids.length ? ` and ${rows.length - ids.length} more` : ''
    return `  ${text === suggestion ? '*' : ' '} ${short(text)}  (${ids.join(' ')}${more})`
  })
  return [`${kind}  ${short(common)}`, ...shown, ...(fault === null ? [] : [`    ${short(fault.message)}`])]
}

const fixLine = (fix: FixOutcome): string => `${fix.rowId}  ${fix.outcome}  ${short(whyNot(fix) ?? fix.text)}`

function hiddenLine(shown: number, counts: Readonly<Record<string, number>>): string[] {
  const hidden = Object.values(counts).reduce((sum, count) => sum + count, 0) - shown
  return hidden > 0 ? [`${hidden} more are not listed; --limit 0 lists all`] : []
}

function fixedLine(fixes: readonly FixOutcome[], isDryRun: boolean): string {
  const of = (outcome: FixOutcome['outcome']): number => fixes.filter((each) => each.outcome === outcome).length
  const done = isDryRun ? 'would be proposed' : 'proposed'
  return `${of('proposed')} ${done}, ${of('unchanged')} proposed already, ${of('refused')} refused`
}
