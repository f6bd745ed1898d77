// The addresses by which an agent looks up translations for a whole batch that people have settled: terms in force, texts of
// the same source, examples.
import * as z from 'zod'
import { ordinalOfRow } from '../app/rows/read-row.ts'
import { findContext } from '../app/terms/find-context.ts'
import type { LikeKnown } from '../app/terms/find-like.ts'
import { findMemory, type KnownText as Known } from '../app/terms/find-memory.ts'
import { type Asked, type AskedText, matchTerms } from '../app/terms/match-terms.ts'
import { rememberForAgent } from '../app/writes/remember-rows.ts'
import { success } from '../api-v1/answer.ts'
import type { Fault } from '../api-v1/bad-request.ts'
import { refusedBatch } from '../api-v1/bytes/batch-json.ts'
import { contextExamplesDefault, contextExamplesMax, lookupTextLengthMax, lookupTextsMax } from '../domain/limits.ts'
import { differencesOf } from '../domain/text/word-diff.ts'
import { listOf, lowered, must, rowId, sending } from './bodies.ts'
import { likeMembers, termJson, textJson } from './cards.ts'
import type { Declared, Json } from './declared.ts'
import { clientLeft, searchesBusy, unsettled } from './lookups.ts'
import { answer, count, Earlier, KnownText, left_out, RowId, Settled, Term, UnknownRowIds } from './shapes.ts'

const rowIds = listOf(rowId, 'row ids', lookupTextsMax)
const text = must(z.string().max(lookupTextLengthMax), `a string of at most ${lookupTextLengthMax} UTF-16 units`, {
  min: 0,
  max: lookupTextLengthMax,
})
const Lookup = z.strictObject({
  row_ids: rowIds.optional().describe('Rows whose sources are meant; give these or texts'),
  texts: listOf(text, 'strings', lookupTextsMax).optional(),
})

const askedOf = ({ row_ids, texts }: z.infer<typeof Lookup>): Asked =>
  row_ids === undefined ? { texts: texts ?? [] } : { rowIds: lowered(row_ids) }

function eitherFault(body: object): readonly Fault[] {
  const given = ['row_ids', 'texts'].filter((name) => name in body)
  if (given.length === 1) return []
  const message = given.length === 0 ? 'is required, or row_ids instead' : 'cannot be used with row_ids'
  return [{ field: 'texts', message }]
}

const askedJson = ({ row }: AskedText): Json => (row === null ? {} : { row_id: row.rowId })
const row_id = RowId.optional()

const Match = z.looseObject({
  term: count.describe('Index into terms'),
  start: count.describe('In code points'),
  end: count.describe('Exclusive'),
  required: z.boolean(),
})

const match = sending({
  name: 'matchTerms',
  path: '/glossary/match',
  summary: 'Every glossary term in texts, as the checks find them',
  description: 'required: a translation without one of its forms is refused or gets a warning.',
  body: Lookup,
  moreFaults: eitherFault,
  gives: answer(
    { texts: z.array(z.looseObject({ row_id, matches: z.array(Match), left_out })), terms: z.array(Term) },
    { count, unknown_row_ids: UnknownRowIds },
  ),
  run: async ({ app, turn }, { value }) => {
    const { texts, terms, unknownIds } = await matchTerms(app, askedOf(value), turn)
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
  },
})

const Remembered = z.intersection(
  KnownText,
  z.looseObject({ likeness: z.int().describe('100: exactly the same source'), rows: count.describe('With this text') }),
)
const Like = z.intersection(
  Earlier,
  z.looseObject({ differences: z.array(z.looseObject({ source: z.string(), asked: z.string() })) }),
)

const memory = sending({
  name: 'memory',
  path: '/memory',
  summary: 'Current translations of other rows with exactly the same source; costs no quota',
  // A copy, because each body has a name in the document.
  body: Lookup.meta({}),
  moreFaults: eitherFault,
  gives: answer(
    {
      texts: z.array(
        z.looseObject({
          row_id,
          matches: z.array(Remembered).describe('Best first'),
          left_out,
          counts_exact: z.boolean().describe('false: too many rows with this source to read them all'),
          like: z.array(Like).describe('Best first'),
        }),
      ),
    },
    { count: count.describe('Texts with matches'), unknown_row_ids: UnknownRowIds, is_settled: Settled.optional() },
  ),
  run: async ({ app, actor, turn }, { value }) => {
    const { texts, isSettled, unknownIds } = await findMemory(app, actor.user.id, askedOf(value), turn)
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
  },
})

const fillFromMemory = sending({
  name: 'fillFromMemory',
  path: '/memory/fill',
  needs: 'some write',
  summary: 'Fill rows without a text with those of rows with the same source; as proposals where you may not write',
  body: z.strictObject({ row_ids: rowIds }),
  gives: answer(
    { filled: z.array(row_id), done: z.array(row_id).describe('Had a machine text, or your proposal') },
    { count },
  ),
  run: async ({ app, actor, turn }, { value }) => {
    const idOf = new Map(lowered(value.row_ids).flatMap((id) => [[ordinalOfRow(app, id) ?? 0, id] as const]))
    const settled = await rememberForAgent(app, actor, [...idOf.keys()], turn)
    if (!settled.ok) return refusedBatch(settled.refusal)
    const idsOf = (ordinals: readonly number[]): string[] => ordinals.flatMap((ordinal) => idOf.get(ordinal) ?? [])
    const { filled, done } = settled.value
    return success({ filled: idsOf(filled), done: idsOf(done) }, { count: filled.length })
  },
})

const knownJson = ({ head, layer, rowId, rows }: Known, sourceHash: string): Json => ({
  likeness: 100,
  ...textJson(head, layer, sourceHash),
  row_id: rowId,
  rows,
})

const likeJson = (like: LikeKnown, asked: string): Json => ({
  ...likeMembers(like),
  differences: differencesOf(like.source, asked).map(({ gone, come }) => ({ source: gone, asked: come })),
})

const context = sending({
  name: 'context',
  path: '/context',
  summary: 'Approved translations that share a glossary term with texts and fit the glossary',
  body: Lookup.extend({
    examples: z
      .int()
      .min(1)
      .max(contextExamplesMax)
      .optional()
      .describe(`Of each term; ${contextExamplesDefault} unless named`),
  }),
  moreFaults: eitherFault,
  gives: answer(
    {
      terms: z.array(
        z.intersection(
          Term,
          z.looseObject({
            texts: z.array(count).describe('Places in the request, from 0'),
            examples: z.array(z.intersection(KnownText, z.looseObject({ source: z.string() }))),
          }),
        ),
      ),
    },
    { count, left_out, unknown_row_ids: UnknownRowIds },
  ),
  run: async (call, { value: { examples: most = contextExamplesDefault, ...asked } }) => {
    const found = await findContext(
      call.app,
      call.actor.user,
      { asked: askedOf(asked), examples: most },
      call.turn,
      clientLeft(call),
    )
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
  },
})

export const TERMS: readonly Declared[] = [match, memory, fillFromMemory, context]
