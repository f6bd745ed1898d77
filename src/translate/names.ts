// The names in a batch's texts, to look up earlier translations of them. Pure.
import type { Task } from './task.ts'

/** Capitalized words inside a sentence: mostly names. */
const NAME = /(?<=[\p{Ll}\d,;] )\p{Lu}[\p{L}'’-]{2,}(?: \p{Lu}[\p{L}'’-]{2,})*/gu

/** Names that are no glossary terms, the commonest first. */
export function namesIn(tasks: readonly Task[]): string[] {
  const counts = new Map<string, number>()
  for (const { row } of tasks) {
    const known = row.terms.map(({ source }) => source.toLowerCase())
    for (const [name] of row.source.matchAll(NAME))
      if (!known.includes(name.toLowerCase())) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name)
}
