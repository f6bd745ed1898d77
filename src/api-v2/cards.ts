// Writes the row cards of API v2. Members of v1 keep their meaning; each text also has its revision, and `tokens` has no note,
// because it would be the same in every row.
import { headCard, rowCard } from '../api-v1/bytes/row-card.ts'
import type { ClaimedRow, PreviousSource } from '../app/claims/read-claimed-rows.ts'
import type { OfficialText } from '../app/rows/official-of-rows.ts'
import type { Remark } from '../base/remark.ts'
import type { EarlierKnown } from '../app/terms/find-memory.ts'
import type { GlossaryEntry } from '../domain/checks/glossary.ts'
import { clientMembers } from '../domain/revision.ts'
import { freshnessOf, type Head, shownStatus } from '../domain/row.ts'
import type { Markup } from '../domain/profile.ts'
import type { FieldGroup, Layer } from '../domain/vocabulary.ts'

type Json = Readonly<Record<string, unknown>>

/** The core group of fields is always included. */
export function cardJson(claimed: ClaimedRow, groups: ReadonlySet<FieldGroup>, policy: Markup): Json {
  const { row, key, remark, heads, copies, pendingProposals, labels, maxLetters, misfits, otherSources, previous } =
    claimed
  const { sources, reference, layers, tokens, ...core } = rowCard(claimed, groups, policy)
  return {
    ...core,
    ...(key !== null && { key }),
    ...(remark !== null && { remark: remarkMembers(remark) }),
    copies,
    pending_proposals: pendingProposals,
    labels,
    ...(maxLetters !== null && { max_letters: maxLetters }),
    ...(misfits.length > 0 && { does_not_fit: misfits }),
    ...(otherSources.length > 0 && { other_sources: otherSources }),
    previous_source: previous === null ? null : previousJson(previous),
    ...(sources !== undefined && { sources }),
    ...(reference !== undefined && { reference }),
    ...(layers !== undefined && {
      layers: { manual: headJson(heads.manual, row.sourceHash), machine: headJson(heads.machine, row.sourceHash) },
    }),
    ...(tokens !== undefined && { tokens: { must_preserve: tokens.must_preserve, cosmetic: tokens.cosmetic } }),
  }
}

/** What is not said is left out. */
export const remarkMembers = ({ note, place, maxLength }: Remark): Json => ({
  ...(note !== '' && { note }),
  ...(place !== '' && { place }),
  ...(maxLength !== null && { max_length: maxLength }),
})

/** Official texts by their language. */
export const officialJson = (texts: readonly OfficialText[]): Json =>
  Object.fromEntries(texts.map(({ language, text }) => [language, text]))

const previousJson = ({ text, textHash, layer, translation }: PreviousSource): Json => ({
  text,
  text_hash: textHash,
  layer,
  translation,
})

/** A translation with its revision, which is what `expected_revision` of a write refers to. */
export const headJson = (head: Head | null, sourceHash: string): Json | null =>
  head === null ? null : { revision: head.seq, ...headCard(head, sourceHash), ...clientMembers(head.client) }

export const termJson = ({ source, forms, doNotTranslate, caseSensitive, note, facts }: GlossaryEntry): Json => ({
  source,
  forms,
  do_not_translate: doNotTranslate,
  case_sensitive: caseSensitive,
  note,
  ...facts,
})

/** A translation as lookups show it. */
export const textJson = (head: Head, layer: Layer, sourceHash: string): Json => ({
  text: head.text,
  layer,
  status: shownStatus(head),
  freshness: freshnessOf(head, sourceHash),
  provider: head.provider,
  model: head.model,
})

/** The members about a translation of the same source, or of a like one. */
export const likeMembers = ({ kind, percent, source, head, layer, sourceHash, rowId }: EarlierKnown): Json => ({
  kind,
  likeness: percent,
  source,
  ...textJson(head, layer, sourceHash),
  row_id: rowId,
})
