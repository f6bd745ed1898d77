// `windrow proposal`: the review of the site for people who work in a terminal, by the same rules.
import type { App } from '../app/app.ts'
import { namedProposal } from '../app/read-info.ts'
import { approveProposal, type ProposalRefusal, rejectProposal } from '../app/review-proposal.ts'
import type { Result } from '../base/result.ts'
import { isProposalStale } from '../domain/decide-review.ts'
import type { User } from '../domain/people.ts'
import type { Proposal } from '../domain/proposal.ts'
import { type Row, sourceTextOf } from '../domain/row.ts'
import type { ProposalStatus } from '../domain/vocabulary.ts'
import { readHeads } from '../store/heads.ts'
import { proposalsByAuthor, proposalsByStatus, readProposal } from '../store/proposals.ts'
import { readRow } from '../store/rows.ts'
import type { CommandContext, ParsedArgs } from './command.ts'
import { Failure, Usage } from './failure.ts'
import { isoTime, tableLines } from './lines.ts'
import { findPerson } from './named-person.ts'
import { withApp } from './with-app.ts'

/** A proposal with its row; null when the row is not in the game now. */
interface Placed {
  readonly proposal: Proposal
  readonly row: Row | null
}

const placed = (app: App, proposal: Proposal): Placed => ({
  proposal,
  row: readRow(app.store.main, app.store.files, proposal.ordinal),
})

/** Pending proposals of a retired row come back with it. */
const isHidden = ({ proposal, row }: Placed): boolean => row === null && proposal.status === 'pending'

const isStale = ({ proposal, row }: Placed): boolean => row !== null && isProposalStale(proposal, row)

function proposalDocument(app: App, it: Placed) {
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
    created_at: isoTime(proposal.createdAtMs),
    updated_at: isoTime(proposal.updatedAtMs),
    reviewer,
    reviewed_at: isoTime(proposal.reviewedAtMs),
    reason: proposal.reason,
  }
}

/** What a person typed as an id; 0, which no proposal has, when it is no number. */
const idOf = (args: ParsedArgs): number => {
  const typed = args.argument('ID')
  return /^\d{1,9}$/.test(typed) ? Number(typed) : 0
}

function findProposal(app: App, args: ParsedArgs): Placed {
  const proposal = readProposal(app.store.main, idOf(args))
  if (proposal === undefined) {
    throw new Failure(`there is no proposal ${args.argument('ID')}; windrow proposal list shows them`)
  }
  const it = placed(app, proposal)
  if (isHidden(it)) {
    throw new Failure(
      `the row of proposal ${proposal.id} is not in the game now; it can be reviewed when the row is back`,
    )
  }
  return it
}

export async function list(context: CommandContext, args: ParsedArgs): Promise<void> {
  const status = (args.text('status') ?? null) as ProposalStatus | null
  const name = args.text('author')
  await withApp(context, (app) => {
    const { main } = app.store
    const author = name === undefined ? null : findPerson(app, name)
    const all = author === null ? proposalsByStatus(main, status) : proposalsByAuthor(main, author.id)
    const shown = [...all]
      .filter((proposal) => status === null || proposal.status === status)
      .map((proposal) => placed(app, proposal))
      .filter((it) => !isHidden(it))
      .map((it) => proposalDocument(app, it))
    context.answer(shown, () =>
      tableLines(
        ['id', 'status', 'row', 'author', 'changed', 'text'],
        shown.map((it) => [
          String(it.id),
          it.stale && it.status === 'pending' ? `${it.status}, stale` : it.status,
          it.row_id,
          it.author,
          it.updated_at ?? '',
          onOneLine(it.text),
        ]),
      ),
    )
  })
}

const shownCharactersMax = 60

function onOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > shownCharactersMax ? `${line.slice(0, shownCharactersMax)}…` : line
}

export async function show(context: CommandContext, args: ParsedArgs): Promise<void> {
  await withApp(context, (app) => {
    const it = findProposal(app, args)
    const document = proposalDocument(app, it)
    context.answer(document, () => [
      ...Object.entries(document)
        .filter(([name, value]) => name !== 'text' && value !== null)
        .map(([name, value]) => `${name}: ${value}`),
      ...textLines('source', it.row === null ? null : sourceTextOf(it.row)),
      ...textLines('translation now', readHeads(app.store.main, it.proposal.ordinal).manual?.text ?? null),
      ...textLines('proposed', document.text),
    ])
  })
}

const textLines = (title: string, text: string | null): string[] =>
  text === null ? [] : ['', `${title}:`, ...text.split('\n').map((line) => `  ${line}`)]

export async function approve(context: CommandContext, args: ParsedArgs): Promise<void> {
  await review(context, args, (app, reviewer, id) =>
    approveProposal(app, reviewer, { id, version: null, confirmSource: args.flag('confirm-source'), text: null }),
  )
}

export async function reject(context: CommandContext, args: ParsedArgs): Promise<void> {
  const reason = args.text('reason') ?? ''
  await review(context, args, (app, reviewer, id) => rejectProposal(app, reviewer, { id, version: null, reason }))
}

async function review(
  context: CommandContext,
  args: ParsedArgs,
  work: (app: App, reviewer: User, id: number) => Promise<Result<Proposal, ProposalRefusal>>,
): Promise<void> {
  await withApp(context, async (app) => {
    const reviewer = findPerson(app, args.text('as') ?? '')
    const { id } = findProposal(app, args).proposal
    const ended = await work(app, reviewer, id)
    if (!ended.ok) {
      const { code, message } = ended.refusal
      throw code === 'no_reason' ? new Usage(message) : new Failure(message)
    }
    const document = proposalDocument(app, placed(app, ended.value))
    context.answer(document, () => `proposal ${id} is ${ended.value.status}`)
  })
}
