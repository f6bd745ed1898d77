// A row of the table of tools: its description for a model, and its work.
import type * as z from 'zod'
import type { Desk } from './desk.ts'

export interface Tool<S extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly description: string
  readonly arguments: S
  readonly isReadOnly?: true
  /** Throws ToolRefused, or AgentRefused. `signal`: the client has stopped waiting. */
  readonly run: (desk: Desk, args: z.output<S>, signal: AbortSignal) => Promise<string>
}

/** Infers the type of the arguments from the schema. */
export const tool = <S extends z.ZodObject>(made: Tool<S>): Tool => made
