// `windrow glossary proposals`, `approve`, `reject`: decides on terms that agents proposed.
import type { App } from '../../../app/app.ts'
import { createNames } from '../../../app/people/read-people.ts'
import {
  approveTerm,
  listTermProposals,
  rejectTerm,
  type TermDecisionRefusal,
} from '../../../app/terms/term-proposals.ts'
import type { Result } from '../../../base/result.ts'
import type { TermProposal } from '../../../domain/checks/glossary/term-proposal.ts'
import type { ProposalStatus } from '../../../domain/vocabulary.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { isoTimeOrNull, tableLines } from '../../screen/lines.ts'
import { valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'

function documentOf(app: App, proposal: TermProposal) {
  const nameOf = createNames(app)
  const { id, status, term, evidence, provider, model, reason } = proposal
  return {
    id,
    status,
    source: term.source,
    forms: term.forms,
    case_sensitive: term.caseSensitive,
    do_not_translate: term.doNotTranslate,
    note: term.note,
    evidence,
    provider,
    model,
    author: nameOf(proposal.authorId),
    created_at: isoTimeOrNull(proposal.createdAtMs),
    decided_by: nameOf(proposal.deciderId),
    decided_at: isoTimeOrNull(proposal.decidedAtMs),
    reason,
  }
}

export async function list(context: CommandContext, args: ParsedArgs): Promise<void> {
  const status = (args.text('status') ?? null) as ProposalStatus | null
  await withApp(context, (app) => {
    const { proposals } = listTermProposals(app, { status, after: 0, limit: Number.MAX_SAFE_INTEGER })
    const shown = proposals.map((proposal) => documentOf(app, proposal))
    context.answer(shown, () =>
      tableLines(
        ['id', 'status', 'source', 'forms', 'author', 'note'],
        shown.map((it) => [String(it.id), it.status, it.source, it.forms.join(' | '), it.author ?? '', it.note]),
      ),
    )
  })
}

export const approve = (context: CommandContext, args: ParsedArgs): Promise<void> =>
  decide(context, args, (app, id) => approveTerm(app, null, { id }))

export const reject = (context: CommandContext, args: ParsedArgs): Promise<void> =>
  decide(context, args, (app, id) => rejectTerm(app, null, { id, reason: args.text('reason') ?? '' }))

async function decide(
  context: CommandContext,
  args: ParsedArgs,
  work: (app: App, id: number) => Promise<Result<TermProposal, TermDecisionRefusal>>,
): Promise<void> {
  const typed = args.argument('ID')
  await withApp(context, async (app) => {
    const decided = valueOrUsage(await work(app, /^\d{1,9}$/.test(typed) ? Number(typed) : 0))
    const { id, status, term } = decided
    context.answer(documentOf(app, decided), () => `the proposed term ${id}, ${term.source}, is ${status}`)
  })
}
