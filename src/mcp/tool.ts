// The shape of an MCP tool: its description for a model, and the function that does its work.
import type * as z from 'zod'
import type { Desk } from './desk.ts'

export interface Tool<S extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly description: string
  readonly arguments: S
  readonly isReadOnly?: true
  /** Does the work. Throws ToolRefused, or AgentRefused. `signal`: the client has stopped waiting. */
  readonly run: (desk: Desk, args: z.output<S>, signal: AbortSignal) => Promise<string>
}

/** Infers the type of the arguments from the schema. */
export const tool = <S extends z.ZodObject>(made: Tool<S>): Tool => made
