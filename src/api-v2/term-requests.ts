// Defines the bodies of the routes about terms, memory and context as zod schemas, also for OpenAPI.
import { factsFrom, TERM_CHOICES, type TermChoice, type TermFacts } from '../base/term-facts.ts'
import * as z from 'zod'
import type { Asked } from '../app/terms/match-terms.ts'
import type { Fault } from '../api-v1/bad-request.ts'
import type { BodyShape, Facts } from '../api-v1/body-faults.ts'
import type { BodyKind } from '../api-v1/sent-body.ts'
import { batchOf, batchShape } from '../api-v1/requests.ts'
import { isHex } from '../base/bytes.ts'
import {
  contextExamplesDefault,
  contextExamplesMax,
  lookupTextLengthMax,
  lookupTextsMax,
  providerLengthMax,
  termEvidenceMax,
  termFormsMax,
  termLengthMax,
  termNoteLengthMax,
} from '../domain/limits.ts'
import type { NewSuggestion } from '../domain/checks/suggestion.ts'

export const rowId = z
  .string()
  .refine((id) => isHex(id, 16))
  .meta({ pattern: '^[0-9a-fA-F]{16}$' })
const rowIds = z
  .array(rowId)
  .min(1)
  .max(lookupTextsMax)
  .optional()
  .describe('Rows, for their sources: either these or texts')
const texts = z.array(z.string().max(lookupTextLengthMax)).min(1).max(lookupTextsMax).optional()

export const LookupSchema = z.strictObject({ row_ids: rowIds, texts })
export const ContextSchema = LookupSchema.extend({
  examples: z
    .int()
    .min(1)
    .max(contextExamplesMax)
    .optional()
    .describe(`Of each term; ${contextExamplesDefault} unless named`),
})

const sized = { min: 1, max: lookupTextsMax }
const FACTS: Facts = {
  row_ids: { expects: `a list of 1 to ${lookupTextsMax} row ids`, allowed: sized },
  'row_ids[]': { expects: '16 hex characters' },
  texts: { expects: `a list of 1 to ${lookupTextsMax} strings`, allowed: sized },
  'texts[]': {
    expects: `a string of at most ${lookupTextLengthMax} UTF-16 units`,
    allowed: { min: 0, max: lookupTextLengthMax },
  },
  examples: {
    expects: `a whole number from 1 to ${contextExamplesMax}`,
    allowed: { min: 1, max: contextExamplesMax },
  },
}

const shapeOf = ({ shape }: z.ZodObject): BodyShape => ({
  facts: FACTS,
  membersAt: () => Object.keys(shape),
})

function eitherFault(body: object): readonly Fault[] {
  const given = ['row_ids', 'texts'].filter((name) => name in body)
  if (given.length === 1) return []
  const message = given.length === 0 ? 'is required, or row_ids instead' : 'cannot stand beside row_ids'
  return [{ field: 'texts', message }]
}

type LookupData = z.infer<typeof LookupSchema>

const askedOf = ({ row_ids, texts: given }: LookupData): Asked =>
  row_ids === undefined ? { texts: given ?? [] } : { rowIds: row_ids.map((id) => id.toLowerCase()) }

/** POST /glossary/match and POST /memory. */
export const LOOKUP_BODY: BodyKind<LookupData, Asked> = {
  schema: LookupSchema,
  shape: shapeOf(LookupSchema),
  isBatch: false,
  header: 'ignored',
  moreFaults: eitherFault,
  read: askedOf,
}

export const FillSchema = z.strictObject({ row_ids: rowIds.unwrap() })

/** POST /memory/fill. */
export const FILL_BODY: BodyKind<z.infer<typeof FillSchema>, readonly string[]> = {
  schema: FillSchema,
  shape: shapeOf(FillSchema),
  isBatch: false,
  header: 'ignored',
  moreFaults: () => [],
  read: ({ row_ids }) => row_ids.map((id) => id.toLowerCase()),
}

/** POST /context. */
export const CONTEXT_BODY: BodyKind<
  z.infer<typeof ContextSchema>,
  { readonly asked: Asked; readonly examples: number }
