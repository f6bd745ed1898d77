// Forms that must not do their work twice: the answer to them shows a secret once, and a browser that reloads that answer
// sends the form again. Each carries a name of its own, and this process remembers those that did their work.
import { refuse, type Result } from '../../base/result.ts'

interface SentTwice {
  readonly code: 'form_sent_twice'
}

export interface SpentForms {
  /** Does the work of a form, unless a form of this name has done it; one without a name is always a new one. */
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
