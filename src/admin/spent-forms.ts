// Forms that must work only once, because their answer shows a secret and reloading it sends the form again. This process remembers
// their random names.
import { refuse, type Result } from '../base/result.ts'

interface SentTwice {
  readonly code: 'form_sent_twice'
}

export interface SpentForms {
  /** Runs `work` unless a form with this name has; an empty name always runs. */
  once<T, R>(name: string, work: () => Promise<Result<T, R>>): Promise<Result<T, R | SentTwice>>
}

const keptMax = 1_000

export function createSpentForms(): SpentForms {
  const spent = new Set<string>()
  return {
    async once(name, work) {
      if (name === '') return await work()
      if (spent.has(name)) return refuse({ code: 'form_sent_twice' })
      spent.add(name)
      for (const oldest of spent) {
        if (spent.size <= keptMax) break
        spent.delete(oldest)
      }
      const done = await work()
      if (!done.ok) spent.delete(name)
      return done
    },
  }
}
