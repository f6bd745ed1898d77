// Forms that must work only once: their answer shows a secret, and reloading it sends the form again. Each form has a random name,
// and this process remembers the names that were used.
import { refuse, type Result } from '../base/result.ts'

interface SentTwice {
  readonly code: 'form_sent_twice'
}

export interface SpentForms {
  /** Does the work unless a form with this name has done it; without a name it always works. */
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
