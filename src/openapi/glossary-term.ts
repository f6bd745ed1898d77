// A term of the glossary, as API v2 gives it.
import * as z from 'zod'
import { TERM_CHOICES } from '../base/term-facts.ts'

/** Of an answer and of a proposal. */
const factsShape = {
  kind: z.enum(TERM_CHOICES.kind).optional(),
  gender: z.enum(TERM_CHOICES.gender).optional().describe('Of the translation'),
  number: z.enum(TERM_CHOICES.number).optional(),
  inflection: z.enum(TERM_CHOICES.inflection).optional().describe('none: only forms are accepted'),
  force: z.enum(TERM_CHOICES.force).optional().describe('advice: never refused'),
}

export const Term = z.looseObject({
  source: z.string(),
  forms: z.array(z.string()).describe('Accepted; a trailing * accepts any ending'),
  do_not_translate: z.boolean(),
  case_sensitive: z.boolean(),
  note: z.string(),
  ...factsShape,
  meaning: z.string().optional(),
  made_forms: z.array(z.string()).optional().describe('Of a match: inflected, accepted too'),
})
