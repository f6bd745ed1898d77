// `windrow suggestion list`, `approve`, `reject`: decides on terms and labels that people and agents suggested.
import type { App } from '../../../app/app.ts'
import { createNames } from '../../../app/people/read-people.ts'
import {
  approveSuggestion,
  rejectSuggestion,
  type SuggestionRefusal,
} from '../../../app/suggestions/decide-suggestion.ts'
import { listSuggestions } from '../../../app/suggestions/suggest.ts'
import { counted } from '../../../base/numeral.ts'
import type { Result } from '../../../base/result.ts'
import { nameOfSuggestion, type Suggestion, SUGGESTION_KINDS } from '../../../domain/checks/suggestion.ts'
import type { ProposalStatus } from '../../../domain/vocabulary.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import { isoTimeOrNull, tableLines } from '../../streams/lines.ts'
import { valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'
import { STATUS, TEXT, word } from '../../options.ts'

function documentOf(app: App, suggestion: Suggestion) {
  const nameOf = createNames(app)
  const { id, kind, status, what, rowIds, provider, model, reason } = suggestion
  const of =
    kind === 'term'
      ? {
          source: what.source,
          forms: what.forms,
          case_sensitive: what.caseSensitive,
          do_not_translate: what.doNotTranslate,
          note: what.note,
          ...(what.facts && { facts: what.facts }),
        }
      : what
  return {
    id,
    kind,
    status,
    ...of,
    row_ids: rowIds,
    provider,
    model,
    author: nameOf(suggestion.authorId),
    created_at: isoTimeOrNull(suggestion.createdAtMs),
    decided_by: nameOf(suggestion.deciderId),
    decided_at: isoTimeOrNull(suggestion.decidedAtMs),
    reason,
  }
}

const wordsOf = ({ kind, what, rowIds }: Suggestion): string =>
  kind === 'term' ? what.forms.join(' | ') : `${what.act} ${counted(rowIds.length, 'row')}`

export const list: Runnable = {
  name: 'suggestion list',
  summary: 'List terms and labels that people and agents suggested',
  options: [
    { name: 'status', summary: 'Only suggestions with this status', value: STATUS },
    { name: 'kind', summary: 'Only suggestions of this kind', value: word('KIND', SUGGESTION_KINDS, 'kind') },
  ],
  examples: ['windrow suggestion list --status pending'],
  run: (context, args) =>
    withApp(context, (app) => {
      const status = (args.text('status') ?? null) as ProposalStatus | null
      const kinds = SUGGESTION_KINDS.filter((kind) => kind === (args.text('kind') ?? kind))
      const page = { status, after: 0, limit: Number.MAX_SAFE_INTEGER }
      const found = kinds.flatMap((kind): readonly Suggestion[] => listSuggestions(app, kind, page).suggestions)
      const nameOf = createNames(app)
      const documents = found.map((suggestion) => documentOf(app, suggestion))
      context.answer(documents, () =>
        tableLines(found, {
          id: ({ id }) => id,
          kind: ({ kind }) => kind,
          status: ({ status }) => status,
          what: nameOfSuggestion,
          change: wordsOf,
          author: ({ authorId }) => nameOf(authorId) ?? '',
          note: ({ what }) => what.note,
        }),
      )
    }),
}

const suggestionArgument = { value: word('ID'), summary: 'Number of the suggestion' } as const

export const approve: Runnable = {
  name: 'suggestion approve',
  summary: 'Add a suggested term to the glossary, or label the rows of a suggested label',
  arguments: [suggestionArgument],
  examples: ['windrow suggestion approve 12'],
  run: (context, args) => decide(context, args, (app, id) => approveSuggestion(app, null, { id })),
}

export const reject: Runnable = {
  name: 'suggestion reject',
  summary: 'Reject a suggested term or label',
  arguments: [suggestionArgument],
  options: [{ name: 'reason', summary: 'Why, for its author', value: TEXT, isRequired: true }],
  examples: ['windrow suggestion reject 12 --reason "an ordinary word"'],
  run: (context, args) =>
    decide(context, args, (app, id) => rejectSuggestion(app, null, { id, reason: args.text('reason') ?? '' })),
}

async function decide(
  context: CommandContext,
  args: ParsedArgs,
  work: (app: App, id: number) => Promise<Result<Suggestion, SuggestionRefusal>>,
): Promise<void> {
  const typed = args.argument('ID')
  await withApp(context, async (app) => {
    const decided = valueOrUsage(await work(app, /^\d{1,9}$/.test(typed) ? Number(typed) : 0))
    const { id, kind, status } = decided
    context.answer(
      documentOf(app, decided),
      () => `suggestion ${id}, the ${kind} ${nameOfSuggestion(decided)}, is ${status}`,
    )
  })
}
