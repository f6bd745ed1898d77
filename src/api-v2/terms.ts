// The routes by which an agent looks up settled translations for a whole batch: terms in force, texts of the same
// source, examples.
import { ordinalOfRow } from '../app/rows/read-row.ts'
import { findContext } from '../app/terms/find-context.ts'
import type { LikeKnown } from '../app/terms/find-like.ts'
import { findMemory, type KnownText } from '../app/terms/find-memory.ts'
import { type AskedText, matchTerms } from '../app/terms/match-terms.ts'
import { rememberForAgent } from '../app/writes/remember-rows.ts'
import { success } from '../api-v1/answer.ts'
import { refusedBatch } from '../api-v1/bytes/batch-json.ts'
import { taking } from '../api-v1/sent-body.ts'
import type { Work } from '../api-v1/visit.ts'
import { differencesOf } from '../domain/text/word-diff.ts'
import { likeMembers, termJson, textJson } from './cards.ts'
import { clientLeft, searchesBusy, unsettled } from './lookups.ts'
import { CONTEXT_BODY, FILL_BODY, LOOKUP_BODY } from './term-requests.ts'

type Json = Readonly<Record<string, unknown>>

const askedJson = ({ row }: AskedText): Json => (row === null ? {} : { row_id: row.rowId })

/** POST /glossary/match. */
export const match: Work = taking(LOOKUP_BODY, async ({ app, turn }, { value }) => {
  const { texts, terms, unknownIds } = await matchTerms(app, value, turn)
  return success(
    {
      texts: texts.map(({ matches, leftOut, ...asked }) => ({
        ...askedJson(asked),
        matches: matches.map(({ term, start, end, isRequired }) => ({ term, start, end, required: isRequired })),
        left_out: leftOut,
      })),
      terms: terms.map(({ entry, made }) => ({ ...termJson(entry), made_forms: made })),
    },
    { count: terms.length, unknown_row_ids: unknownIds },
  )
})

/** POST /memory. */
export const memory: Work = taking(LOOKUP_BODY, async ({ app, turn }, { value }) => {
  const { texts, isSettled, unknownIds } = await findMemory(app, value, turn)
  return success(
    {
      texts: texts.map(({ texts: known, sourceHash, leftOut, isWhole, like, ...asked }) => ({
        ...askedJson(asked),
        matches: known.map((each) => knownJson(each, sourceHash)),
        left_out: leftOut,
        counts_exact: isWhole,
        like: like.map((each) => likeJson(each, asked.text)),
      })),
    },
    {
      count: texts.filter(({ texts: known }) => known.length > 0).length,
      unknown_row_ids: unknownIds,
      ...unsettled(isSettled),
    },
  )
})

/** POST /memory/fill. */
export const fillFromMemory: Work = taking(FILL_BODY, async ({ app, actor, turn }, { value: rowIds }) => {
  const idOf = new Map(rowIds.flatMap((rowId) => [[ordinalOfRow(app, rowId) ?? 0, rowId] as const]))
  const settled = await rememberForAgent(app, actor, [...idOf.keys()], turn)
  if (!settled.ok) return refusedBatch(settled.refusal.code === 'busy' ? { code: 'layer_busy' } : settled.refusal)
  const idsOf = (ordinals: readonly number[]): string[] => ordinals.flatMap((ordinal) => idOf.get(ordinal) ?? [])
  const { filled, done } = settled.value
  return success({ filled: idsOf(filled), done: idsOf(done) }, { count: filled.length })
})

const knownJson = ({ head, layer, rowId, rows }: KnownText, sourceHash: string): Json => ({
  likeness: 100,
  ...textJson(head, layer, sourceHash),
  row_id: rowId,
  rows,
})

const likeJson = (like: LikeKnown, asked: string): Json => ({
  ...likeMembers(like),
  differences: differencesOf(like.source, asked).map(({ gone, come }) => ({ source: gone, asked: come })),
})

/** POST /context. */
export const context: Work = taking(CONTEXT_BODY, async (call, { value }) => {
  const found = await findContext(call.app, call.actor.user, value, call.turn, clientLeft(call))
  if (!found.ok) return searchesBusy()
  const { terms, leftOut, unknownIds } = found.value
  return success(
    {
      terms: terms.map(({ entry, texts, examples }) => ({
        ...termJson(entry),
        texts,
        examples: examples.map(({ rowId, source, sourceHash, layer, head }) => ({
          row_id: rowId,
          source,
          ...textJson(head, layer, sourceHash),
        })),
      })),
    },
    { count: terms.length, left_out: leftOut, unknown_row_ids: unknownIds },
  )
})
