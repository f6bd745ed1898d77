// The shape of an MCP tool: its description for a model, and the function that does its work.
import * as z from 'zod'
import { parseFilterText } from '../domain/work/work-filter.ts'
import type { Desk } from './desk.ts'

export interface Tool<S extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly description: string
  readonly arguments: S
  readonly isReadOnly?: true
  /** Does the tool's work. Throws ToolRefused or AgentRefused. `signal` is raised when the client has stopped waiting. */
  readonly run: (desk: Desk, args: z.output<S>, signal: AbortSignal) => Promise<string>
}

/** Returns `made` as it is; the compiler infers the type of its arguments from the schema. */
export const tool = <S extends z.ZodObject>(made: Tool<S>): Tool => made

/** The argument `filter` of MCP tools: all conditions of a filter in one text. */
export const FilterText = z
  .string('give a filter')
  .optional()
  .superRefine((text, faults) => {
    const { fault } = parseFilterText(text ?? '')
    if (fault !== null) faults.addIssue({ code: 'custom', message: fault })
  })