> = {
  schema: ContextSchema,
  shape: shapeOf(ContextSchema),
  isBatch: false,
  header: 'ignored',
  moreFaults: eitherFault,
  read: ({ examples = contextExamplesDefault, ...asked }) => ({ asked: askedOf(asked), examples }),
}

/** A text of one line without control characters, which would break lists and files. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text))
const filled = (max: number) => line(max).refine((text) => text.trim() !== '')
export const name = filled(providerLengthMax).optional()
const form = filled(termLengthMax).refine((text) => !text.includes('|'))

const CHOICES = {
  kind: z.enum(TERM_CHOICES.kind).optional(),
  gender: z.enum(TERM_CHOICES.gender).optional(),
  number: z.enum(TERM_CHOICES.number).optional(),
  inflection: z.enum(TERM_CHOICES.inflection).optional(),
  force: z.enum(TERM_CHOICES.force).optional(),
}
const oneOf = (name: TermChoice) => ({
  expects: `one of ${TERM_CHOICES[name].join(', ')}`,
  allowed: TERM_CHOICES[name],
})

const TermItemSchema = z.strictObject({
  source: filled(termLengthMax),
  forms: z.array(form).max(termFormsMax).describe('A trailing * accepts any ending; none: a note for readers'),
  do_not_translate: z.boolean().optional(),
  case_sensitive: z.boolean().optional(),
  note: line(termNoteLengthMax).optional().describe('For those who decide'),
  ...CHOICES,
  meaning: line(termNoteLengthMax).optional().describe('What it is'),
  evidence: z.array(rowId).max(termEvidenceMax).optional(),
  provider: name,
  model: name,
})
export const ProposeTermsSchema = batchOf(TermItemSchema)

export const lineOf = (max: number, min: 0 | 1 = 1) => ({
  expects: `a string of ${min} to ${max} characters without control characters`,
  allowed: { min, max },
})
const trueOrFalse = { expects: 'true or false' }
const TERM_FACTS: Facts = {
  items: { expects: `a list of 1 to ${lookupTextsMax} items`, allowed: sized },
  source: lineOf(termLengthMax),
  forms: { expects: `a list of at most ${termFormsMax} forms`, allowed: { min: 0, max: termFormsMax } },
  'forms[]': { expects: `a string of 1 to ${termLengthMax} characters without | and control characters` },
  do_not_translate: trueOrFalse,
  case_sensitive: trueOrFalse,
  note: lineOf(termNoteLengthMax, 0),
  kind: oneOf('kind'),
  gender: oneOf('gender'),
  number: oneOf('number'),
  inflection: oneOf('inflection'),
  force: oneOf('force'),
  meaning: lineOf(termNoteLengthMax, 0),
  evidence: { expects: `a list of at most ${termEvidenceMax} row ids`, allowed: { min: 0, max: termEvidenceMax } },
  'evidence[]': { expects: '16 hex characters' },
  provider: lineOf(providerLengthMax),
  model: lineOf(providerLengthMax),
}

function factsOf(item: z.infer<typeof TermItemSchema>): { readonly facts?: TermFacts } {
  const facts = factsFrom((name) => item[name])
  return Object.keys(facts).length === 0 ? {} : { facts }
}

/** POST /glossary/proposals. */
export const PROPOSE_TERMS_BODY: BodyKind<z.infer<typeof ProposeTermsSchema>, readonly NewSuggestion<'term'>[]> = {
  schema: ProposeTermsSchema,
  shape: batchShape(TERM_FACTS, Object.keys(TermItemSchema.shape)),
  isBatch: true,
  header: 'ignored',
  moreFaults: () => [],
  read: ({ items }) =>
    items.map((item) => ({
      kind: 'term',
      what: {
        source: item.source.trim(),
        forms: item.forms.map((form) => form.trim()),
        caseSensitive: item.case_sensitive ?? false,
        doNotTranslate: item.do_not_translate ?? false,
        note: (item.note ?? '').trim(),
        ...factsOf(item),
      },
      rowIds: (item.evidence ?? []).map((id) => id.toLowerCase()),
      provider: item.provider?.trim() ?? null,
      model: item.model?.trim() ?? null,
    })),
}
