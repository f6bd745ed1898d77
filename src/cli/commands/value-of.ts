// Gives the value of a use case's result, or throws the sentence of its refusal. Separate from cli/with-app.ts, because a
// server's start needs no sentences.
import type { Refusal } from '../../app/refusal.ts'
import { kindOf, type RefusalKind, sentenceFor } from '../../app/refusal-sentences.ts'
import { type AnyRefusal, isOfWork, Refused } from '../../app/refused.ts'
import type { Result } from '../../base/result.ts'
import { EXIT, Failure, Usage } from '../failure.ts'

export function valueOf<T>(result: Result<T, Refusal | AnyRefusal>): T {
  if (result.ok) return result.value
  const { refusal } = result
  if (isOfWork(refusal)) throw new Refused(refusal)
  throw failureOf(refusal)
}

/** The failure for a refusal. `code` is its kind, on which programs rely; `refusal` has the precise code and the facts. */
export function failureOf(refusal: Refusal): Failure {
  const kind = kindOf(refusal)
  const exit = kind === 'busy' ? EXIT.tryAgain : EXIT.failed
  return new Failure(sentenceFor('commandLine', refusal), { code: kind, exit, refusal: plain(refusal) })
}

/** The refusal for programs: names, numbers and findings, without rows and people. */
function plain({ code, ...facts }: Refusal): { readonly code: string } {
  const shown = Object.entries(facts).flatMap(([name, fact]: [string, unknown]) =>
    name === 'owner' ? [[name, (fact as { readonly name: string }).name]] : isPlain(fact) ? [[name, fact]] : [],
  )
  return { code, ...(Object.fromEntries(shown) as object) }
}

const isPlain = (fact: unknown): boolean => typeof fact !== 'object' || fact === null || Array.isArray(fact)

/** As `valueOf`, for values of the command line: a missing or impossible one counts as wrong usage. */
export function valueOrUsage<T>(result: Result<T, Refusal>): T {
  if (!result.ok && WRONG_USAGE.includes(kindOf(result.refusal))) {
    throw new Usage(sentenceFor('commandLine', result.refusal))
  }
  return valueOf(result)
}

const WRONG_USAGE: readonly RefusalKind[] = ['invalid', 'no_reason']
