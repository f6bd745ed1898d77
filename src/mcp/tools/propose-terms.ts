// The MCP tool that proposes terms for the glossary; people decide on them.
import * as z from 'zod'
import type { ProposedTerm, TermOutcome } from '../../agent/agent.ts'
import { toLine } from '../../agent/text-lines.ts'
import { factsFrom, TERM_CHOICES } from '../../base/term-facts.ts'
import {
  lookupTextsMax,
  providerLengthMax,
  termFormsMax,
  termLengthMax,
  termNoteLengthMax,
} from '../../domain/limits.ts'
import { ToolRefused } from '../tool-refused.ts'
import { tool } from '../tool.ts'
import { rowIdOf } from './look-up.ts'

/** A text of one line. The tool's description does not tell its bounds: a model rarely meets them, and pays for each word there. */
const line = (max: number) =>
  z
    .string('give a text')
    .trim()
    .refine((text) => text.length <= max && !/\p{Cc}/u.test(text), `give a line of at most ${max} characters`)
const filled = (max: number) => line(max).refine((text) => text !== '', 'give a text')

const term = z.object({
  source: filled(termLengthMax),
  forms: z
    .array(
      filled(termLengthMax).refine((form) => !form.includes('|'), 'a form has no |'),
      'give a list of translations',
    )
    .refine(({ length }) => length > 0 && length <= termFormsMax, `give 1 to ${termFormsMax} translations`),
  kind: z.enum(TERM_CHOICES.kind, `give one of ${TERM_CHOICES.kind.join(', ')}`).optional(),
  meaning: line(termNoteLengthMax).optional(),
  why: line(termNoteLengthMax).optional().describe('for those who decide'),
  n: z.number('give a row number').optional().describe('a row with it'),
})

const OUTCOMES: Readonly<Record<Exclude<TermOutcome, 'proposed'>, string>> = {
  in_glossary: 'in the glossary already',
  already_proposed: 'proposed already',
  too_many_of_person: 'not proposed: too many of yours wait',
  too_many: 'not proposed: too many wait',
}

export const proposeTerms = tool({
  name: 'propose_terms',
  description:
    'Propose terms for the glossary: names and words of the game that all texts should translate alike. ' +
    'People decide. Look into glossary first.',
  arguments: z.object({
    terms: z
      .array(term, 'give a list of terms')
      .min(1, 'give a term')
      .max(lookupTextsMax, `give at most ${lookupTextsMax} terms`),
    model: filled(providerLengthMax).describe('your model name'),
  }),
  run: async ({ agent }, { terms, model }) => {
    const rowIds = new Map<number, string>()
    for (const n of new Set(terms.flatMap((each) => each.n ?? []))) {
      const rowId = await rowIdOf(agent, n)
      if (rowId === null) throw new ToolRefused(`Nothing was done: there is no row ${n}.`)
      rowIds.set(n, rowId)
    }
    const items = terms.map(({ source, forms, why = '', n = 0, ...said }): ProposedTerm => {
      const rowId = rowIds.get(n)
      const facts = factsFrom((name) => (name === 'kind' || name === 'meaning' ? said[name] : undefined))
      return { source, forms, note: why, facts, rowIds: rowId === undefined ? [] : [rowId], provider: 'mcp', model }
    })
    const outcomes = await agent.proposeTerms(items)
    const others = terms.flatMap(({ source }, at) => {
      const outcome = outcomes[at] ?? 'proposed'
      return outcome === 'proposed' ? [] : [`${toLine(source)}: ${OUTCOMES[outcome]}`]
    })
    return [`${terms.length - others.length} of ${terms.length} proposed; people decide`, ...others].join('\n')
  },
})
