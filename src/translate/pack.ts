// Chooses how many texts go into one prompt.
import type { Brief } from './brief.ts'
import { fixedTokens, taskTokens } from './prompt.ts'
import type { Task } from './task.ts'

/** How many of the first tasks fit into a call of so many tokens: at most `most`, at least one. */
export function fitting(tasks: readonly Task[], brief: Brief, tokens: number, most: number): number {
  let room = tokens - fixedTokens(brief)
  const end = tasks.findIndex((task, at) => at === most || ((room -= taskTokens(task, brief)) < 0 && at > 0))
  return end < 0 ? tasks.length : end
}
