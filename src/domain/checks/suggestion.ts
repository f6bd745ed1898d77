// Suggestions of programs: glossary terms, and labels of rows (docs/filters.md#labels). People decide: a pending suggestion becomes
// approved or rejected, both final.
import { sha256 } from '../../base/bytes.ts'
import { foldLabel } from '../labels.ts'
import type { ProposalStatus } from '../vocabulary.ts'
import { termKey } from './glossary-units.ts'
import type { GlossaryEntry } from './glossary.ts'

export const SUGGESTION_KINDS = ['term', 'label'] as const
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number]

export const SUGGESTED_ACTS = ['give', 'take'] as const

interface Suggested {
  readonly term: GlossaryEntry
  readonly label: { readonly label: string; readonly act: (typeof SUGGESTED_ACTS)[number]; readonly note: string }
}

export type NewSuggestion<K extends SuggestionKind = SuggestionKind> = K extends SuggestionKind
  ? {
      readonly kind: K
      readonly what: Suggested[K]
      /** Rows that show the term, or rows to label; in the author's order. */
      readonly rowIds: readonly string[]
      readonly provider: string | null
      readonly model: string | null
    }
  : never

export type Suggestion<K extends SuggestionKind = SuggestionKind> = NewSuggestion<K> & {
  readonly id: number
  readonly status: ProposalStatus
  readonly authorId: number
  readonly keyId: number | null
  readonly createdAtMs: number
  /** Null: pending, or decided on the command line. */
  readonly deciderId: number | null
  readonly decidedAtMs: number | null
  readonly reason: string | null
  /** The term that was added; absent if it is the suggested one, unedited. */
  readonly addedAs?: GlossaryEntry
}

/** 16 bytes that are equal for suggestions with the same meaning: neither order nor notes count. */
export const meaningOf = (suggestion: NewSuggestion): Uint8Array =>
  sha256(Buffer.from(JSON.stringify(meaningIn(suggestion)))).subarray(0, 16)

function meaningIn({ kind, what, rowIds }: NewSuggestion): readonly unknown[] {
  return kind === 'term' ? termMeaning(what) : [what.act, foldLabel(what.label), [...new Set(rowIds)].toSorted()]
}

export const termMeaning = (term: GlossaryEntry): readonly unknown[] => [
  termKey(term),
  term.forms.toSorted(),
  term.doNotTranslate,
]

/** The suggestion's name in the journal. */
export const nameOfSuggestion = ({ kind, what, addedAs }: Suggestion): string =>
  kind === 'term' ? (addedAs ?? what).source : what.label
