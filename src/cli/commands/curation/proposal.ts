// `windrow proposal`: reviews in a terminal, by the rules of the site.
import { type Actor, named } from '../../../app/actor.ts'
import type { App } from '../../../app/app.ts'
import {
  allProposals,
  findProposal,
  isHidden,
  manualTextAt,
  placed,
  type PlacedProposal,
} from '../../../app/rows/list-proposals.ts'
import { sentenceFor } from '../../../app/refusal-sentences.ts'
import { namedProposal } from '../../../app/upkeep/read-info.ts'
import { readProposal as readView } from '../../../app/rows/read-proposal.ts'
import { approveProposal, type ProposalRefusal, rejectProposal } from '../../../app/writes/review-proposal.ts'
import type { Result } from '../../../base/result.ts'
import { hasWaivers, isProposalStale } from '../../../domain/decide-review.ts'
import type { Proposal } from '../../../domain/proposal.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import type { ProposalStatus } from '../../../domain/vocabulary.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { isoTimeOrNull, onOneLine, shownValue, tableLines } from '../../streams/lines.ts'
import { namedPerson } from '../../named-person.ts'
import { valueOrUsage } from '../value-of.ts'
import { labelledRows } from '../work-filter-of.ts'
import { withApp } from '../../with-app.ts'
import { LABEL, NAME, STATUS, TEXT, word } from '../../options.ts'

const isStale = ({ proposal, row }: PlacedProposal): boolean => row !== null && isProposalStale(proposal, row)

function proposalDocument(app: App, it: PlacedProposal) {
  const { proposal } = it
  const { author, reviewer } = namedProposal(app, proposal)
  return {
    id: proposal.id,
    version: proposal.version,
    status: proposal.status,
    row_id: proposal.rowId,
    text: proposal.text,
    author,
    stale: isStale(it),
    waived: hasWaivers(proposal),
    created_at: isoTimeOrNull(proposal.createdAtMs),
    updated_at: isoTimeOrNull(proposal.updatedAtMs),
    reviewer,
    reviewed_at: isoTimeOrNull(proposal.reviewedAtMs),
    reason: proposal.reason,
  }
}

/** The number of a proposal. Anything but a number gives 0, which no proposal has. */
const idOf = (args: ParsedArgs): number => {
  const typed = args.argument('ID')
  return /^\d{1,9}$/.test(typed) ? Number(typed) : 0
}

function namedOf(app: App, args: ParsedArgs): PlacedProposal {
  const it = findProposal(app, idOf(args))
  if (it === null) {
    throw new Failure(`there is no proposal ${args.argument('ID')}; windrow proposal list shows them`, {
      code: 'not_found',
    })
  }
  if (isHidden(it)) {
    throw new Failure(sentenceFor('commandLine', { code: 'proposal_row_gone', id: it.proposal.id }))
  }
  return it
}

export const list: Runnable = {
  name: 'proposal list',
  summary: 'List proposals',
  options: [
    { name: 'status', summary: 'Only proposals of this status', value: STATUS },
    { name: 'author', summary: 'Only proposals of this person', value: NAME },
    { ...LABEL, summary: 'Only proposals for rows with this label; - for rows without any' },
  ],
  examples: ['windrow proposal list --status pending', 'windrow proposal list --author Olena --json'],
  run: (context, args) =>
    withApp(context, async (app) => {
      const status = (args.text('status') ?? null) as ProposalStatus | null
      const name = args.text('author')
      const author = name === undefined ? null : namedPerson(app, name)
      const all = allProposals(app, { status, authorId: author?.id ?? null, among: await labelledRows(app, args) })
      const shown = Array.from(all, (it) => proposalDocument(app, it))
      context.answer(shown, () =>
        tableLines(shown, {
          id: ({ id }) => id,
          status: stateOf,
          row: ({ row_id }) => row_id,
          author: ({ author }) => author,
          changed: ({ updated_at }) => shownValue(updated_at ?? ''),
          text: ({ text }) => onOneLine(text, charactersShownMax),
        }),
      )
    }),
}

const stateOf = ({ status, stale, waived }: ReturnType<typeof proposalDocument>): string =>
  [status, status === 'pending' && stale && 'stale', waived && 'checks waived'].filter(Boolean).join(', ')

const charactersShownMax = 60

const proposalArgument = { value: word('ID'), summary: 'Number of the proposal' } as const

const reviewer = { name: 'as', summary: 'Who reviews', value: NAME, isRequired: true } as const

export const show: Runnable = {
  name: 'proposal show',
  summary: 'Show one proposal',
  arguments: [proposalArgument],
  examples: ['windrow proposal show 17'],
  run: (context, args) =>
    withApp(context, (app) => {
      const it = namedOf(app, args)
      const document = proposalDocument(app, it)
      context.answer(document, () => [
        ...Object.entries(document)
          .filter(([name, value]) => name !== 'text' && value !== null)
          .map(([name, value]) => `${name}: ${shownValue(value)}`),
        ...(readView(app, it.proposal.id)?.waived ?? []).map(({ rule, message }) => `waived ${rule}: ${message}`),
        ...textLines('source', it.row === null ? null : sourceTextOf(it.row)),
        ...textLines('translation now', manualTextAt(app, it.proposal.ordinal)),
        ...textLines('proposed', document.text),
      ])
    }),
}

const textLines = (title: string, text: string | null): string[] =>
  text === null ? [] : ['', `${title}:`, ...text.split('\n').map((line) => `  ${line}`)]

export const approve: Runnable = {
  name: 'proposal approve',
  summary: 'Approve a proposal: it becomes the manual translation',
  arguments: [proposalArgument],
  options: [
    reviewer,
    { name: 'confirm-source', summary: 'Confirm that the text also fits the changed source' },
    { name: 'confirm-waived', summary: 'Approve although checks that the bot waived find something' },
  ],
  examples: ['windrow proposal approve 17 --as Ihor'],
  run: (context, args) =>
    review(context, args, (app, reviewer, id) =>
      approveProposal(app, reviewer, {
        id,
        version: null,
        confirmSource: args.flag('confirm-source'),
        confirmWaived: args.flag('confirm-waived'),
        text: null,
      }),
    ),
}

export const reject: Runnable = {
  name: 'proposal reject',
  summary: 'Reject a proposal',
  arguments: [proposalArgument],
  options: [reviewer, { name: 'reason', summary: 'Why, for its author', value: TEXT, isRequired: true }],
  examples: ['windrow proposal reject 17 --as Ihor --reason "the tone is wrong"'],
  run: (context, args) =>
    review(context, args, (app, reviewer, id) =>
      rejectProposal(app, reviewer, { id, version: null, reason: args.text('reason') ?? '' }),
    ),
}

async function review(
  context: CommandContext,
  args: ParsedArgs,
  work: (app: App, reviewer: Actor, id: number) => Promise<Result<Proposal, ProposalRefusal>>,
): Promise<void> {
  await withApp(context, async (app) => {
    const reviewer = named(namedPerson(app, args.text('as') ?? ''))
    const { id } = namedOf(app, args).proposal
    const ended = valueOrUsage(await work(app, reviewer, id))
    const document = proposalDocument(app, placed(app, ended))
    context.answer(document, () => `proposal ${id} is ${ended.status}`)
  })
}
