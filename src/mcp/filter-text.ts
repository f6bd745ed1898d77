// The argument `filter` of MCP tools: a filter of work as one text.
import * as z from 'zod'
import { parseFilterText } from '../domain/work/work-address.ts'

export const FilterText = z
  .string('give a filter')
  .optional()
  .superRefine((text, faults) => {
    const { fault } = parseFilterText(text ?? '')
    if (fault !== null) faults.addIssue({ code: 'custom', message: fault })
  })
