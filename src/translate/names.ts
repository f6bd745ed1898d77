// Which names stand in the texts of a batch, for the question how they were translated before. Pure.
import type { Task } from './task.ts'

/** Words that begin with a capital inside a sentence, one or more in a row: names, most often. */
const NAME = /(?<=[\p{Ll}\d,;] )\p{Lu}[\p{L}'’-]{2,}(?: \p{Lu}[\p{L}'’-]{2,})*/gu

/** The names in some texts that are no glossary terms, the commonest first. */
export function namesIn(tasks: readonly Task[]): string[] {
  const counts = new Map<string, number>()
  for (const { row } of tasks) {
    const known = row.terms.map(({ source }) => source.toLowerCase())
    for (const [name] of row.source.matchAll(NAME))
      if (!known.includes(name.toLowerCase())) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name)
}
