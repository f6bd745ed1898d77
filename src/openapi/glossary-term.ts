// A term of the glossary, as API v2 gives it.
import * as z from 'zod'

export const Term = z.looseObject({
  source: z.string(),
  forms: z.array(z.string()).describe('Accepted; a trailing * accepts any ending'),
  do_not_translate: z.boolean(),
  case_sensitive: z.boolean(),
  note: z.string(),
  made_forms: z.array(z.string()).optional().describe('Of a match: inflected, accepted too'),
})
