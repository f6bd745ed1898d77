// `windrow rows`: rows to translate, one a line, claimed or only listed.
import { counted, numeral } from '../../../base/numeral.ts'
import type { Agent, AgentRow, TakenRows } from '../../../agent/agent.ts'
import { labelOf, rowDocument, rowLine, termsLine } from '../../../agent/text-lines.ts'
import { claimRowsDefault, claimSecondsDefault } from '../../../domain/limits.ts'
import { CLAIM_WORKS, type ClaimWork, type RowState, type SourceFilter } from '../../../domain/vocabulary.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import { momentOf } from '../revision-filter.ts'
import { filterTextOf } from '../work-filter-of.ts'
import { EXIT, Failure, Usage } from '../../failure.ts'
import { isoTimeOrNull } from '../../streams/lines.ts'
import { type LocalWork, withAgent, withOfficialAgent } from '../../with-agent.ts'
import { printLines } from './print-lines.ts'
import { WHERE, limit, after, seconds, official, jsonLines, as } from './agent-options.ts'
import { FILTER, TIMES, ROW_STATE, SOURCE, TIME } from '../../options.ts'

export const command: Runnable = {
  name: 'rows',
  summary: 'Print rows to translate, one per line, or claim them',
  details: [
    'A line is ROW, the source, and in brackets the tokens to keep and, for stale rows, the old source and the ' +
      'present translation, separated by tabs. Glossary terms of the rows are in a line that begins with #.',
    '--claim takes rows for you alone (states none and stale only). ' +
      'Nothing on stdout and exit 0: the work is finished; exit 75: others hold the rest.',
    WHERE,
    TIMES,
    '--json: {claim: {id, expires_at} or null, rows, left, held_by_others, remembered, next}.',
  ],
  options: [
    { name: 'state', summary: 'Rows in this state', value: ROW_STATE, defaultText: 'none' },
    { name: 'source', summary: 'Only rows of this source', value: SOURCE, defaultText: 'all' },
    {
      ...FILTER,
      summary: 'Instead: rows of this filter (as in an address of the site), or of a saved one',
      excludes: ['state', 'source', 'at'],
    },
    limit,
    after,
    {
      name: 'at',
      summary: 'Show the translations as they were at that time; local store only',
      value: TIME,
      excludes: ['claim', 'official'],
    },
    { name: 'claim', summary: 'Claim the rows, so that no one else is given them', excludes: ['after'] },
    seconds,
    { name: 'reference', summary: 'Add the Chinese text: [zh: …]' },
    official,
    jsonLines,
    as,
  ],
  examples: [
    'windrow rows --state none --limit 50 --claim | my-llm | windrow write --model M',
    'windrow rows --state stale --as Olena --jsonl',
    "windrow rows --filter 'layer=none&patch=7.added' --limit 50 --claim",
  ],
  async run(context, args) {
    const hasFilter = args.text('filter') !== undefined
    const state = (args.text('state') ?? (hasFilter ? 'all' : 'none')) as RowState
    const atMs = momentOf(context, args)
    if (atMs !== null)
      return await withAgent(context, args, async (_, local) => listAt(context, args, local, state, atMs))
    if (!args.flag('claim'))
      return await withOfficialAgent(context, args, async (agent, local) => {
        const page = { state, ...rowsWanted(args, local), after: args.integer('after') ?? 0, limit: limitOf(args) }
        printPage(context, args, state, await agent.listRows(page))
      })
    const work = hasFilter ? CLAIM_WORKS[0] : CLAIM_WORKS.find((each) => each === state)
    if (work === undefined) throw new Usage(`--claim takes rows of state ${CLAIM_WORKS.join(' or ')}, not ${state}`)
    return await withOfficialAgent(context, args, (agent, local) =>
      claim(context, args, agent, rowsWanted(args, local), work),
    )
  },
}

interface Wanted {
  readonly source: SourceFilter
  readonly filter?: string
}

const rowsWanted = (args: ParsedArgs, local: LocalWork | null): Wanted => {
  const filter = filterTextOf(args, local?.app ?? null)
  return { source: sourceOf(args), ...(filter !== undefined && { filter }) }
}

const sourceOf = (args: ParsedArgs): SourceFilter => (args.text('source') ?? 'all') as SourceFilter
const limitOf = (args: ParsedArgs): number => args.integer('limit') ?? claimRowsDefault

/** Only the local store can list rows of an earlier time. */
async function listAt(
  context: CommandContext,
  args: ParsedArgs,
  local: LocalWork | null,
  state: RowState,
  atMs: number,
): Promise<void> {
  if (local === null) throw new Usage('--at works on the local store only: add --as NAME')
  const { agentRowsAt } = await import('../../../agent/rows-at.ts')
  const page = { atMs, state, source: sourceOf(args), after: args.integer('after') ?? 0, limit: limitOf(args) }
  const { warning, ...rows } = agentRowsAt(local.app, page)
  if (warning !== null) context.warn(warning)
  printPage(context, args, state, rows)
}

function printPage(
  context: CommandContext,
  args: ParsedArgs,
  state: RowState,
  { rows, next }: { readonly rows: readonly AgentRow[]; readonly next: number | null },
): void {
  // Service rows have nothing to translate and would be listed forever.
  const shown = state === 'none' ? rows.filter((row) => !row.isServiceRow) : rows
  printRows(context, args, shown, { claim: null, next })
  if (next !== null) context.note(`there are more rows: --after ${next}`)
}

async function claim(
  context: CommandContext,
  args: ParsedArgs,
  agent: Agent,
  wanted: Wanted,
  work: ClaimWork,
): Promise<void> {
  const seconds = args.integer('seconds') ?? claimSecondsDefault
  const taken = await agent.takeRows({ work, ...wanted, limit: limitOf(args), seconds })
  if (taken.claim === null && taken.retryAfterSeconds !== null) throw othersHold(taken)
  const { left, heldByOthers, remembered } = taken
  if (remembered > 0) context.note(`memory filled ${counted(remembered, 'row')}, so they are not listed`)
  const held = taken.claim === null ? null : { id: taken.claim.id, expires_at: isoTimeOrNull(taken.claim.endsAtMs) }
  printRows(context, args, taken.rows, { claim: held, left, held_by_others: heldByOthers, remembered })
  if (held === null) context.note('there is nothing left to do')
  else
    context.note(
      `claim ${held.id} of ${counted(taken.rows.length, 'row')}, until ${held.expires_at}; ` +
        `${counted(left, 'row more is', 'rows more are')} free`,
    )
}

const othersHold = ({ heldByOthers, retryAfterSeconds }: TakenRows): Failure =>
  new Failure(`others hold the ${heldByOthers === 1 ? 'row that is' : `${numeral(heldByOthers)} rows that are`} left`, {
    code: 'rows_held',
    hint: `the first of them may be free in ${retryAfterSeconds} s: run the command again then`,
    exit: EXIT.tryAgain,
  })

function printRows(context: CommandContext, args: ParsedArgs, rows: readonly AgentRow[], more: object): void {
  const withReference = args.flag('reference')
  const documents = rows.map(rowDocument)
  const terms = termsLine(rows)
  const lines = args.flag('jsonl')
    ? documents.map((document) => JSON.stringify(document))
    : [...(terms === null ? [] : [terms]), ...rows.map((row) => rowLine(labelOf(row), row, withReference))]
  printLines(context, { ...more, rows: documents }, lines)
}
