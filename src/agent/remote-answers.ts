// Reads the JSON answers of API v1 and v2 into the types of an agent. The shapes are those that the server itself declares.
import type * as z from 'zod'
import type {
  Claim,
  HeadV2,
  ItemResult,
  Problems,
  QuotaDetails,
  RowCardV2,
  Term as TermShape,
  WorkStatus,
} from '../api-v2/shapes.ts'
import { remarkOf } from '../base/remark.ts'
import { factsFrom } from '../base/term-facts.ts'
import type { EarlierPair, LikePair } from '../domain/text/earlier-pairs.ts'
import type { UnchangedReason } from '../domain/vocabulary.ts'
import type {
  AgentHead,
  AgentQuota,
  AgentRow,
  AgentStatus,
  KnownTexts,
  OfficialText,
  Term,
  TextCopies,
  TextOutcome,
} from './agent.ts'

export type ClaimCard = z.infer<typeof Claim>
export type QuotaCard = z.infer<typeof QuotaDetails>
export type StatusCard = z.infer<typeof WorkStatus>
export type TermCard = z.infer<typeof TermShape>
type HeadCard = z.infer<typeof HeadV2>
type Card = z.infer<typeof RowCardV2>
/** A row in an answer of API v2, with the groups of fields in `CARD_FIELDS`. */
export type RowCard = Card & { readonly [G in 'reference' | 'layers' | 'tokens']: Exclude<Card[G], undefined> }

export const CARD_FIELDS = 'core,reference,layers,tokens'

export function rowOf(card: RowCard, termsIn: (source: string) => readonly Term[]): AgentRow {
  const { previous_source: previous } = card
  return {
    rowId: card.row_id,
    key: card.key ?? null,
    remark: remarkOf({
      notes: [card.remark?.note ?? ''],
      places: [card.remark?.place ?? ''],
      maxLength: card.remark?.max_length ?? null,
    }),
    ordinal: card.ordinal,
    source: card.source_text,
    sourceHash: card.source_hash,
    isServiceRow: card.is_service_row,
    keep: card.tokens.must_preserve,
    reference: card.reference?.text ?? null,
    maxLetters: card.max_letters ?? null,
    copies: card.copies,
    pendingProposals: card.pending_proposals,
    layers: { manual: headOf(card.layers.manual), machine: headOf(card.layers.machine) },
    previous:
      previous === null ? null : { source: previous.text, translation: previous.translation, layer: previous.layer },
    terms: termsIn(card.source_text),
  }
}

export interface OfficialCards {
  readonly rows: readonly { readonly row_id: string; readonly official: Readonly<Record<string, string>> }[]
}

export const officialOf = ({ rows }: OfficialCards): ReadonlyMap<string, readonly OfficialText[]> =>
  new Map(
    rows.map(({ row_id: rowId, official }) => [
      rowId,
      Object.entries(official).map(([language, text]) => ({ language, text })),
    ]),
  )

function headOf(head: HeadCard | null): AgentHead | null {
  if (head === null) return null
  const { revision, text, status, freshness, provider, model, reader } = head
  return { revision, text, status, freshness, provider, model, ...(reader !== undefined && { reader }) }
}

export const termOf = (card: TermCard): Term => ({
  source: card.source,
  forms: card.forms,
  doNotTranslate: card.do_not_translate,
  caseSensitive: card.case_sensitive,
  note: card.note,
  facts: factsFrom((name) => card[name]),
})

type Known<K extends keyof KnownTexts, Asked extends string> = readonly Omit<KnownTexts[K][number], Asked>[]
export interface MemoryCard {
  readonly texts: readonly {
    readonly row_id: string
    readonly matches: Known<'texts', 'rowId'>
    readonly like: readonly (EarlierPair & { readonly likeness: number })[]
  }[]
}
export interface ContextCard {
  readonly terms: readonly { readonly source: string; readonly examples: Known<'examples', 'term'> }[]
}

/** Groups the pairs of a memory answer by the row for which they were found. */
const pairsOf = ({ texts }: MemoryCard): ReadonlyMap<string, LikePair[]> =>
  new Map(
    texts.map(({ row_id: rowId, like }) => [
      rowId,
      like.map(({ source, text, likeness: percent }) => ({ source, text, percent })),
    ]),
  )

/** For each row: the best translation of the very same source, then those of like sources. */
export function earlierOf(memory: MemoryCard, rows: readonly AgentRow[]): ReadonlyMap<string, readonly LikePair[]> {
  const sources = new Map(rows.map(({ rowId, source }) => [rowId, source]))
  const pairs = pairsOf(memory)
  return new Map(
    memory.texts.map(({ row_id: rowId, matches }) => {
      const same = matches.slice(0, 1).map(({ text }) => ({ source: sources.get(rowId) ?? '', text, percent: 100 }))
      return [rowId, [...same, ...(pairs.get(rowId) ?? [])]]
    }),
  )
}

export const knownOf = (memory: MemoryCard, context: ContextCard): KnownTexts => ({
  texts: memory.texts.flatMap(({ row_id: rowId, matches }) =>
    matches.map(({ text, layer, status, rows }) => ({ rowId, text, layer, status, rows })),
  ),
  like: [...pairsOf(memory)].flatMap(([rowId, pairs]) => pairs.map((pair) => ({ rowId, ...pair }))),
  examples: context.terms.flatMap(({ source: term, examples }) =>
    examples.map(({ source, text }) => ({ term, source, text })),
  ),
})

type ProblemCard = z.infer<typeof Problems>[number]
/** The result of one text: from the answer to a batch, or from that to a validation, which has no status. */
export type ItemCard = z.infer<typeof ItemResult> & {
  readonly status?: TextOutcome['status']
  readonly details?: { readonly reason?: string }
  readonly copies?: TextCopies
}

/** A text's outcome. `accepted` is the status of a good text in a validation. */
export function outcomeOf(item: ItemCard, accepted: 'written' | 'proposed'): TextOutcome {
  const [first] = item.errors
  // A validation reports an unchanged text as an error; for a writer it is an outcome.
  const isUnchanged = item.status === undefined && first?.code === 'unchanged'
  const status = item.status ?? (isUnchanged ? 'unchanged' : item.ok ? accepted : 'rejected')
  const reason = isUnchanged ? first.details['reason'] : item.details?.reason
  return {
    rowId: item.row_id,
    status,
    reason: status === 'unchanged' ? (reason as UnchangedReason) : null,
    copies: item.copies ?? null,
    errors: isUnchanged ? [] : item.errors.map(problemOf),
    warnings: item.warnings.map(problemOf),
  }
}

const problemOf = ({ code, rule_code: rule, message, details }: ProblemCard): TextOutcome['errors'][number] => ({
  code,
  rule,
  message,
  details,
})

export const quotaOf = ({ limit, used, remaining, resets_at: resetsAt }: QuotaCard): AgentQuota => ({
  limit,
  used,
  remaining,
  resetsAtMs: Date.parse(resetsAt),
})

export const statusOf = (card: StatusCard): AgentStatus => ({
  name: card.name,
  role: card.role,
  writes: card.writes,
  rows: card.rows,
  untranslated: card.untranslated,
  stale: card.stale,
  quota: quotaOf(card.quota),
  requestsPerMinute: card.requests_per_minute,
  targetLanguage: card.target_language,
})
