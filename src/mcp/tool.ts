// A tool as the table of tools has it: what a model reads about it, and what it does.
import type * as z from 'zod'
import type { Desk } from './desk.ts'

export interface Tool<S extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly description: string
  readonly arguments: S
  /** It changes nothing. */
  readonly isReadOnly?: true
  /** The answer, text for a model. Throws ToolRefused, or AgentRefused. `signal`: nobody waits any more. */
  readonly run: (desk: Desk, args: z.output<S>, signal: AbortSignal) => Promise<string>
}

/** Keeps a tool's arguments and its work to the same shape. */
export const tool = <S extends z.ZodObject>(made: Tool<S>): Tool => made
